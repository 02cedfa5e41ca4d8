import NetTaskSpec

/// Writes maps as YAML in the style of files written by hand.
package struct YAMLText {
    private(set) var text = ""

    /// The width beyond which lines are broken where possible.
    private static let width = 120

    /// Returns the text of a file or a part of it.
    ///
    /// - Parameter opening: A comment for the start.
    package static func of(_ map: SpecMap, opening: String? = nil) -> String {
        var text = YAMLText()
        if let opening { text.comment(opening) }
        text.write(map)
        return text.text
    }

    /// Writes a line with a comment, or an empty line if the text is empty.
    private mutating func comment(_ text: String, _ indentation: Int = 0) {
        if text.isEmpty { self.text += "\n" } else { line("# " + text, indentation) }
    }

    private mutating func write(_ map: SpecMap, _ indentation: Int = 0) {
        for item in map.items {
            switch item {
            case .comment(let text): comment(text, indentation)
            case .entry(let key, let value, let comment):
                write(value, YAMLScalarText.key(key) + ":", comment.map { "  # " + $0 } ?? "", indentation)
            }
        }
    }

    private mutating func write(_ value: SpecNode, _ key: String, _ comment: String, _ indentation: Int) {
        switch value {
        case .literal(let literal):
            line("\(key) \(literal)\(comment)", indentation)
        case .text(let text):
            write(text, after: key, indentation, comment)
        case .list(let items):
            if let inline = Self.inline(value), fits(key, inline, indentation) {
                line("\(key) \(inline)\(comment)", indentation)
            } else {
                line(key + comment, indentation)
                for item in items { line("- " + Self.item(item), indentation + 2) }
            }
        case .map(let map):
            let isEmpty = map.items.isEmpty
            if isEmpty || map.isCompact, let inline = Self.inline(value), isEmpty || fits(key, inline, indentation) {
                line("\(key) \(inline)\(comment)", indentation)
            } else {
                line(key + comment, indentation)
                write(map, indentation + 2)
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
        // The number of bytes is already known, and the number of scalars is never greater.
        if key.utf8.count + inline.utf8.count <= left { return true }
        guard inline.utf8.count <= 4 * left else { return false }
        return key.unicodeScalars.count + inline.unicodeScalars.count <= left
    }

    /// Returns the value on one line, or `nil` if this is not possible.
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
                guard case .entry(let key, let value, nil) = item, let value = inline(value) else { return nil }
                written.append(YAMLScalarText.key(key) + ": " + value)
            }
            return "{" + written.joined(separator: ", ") + "}"
        }
    }

    /// Returns an element of a list that has one line for each element. Text with several lines is in quotes.
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

/// Writes text in YAML so that every reader gets the same text.
enum YAMLScalarText {
    /// Returns a text on one line: without quotes if possible, and otherwise in double quotes.
    ///
    /// - Parameter isInFlow: Whether the text is in braces or brackets.
    static func inline(_ text: String, isInFlow: Bool) -> String {
        isPlain(text, isInFlow: isInFlow) ? text : quoted(text)
    }

    /// Returns a key. A status such as `404` or `4xx` needs no quotes.
    static func key(_ text: String) -> String {
        StatusKey(documentKey: text)?.written == text ? text : inline(text, isInFlow: true)
    }

    private static func isPlain(_ text: String, isInFlow: Bool) -> Bool {
        let bytes = text.utf8
        guard let first = bytes.first, let last = bytes.last else { return false }
        let (space, colon) = (UInt8(ascii: " "), UInt8(ascii: ":"))
        guard first != space, last != space, last != colon, !indicators.contains(first) else { return false }
        guard bytes.count > 5 || !words.contains(text.lowercased()) else { return false }
        var previous = UInt8(ascii: "x")
        for byte in bytes {
            switch byte {
            case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"):
                if isInFlow { return false }
            case space, UInt8(ascii: "\""), UInt8(ascii: "'"): if previous == colon { return false }
            case UInt8(ascii: "#"): if previous == space { return false }
            default: break
            }
            previous = byte
        }
        return text.isPrintableASCII || text.unicodeScalars.allSatisfy(isPrintable)
    }

    static func quoted(_ text: String) -> String {
        var result = ScalarText()
        result.append("\"")
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result.append("\\\"")
            case "\\": result.append("\\\\")
            case "\n": result.append("\\n")
            case "\t": result.append("\\t")
            case "\r": result.append("\\r")
            case _ where isPrintable(scalar): result.append(scalar)
            case _ where scalar.value <= 0xFFFF: result.append("\\u" + scalar.value.hexadecimal(digits: 4).uppercased())
            default: result.append("\\U" + scalar.value.hexadecimal(digits: 8).uppercased())
            }
        }
        result.append("\"")
        return result.text
    }

    /// Returns the header and the lines of a block scalar, for text that is too long or has several lines. Returns `nil` if only
    /// quotes preserve the text.
    static func block(_ text: String, width: Int) -> (header: String, lines: [String])? {
        // Splits by bytes: a line break or a space followed by a combining mark would be one character.
        let newline = UInt8(ascii: "\n")
        let lines =
            text.utf8.contains(newline)
            ? text.utf8.split(separator: newline, omittingEmptySubsequences: false).map(Substring.init) : [text[...]]
        guard let first = lines.first?.utf8.first, lines.last?.isEmpty == false, first != UInt8(ascii: " ") else {
            return nil
        }
        guard lines.allSatisfy({ $0.isPrintableASCII || $0.unicodeScalars.allSatisfy(isPrintable) }) else { return nil }
        if lines.count > 1 {
            guard !lines.contains(where: { !$0.isEmpty && $0.utf8.allSatisfy { $0 == UInt8(ascii: " ") } }) else {
                return nil
            }
            return ("|-", lines.map(String.init))
        }
        return folded(Array(text.utf8), width: width).map { (">-", $0) }
    }

    /// Returns the lines of a text that is broken at spaces. Returns `nil` if a space is not between two words.
    private static func folded(_ bytes: [UInt8], width: Int) -> [String]? {
        var lines: [String] = []
        var (lineStart, lineEnd, lineWidth, wordWidth) = (0, 0, 0, 0)
        for index in 0...bytes.count {
            if index < bytes.count, bytes[index] != UInt8(ascii: " ") {
                if bytes[index] & 0xC0 != 0x80 { wordWidth += 1 }
                continue
            }
            guard wordWidth > 0 else { return nil }
            if lineEnd > 0, lineWidth + 1 + wordWidth > width {
                lines.append(String(decoding: bytes[lineStart..<lineEnd], as: UTF8.self))
                (lineStart, lineWidth) = (lineEnd + 1, wordWidth)
            } else {
                lineWidth += (lineEnd > 0 ? 1 : 0) + wordWidth
            }
            (lineEnd, wordWidth) = (index, 0)
        }
        return lines + [String(decoding: bytes[lineStart...], as: UTF8.self)]
    }

    /// Whether YAML allows a character without quotes and escapes.
    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20...0x7E: true
        case 0xA0...0x2027, 0x202A...0xD7FF, 0xE000...0xFDCF, 0xFDF0...0xFEFE, 0xFF00...0xFFFD:
            !bidirectional.contains(scalar.value)
        case 0x10000...0x10FFFF: scalar.value & 0xFFFF < 0xFFFE
        default: false
        }
    }

    /// Characters that change the direction of text. With them, an editor may show another text than the file contains.
    private static let bidirectional: Set<UInt32> = [
        0x200E, 0x200F, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068, 0x2069,
    ]

    /// Characters at the start of a value that are not text: YAML's own signs, digits, and signs that some readers of YAML
    /// interpret.
    private static let indicators = Set("-?:,[]{}#&*!|>'\"%@`0123456789+.~=<".utf8)

    /// Words that some readers of YAML do not read as text.
    private static let words: Set<String> = ["null", "true", "false", "yes", "no", "on", "off", "y", "n"]
}
