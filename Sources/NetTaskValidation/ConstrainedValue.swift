public import NetTaskPacking
public import NetTaskSystem

/// A value that constraints of a spec can apply to. Numbers and texts conform, and lists, dictionaries and optionals of them.
public protocol ConstrainedValue {
    /// Checks the value. Lists and dictionaries check their elements.
    func validate(_ constraints: ValueConstraints, into validator: inout ParameterValidator)
}

/// A shape or a task with constraints. Generated types conform to it if an endpoint with `validate: true` sends them.
public protocol ConstrainedObject: ConstrainedValue {
    /// Checks the properties that are sent.
    func validate(into validator: inout ParameterValidator)
}

extension ConstrainedObject {
    public func validate(_ constraints: ValueConstraints, into validator: inout ParameterValidator) {
        validate(into: &validator)
    }
}

extension ParameterPacker {
    /// Checks a task. If a value violates a constraint, `pack()` throws a `PackError` with the name of the param and the
    /// `constraint`, and nothing is sent.
    public mutating func validate<Object: ConstrainedObject>(_ object: Object) {
        var validator = ParameterValidator()
        object.validate(into: &validator)
        if let (parameter, constraint) = validator.violation { refuse(parameter, constraint: constraint) }
    }
}

/// The constraints of a number or a text.
public struct ValueConstraints: Sendable {
    var minimum: ConstraintNumber?
    var maximum: ConstraintNumber?
    var exclusiveMinimum: ConstraintNumber?
    var exclusiveMaximum: ConstraintNumber?
    var multipleOf: ConstraintNumber?
    var minLength: Int?
    var maxLength: Int?
    var pattern: StaticString?
}

/// A number in a constraint. Whole numbers are exact.
public enum ConstraintNumber: Sendable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    /// A whole number.
    case integer(Int)
    /// A number with a fraction.
    case number(Double)

    public init(integerLiteral value: Int) { self = .integer(value) }
    public init(floatLiteral value: Double) { self = .number(value) }

    var text: String {
        switch self {
        case .integer(let value): String(value)
        case .number(let value): value.description
        }
    }

    var double: Double {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        }
    }
}

// MARK: - Numbers

extension ConstrainedValue where Self: FixedWidthInteger {
    /// Compares whole numbers exactly.
    public func validate(_ constraints: ValueConstraints, into validator: inout ParameterValidator) {
        if let bound = constraints.minimum, isBelow(bound) { validator.refuse("minimum", bound.text) }
        if let bound = constraints.maximum, isAbove(bound) { validator.refuse("maximum", bound.text) }
        if let bound = constraints.exclusiveMinimum, !isAbove(bound) {
            validator.refuse("exclusiveMinimum", bound.text)
        }
        if let bound = constraints.exclusiveMaximum, !isBelow(bound) {
            validator.refuse("exclusiveMaximum", bound.text)
        }
        if let divisor = constraints.multipleOf, !isMultiple(of: divisor) {
            validator.refuse("multipleOf", divisor.text)
        }
    }

    private func isBelow(_ bound: ConstraintNumber) -> Bool {
        switch bound {
        case .integer(let bound): return self < bound
        case .number(let bound):
            // A bound that the type cannot hold is above or below all of its values.
            return Self(exactly: bound.rounded(.up)).map { self < $0 } ?? (bound > 0)
        }
    }

    private func isAbove(_ bound: ConstraintNumber) -> Bool {
        switch bound {
        case .integer(let bound): return self > bound
        case .number(let bound): return Self(exactly: bound.rounded(.down)).map { self > $0 } ?? (bound < 0)
        }
    }

    private func isMultiple(of divisor: ConstraintNumber) -> Bool {
        guard case .integer(let divisor) = divisor else {
            return DecimalText(String(self)).isMultiple(of: DecimalText(divisor.text))
        }
        // A divisor that the type cannot hold divides only zero.
        return Self(exactly: divisor).map { isMultiple(of: $0) } ?? (self == 0)
    }
}

extension Int: ConstrainedValue {}
extension Int8: ConstrainedValue {}
extension Int16: ConstrainedValue {}
extension Int32: ConstrainedValue {}
extension Int64: ConstrainedValue {}
extension UInt: ConstrainedValue {}
extension UInt8: ConstrainedValue {}
extension UInt16: ConstrainedValue {}
extension UInt32: ConstrainedValue {}
extension UInt64: ConstrainedValue {}

extension Double: ConstrainedValue {
    public func validate(_ constraints: ValueConstraints, into validator: inout ParameterValidator) {
        if let bound = constraints.minimum, self < bound.double { validator.refuse("minimum", bound.text) }
        if let bound = constraints.maximum, self > bound.double { validator.refuse("maximum", bound.text) }
        if let bound = constraints.exclusiveMinimum, self <= bound.double {
            validator.refuse("exclusiveMinimum", bound.text)
        }
        if let bound = constraints.exclusiveMaximum, self >= bound.double {
            validator.refuse("exclusiveMaximum", bound.text)
        }
        if let divisor = constraints.multipleOf, !isMultiple(of: divisor.double) {
            validator.refuse("multipleOf", divisor.text)
        }
    }

    /// Whether the quotient is whole, apart from rounding: in binary, 0.07 is not exactly seven times 0.01.
    fileprivate func isMultiple(of divisor: Double) -> Bool {
        let quotient = self / divisor
        // The rounding of both numbers and of the quotient.
        let rounding = abs(quotient) * 0x3p-53
        // From here on, the quotient cannot show a remainder.
        guard rounding < 0.5 else {
            return isFinite && DecimalText(description).isMultiple(of: DecimalText(divisor.description))
        }
        let tolerance = max(rounding, min(1e-9 * max(1, abs(quotient)), 1e-3))
        return abs(quotient - quotient.rounded()) <= tolerance
    }
}

extension Float: ConstrainedValue {
    /// Checks the shortest text of the number, which is the text that is sent.
    public func validate(_ constraints: ValueConstraints, into validator: inout ParameterValidator) {
        Double(description)?.validate(constraints, into: &validator)
    }
}

extension Decimal: ConstrainedValue {
    /// Checks the nearest `Double`, and the digits for multiples.
    public func validate(_ constraints: ValueConstraints, into validator: inout ParameterValidator) {
        var bounds = constraints
        bounds.multipleOf = nil
        Double(description)?.validate(bounds, into: &validator)
        if let divisor = constraints.multipleOf,
            !DecimalText(description).isMultiple(of: DecimalText(divisor.text))
        {
            validator.refuse("multipleOf", divisor.text)
        }
    }
}

/// A number by its decimal digits, which are exact: `1.5e3` has the digits 1 and 5, and the exponent 2.
private struct DecimalText {
    private var digits: [UInt8]
    private var exponent: Int

    /// - Parameter text: A number in the form of Swift's descriptions.
    init(_ text: String) {
        let parts = text.lowercased().split(separator: "e")
        let number = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        digits = number.joined().utf8.filter { 0x30...0x39 ~= $0 }.map { $0 - 0x30 }
        exponent = (parts.count > 1 ? Int(parts[1]) ?? 0 : 0) - (number.count > 1 ? number[1].utf8.count : 0)
        while digits.last == 0 {
            digits.removeLast()
            exponent += 1
        }
    }

    /// Whether this is a whole number of divisors. A divisor has at most 19 digits.
    func isMultiple(of divisor: DecimalText) -> Bool {
        let whole = divisor.digits.reduce(UInt64(0)) { $0 &* 10 &+ UInt64($1) }
        guard !digits.isEmpty, whole > 0 else { return digits.isEmpty }
        guard exponent >= divisor.exponent else { return false }
        let all = digits + Array(repeating: 0, count: exponent - divisor.exponent)
        let rest = all.reduce(UInt64(0)) { rest, digit in
            let (high, low) = rest.multipliedFullWidth(by: 10)
            let (sum, carries) = low.addingReportingOverflow(UInt64(digit))
            return whole.dividingFullWidth((high + (carries ? 1 : 0), sum)).remainder
        }
        return rest == 0
    }
}

// MARK: - Texts

extension String: ConstrainedValue {
    /// Counts Unicode scalars, as JSON Schema does.
    public func validate(_ constraints: ValueConstraints, into validator: inout ParameterValidator) {
        if let bound = constraints.minLength, unicodeScalars.count < bound { validator.refuse("minLength", "\(bound)") }
        if let bound = constraints.maxLength, unicodeScalars.count > bound { validator.refuse("maxLength", "\(bound)") }
        if let pattern = constraints.pattern, !matches("\(pattern)") { validator.refuse("pattern", "\(pattern)") }
    }

    /// Whether the pattern occurs in the text. `nettask` rejects patterns that are not valid here.
    private func matches(_ pattern: String) -> Bool {
        guard let regex = try? Regex(pattern) else { return true }
        let ofECMA = regex.matchingSemantics(.unicodeScalar).asciiOnlyDigits().asciiOnlyWordCharacters()
            .wordBoundaryKind(.simple)
        return contains(ofECMA)
    }
}

// MARK: - Values in values

extension Optional: ConstrainedValue where Wrapped: ConstrainedValue {
    public func validate(_ constraints: ValueConstraints, into validator: inout ParameterValidator) {
        if let value = self { value.validate(constraints, into: &validator) }
    }
}

extension Nullable: ConstrainedValue where Wrapped: ConstrainedValue {
    public func validate(_ constraints: ValueConstraints, into validator: inout ParameterValidator) {
        if let value { value.validate(constraints, into: &validator) }
    }
}

extension Array: ConstrainedValue where Element: ConstrainedValue {
    public func validate(_ constraints: ValueConstraints, into validator: inout ParameterValidator) {
        for index in indices {
            validator.begin(.index(index))
            self[index].validate(constraints, into: &validator)
            validator.end()
        }
    }
}

extension Dictionary: ConstrainedValue where Key == String, Value: ConstrainedValue {
    public func validate(_ constraints: ValueConstraints, into validator: inout ParameterValidator) {
        for (key, value) in self {
            validator.begin(.key(key))
            value.validate(constraints, into: &validator)
            validator.end()
        }
    }
}
