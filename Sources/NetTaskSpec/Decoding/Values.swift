/// Decodes single values as their expected kind.
///
/// The kind of a scalar is never guessed: where text is expected, `NO` is the text "NO".
extension Diagnosing {
    /// Any text. An empty text needs quotes.
    func text(_ node: YAMLNode, _ key: String) -> String? {
        if let text = node.text, !node.isMissing { return text }
        let report = at(node.range, .wrongKind).error("`\(key)` must be text, not \(node.kind)")
        switch node.content {
        case .scalar: return nil
        case .sequence: return report.note("quote a value that begins with `[`").none()
        case .mapping: return report.note("quote a value that begins with `{` or contains `: `").none()
        }
    }

    /// Text that is at most as long as a name.
    func shortText(_ node: YAMLNode, _ key: String) -> String? {
        text(node, key).flatMap { checkLength($0, at: node.range) ? $0 : nil }
    }

    func bool(_ node: YAMLNode, _ key: String) -> Bool? {
        if let text = node.text, let bool = Bool(text) { return bool }
        return at(node.range, .wrongKind).error("`\(key)` must be true or false, not \(node.written)").none()
    }

    /// A whole number of at least a minimum.
    func count(_ node: YAMLNode, _ key: String, from minimum: Int = 0) -> Int? {
        guard let number = node.text.flatMap(ScalarKind.integer) else {
            return at(node.range, .wrongKind).error("`\(key)` must be a whole number, not \(node.written)").none()
        }
        if number >= minimum { return number }
        return at(node.range, .numberOutOfRange).error("`\(key)` must be at least \(minimum)").none()
    }

    /// One of the raw values of an enumeration.
    func choice<Choice: RawRepresentable & CaseIterable>(
        _ node: YAMLNode,
        _ key: String,
        of: Choice.Type = Choice.self
    ) -> Choice? where Choice.RawValue == String {
        if let choice = node.text.flatMap(Choice.init) { return choice }
        let words = Choice.allCases.map(\.rawValue)
        return at(node.range, .invalidChoice).error("`\(key)` must be \(words.quotedChoice), not \(node.written)")
            .suggest(node.text?.suggestion(among: words)) { node.text?.isSlip(of: $0, among: words) == true }.none()
    }

    func duration(_ node: YAMLNode, _ key: String, mayBeZero: Bool = false) -> Duration? {
        guard let text = node.text else {
            return at(node.range, .wrongKind)
                .error("`\(key)` must be a duration such as `30s`, not \(node.kind)").none()
        }
        switch Duration.parsing(text) {
        case .success(.zero) where !mayBeZero:
            return at(node.range, .invalidDuration).error("`\(key)` must be greater than zero").none()
        case .success(let duration):
            return duration
        case .failure(let problem):
            return at(node.range, .invalidDuration)
                .error("invalid duration \(node.written) for `\(key)`: \(problem.reason)").none()
        }
    }

    func separator(_ node: YAMLNode) -> NameSeparator? {
        guard case .scalar(let scalar) = node.content else {
            return at(node.range, .wrongKind).error("`separator` must be text, not \(node.kind)").none()
        }
        let words = NameSeparator.words.map(\.word)
        if scalar.isPlain {
            if let index = words.firstIndex(of: scalar.text) { return NameSeparator.words[index].separator }
            return at(node.range, .invalidSeparator)
                .error("`separator` must be \(words.joined(separator: ", ")) or text in quotes, not \(node.written)")
                .suggest(scalar.text.suggestion(among: words)) { scalar.text.isSlip(of: $0, among: words) }.none()
        }
        let limit = YAMLBudget.separatorLength
        guard scalar.text.unicodeScalars.count <= limit else {
            return at(node.range, .invalidSeparator)
                .error("`separator` cannot be longer than \(limit) characters").none()
        }
        guard !scalar.text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            return at(node.range, .invalidSeparator)
                .error("`separator` cannot contain a control character or a line break").none()
        }
        guard !words.contains(scalar.text) else {
            let problem = "in quotes, \(node.written) would be the separator itself; write it without quotes"
            return at(node.range, .invalidSeparator).error(problem).fix(node.range, scalar.text, isCertain: true).none()
        }
        return .text(scalar.text)
    }

    /// `true`, or the replacement to use; `nil` for `false`.
    func deprecation(_ node: YAMLNode) -> Deprecation? {
        guard case .scalar(let scalar) = node.content, scalar.text.contains(where: { !$0.isWhitespace }) else {
            return at(node.range, .wrongKind).error("`deprecated` must be true, or the replacement to use").none()
        }
        if scalar.isPlain, scalar.text == "false" { return nil }
        return Deprecation(advice: scalar.isPlain && scalar.text == "true" ? nil : scalar.text)
    }

    /// The keys of a path in a reply: `main.temp`.
    func path(_ node: YAMLNode, _ key: String) -> [String]? {
        text(node, key).flatMap { path($0, key, at: node.range) }
    }

    func path(_ text: String, _ key: String, at range: SourceRange) -> [String]? {
        let keys = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let isOtherNotation = keys.first == "$" || keys.contains { $0.hasSuffix("]") && $0.contains("[") }
        guard !keys.contains(""), !isOtherNotation else {
            return at(range, .invalidPath)
                .error("`\(key)` must be keys separated by dots, such as `main.temp`").none()
        }
        let limit = YAMLBudget.pathLength
        guard keys.count <= limit else {
            return at(range, .limitExceeded)
                .error("`\(key)` has more than \(limit) levels, the limit for replies")
                .none()
        }
        return keys
    }

    /// The items of a list that applies to each type. Its length is limited, because `defaults` multiply it by the number of
    /// types.
    ///
    /// - Parameter sample: A list of this kind, for the message.
    func shortList(_ node: YAMLNode, _ key: String, of words: String, such sample: String) -> [YAMLNode] {
        guard case .sequence(let items) = node.content else {
            return at(node.range, .wrongKind).error(
                "`\(key)` must be a list of \(words), such as `\(sample)`, not \(node.kind)"
            )
            .none() ?? []
        }
        let limit = 16
        if items.count <= limit { return items }
        return at(node.range, .limitExceeded).error("`\(key)` can contain at most \(limit) \(words)").none() ?? []
    }

    /// The names in a list, without duplicates.
    ///
    /// - Parameters:
    ///   - message: Reports a duplicate.
    ///   - name: Decodes a name. Returns `nil`, after a diagnostic, for an invalid one.
    func names<Name: Hashable>(
        _ items: [YAMLNode],
        again message: (Name) -> String,
        _ name: (YAMLNode) -> Name?
    ) -> [Located<Name>] {
        var places: [Name: SourceRange] = [:]
        return items.compactMap { item in
            guard let name = name(item) else { return nil }
            if let first = places[name] {
                return at(item.range, .duplicateValue).error(message(name)).note("first used here", at: first).none()
            }
            places[name] = item.range
            return Located(name, at: item.range)
        }
    }

    /// The entries of a map of names to values. `nil`, after a diagnostic, if it is not a map.
    ///
    /// - Parameter sample: A small map of this kind, for the message.
    func entries(_ node: YAMLNode, _ key: String, of words: String, such sample: String? = nil) -> [YAMLNode.Entry]? {
        if case .mapping(let entries) = node.content { return entries }
        let report = at(node.range, .wrongKind).error("`\(key)` must be a map of names to \(words), not \(node.kind)")
            .noteMissingColon(node.text, at: node.range)
        if node.text?.asEntry == nil, let sample = sample ?? (words == "types" ? "{id: Int}" : nil) {
            report.note("such as `\(key): \(sample)`")
        }
        return nil
    }
}

extension String {
    /// The word to suggest; `nil` if none is similar.
    func suggestion(among words: [String]) -> String? {
        SpecLanguage.suggestions(for: self).first(where: words.contains) ?? closestMatch(among: words)
    }
}

extension YAMLNode {
    /// The value as written, for messages.
    var written: String { isMissing ? kind : text?.quotedForMessage ?? kind }
}

extension YAMLNode? {
    /// The keys of a map; empty for a missing map, and `nil` for an invalid one, whose declarations are unknown.
    var declaredNames: Set<String>? {
        guard let self, !self.isMissing else { return [] }
        return self.isMap ? Set(self.entries.map(\.key)) : nil
    }
}

/// Durations as written in specs: `30s`, `500ms`, `2m`, `1h`, `7d`, `1.5s`.
extension Duration {
    struct Problem: Error {
        var reason: String
    }

    private static let nanosecondsOfUnits: [String: Int64] = [
        "ms": 1_000_000, "s": 1_000_000_000, "m": 60_000_000_000, "h": 3_600_000_000_000, "d": 86_400_000_000_000,
    ]

    static func parsing(_ text: String) -> Result<Duration, Problem> {
        let usage = Problem(reason: "write a number and ms, s, m, h or d, such as `30s`")
        let number = text.utf8.prefix { $0 >= 0x30 && $0 <= 0x39 || $0 == UInt8(ascii: ".") }
        let unit = String(Substring(text.utf8.dropFirst(number.count)))
        guard let nanosecondsOfUnit = nanosecondsOfUnits[unit] else {
            if unit.isEmpty, !number.isEmpty { return .failure(Problem(reason: "a unit is missing: ms, s, m, h or d")) }
            return .failure(text.hasPrefix("-") ? Problem(reason: "it cannot be negative") : usage)
        }
        let parts = number.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }) else { return .failure(usage) }
        let fraction = Array(parts.count == 2 ? parts[1] : Substring().utf8)
        guard fraction.count <= 9 else { return .failure(Problem(reason: "it can have at most nine decimals")) }
        // Longer than any useful wait or time limit of a request.
        let longest = Duration.seconds(7 * 24 * 3600)
        let tooLong = Problem(reason: "it can be at most seven days")
        guard let whole = Int64(String(Substring(parts[0]))), whole <= 1_000_000_000 else { return .failure(tooLong) }
        let (wholeNanoseconds, overflow) = whole.multipliedReportingOverflow(by: nanosecondsOfUnit)
        guard !overflow else { return .failure(tooLong) }
        var duration = Duration.nanoseconds(wholeNanoseconds)
        var nanosecondsOfDigit = nanosecondsOfUnit
        for digit in fraction {
            nanosecondsOfDigit /= 10
            duration += .nanoseconds(Int64(digit - 0x30) * nanosecondsOfDigit)
        }
        return duration <= longest ? .success(duration) : .failure(tooLong)
    }
}

/// A value and its place in a spec, for later checks.
struct Located<Value> {
    var value: Value
    var range: SourceRange

    init(_ value: Value, at range: SourceRange) {
        self.value = value
        self.range = range
    }
}
