/// Values and types in the words of problems.
enum MockWording {
    /// A value in at most 60 characters.
    static func short(_ value: JSONValue) -> String {
        switch value {
        case .null: return "null"
        case .bool(let flag): return flag ? "true" : "false"
        case .number(let number): return short(number.text, 60)
        case .string(let text):
            let isLong = text.unicodeScalars.count > 40
            let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(40)))
            return short(JSONValue.string(start).description, 58) + (isLong ? "…" : "")
        case .array(let elements): return elements.isEmpty ? "an empty list" : "a list of \(elements.count)"
        case .object(let members): return members.isEmpty ? "an empty object" : "an object"
        }
    }

    /// The start of a text.
    static func short(_ text: String, _ count: Int) -> String {
        let scalars = text.unicodeScalars
        guard scalars.count > count else { return text }
        return String(String.UnicodeScalarView(scalars.prefix(count - 1))) + "…"
    }

    /// The values that are allowed: `one of asc, desc`.
    static func list(_ values: [JSONValue]) -> String {
        let texts = values.prefix(12).map { value in
            value.stringValue.map { $0.isEmpty ? "\"\"" : short($0, 40) } ?? short(value)
        }
        guard let first = texts.first else { return "a value" }
        if values.count == 1 { return first }
        return "one of " + texts.joined(separator: ", ") + (values.count > texts.count ? ", …" : "")
    }

    /// What a type allows.
    static func expected(_ type: MockType, _ shapes: [String: MockType] = [:], depth: Int = 0) -> String {
        switch type {
        case .any: return "a value"
        case .boolean: return "true or false"
        case .integer(let constraints, let isQuoted):
            return (["a whole number" + (isQuoted ? " in quotes" : "")] + numbers(constraints)).joined(separator: ", ")
        case .number(let constraints, let isQuoted):
            return (["a number" + (isQuoted ? " in quotes" : "")] + numbers(constraints)).joined(separator: ", ")
        case .text(let constraints): return texts(constraints)
        case .date(let format): return "a date of the format \(format.rawValue), such as \(format.example)"
        case .uuid: return "a UUID, such as 7e2f9a5c-3b1d-4c86-9f04-2d6e8b1a7c35"
        case .url: return "a URL"
        case .bytes(let isURLSafe): return isURLSafe ? "URL-safe Base64" : "Base64"
        case .file: return "a file"
        case .list(_, let constraints):
            return "a list" + count(constraints.minItems, constraints.maxItems, "element")
        case .dictionary(_, let constraints):
            return "an object" + count(constraints.minProperties, constraints.maxProperties, "member")
        case .object: return "an object"
        case .values(let values, _): return list(values)
        case .shape(let name):
            return depth < 8 ? shapes[name].map { expected($0, shapes, depth: depth + 1) } ?? "a value" : "a value"
        case .nullable(let inner): return expected(inner, shapes, depth: depth + 1) + " or null"
        case .choice(let choice):
            guard depth < 4, !choice.alternatives.isEmpty else { return "a value" }
            if choice.discriminator != nil { return "an object" }
            var texts: [String] = []
            for text in choice.alternatives.prefix(6).map({ expected($0.type, shapes, depth: depth + 2) })
            where !texts.contains(text) { texts.append(text) }
            return texts.joined(separator: ", or ") + (choice.alternatives.count > 6 ? ", or …" : "")
        }
    }

    private static func numbers(_ constraints: MockConstraints) -> [String] {
        var texts: [String] = []
        if let minimum = constraints.minimum { texts.append("at least \(number(minimum))") }
        if let minimum = constraints.exclusiveMinimum { texts.append("more than \(number(minimum))") }
        if let maximum = constraints.maximum { texts.append("at most \(number(maximum))") }
        if let maximum = constraints.exclusiveMaximum { texts.append("less than \(number(maximum))") }
        if let divisor = constraints.multipleOf { texts.append("a multiple of \(number(divisor))") }
        return texts
    }

    static func number(_ value: Double) -> String {
        Int64(exactly: value).map { String($0) } ?? value.description
    }

    private static func texts(_ constraints: MockConstraints) -> String {
        let length = count(constraints.minLength, constraints.maxLength, "character")
        guard let pattern = constraints.pattern else { return "a text\(length)" }
        return "a text\(length) that matches \(short(pattern, 100))"
    }

    private static func count(_ minimum: Int?, _ maximum: Int?, _ noun: String) -> String {
        func counted(_ count: Int) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
        switch (minimum.flatMap { $0 > 0 ? $0 : nil }, maximum) {
        case (let minimum?, let maximum?):
            return minimum == maximum ? " of \(counted(minimum))" : " of \(minimum) to \(counted(maximum))"
        case (let minimum?, nil): return " of at least \(counted(minimum))"
        case (nil, let maximum?): return " of at most \(counted(maximum))"
        case (nil, nil): return ""
        }
    }
}
