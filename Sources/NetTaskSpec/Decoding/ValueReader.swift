/// Reads single values as the kind that is expected of them.
///
/// A scalar is never guessed at: where text is expected, `NO` is the text "NO".
struct ValueReader {
    let diagnostics: DiagnosticCollector

    /// Any text. An empty one must be written in quotes.
    func text(_ node: YAMLNode, _ key: String) -> String? {
        guard case .scalar(let scalar) = node.content, !node.isMissing else {
            let notes = hints(for: node)
            diagnostics.error("`\(key)` must be text, not \(node.kind)", at: node.range, notes: notes)
            return nil
        }
        return scalar.text
    }

    func bool(_ node: YAMLNode, _ key: String) -> Bool? {
        if case .scalar(let scalar) = node.content {
            if scalar.text == "true" { return true }
            if scalar.text == "false" { return false }
        }
        diagnostics.error("`\(key)` must be true or false, not \(written(node))", at: node.range)
        return nil
    }

    /// A whole number that is not negative.
    func count(_ node: YAMLNode, _ key: String) -> Int? {
        guard case .scalar(let scalar) = node.content, let number = ScalarKind.integer(scalar.text) else {
            diagnostics.error("`\(key)` must be a whole number, not \(written(node))", at: node.range)
            return nil
        }
        guard number >= 0 else {
            diagnostics.error("`\(key)` cannot be negative", at: node.range)
            return nil
        }
        return number
    }

    /// One of the words of an enumeration of ours.
    func choice<Choice: RawRepresentable & CaseIterable>(
        _ node: YAMLNode,
        _ key: String,
        of: Choice.Type = Choice.self
    ) -> Choice? where Choice.RawValue == String {
        guard case .scalar(let scalar) = node.content else {
            diagnostics.error("`\(key)` must be \(oneOf(Choice.self)), not \(node.kind)", at: node.range)
            return nil
        }
        if let choice = Choice(rawValue: scalar.text) { return choice }
        diagnostics.error(
            "`\(key)` must be \(oneOf(Choice.self)), not \(written(node))",
            at: node.range,
            suggestion: scalar.text.closestMatch(among: Choice.allCases.map(\.rawValue))
        )
        return nil
    }

    func duration(_ node: YAMLNode, _ key: String, mayBeZero: Bool = false) -> Duration? {
        guard case .scalar(let scalar) = node.content else {
            diagnostics.error("`\(key)` must be a duration such as `30s`, not \(node.kind)", at: node.range)
            return nil
        }
        switch DurationText.parse(scalar.text) {
        case .success(.zero) where !mayBeZero:
            diagnostics.error("`\(key)` must be longer than nothing", at: node.range)
            return nil
        case .success(let duration):
            return duration
        case .failure(let problem):
            diagnostics.error("bad duration \(written(node)) for `\(key)`: \(problem.reason)", at: node.range)
            return nil
        }
    }

    func separator(_ node: YAMLNode) -> NameSeparator? {
        guard case .scalar(let scalar) = node.content else {
            diagnostics.error("`separator` must be text, not \(node.kind)", at: node.range)
            return nil
        }
        guard scalar.isPlain else {
            guard scalar.text.unicodeScalars.count <= YAMLBudget.separatorLength else {
                let message = "`separator` cannot be longer than \(YAMLBudget.separatorLength) characters"
                diagnostics.error(message, at: node.range)
                return nil
            }
            guard !scalar.text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
                diagnostics.error("`separator` cannot hold a control character or a line break", at: node.range)
                return nil
            }
            guard !NameSeparator.words.contains(where: { $0.word == scalar.text }) else {
                diagnostics.error(
                    "in quotes, \(written(node)) would itself stand between the words; write it without quotes",
                    at: node.range
                )
                return nil
            }
            return .text(scalar.text)
        }
        let words = NameSeparator.words.map(\.word)
        if let index = words.firstIndex(of: scalar.text) { return NameSeparator.words[index].separator }
        diagnostics.error(
            "`separator` must be \(words.joined(separator: ", ")) or a text in quotes, not \(written(node))",
            at: node.range,
            suggestion: scalar.text.closestMatch(among: words)
        )
        return nil
    }

    /// `true`, or what to use instead; nil for `false`.
    func deprecation(_ node: YAMLNode) -> Deprecation? {
        guard case .scalar(let scalar) = node.content, scalar.text.contains(where: { !$0.isWhitespace }) else {
            diagnostics.error("`deprecated` must be true, or say what to use instead", at: node.range)
            return nil
        }
        if scalar.isPlain, scalar.text == "false" { return nil }
        return Deprecation(advice: scalar.isPlain && scalar.text == "true" ? nil : scalar.text)
    }

    /// Keys that lead into a reply: `main.temp`.
    func path(_ node: YAMLNode, _ key: String) -> [String]? {
        guard let text = text(node, key) else { return nil }
        let keys = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let isOtherNotation = keys.first == "$" || keys.contains { $0.hasSuffix("]") && $0.contains("[") }
        guard !keys.contains(""), !isOtherNotation else {
            diagnostics.error("`\(key)` must be keys with dots between them, such as `main.temp`", at: node.range)
            return nil
        }
        guard keys.count <= YAMLBudget.pathLength else {
            diagnostics.error(
                "`\(key)` leads more than \(YAMLBudget.pathLength) levels down, and no reply is read so deep",
                at: node.range
            )
            return nil
        }
        return keys
    }

    /// How a message calls what was written.
    func written(_ node: YAMLNode) -> String {
        guard case .scalar(let scalar) = node.content, !node.isMissing else { return node.kind }
        return scalar.text.quotedForMessage
    }

    private func hints(for node: YAMLNode) -> [DiagnosticCollector.Note] {
        switch node.content {
        case .scalar: []
        case .sequence: [.init("quote a value that begins with `[`", at: node.range)]
        case .mapping: [.init("quote a value that begins with `{` or holds `: `", at: node.range)]
        }
    }

    private func oneOf<Choice: RawRepresentable & CaseIterable>(_: Choice.Type) -> String
    where Choice.RawValue == String {
        let words = Choice.allCases.map { "`\($0.rawValue)`" }
        return words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
    }
}
