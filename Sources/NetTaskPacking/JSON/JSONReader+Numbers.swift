package import NetTaskSystem

extension JSONReader {
    /// Reads an integer, without rounding. `1.0` and `1e3` are integers too.
    @inlinable
    package mutating func integer<Value: FixedWidthInteger>() throws -> Value {
        let (magnitude, isNegative) = try integerParts(of: Value.self)
        if !isNegative, let value = Value(exactly: magnitude) { return value }
        if isNegative, magnitude <= 1 << 63, let value = Value(exactly: Int64(truncatingIfNeeded: 0 &- magnitude)) {
            return value
        }
        throw notAn(Value.self)
    }

    @usableFromInline
    mutating func integerParts(of type: Any.Type) throws -> (magnitude: UInt64, isNegative: Bool) {
        let start = position
        let isNegative = next == UInt8(ascii: "-")
        var end = isNegative ? start + 1 : start
        let firstDigit = end
        var magnitude: UInt64 = 0
        while end < count, case let digit = bytes[end] &- UInt8(ascii: "0"), digit < 10 {
            magnitude = magnitude &* 10 &+ UInt64(digit)
            end += 1
        }
        // 19 digits cannot overflow. Leading zeros, fractions and exponents take the slow path.
        let length = end - firstDigit
        let isPlain = (1...19).contains(length) && (length == 1 || bytes[firstDigit] != UInt8(ascii: "0"))
        let following = end < count ? bytes[end] : 0
        if isPlain, following != UInt8(ascii: "."), following | 0x20 != UInt8(ascii: "e") {
            valueStart = start
            position = end
            return (magnitude, isNegative)
        }
        if isInQuotes { return try inQuotes { try $0.integerParts(of: type) } }
        let number = try number(expected: "an integer")
        guard let (magnitude, isWhole) = number.scaled(), isWhole else { throw notAn(type) }
        return (magnitude, number.isNegative)
    }

    @usableFromInline
    mutating func notAn(_ type: Any.Type) -> ParseError {
        let number = text(valueStart..<position).prefix(while: JSONNumber.isPart)
        return error(about: number, inQuotes: false, "is not a valid \(type): it has a fraction or is out of range")
    }

    /// Reads the nearest value. A number that is too large for the type is an error.
    package mutating func floatingPoint<Value: BinaryFloatingPoint & LosslessStringConvertible>() throws -> Value {
        if isInQuotes { return try inQuotes { try $0.floatingPoint() } }
        let number = try number(expected: "a number")
        if let magnitude: Value = number.nearest() { return number.isNegative ? -magnitude : magnitude }
        // Always correct, but slower.
        guard let value = Value(String(decoding: text(number.range), as: UTF8.self)), value.isFinite else {
            throw error(about: text(number.range), inQuotes: false, "is out of range for \(Value.self)")
        }
        return value
    }

    /// Reads a number with all its digits. A number that `Decimal` cannot represent is an error.
    mutating func decimal() throws -> Decimal {
        if isInQuotes { return try inQuotes { try $0.decimal() } }
        let digits = try numberText()
        if let value = ExactDecimal.value(of: digits) { return value }
        let isLong = DecimalDigits(digits).digits.count > ExactDecimal.digitLimit
        let reason =
            isLong ? "has more than the \(ExactDecimal.digitLimit) digits of Decimal" : "is out of range for Decimal"
        throw error(about: digits.utf8, inQuotes: false, reason)
    }

    mutating func date() throws -> Date {
        let format = object.format
        if let unit = format.unit {
            let number = try number(expected: "\(unit.name) since 1970")
            // The calendars of Foundation may trap on dates far outside the supported years.
            guard let microseconds = number.roundedDown(decimals: unit.decimals),
                let date = DateText.date(microseconds: microseconds)
            else { throw error(about: text(number.range), inQuotes: false, "is out of range for a date") }
            return date
        }
        valueStart = position
        guard next == UInt8(ascii: "\"") else { throw unexpected("a string") }
        let hasEscapes = try skipString()
        let text = text(valueStart + 1..<position - 1)
        var unescaped = hasEscapes ? JSONText.unescaped(text) : ""
        let date = hasEscapes ? unescaped.withUTF8 { format.pattern.date(from: $0) } : format.pattern.date(from: text)
        guard let date else { throw error(about: text, "is not a valid date of the format \(format)") }
        return date
    }

    // MARK: The text of a number

    package mutating func numberText() throws -> String {
        String(decoding: text(try number(expected: "a number").range), as: UTF8.self)
    }

    /// Moves past a number, and parses it.
    mutating func number(expected: String) throws -> JSONNumber {
        let start = position
        valueStart = start
        guard next == UInt8(ascii: "-") || next &- UInt8(ascii: "0") < 10 else { throw unexpected(expected) }
        var number = JSONNumber()
        number.isNegative = next == UInt8(ascii: "-")
        var end = number.isNegative ? start + 1 : start
        end = byte(at: end) == UInt8(ascii: "0") ? end + 1 : try digits(from: end, of: &number)
        if byte(at: end) == UInt8(ascii: ".") {
            let point = end
            end = try digits(from: point + 1, of: &number)
            number.exponent -= end - point - 1
        }
        if byte(at: end) | 0x20 == UInt8(ascii: "e") {
            let sign = byte(at: end + 1)
            let hasSign = sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")
            var exponent = JSONNumber()
            end = try digits(from: hasSign ? end + 2 : end + 1, of: &exponent)
            // Exceeds every type, but the sum cannot overflow.
            let size = Int(min(exponent.digits, 1 << 30))
            number.exponent += sign == UInt8(ascii: "-") ? -size : size
        }
        position = end
        number.range = start..<end
        return number
    }

    /// Parses at least one digit.
    ///
    /// - Returns: the offset at which the digits end.
    @inline(__always)
    private mutating func digits(from start: Int, of number: inout JSONNumber) throws -> Int {
        var end = start
        while end < count, case let digit = bytes[end] &- UInt8(ascii: "0"), digit < 10 {
            number.append(digit)
            end += 1
        }
        if end == start {
            position = start
            throw syntaxError("expected a digit, found ", found)
        }
        return end
    }

    /// Whether a number is in quotes, as its format allows.
    private var isInQuotes: Bool { next == UInt8(ascii: "\"") && object.format == .string }

    /// Reads a number in quotes.
    private mutating func inQuotes<Value>(_ read: (inout JSONReader) throws -> Value) throws -> Value {
        position += 1
        guard next != UInt8(ascii: "\"") else { throw syntaxError("expected a number in the quotes") }
        let value = try read(&self)
        guard next == UInt8(ascii: "\"") else { throw syntaxError("expected the end of the number, found ", found) }
        position += 1
        return value
    }
}

/// A parsed number. Its value is stored as far as it fits into 64-bit integers, which is enough for most numbers.
struct JSONNumber {
    /// The range of the number in the text.
    var range = 0..<0
    var isNegative = false
    /// The first 19 digits, or 20 if they fit, without leading zeros.
    private(set) var digits: UInt64 = 0
    /// The power of ten of the digits.
    var exponent = 0
    /// Whether all other digits are zeros.
    private var isExact = true

    private static let powersOfTen: [UInt64] = [
        1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
        100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000,
        10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
    ]

    /// Whether a byte can be part of a number.
    static func isPart(_ byte: UInt8) -> Bool {
        byte &- UInt8(ascii: "0") < 10 || "+-.eE".utf8.contains(byte)
    }

    @inline(__always)
    mutating func append(_ digit: UInt8) {
        // `UInt64.max` ends with 5. Once a digit does not fit, the following digits do not fit either.
        if digits < .max / 10 || digits == .max / 10 && digit <= 5 && exponent == 0 {
            digits = digits &* 10 &+ UInt64(digit)
        } else {
            isExact = isExact && digit == 0
            exponent += 1
        }
    }

    /// Returns the whole part of the magnitude times a power of ten, and whether there is no fraction; `nil` if it exceeds 64
    /// bits.
    func scaled(decimals: Int = 0) -> (magnitude: UInt64, isWhole: Bool)? {
        let exponent = exponent + decimals
        if digits == 0 || exponent < -19 { return (0, digits == 0) }
        guard exponent <= 19 else { return nil }
        let power = Self.powersOfTen[abs(exponent)]
        if exponent < 0 { return (digits / power, isExact && digits % power == 0) }
        let (product, overflow) = digits.multipliedReportingOverflow(by: power)
        return overflow ? nil : (product, isExact)
    }

    /// Returns the number times a power of ten, rounded down; `nil` if it exceeds 64 bits.
    func roundedDown(decimals: Int) -> Int64? {
        guard let (magnitude, isWhole) = scaled(decimals: decimals), let value = Int64(exactly: magnitude) else {
            return nil
        }
        return isNegative ? -value - (isWhole ? 0 : 1) : value
    }

    /// Returns the value nearest to the magnitude, if 64-bit integers are sufficient to compute it.
    func nearest<Value: BinaryFloatingPoint>() -> Value? {
        guard isExact else { return nil }
        if exponent >= 0 || digits == 0 { return scaled().map { Value($0.magnitude) } }
        guard exponent >= -19 else { return nil }
        let power = Self.powersOfTen[-exponent]
        // Both operands are exact in a `Double`, so only the quotient is rounded.
        if Value.significandBitCount == 52, digits < 1 << 53 { return Value(digits) / Value(power) }
        // A quotient of 63 or 64 bits has more bits than all types that are read here. Its last bit states whether there is a
        // remainder, which is sufficient for rounding.
        let dividend = digits << digits.leadingZeroBitCount
        let divisor = power << power.leadingZeroBitCount
        let (quotient, rest) = divisor.dividingFullWidth((dividend >> 1, dividend << 63))
        let scale = power.leadingZeroBitCount - digits.leadingZeroBitCount - 63
        return Value(sign: .plus, exponent: Value.Exponent(scale), significand: Value(quotient | (rest == 0 ? 0 : 1)))
    }
}

// MARK: - Numbers of any size

/// A parsed decimal number. Equal numbers are equal in all notations, such as `1.50` and `15e-1`.
struct DecimalDigits: Hashable {
    private(set) var isNegative: Bool
    /// The digits without leading and trailing zeros; empty for 0.
    private(set) var digits: [UInt8] = []
    /// The power of ten of the last digit.
    private(set) var exponent = 0
    /// The text of a number whose exponent exceeds `Int`.
    private var text: String?

    /// - Parameter text: a JSON number.
    init(_ text: String) {
        let bytes = text.utf8
        isNegative = bytes.first == UInt8(ascii: "-")
        var hasPoint = false
        var rest = bytes[...]
        while let byte = rest.popFirst(), byte | 0x20 != UInt8(ascii: "e") {
            if byte == UInt8(ascii: ".") { hasPoint = true }
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { continue }
            if hasPoint { exponent -= 1 }
            if !digits.isEmpty || byte != UInt8(ascii: "0") { digits.append(byte) }
        }
        while digits.last == UInt8(ascii: "0") {
            digits.removeLast()
            exponent += 1
        }
        if digits.isEmpty {
            exponent = 0
            isNegative = false
            return
        }
        if rest.isEmpty { return }
        let (sum, overflow) = (Int(Substring(rest)) ?? .max).addingReportingOverflow(exponent)
        exponent = sum
        if overflow || sum >= .max - 1 || Int(Substring(rest)) == nil { self.text = text }
    }
}

/// Parses decimal numbers without rounding.
package enum ExactDecimal {
    /// The number of digits that every `Decimal` can represent.
    package static var digitLimit: Int { 38 }
    /// The power of ten below which `Decimal` rounds.
    private static var lowestExponent: Int { -128 }

    /// Returns the number with all its digits, or `nil` if `Decimal` would have to round it or cannot represent it.
    ///
    /// - Parameter text: a JSON number.
    package static func value(of text: String) -> Decimal? {
        let number = DecimalDigits(text)
        guard number.digits.count <= digitLimit, number.exponent >= lowestExponent,
            let value = Decimal(string: text, locale: nil), value.isFinite
        else { return nil }
        return value
    }

    /// Returns the number that was written from a `Decimal`, which may have 39 digits; `nil` if `Decimal` cannot represent it.
    package static func written(as text: String) -> Decimal? {
        if let value = value(of: text) { return value }
        guard let value = Decimal(string: text, locale: nil), value.isFinite,
            DecimalDigits(value.description) == DecimalDigits(text)
        else { return nil }
        return value
    }
}
