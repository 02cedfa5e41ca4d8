/// A piece of a JSON Schema: JSON whose members keep their order, so that the file reads as the table does.
indirect enum SchemaValue {
    case bool(Bool)
    case integer(Int)
    case string(String)
    case list([SchemaValue])
    case object([(name: String, value: SchemaValue)])

    /// The JSON text, indented by two spaces a level; what is short stays on one line.
    func text(indentation: Int = 0) -> String {
        let line = onOneLine
        if indentation + line.count <= 100 { return line }
        let inner = String(repeating: " ", count: indentation + 2)
        let outer = String(repeating: " ", count: indentation)
        switch self {
        case .bool, .integer, .string:
            return line
        case .list(let items):
            let lines = items.map { inner + $0.text(indentation: indentation + 2) }
            return "[\n" + lines.joined(separator: ",\n") + "\n\(outer)]"
        case .object(let members):
            let lines = members.map { name, value in
                "\(inner)\(Self.quoted(name)): \(value.text(indentation: indentation + 2))"
            }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(outer)}"
        }
    }

    private var onOneLine: String {
        switch self {
        case .bool(let bool): "\(bool)"
        case .integer(let integer): "\(integer)"
        case .string(let string): Self.quoted(string)
        case .list(let items): "[" + items.map(\.onOneLine).joined(separator: ", ") + "]"
        case .object(let members):
            "{" + members.map { "\(Self.quoted($0.name)): \($0.value.onOneLine)" }.joined(separator: ", ") + "}"
        }
    }

    /// The table of keys is ours: it holds neither control characters nor anything else that JSON would escape.
    private static func quoted(_ string: String) -> String {
        var quoted = "\""
        for character in string.unicodeScalars {
            switch character {
            case "\"", "\\": quoted += "\\\(character)"
            case "\n": quoted += "\\n"
            default: quoted.unicodeScalars.append(character)
            }
        }
        return quoted + "\""
    }
}

extension SchemaValue: ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral
{
    init(stringLiteral string: String) { self = .string(string) }
    init(arrayLiteral items: SchemaValue...) { self = .list(items) }
    init(dictionaryLiteral members: (String, SchemaValue)...) { self = .object(members.map { ($0, $1) }) }
    init(booleanLiteral bool: Bool) { self = .bool(bool) }
    init(integerLiteral integer: Int) { self = .integer(integer) }
}
