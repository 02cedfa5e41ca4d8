import NetTaskSpec

extension ExtensionValue {
    /// The literal, on one line.
    var code: SwiftCode {
        switch self {
        case .null: "nil"
        case .bool(let value): value ? "true" : "false"
        case .integer(let value): "\(NumberLiteral(value))"
        case .number(let text): "\(NumberLiteral(text) ?? NumberLiteral(0))"
        case .string(let text): "\(StringLiteral(text))"
        case .list(let values): "[\(values.map(\.code).joined(separator: ", "))]"
        case .map(let members):
            members.isEmpty
                ? "[:]" : "[\(members.map { "\(StringLiteral($0.name)): \($0.value.code)" }.joined(separator: ", "))]"
        }
    }

    /// The literal between `head` and `tail`, with each of its parts on a line of its own where it does not fit on one.
    func lines(after head: SwiftCode, _ tail: SwiftCode, indentation: Int) -> [SwiftCode] {
        let oneLine: SwiftCode = "\(head)\(code)\(tail)"
        if oneLine.width + indentation <= CodeLayout.lineLength { return [oneLine] }
        let parts: [(head: SwiftCode, value: ExtensionValue)]
        switch self {
        case .list(let values): parts = values.map { ("", $0) }
        case .map(let members): parts = members.map { ("\(StringLiteral($0.name)): ", $0.value) }
        case .string(let text): return Self.lines(of: StringLiteral(text), after: head, tail, indentation: indentation)
        case .null, .bool, .integer, .number: return [oneLine]
        }
        // As `swift format` has it, the only part has no comma behind it.
        let comma: SwiftCode = parts.count == 1 ? "" : ","
        return ["\(head)["]
            + parts.flatMap { part in
                part.value.lines(after: part.head, comma, indentation: indentation + 4).map { $0.indented(by: 4) }
            } + ["]\(tail)"]
    }

    /// A text that does not fit: below its name, over as many lines as it takes.
    private static func lines(
        of text: StringLiteral,
        after head: SwiftCode,
        _ tail: SwiftCode,
        indentation: Int
    ) -> [SwiftCode] {
        let isNamed = head.width > 0
        let inner = isNamed ? 4 : 0
        let oneLine: SwiftCode = "\(text)\(tail)"
        let fits = oneLine.width + indentation + inner <= CodeLayout.lineLength
        var lines = fits ? [oneLine] : text.lines(width: max(100 - indentation - inner, 20))
        if !fits { lines[lines.count - 1] = "\(lines[lines.count - 1])\(tail)" }
        if !isNamed { return lines }
        // As `swift format` has it, only the start of the text is indented.
        return [SwiftCode(escaped: String(head.text.dropLast())), lines[0].indented(by: 4)] + lines.dropFirst()
    }
}
