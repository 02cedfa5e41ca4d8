/// A number as it is written.
struct JSONNumber {
    /// Where it stands in the text.
    var range: Range<Int>
    var isNegative: Bool
    /// Its first 19 digits, or 20 where they fit, without zeros in front.
    var digits: UInt64 = 0
    /// The power of ten that they are multiplied with.
    var exponent = 0
    /// Whether there were more digits than have room.
    var isFull = false
    /// Whether the digits are all there is, but for zeros.
    var isExact = true

    static let powersOfTen: [UInt64] = [
        1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
        100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000,
        10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
    ]

    mutating func append(_ digit: UInt8) {
        let (shifted, overflow) = digits.multipliedReportingOverflow(by: 10)
        let (sum, carry) = shifted.addingReportingOverflow(UInt64(digit))
        isFull = isFull || overflow || carry
        if isFull {
            isExact = isExact && digit == 0
        } else {
            digits = sum
        }
    }
}

// MARK: - Its value

extension JSONNumber {
    /// Its size, if it is an integer of 64 bits.
    var magnitude: UInt64? {
        guard isExact else { return nil }
        if digits == 0 { return 0 }
        guard (-19...19).contains(exponent) else { return nil }
        let power = Self.powersOfTen[abs(exponent)]
        if exponent < 0 {
            return digits % power == 0 ? digits / power : nil
        }
        let (product, overflow) = digits.multipliedReportingOverflow(by: power)
        return overflow ? nil : product
    }
}

extension JSONNumber {
    /// The nearest value, rounded once, where integers of 64 bits are enough to find it.
    func nearest<Value: BinaryFloatingPoint>() -> Value? {
        guard isExact else { return nil }
        if digits == 0 { return 0 }
        if exponent == 0 { return Value(digits) }
        guard (-19...19).contains(exponent) else { return nil }
        let power = Self.powersOfTen[abs(exponent)]
        if exponent > 0 {
            let (product, overflow) = digits.multipliedReportingOverflow(by: power)
            return overflow ? nil : Value(product)
        }
        // A quotient of 63 or 64 bits has more than any type that is read here. Its last bit says that there is a rest,
        // which is all that rounding has to know of it.
        let dividend = digits << digits.leadingZeroBitCount
        let divisor = power << power.leadingZeroBitCount
        let (quotient, rest) = divisor.dividingFullWidth((dividend >> 1, dividend << 63))
        let scale = power.leadingZeroBitCount - digits.leadingZeroBitCount - 63
        return Value(sign: .plus, exponent: Value.Exponent(scale), significand: Value(quotient | (rest == 0 ? 0 : 1)))
    }
}
