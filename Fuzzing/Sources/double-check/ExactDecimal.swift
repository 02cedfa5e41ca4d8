/// A whole number of any size, for the exact digits of what lies between two doubles.
struct ExactDecimal {
    private static let base: UInt64 = 1_000_000_000
    /// Nine digits each, the lowest first.
    private var limbs: [UInt64]
    /// How many of the digits are behind the decimal point.
    private(set) var fractionDigits = 0

    /// `significand` times two to the power of `exponent`.
    init(_ significand: UInt64, timesTwoToThe exponent: Int) {
        limbs = [significand % Self.base, significand / Self.base % Self.base, significand / Self.base / Self.base]
        // Halves are fives of the next place.
        fractionDigits = max(-exponent, 0)
        let (factor, step, power): (UInt64, Int, UInt64) = exponent < 0 ? (5, 13, 1_220_703_125) : (2, 29, 1 << 29)
        var rest = abs(exponent)
        while rest >= step {
            multiply(by: power)
            rest -= step
        }
        for _ in 0..<rest { multiply(by: factor) }
    }

    private mutating func multiply(by factor: UInt64) {
        var carry: UInt64 = 0
        for index in limbs.indices {
            let product = limbs[index] * factor + carry
            limbs[index] = product % Self.base
            carry = product / Self.base
        }
        while carry > 0 {
            limbs.append(carry % Self.base)
            carry /= Self.base
        }
    }

    /// Subtracts one of the last place.
    ///
    /// - Precondition: it is not zero.
    mutating func decrement() {
        var index = 0
        while limbs[index] == 0 {
            limbs[index] = Self.base - 1
            index += 1
        }
        limbs[index] -= 1
    }

    /// The digits, without zeros in front.
    var digits: [UInt8] {
        var digits: [UInt8] = []
        for limb in limbs {
            var limb = limb
            for _ in 0..<9 {
                digits.append(UInt8(ascii: "0") + UInt8(limb % 10))
                limb /= 10
            }
        }
        while digits.count > 1, digits.last == UInt8(ascii: "0") { digits.removeLast() }
        return digits.reversed()
    }
}
