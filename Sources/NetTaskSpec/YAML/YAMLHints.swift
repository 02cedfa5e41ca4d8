/// Tells from the line on which YAML failed what its author probably meant.
///
/// Most of the traps are values that are text to a person and YAML's own signs to a parser: `{id}/x`, `[Post]?`, `*`.
struct YAMLHints {
    let text: SourceText

    func notes(for error: YAMLSyntaxError) -> [DiagnosticCollector.Note] {
        var notes: [DiagnosticCollector.Note] = []
        if let context = error.context, let position = error.contextPosition, position != error.position {
            notes.append(.init(context, at: range(position)))
        }
        let numbers = Set([error.position.line, error.contextPosition?.line ?? error.position.line])
        let lines = text.lines(numbers)
        for number in numbers.sorted(by: >) {
            guard let line = lines[number], let hint = hint(for: line, failedAt: error, number: number) else {
                continue
            }
            notes.append(hint)
            return notes
        }
        if error.message == "did not find expected key" {
            notes.append(.init("is this line indented as it should be?", at: range(error.position)))
        }
        return notes
    }

    private func hint(
        for line: String,
        failedAt error: YAMLSyntaxError,
        number: Int
    ) -> DiagnosticCollector.Note? {
        let scalars = Array(line.unicodeScalars)
        let indentation = scalars.prefix { $0 == " " || $0 == "\t" }
        if indentation.contains("\t") {
            return .init("YAML allows no tabs before a key; use spaces", at: range(number, 1))
        }
        var start = indentation.count
        while start + 1 < scalars.count, scalars[start] == "-", scalars[start + 1] == " " { start += 2 }
        let key = scalars[start...]
        if let colon = key.indices.first(where: { key[$0] == ":" && (key.endIndex == $0 + 1 || key[$0 + 1] == " ") }) {
            start = colon + 1
            while start < scalars.count, scalars[start] == " " { start += 1 }
        }
        guard start < scalars.count else { return nil }
        let value = String(String.UnicodeScalarView(scalars[start...])).trimmingTrailingSpaces
        if let first = value.unicodeScalars.first, "{[*&@`%!|>".unicodeScalars.contains(first) {
            let sign = first == "`" ? "a backtick" : "`\(first)`"
            return .init("quote a value that begins with \(sign): \(quoted(value))", at: range(number, start + 1))
        }
        if value.contains(": "), error.message.contains("mapping values") {
            return .init("quote a value that holds `: `: \(quoted(value))", at: range(number, start + 1))
        }
        return nil
    }

    private func range(_ line: Int, _ column: Int) -> SourceRange {
        range(SourceRange.Position(line: line, column: column))
    }

    private func range(_ position: SourceRange.Position) -> SourceRange {
        SourceRange(start: position, end: position)
    }

    /// The value as it should have been written. In single quotes where it holds double ones.
    private func quoted(_ value: String) -> String {
        let visible = String(value.quotedForMessage.dropFirst().dropLast())
        return visible.contains("\"") ? "'\(visible)'" : "\"\(visible)\""
    }
}

extension String {
    fileprivate var trimmingTrailingSpaces: String {
        var scalars = Substring(self).unicodeScalars
        while let last = scalars.last, last == " " || last == "\t" { scalars.removeLast() }
        return String(scalars)
    }
}
