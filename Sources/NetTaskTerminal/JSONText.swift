/// JSON that a tool prints. Members keep their order.
package indirect enum JSONText: Sendable {
    case bool(Bool)
    case integer(Int)
    case string(String)
    /// JSON whose values stay as they are, to the last digit.
    case verbatim(String)
    case list([JSONText])
    case object([(name: String, value: JSONText)])

    /// The JSON text on one line, without spaces.
    package var line: String { text(comma: ",", colon: ":") }

    /// The JSON text on several lines, indented by two spaces a level. What is short stays on one line.
    package func lines(indentation: Int = 0) -> String {
        let line = text(comma: ", ", colon: ": ")
        if indentation + line.count <= 100 { return line }
        let inner = "\n" + String(repeating: " ", count: indentation + 2)
        let outer = "\n" + String(repeating: " ", count: indentation)
        switch self {
        case .bool, .integer, .string, .verbatim:
            return line
        case .list(let items):
            let lines = items.map { inner + $0.lines(indentation: indentation + 2) }
            return "[" + lines.joined(separator: ",") + outer + "]"
        case .object(let members):
            let lines = members.map { name, value in
                "\(inner)\(Self.quoted(name)): \(value.lines(indentation: indentation + 2))"
            }
            return "{" + lines.joined(separator: ",") + outer + "}"
        }
    }

    private func text(comma: String, colon: String) -> String {
        switch self {
        case .bool(let bool): return "\(bool)"
        case .integer(let integer): return "\(integer)"
        case .string(let string): return Self.quoted(string)
        case .verbatim(let text): return text.escapedJSON
        case .list(let items):
            return "[" + items.map { $0.text(comma: comma, colon: colon) }.joined(separator: comma) + "]"
        case .object(let members):
            let texts = members.map { Self.quoted($0.name) + colon + $0.value.text(comma: comma, colon: colon) }
            return "{" + texts.joined(separator: comma) + "}"
        }
    }

    private static func quoted(_ string: String) -> String {
        var quoted = "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted.escapedJSON + "\""
    }
}

extension JSONText: ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral
{
    package init(stringLiteral string: String) { self = .string(string) }
    package init(arrayLiteral items: JSONText...) { self = .list(items) }
    package init(dictionaryLiteral members: (String, JSONText)...) { self = .object(members.map { ($0, $1) }) }
    package init(booleanLiteral bool: Bool) { self = .bool(bool) }
    package init(integerLiteral integer: Int) { self = .integer(integer) }
}
