import Foundation

/// Makes values of their types from the texts of forms and queries.
struct TypedForm {
    let shapes: [String: MockType]

    /// The value of a text. A text that does not fit its type stays a text, so that a check reports it.
    func value(_ text: String, as type: MockType) -> JSONValue {
        switch resolved(type) {
        case .nullable(let inner): return text.isEmpty ? .null : value(text, as: inner)
        case .boolean: return text == "true" ? true : text == "false" ? false : .string(text)
        case .integer(_, isQuoted: false), .number(_, isQuoted: false):
            return JSONValue.Number(text: text).map { .number($0) } ?? .string(text)
        case .date(let format) where format.isNumber:
            return JSONValue.Number(text: text).map { .number($0) } ?? .string(text)
        case .values(let values, _):
            return values.first { Self.text(of: $0) == text } ?? .string(text)
        case .choice(let choice):
            let values = choice.alternatives.map { value(text, as: $0.type) }
            return values.first { $0 != .string(text) } ?? .string(text)
        case .any: return (try? JSONValue(json: Data(text.utf8))) ?? .string(text)
        default: return .string(text)
        }
    }

    /// The value that is sent as nothing: null, an empty list, or an empty object; `nil` for types without such a value.
    func valueOfNothing(_ type: MockType) -> JSONValue? {
        switch resolved(type) {
        case .nullable: .null
        case .list: .array([])
        case .dictionary: .object([:])
        case .object(let fields, _): flattened(fields).contains(where: \.isRequired) ? nil : .object([:])
        default: nil
        }
    }

    /// The value of a tree of names.
    func value(_ tree: FormTree, as type: MockType) -> JSONValue {
        switch (resolved(type), tree) {
        case (.nullable(let inner), _): return value(tree, as: inner)
        case (.list(let element, _), .texts(let texts)): return .array(texts.map { value($0, as: element) })
        case (.list(let element, _), .members(let members)):
            let ordered = members.sorted { Int($0.name) ?? 0 < Int($1.name) ?? 0 }
            return .array(ordered.map { value($0.tree, as: element) })
        case (.object(let fields, let additional), .members(let members)):
            var object: [String: JSONValue] = [:]
            let all = flattened(fields)
            for member in members {
                let field = all.first { $0.name == member.name }?.type
                object[member.name] = value(member.tree, as: field ?? additional ?? .any)
            }
            for field in all where field.isRequired && object[field.name] == nil {
                object[field.name] = valueOfNothing(field.type)
            }
            return .object(object)
        case (.choice(let choice), .members):
            let values = choice.alternatives.map { value(tree, as: $0.type) }
            let checker = MockChecker(shapes)
            let valid = values.first { checker.problems(in: $0, as: type, in: .request).isEmpty }
            return valid ?? value(tree, as: .any)
        case (.dictionary(let element, _), .members(let members)):
            if let pairs = Self.numbered(members) {
                let values = pairs.map { ($0.key, $0.value.map { value($0, as: element) } ?? .null) }
                return .object(Dictionary(values) { first, _ in first })
            }
            let pairs = members.map { ($0.name, value($0.tree, as: element)) }
            return .object(Dictionary(pairs) { first, _ in first })
        case (_, .texts(let texts)): return value(texts.last ?? "", as: type)
        case (_, .members(let members)):
            return .object(Dictionary(members.map { ($0.name, value($0.tree, as: .any)) }) { first, _ in first })
        }
    }

    /// The members of a dictionary with numbers: `Attribute.1.Name=key&Attribute.1.Value=v`; `nil` for others.
    private static func numbered(_ members: [FormTree.Member]) -> [(key: String, value: FormTree?)]? {
        var pairs: [(key: String, value: FormTree?)] = []
        for member in members {
            guard Int(member.name) != nil, case .members(let parts) = member.tree,
                case .texts(let names)? = parts.first(where: { $0.name == "Name" })?.tree,
                parts.allSatisfy({ ["Name", "Value"].contains($0.name) })
            else { return nil }
            pairs.append((names[0], parts.first { $0.name == "Value" }?.tree))
        }
        return members.isEmpty ? nil : pairs
    }

    /// The value without the nulls of members that may be missing: a server can have no value, but need not send null.
    func withoutNulls(_ value: JSONValue, _ type: MockType) -> JSONValue {
        switch (value, unwrapped(type)) {
        case (.object(var members), .object(let fields, _)):
            for field in flattened(fields) {
                guard let member = members[field.name] else { continue }
                if member.isNull, !field.isRequired {
                    members.removeValue(forKey: field.name)
                } else {
                    members[field.name] = withoutNulls(member, field.type)
                }
            }
            return .object(members)
        case (.array(let elements), .list(let element, _)): return .array(elements.map { withoutNulls($0, element) })
        default: return value
        }
    }

    /// The members of an object, and those of its inline members.
    func flattened(_ members: [MockMember], _ depth: Int = 0) -> [MockMember] {
        members.flatMap { member in
            guard member.isInline, depth < 8 else { return [member] }
            switch resolved(member.type) {
            case .object(let inner, _): return flattened(inner, depth + 1)
            case .nullable(let type):
                if case .object(let inner, _) = resolved(type) { return flattened(inner, depth + 1) }
                return []
            default: return []
            }
        }
    }

    /// The type behind the names of shapes.
    func resolved(_ type: MockType) -> MockType {
        var type = type
        for _ in 0..<32 {
            guard case .shape(let name) = type, let next = shapes[name] else { return type }
            type = next
        }
        return .any
    }

    /// The type of the member at a path; `nil` if the type has none.
    func type(at path: [String], of type: MockType) -> MockType? {
        var type = type
        for name in path {
            guard case .object(let fields, _) = unwrapped(type),
                let field = flattened(fields).first(where: { $0.name == name })
            else { return nil }
            type = field.type
        }
        return type
    }

    /// The type without null, behind the names of shapes.
    func unwrapped(_ type: MockType) -> MockType {
        let type = resolved(type)
        if case .nullable(let inner) = type { return unwrapped(inner) }
        return type
    }

    /// A single value as text in a path or a query.
    static func text(of value: JSONValue) -> String? {
        switch value {
        case .string(let text): text
        case .number(let number): number.text
        case .bool(let flag): flag ? "true" : "false"
        case .null, .array, .object: nil
        }
    }
}

extension String {
    /// A name without separators, in lowercase.
    var plainName: String { lowercased().filter { $0 != "_" && $0 != "-" } }
}
