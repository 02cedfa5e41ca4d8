/// A number by its decimal digits, which are exact.
struct ExactNumber: Sendable {
    private(set) var isNegative = false
    /// The digits without zeros at the ends; empty for 0.
    private(set) var digits: [UInt8] = []
    /// The power of ten of the last digit. Very large exponents are cut.
    private(set) var exponent = 0

    private static let maxExponent = 1 << 40

    /// - Parameter text: a JSON number, or the description of a `Double`.
    init(_ text: String) {
        let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
        var hasPoint = false
        for byte in (parts.first ?? "").utf8 {
            switch byte {
            case UInt8(ascii: "-"): isNegative = true
            case UInt8(ascii: "."): hasPoint = true
            case 0x30...0x39:
                if hasPoint { exponent -= 1 }
                if !digits.isEmpty || byte != 0x30 { digits.append(byte - 0x30) }
            default: break
            }
        }
        while digits.last == 0 {
            digits.removeLast()
            exponent += 1
        }
        if parts.count > 1 {
            let written = Int(parts[1]) ?? (parts[1].hasPrefix("-") ? -Self.maxExponent : Self.maxExponent)
            exponent += max(-Self.maxExponent, min(Self.maxExponent, written))
        }
        if digits.isEmpty {
            isNegative = false
            exponent = 0
        }
    }

    init(_ number: JSONValue.Number) { self.init(number.text) }

    /// Whole numbers of 64 bits are exact; others have the digits of their description.
    init(_ value: Double) {
        if let whole = Int64(exactly: value) {
            self.init(String(whole))
        } else if let whole = UInt64(exactly: value) {
            self.init(String(whole))
        } else {
            self.init(value.description)
        }
    }

    var isWhole: Bool { digits.isEmpty || exponent >= 0 }

    /// The position of the point, from the first digit.
    private var magnitude: Int { digits.count + exponent }

    /// Whether this is a whole number of a value.
    func isMultiple(of divisor: ExactNumber) -> Bool {
        // A divisor comes from a `Double`; one with more digits is not compared.
        guard divisor.digits.count <= 19 else { return true }
        let whole = divisor.digits.reduce(UInt64(0)) { $0 &* 10 &+ UInt64($1) }
        guard !digits.isEmpty, whole > 0 else { return digits.isEmpty }
        guard exponent >= divisor.exponent else { return false }
        var rest = digits.reduce(UInt64(0)) { Self.sum(Self.product($0, 10, whole), UInt64($1), whole) }
        var power: UInt64 = 10 % whole
        var count = exponent - divisor.exponent
        while count > 0 {
            if count & 1 == 1 { rest = Self.product(rest, power, whole) }
            power = Self.product(power, power, whole)
            count >>= 1
        }
        return rest == 0
    }

    private static func product(_ left: UInt64, _ right: UInt64, _ modulus: UInt64) -> UInt64 {
        let (high, low) = (left % modulus).multipliedFullWidth(by: right % modulus)
        return modulus.dividingFullWidth((high, low)).remainder
    }

    private static func sum(_ left: UInt64, _ right: UInt64, _ modulus: UInt64) -> UInt64 {
        let right = right % modulus
        return left >= modulus - right ? left - (modulus - right) : left + right
    }
}

extension ExactNumber: Comparable {
    static func == (left: ExactNumber, right: ExactNumber) -> Bool {
        left.isNegative == right.isNegative && left.digits == right.digits && left.exponent == right.exponent
    }

    static func < (left: ExactNumber, right: ExactNumber) -> Bool {
        let leftSign = left.digits.isEmpty ? 0 : left.isNegative ? -1 : 1
        let rightSign = right.digits.isEmpty ? 0 : right.isNegative ? -1 : 1
        if leftSign != rightSign { return leftSign < rightSign }
        guard leftSign != 0 else { return false }
        let (small, large) = leftSign > 0 ? (left, right) : (right, left)
        if small.magnitude != large.magnitude { return small.magnitude < large.magnitude }
        return small.digits.lexicographicallyPrecedes(large.digits)
    }
}
