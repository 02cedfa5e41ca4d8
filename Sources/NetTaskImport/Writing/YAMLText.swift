/// Writes maps as YAML that reads as if written by hand.
struct YAMLText {
    private(set) var text = ""

    /// Past it, what can be broken is.
    private static let width = 120

    /// A line of a comment, or an empty line for an empty text.
    mutating func comment(_ text: String, indentation: Int = 0) {
        guard !text.isEmpty else {
            self.text += "\n"
            return
        }
        line("# " + text, indentation)
    }

    mutating func write(_ map: SpecMap, indentation: Int = 0) {
        for item in map.items {
            switch item {
            case .comment(let text): comment(text, indentation: text.isEmpty ? 0 : indentation)
            case .entry(let entry): write(entry, indentation)
            }
        }
    }

    private mutating func write(_ entry: SpecEntry, _ indentation: Int) {
        let key = YAMLScalarText.key(entry.key) + ":"
        let comment = entry.comment.map { "  # " + $0 } ?? ""
        switch entry.value {
        case .literal(let literal):
            line("\(key) \(literal)\(comment)", indentation)
        case .text(let text):
            write(text, after: key, indentation, comment)
        case .list(let items):
            if let inline = Self.inline(entry.value), fits(key, inline, indentation) {
                line("\(key) \(inline)\(comment)", indentation)
            } else {
                line(key + comment, indentation)
                for item in items { line("- " + Self.item(item), indentation + 2) }
            }
        case .map(let map):
            let mayBeInline = map.isEmpty || map.isCompact
            if mayBeInline, let inline = Self.inline(entry.value), map.isEmpty || fits(key, inline, indentation) {
                line("\(key) \(inline)\(comment)", indentation)
            } else {
                line(key + comment, indentation)
                write(map, indentation: indentation + 2)
            }
        }
    }

    private mutating func write(_ text: String, after key: String, _ indentation: Int, _ comment: String) {
        let isShort = !text.utf8.contains(UInt8(ascii: "\n")) && fits(key, text, indentation)
        let width = Self.width - indentation - 2
        guard !isShort, let block = YAMLScalarText.block(text, width: width), block.lines.count > 1 else {
            line("\(key) \(YAMLScalarText.inline(text, isInFlow: false))\(comment)", indentation)
            return
        }
        line("\(key) \(block.header)\(comment)", indentation)
        for blockLine in block.lines { line(blockLine, blockLine.isEmpty ? 0 : indentation + 2) }
    }

    private func fits(_ key: String, _ inline: String, _ indentation: Int) -> Bool {
        let left = Self.width - indentation - 1
        // Bytes are counted already; scalars are never more.
        if key.utf8.count + inline.utf8.count <= left { return true }
        guard inline.utf8.count <= 4 * left else { return false }
        return key.unicodeScalars.count + inline.unicodeScalars.count <= left
    }

    /// The value on one line; nil where that cannot be.
    private static func inline(_ node: SpecNode) -> String? {
        switch node {
        case .text(let text):
            return text.utf8.contains(UInt8(ascii: "\n")) ? nil : YAMLScalarText.inline(text, isInFlow: true)
        case .literal(let literal): return literal
        case .list(let items):
            let written = items.compactMap(inline)
            return written.count == items.count ? "[" + written.joined(separator: ", ") + "]" : nil
        case .map(let map):
            var written: [String] = []
            for item in map.items {
                guard case .entry(let entry) = item, entry.comment == nil, let value = inline(entry.value) else {
                    return nil
                }
                written.append(YAMLScalarText.key(entry.key) + ": " + value)
            }
            return "{" + written.joined(separator: ", ") + "}"
        }
    }

    /// An element of a list that has a line for each. Text of several lines is in quotes.
    private static func item(_ node: SpecNode) -> String {
        if case .text(let text) = node { return YAMLScalarText.inline(text, isInFlow: false) }
        return inline(node) ?? "{}"
    }

    private mutating func line(_ line: String, _ indentation: Int) {
        text += String(repeating: " ", count: indentation)
        text += line
        text += "\n"
    }
}
