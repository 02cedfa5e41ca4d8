import NetTaskSpec

/// The lines of a `///` comment.
package struct DocComment: Sendable, Hashable {
    package let lines: [String]

    /// - Parameter paragraphs: Text of a spec, which can have lines of its own. An empty line stands between paragraphs.
    init(_ paragraphs: String?...) {
        let texts = paragraphs.compactMap { $0.map(Self.lines(of:)) }.filter { !$0.isEmpty }
        lines = texts.joined(separator: [""]).map { $0.isEmpty ? "///" : "/// " + $0 }
    }

    /// The documentation of parameters; empty if no parameter has a description.
    init(parameters: [(name: String, description: String?)]) {
        let items = parameters.flatMap { name, description -> [String] in
            let text = description.map(Self.lines(of:))?.prefix { !$0.isEmpty } ?? []
            return text.enumerated().map { $0.offset == 0 ? "///   - \(name): \($0.element)" : "///     \($0.element)" }
        }
        lines = items.isEmpty ? [] : ["/// - Parameters:"] + items
    }

    /// The same as lines of code.
    var code: [SwiftCode] { lines.map(SwiftCode.init(escaped:)) }

    private static func lines(of text: String) -> [String] {
        var lines = brokenAtNewlines(text).map { line in
            var line = visible(line)
            while line.last?.isWhitespace == true { line.removeLast() }
            return line
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        while lines.first?.isEmpty == true { lines.removeFirst() }
        return lines
    }

    private static func brokenAtNewlines(_ text: String) -> [String] {
        let lines = text.utf8.withContiguousStorageIfAvailable(linesOfASCII) ?? nil
        return lines ?? text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    }

    /// Nearly all text is ASCII that has no other line breaks than LF, where bytes tell what characters would; nil for other text.
    private static func linesOfASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> [String]? {
        var lines: [String] = []
        var start = 0
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case 0x0A:
                lines.append(String(decoding: bytes[start..<index], as: UTF8.self))
                start = index + 1
            case 0x0B...0x0D, 0x80...0xFF: return nil
            default: break
            }
        }
        lines.append(String(decoding: bytes[start...], as: UTF8.self))
        return lines
    }

    /// Shows characters that a reader could not see, and those that change how a line is shown, as `\u{…}`.
    package static func visible(_ text: some StringProtocol) -> String {
        if text.isPrintableASCII { return String(text) }
        var shown = ""
        for scalar in text.unicodeScalars {
            if scalar == "\t" {
                shown += "    "
            } else if scalar.isInvisible {
                shown += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            } else {
                shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }
}
