/// Determines the probable intention of the author from the line with a YAML error.
///
/// Most of these mistakes are plain values that YAML reads as syntax: `{id}/x`, `[Post]?`, `*`.
struct YAMLHints {
    let text: SourceText
    /// The edit that corresponds to the notes.
    private(set) var fix: Fix?

    struct Fix {
        var edit: YAMLEdit
        var isCertain: Bool
    }

    init(text: SourceText) { self.text = text }

    /// The longest line to check, in bytes.
    private static let longestLine = 4_096

    mutating func notes(for error: YAMLSyntaxError) -> [DiagnosticCollector.Note] {
        var notes: [DiagnosticCollector.Note] = []
        if let context = error.context, let position = error.contextPosition, position != error.position {
            notes.append(.init(context, at: range(position)))
            if context.hasPrefix("while parsing a flow"), position.line != error.position.line {
                let sign = context.hasSuffix("mapping") ? "{" : "["
                notes.append(.init("close this `\(sign)`, or write text in quotes", at: range(position)))
                return notes
            }
        }
        if let line = text.lines([error.position.line])[error.position.line], let hint = hint(line, error) {
            notes.append(hint)
        } else if let position = placeWithoutColon(error), let line = text.lines([position.line])[position.line],
            let entry = line.asEntry, line.utf8.count <= Self.longestLine
        {
            notes.append(.init("write a colon and a space: \(entry.quotedForMessage)", at: range(position)))
        } else if error.message == "did not find expected key" {
            notes.append(.init("check the indentation of this line", at: range(error.position)))
        }
        return notes
    }

    /// The probable place of `id:Int` or `id Int`, which YAML reads as text, so that the next token fails.
    private func placeWithoutColon(_ error: YAMLSyntaxError) -> SourceRange.Position? {
        if error.message.hasPrefix("could not find expected ':'") { return error.contextPosition }
        guard error.message.contains("mapping values"), error.position.line > 1 else { return nil }
        return SourceRange.Position(line: error.position.line - 1, column: 1)
    }

    private mutating func hint(_ line: String, _ error: YAMLSyntaxError) -> DiagnosticCollector.Note? {
        guard line.utf8.count <= Self.longestLine else { return nil }
        let scalars = Array(line.unicodeScalars)
        let number = error.position.line
        let indentation = scalars.prefix { $0 == " " || $0 == "\t" }
        if indentation.contains("\t") {
            return .init("use spaces, not tabs, before a key", at: range(number, 1))
        }
        guard let start = startOfValue(scalars, before: error.position.column - 1) else { return nil }
        let value = self.value(scalars, from: start)
        if let element = ["[]", "[]?"].first(where: value.hasSuffix).map({ value.dropLast($0.count) }), !element.isEmpty
        {
            let type = value.hasSuffix("?") ? "Array<\(element)>?" : "[\(element)]"
            // `ids[]` may be a name on the wire.
            let isType = element.first?.isUppercase == true || element.hasPrefix("[")
            replace(value, with: type, at: range(number, start + 1), isCertain: isType)
            return .init("for a list, write `\(type)`", at: range(number, start + 1))
        }
        if value.hasPrefix("["), scalars.indices.contains(error.position.column - 1),
            scalars[error.position.column - 1] == "@"
        {
            return .init("quote a value that begins with `@`, as in `[\"@name\"]`", at: range(error.position))
        }
        if let first = value.unicodeScalars.first, "{[*&@`%!|>".unicodeScalars.contains(first) {
            if value.hasPrefix("["), value.hasSuffix("]?"), !value.contains(":") {
                let long = "`Array<\(value.dropFirst().dropLast(2))>?`"
                replace(value, with: value.quotedInYAML, at: range(number, start + 1), isCertain: true)
                return .init("write \(long), or use quotes: \(quoted(value))", at: range(number, start + 1))
            }
            let sign = first == "`" ? "a backtick" : "`\(first)`"
            // `{id}/posts` can only be text; `{id: Int` may be an unclosed map.
            let isText =
                !value.contains(": ")
                && (value.prefixMatch(of: /\{\w+\}[^\s,:]/) != nil || "*@`%".unicodeScalars.contains(first))
            replace(value, with: value.quotedInYAML, at: range(number, start + 1), isCertain: isText)
            return .init(
                "a value that begins with \(sign) needs quotes: \(quoted(value))",
                at: range(number, start + 1)
            )
        }
        if value.contains("{"), error.message.contains("did not find expected ','") {
            // A value that holds `: ` may be two entries without the comma between them.
            replace(value, with: value.quotedInYAML, at: range(number, start + 1), isCertain: !value.contains(": "))
            return .init("write a value that contains `{` in quotes: \(quoted(value))", at: range(number, start + 1))
        }
        if value.contains(": "), error.message.contains("mapping values") {
            replace(value, with: value.quotedInYAML, at: range(number, start + 1), isCertain: false)
            return .init("write a value that contains `: ` in quotes: \(quoted(value))", at: range(number, start + 1))
        }
        return nil
    }

    private mutating func replace(_ value: String, with text: String?, at place: SourceRange, isCertain: Bool) {
        guard let text, !value.contains(" #") else { return }  // a comment is not part of the value
        var range = place
        range.end.column += value.unicodeScalars.count
        fix = Fix(edit: (range, text), isCertain: isCertain)
    }

    /// The beginning of the value that contains, or follows, the failure: after the last `key:` or `- ` before it.
    private func startOfValue(_ scalars: [Unicode.Scalar], before failure: Int) -> Int? {
        var start: Int?
        var index = 0
        while index < min(failure, scalars.count) {
            let isMark = scalars[index] == ":" || scalars[index] == "-" && scalars[..<index].allSatisfy { $0 == " " }
            if isMark, index + 1 < scalars.count, scalars[index + 1] == " " {
                index += 1
                while index < scalars.count, scalars[index] == " " { index += 1 }
                start = index
            } else {
                index += 1
            }
        }
        guard let start, start <= failure, start < scalars.count else { return nil }
        return start
    }

    /// The value from there to the end of the line, or to the end of the braces or brackets.
    private func value(_ scalars: [Unicode.Scalar], from start: Int) -> String {
        let isOpening = { (scalar: Unicode.Scalar) in scalar == "{" || scalar == "[" }
        let isClosing = { (scalar: Unicode.Scalar) in scalar == "}" || scalar == "]" }
        let before = scalars[..<start]
        let isInFlow = before.filter(isOpening).count > before.filter(isClosing).count
        var end = scalars.count
        if isInFlow {
            var depth = 0
            for index in start..<scalars.count {
                if isOpening(scalars[index]) { depth += 1 }
                if isClosing(scalars[index]) { depth -= 1 }
                guard depth < 0 || depth == 0 && scalars[index] == "," else { continue }
                end = index
                break
            }
        }
        return String(String.UnicodeScalarView(scalars[start..<end])).trimmingTrailingSpaces
    }

    private func range(_ line: Int, _ column: Int) -> SourceRange {
        range(SourceRange.Position(line: line, column: column))
    }

    private func range(_ position: SourceRange.Position) -> SourceRange {
        SourceRange(file: text.file, at: position)
    }

    /// The value in quotes; in single quotes if it contains double ones.
    private func quoted(_ value: String) -> String {
        let visible = String(value.quotedForMessage.dropFirst().dropLast())
        return visible.contains("\"") ? "'\(visible)'" : "\"\(visible)\""
    }
}

extension String {
    /// `id: Int` for `id:Int` and `id Int`; `nil` for text that does not look like an entry.
    var asEntry: String? {
        let words = split(whereSeparator: \.isWhitespace)
        guard let first = words.first else { return nil }
        let parts = first.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2, let value = parts[1].first, value != "/", !parts[0].isEmpty {
            return "\(parts[0]): \(parts[1])"
        }
        guard parts.count == 1, words.count == 2, SwiftIdentifier.isValid(String(first)) else { return nil }
        return "\(first): \(words[1])"
    }

    fileprivate var trimmingTrailingSpaces: String {
        var scalars = Substring(self).unicodeScalars
        while let last = scalars.last, last == " " || last == "\t" { scalars.removeLast() }
        return String(scalars)
    }
}
