package import NetTaskSpec

/// What a YAML text says, without how it says it. Maps that differ only in order are equal.
package indirect enum PlainValue: Sendable {
    case scalar(String, isPlain: Bool)
    case list([PlainValue])
    case map([Entry])

    package struct Entry: Sendable {
        package var key: String
        package var value: PlainValue
    }

    package init(_ node: YAMLNode) {
        switch node.content {
        case .scalar(let scalar): self = .scalar(scalar.text, isPlain: scalar.isPlain)
        case .sequence(let items): self = .list(items.map(PlainValue.init))
        case .mapping(let entries): self = .map(entries.map { Entry(key: $0.key, value: PlainValue($0.value)) })
        }
    }
}

extension PlainValue: Equatable {
    package static func == (left: PlainValue, right: PlainValue) -> Bool {
        switch (left, right) {
        case (.scalar(let leftText, let isLeftPlain), .scalar(let rightText, let isRightPlain)):
            return leftText.isSame(as: rightText) && (isLeftPlain == isRightPlain || !leftText.mayBeNoText)
        case (.list(let left), .list(let right)):
            return left == right
        case (.map(let left), .map(let right)):
            guard left.count == right.count else { return false }
            let rightValues = Dictionary(right.map { ($0.key, $0.value) }) { first, _ in first }
            return left.allSatisfy { rightValues[$0.key] == $0.value }
        default:
            return false
        }
    }
}

extension PlainValue {
    /// The scalars of a list.
    var texts: [String] {
        guard case .list(let items) = self else { return [] }
        return items.compactMap { if case .scalar(let text, _) = $0 { text } else { nil } }
    }

    /// In flow style and on one line: what is written into a map in braces, and what messages show.
    package var flowText: String {
        switch self {
        case .scalar(let text, let isPlain): Self.scalarText(text, isPlain: isPlain)
        case .list(let items): "[" + items.map(\.flowText).joined(separator: ", ") + "]"
        case .map(let entries):
            "{"
                + entries.map { "\(Self.scalarText($0.key, isPlain: true)): \($0.value.flowText)" }
                .joined(separator: ", ") + "}"
        }
    }

    static func scalarText(_ text: String, isPlain: Bool) -> String {
        if isPlain && text.isSafeInFlow { return text }
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case "\u{85}", "\u{2028}", "\u{2029}", "\0"..<" ", "\u{7F}"..."\u{9F}", "\u{FEFF}":
                let hex = String(scalar.value, radix: 16, uppercase: true)
                quoted += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

extension String {
    /// Whether it would be a number, a boolean or null without quotes. Says yes too often rather than too seldom.
    fileprivate var mayBeNoText: Bool {
        guard let first = utf8.first else { return true }
        if "0123456789+-.~".utf8.contains(first) { return true }
        return ["null", "true", "false", "yes", "no", "on", "off", "y", "n"].contains(lowercased())
    }

    fileprivate var isSafeInFlow: Bool {
        // Nothing at all is what a value that is missing is written as.
        guard let first = unicodeScalars.first, let last = unicodeScalars.last else { return true }
        if "?:,[]{}#&*!|>'\"%@` ".unicodeScalars.contains(first) || last == " " || last == ":" { return false }
        if first == "-", utf8.count == 1 || utf8.dropFirst().first == UInt8(ascii: " ") { return false }
        if ["---", "..."].contains(self) { return false }
        return unicodeScalars.allSatisfy {
            $0.value >= 0x20 && $0.value < 0x7F && !",[]{}#:".unicodeScalars.contains($0)
        }
    }
}
