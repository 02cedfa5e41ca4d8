import Foundation

extension CheckRun {
    /// Checks a value without elements and members.
    mutating func checkScalar(_ value: JSONValue, _ type: MockType) {
        if !isValid(value, type) { refuse(value, as: type) }
    }

    private mutating func isValid(_ value: JSONValue, _ type: MockType) -> Bool {
        switch type {
        case .boolean: return value.boolValue != nil
        case .integer(let constraints, let isQuoted):
            guard let number = number(value, isQuoted) else { return false }
            return constraints.allow(number, isWhole: true)
        case .number(let constraints, let isQuoted):
            guard let number = number(value, isQuoted) else { return false }
            return constraints.allow(number, isWhole: false)
        case .text(let constraints):
            guard let text = value.stringValue, constraints.allowLength(of: text) else { return false }
            guard let pattern = constraints.pattern else { return true }
            return matchers[pattern, default: PatternMatcher(pattern)].occurs(in: text) ?? true
        case .date(let format): return format.reads(value)
        case .uuid: return value.stringValue.flatMap(UUID.init(uuidString:)) != nil
        case .url: return MockReading.reads(URL.self, value)
        case .bytes(let isURLSafe): return MockReading.reads(Data.self, value, isURLSafe ? .base64url : .iso8601)
        case .file: return value.stringValue != nil
        case .values(let values, let isOpen):
            if values.contains(value) { return true }
            guard isOpen, acceptsUnknown else { return false }
            // An open enumeration has other values of the same kind.
            guard let first = values.first else { return true }
            return first.stringValue != nil ? value.stringValue != nil : value.intValue != nil
        default: return true
        }
    }

    /// A number, or one in quotes if its type has them: both are read.
    private func number(_ value: JSONValue, _ isQuoted: Bool) -> JSONValue.Number? {
        if isQuoted, let text = value.stringValue { return JSONValue.Number(text: text) }
        return value.numberValue
    }

    // MARK: Texts

    /// Checks the text of a single value.
    mutating func check(text: String, _ type: MockType, depth: Int) {
        left -= 1
        guard left > 0, depth < Self.maxDepth else { return }
        switch type {
        case .shape(let name):
            if let shape = checker.shapes[name] { check(text: text, shape, depth: depth + 1) }
        case .nullable(let inner): check(text: text, inner, depth: depth + 1)
        case .choice(let choice):
            for alternative in choice.alternatives {
                if tried({ $0.check(text: text, alternative.type, depth: depth + 1) }).isEmpty { return }
            }
            if !choice.isOpen || !acceptsUnknown { refuse(.string(text), as: type) }
        case .list, .dictionary, .object:
            guard let value = try? JSONValue(json: Data(text.utf8)) else {
                if case .list(let element, _) = type { return check(text: text, element, depth: depth + 1) }
                return refuse(.string(text), as: type)
            }
            check(value, type, depth: depth + 1)
        default:
            for value in Self.values(of: text, type) where isValid(value, type) { return }
            refuse(.string(text), as: type)
        }
    }

    /// The values that a text can stand for.
    private static func values(of text: String, _ type: MockType) -> [JSONValue] {
        let value = JSONValue.string(text)
        let number = JSONValue.Number(text: text).map { JSONValue.number($0) }
        switch type {
        case .boolean: return text == "true" ? [true] : text == "false" ? [false] : [value]
        case .integer, .number: return [number ?? value]
        case .date(let format): return [format.isNumber ? number ?? value : value]
        case .values:
            return [value] + [number].compactMap(\.self) + (text == "true" ? [true] : text == "false" ? [false] : [])
        default: return [value]
        }
    }
}

extension MockConstraints {
    /// Whether a number is within the constraints.
    func allow(_ value: JSONValue.Number, isWhole: Bool) -> Bool {
        let number = ExactNumber(value)
        if isWhole {
            // Larger ones cannot be read.
            guard number.isWhole, number >= ExactNumber("\(Int64.min)"), number <= ExactNumber("\(UInt64.max)") else {
                return false
            }
        }
        if let minimum, number < ExactNumber(minimum) { return false }
        if let maximum, number > ExactNumber(maximum) { return false }
        if let exclusiveMinimum, number <= ExactNumber(exclusiveMinimum) { return false }
        if let exclusiveMaximum, number >= ExactNumber(exclusiveMaximum) { return false }
        guard let multipleOf, multipleOf > 0, !number.isMultiple(of: ExactNumber(multipleOf)) else { return true }
        // In binary, 0.07 is not exactly seven times 0.01.
        guard !isWhole, let quotient = value.double.map({ $0 / multipleOf }), quotient.magnitude < 0x1p50 else {
            return false
        }
        return (quotient - quotient.rounded()).magnitude <= min(1e-9 * max(1, quotient.magnitude), 1e-3)
    }

    /// Whether the length is within the constraints. Lengths count Unicode scalars, as JSON Schema does.
    func allowLength(of text: String) -> Bool {
        guard minLength != nil || maxLength != nil else { return true }
        let count = text.unicodeScalars.count
        return count >= minLength ?? 0 && count <= maxLength ?? .max
    }
}

/// Reads values as the runtime does.
enum MockReading {
    /// Longer texts are neither dates nor URLs.
    private static let maxLength = 10_000

    static func reads<Value: JSONReadable>(_ type: Value.Type, _ value: JSONValue, _ format: ValueFormat = .iso8601)
        -> Bool
    {
        if type != Data.self {
            if let text = value.stringValue, text.utf8.count > maxLength { return false }
            if let number = value.numberValue, number.text.utf8.count > maxLength { return false }
        }
        guard value.stringValue != nil || value.numberValue != nil else { return false }
        let json = Data(value.description.utf8)
        let read: Value? = json.withUnsafeBytes { try? JSONReader.read($0, path: [], format: format) }
        return read != nil
    }
}

extension MockDateFormat {
    func reads(_ value: JSONValue) -> Bool { MockReading.reads(Date.self, value, valueFormat) }
}
