import Foundation

// MARK: - Integers

extension JSONReader {
    /// Reads an integer, exactly or not at all. `1.0` and `1e3` are integers too.
    mutating func integer<Value: FixedWidthInteger>() throws -> Value {
        let start = position
        let isNegative = next == UInt8(ascii: "-")
        var end = isNegative ? start + 1 : start
        let firstDigit = end
        var magnitude: UInt64 = 0
        while end < count, case let digit = bytes[end] &- UInt8(ascii: "0"), digit < 10 {
            magnitude = magnitude &* 10 &+ UInt64(digit)
            end += 1
        }
        // 19 digits cannot overflow. Zeros in front, fractions and exponents are for the slow way.
        let length = end - firstDigit
        let isPlain = (1...19).contains(length) && (length == 1 || bytes[firstDigit] != UInt8(ascii: "0"))
        let following = end < count ? bytes[end] : 0
        if isPlain, following != UInt8(ascii: "."), following | 0x20 != UInt8(ascii: "e") {
            valueStart = start
            position = end
            guard let value: Value = signed(magnitude, isNegative) else { throw notAn(Value.self) }
            return value
        }
        if next == UInt8(ascii: "\""), object.format == .string { return try inQuotes { try $0.integer() } }
        let number = try number(expected: "an integer")
        guard let magnitude = number.magnitude, let value: Value = signed(magnitude, isNegative) else {
            throw notAn(Value.self)
        }
        return value
    }

    @inline(__always)
    private func signed<Value: FixedWidthInteger>(_ magnitude: UInt64, _ isNegative: Bool) -> Value? {
        if !isNegative { return Value(exactly: magnitude) }
        return magnitude <= 1 << 63 ? Value(exactly: Int64(truncatingIfNeeded: 0 &- magnitude)) : nil
    }

    private mutating func notAn<Value>(_ type: Value.Type) -> ParseError {
        let text = shown(text(valueStart..<position), inQuotes: false)
        return valueError("\(text) is no \(type): it has a fraction or is out of range")
    }
}

// MARK: - Floating point

extension JSONReader {
    /// Reads the nearest value. A number that is too large for the type is refused.
    mutating func floatingPoint<Value: BinaryFloatingPoint & LosslessStringConvertible>() throws -> Value {
        if next == UInt8(ascii: "\""), object.format == .string { return try inQuotes { try $0.floatingPoint() } }
        let number = try number(expected: "a number")
        guard let value: Value = value(of: number) else {
            throw valueError("\(shown(text(number.range), inQuotes: false)) is out of range for \(Value.self)")
        }
        return value
    }

    /// The nearest value, or nil if it is not finite.
    mutating func value<Value: BinaryFloatingPoint & LosslessStringConvertible>(of number: JSONNumber) -> Value? {
        if let magnitude: Value = number.nearest() {
            return number.isNegative ? -magnitude : magnitude
        }
        // Always right, and slower.
        guard let value = Value(String(decoding: text(number.range), as: UTF8.self)), value.isFinite else { return nil }
        return value
    }
}

// MARK: - Decimal

extension JSONReader {
    /// Reads a number with all its digits, or not at all.
    mutating func decimal() throws -> Decimal {
        if next == UInt8(ascii: "\""), object.format == .string { return try inQuotes { try $0.decimal() } }
        let digits = try numberText()
        if let value = ExactDecimal.value(of: digits) { return value }
        let isLong = DecimalDigits(digits).digits.count > ExactDecimal.digitLimit
        let reason =
            isLong ? "has more than the \(ExactDecimal.digitLimit) digits of Decimal" : "is out of range for Decimal"
        throw valueError("\(shown(digits.utf8, inQuotes: false)) \(reason)")
    }
}

// MARK: - Numbers in quotes

extension JSONReader {
    /// Reads a number that stands in quotes, with nothing else between them.
    private mutating func inQuotes<Value>(_ read: (inout JSONReader) throws -> Value) throws -> Value {
        position += 1
        guard next != UInt8(ascii: "\"") else { throw syntaxError("expected a number in the quotes") }
        let value = try read(&self)
        guard next == UInt8(ascii: "\"") else { throw syntaxError("expected the end of the number, found \(found)") }
        position += 1
        return value
    }
}

// MARK: - The text of a number

extension JSONReader {
    /// Goes past a number, and takes it apart.
    mutating func number(expected: String) throws -> JSONNumber {
        valueStart = position
        guard next == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) else {
            throw unexpected(expected)
        }
        var number = JSONNumber(range: position..<position, isNegative: next == UInt8(ascii: "-"))
        if number.isNegative { position += 1 }
        if next == UInt8(ascii: "0") {
            position += 1
        } else {
            let dropped = try digits(into: &number)
            number.exponent += dropped
        }
        if next == UInt8(ascii: ".") {
            position += 1
            let start = position
            let dropped = try digits(into: &number)
            number.exponent -= position - start - dropped
        }
        if next | 0x20 == UInt8(ascii: "e") {
            position += 1
            let isNegative = next == UInt8(ascii: "-")
            if isNegative || next == UInt8(ascii: "+") { position += 1 }
            var exponent = JSONNumber(range: 0..<0, isNegative: false)
            _ = try digits(into: &exponent)
            // Far beyond any type, and yet the sum cannot overflow.
            let size = Int(min(exponent.digits, 1 << 30))
            number.exponent += isNegative ? -size : size
        }
        number.range = valueStart..<position
        return number
    }

    /// Goes past digits, at least one.
    ///
    /// - Returns: how many of them had no room in the number.
    private mutating func digits(into number: inout JSONNumber) throws -> Int {
        let start = position
        var dropped = 0
        while position < count, case let digit = bytes[position] &- UInt8(ascii: "0"), digit < 10 {
            number.append(digit)
            if number.isFull { dropped += 1 }
            position += 1
        }
        if position == start {
            throw syntaxError("expected a digit, found \(found)")
        }
        return dropped
    }

    mutating func numberText() throws -> String {
        let number = try number(expected: "a number")
        return String(decoding: text(number.range), as: UTF8.self)
    }

    mutating func skipNumber() throws {
        if next == UInt8(ascii: "-") { position += 1 }
        if next == UInt8(ascii: "0") {
            position += 1
        } else {
            try skipDigits()
        }
        if next == UInt8(ascii: ".") {
            position += 1
            try skipDigits()
        }
        if next | 0x20 == UInt8(ascii: "e") {
            position += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
            try skipDigits()
        }
    }

    private mutating func skipDigits() throws {
        let start = position
        while position < count, bytes[position] &- UInt8(ascii: "0") < 10 {
            position += 1
        }
        if position == start {
            throw syntaxError("expected a digit, found \(found)")
        }
    }
}
