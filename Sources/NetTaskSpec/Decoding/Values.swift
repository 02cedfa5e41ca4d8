/// Reads single values as the kind that is expected of them.
///
/// A scalar is never guessed at: where text is expected, `NO` is the text "NO".
extension Diagnosing {
    /// Any text. An empty one must be written in quotes.
    func text(_ node: YAMLNode, _ key: String) -> String? {
        if let text = node.text, !node.isMissing { return text }
        let report = at(node.range, .wrongKind).error("`\(key)` must be text, not \(node.kind)")
        switch node.content {
        case .scalar: return nil
        case .sequence: return report.note("quote a value that begins with `[`").none()
        case .mapping: return report.note("quote a value that begins with `{` or holds `: `").none()
        }
    }

    /// Text that is no longer than a name.
    func shortText(_ node: YAMLNode, _ key: String) -> String? {
        text(node, key).flatMap { checkLength($0, at: node.range) ? $0 : nil }
    }

    func bool(_ node: YAMLNode, _ key: String) -> Bool? {
        if let text = node.text, let bool = Bool(text) { return bool }
        return at(node.range, .wrongKind).error("`\(key)` must be true or false, not \(node.written)").none()
    }

    /// A whole number that is not negative.
    func count(_ node: YAMLNode, _ key: String) -> Int? {
        guard let number = node.text.flatMap(ScalarKind.integer) else {
            return at(node.range, .wrongKind).error("`\(key)` must be a whole number, not \(node.written)").none()
        }
        return number >= 0 ? number : at(node.range, .numberOutOfRange).error("`\(key)` cannot be negative").none()
    }

    /// One of the words of an enumeration of ours.
    func choice<Choice: RawRepresentable & CaseIterable>(
        _ node: YAMLNode,
        _ key: String,
        of: Choice.Type = Choice.self
    ) -> Choice? where Choice.RawValue == String {
        if let choice = node.text.flatMap(Choice.init) { return choice }
        let words = Choice.allCases.map(\.rawValue)
        return at(node.range, .invalidChoice).error("`\(key)` must be \(words.quotedChoice), not \(node.written)")
            .suggest(node.text?.meant(among: words)) { node.text?.isSlip(of: $0, among: words) == true }.none()
    }

    func duration(_ node: YAMLNode, _ key: String, mayBeZero: Bool = false) -> Duration? {
        guard let text = node.text else {
            return at(node.range, .wrongKind)
                .error("`\(key)` must be a duration such as `30s`, not \(node.kind)").none()
        }
        switch Duration.parsing(text) {
        case .success(.zero) where !mayBeZero:
            return at(node.range, .invalidDuration).error("`\(key)` must be longer than nothing").none()
        case .success(let duration):
            return duration
        case .failure(let problem):
            return at(node.range, .invalidDuration)
                .error("bad duration \(node.written) for `\(key)`: \(problem.reason)").none()
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
                .error("`separator` must be \(words.joined(separator: ", ")) or a text in quotes, not \(node.written)")
                .suggest(scalar.text.meant(among: words)) { scalar.text.isSlip(of: $0, among: words) }.none()
        }
        let limit = YAMLBudget.separatorLength
        guard scalar.text.unicodeScalars.count <= limit else {
            return at(node.range, .invalidSeparator)
                .error("`separator` cannot be longer than \(limit) characters").none()
        }
        guard !scalar.text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            return at(node.range, .invalidSeparator)
                .error("`separator` cannot hold a control character or a line break").none()
        }
        guard !words.contains(scalar.text) else {
            let problem = "in quotes, \(node.written) would itself stand between the words; write it without quotes"
            return at(node.range, .invalidSeparator).error(problem).fix(node.range, scalar.text, isCertain: true).none()
        }
        return .text(scalar.text)
    }

    /// `true`, or what to use instead; nil for `false`.
    func deprecation(_ node: YAMLNode) -> Deprecation? {
        guard case .scalar(let scalar) = node.content, scalar.text.contains(where: { !$0.isWhitespace }) else {
            return at(node.range, .wrongKind).error("`deprecated` must be true, or say what to use instead").none()
        }
        if scalar.isPlain, scalar.text == "false" { return nil }
        return Deprecation(advice: scalar.isPlain && scalar.text == "true" ? nil : scalar.text)
    }

    /// Keys that lead into a reply: `main.temp`.
    func path(_ node: YAMLNode, _ key: String) -> [String]? {
        text(node, key).flatMap { path($0, key, at: node.range) }
    }

    func path(_ text: String, _ key: String, at range: SourceRange) -> [String]? {
        let keys = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let isOtherNotation = keys.first == "$" || keys.contains { $0.hasSuffix("]") && $0.contains("[") }
        guard !keys.contains(""), !isOtherNotation else {
            return at(range, .invalidPath)
                .error("`\(key)` must be keys with dots between them, such as `main.temp`").none()
        }
        let limit = YAMLBudget.pathLength
        guard keys.count <= limit else {
            return at(range, .limitExceeded)
                .error("`\(key)` leads more than \(limit) levels down, and no reply is read so deep")
                .none()
        }
        return keys
    }

    /// The items of a list that each type has: those of `defaults` times all types must stay a number that fits into memory.
    ///
    /// - Parameter sample: A list of that kind, for the message.
    func shortList(_ node: YAMLNode, _ key: String, of words: String, such sample: String) -> [YAMLNode] {
        guard case .sequence(let items) = node.content else {
            return at(node.range, .wrongKind).error(
                "`\(key)` must be a list of \(words), such as `\(sample)`, not \(node.kind)"
            )
            .none() ?? []
        }
        let limit = 16
        if items.count <= limit { return items }
        return at(node.range, .limitExceeded).error("`\(key)` can hold \(limit) \(words) at most").none() ?? []
    }

    /// What the items of a list name, each once.
    ///
    /// - Parameters:
    ///   - message: Reports a name that is there again.
    ///   - name: Reads a name; nil, after a diagnostic, where an item is none.
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

    /// The entries of a map of names to what the words say; none, and reported, where it is no map.
    ///
    /// - Parameter sample: A small map of that kind, for the message.
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
    /// The word that was probably meant; nil where none is near.
    func meant(among words: [String]) -> String? {
        SpecLanguage.meant(by: self).first(where: words.contains) ?? closestMatch(among: words)
    }
}

extension YAMLNode {
    /// How a message calls what was written.
    var written: String { isMissing ? kind : text?.quotedForMessage ?? kind }
}

extension YAMLNode? {
    /// The keys of a map, none where there is no map; nil where it could not be read, so that nobody knows what it declares.
    var declaredNames: Set<String>? {
        guard let self, !self.isMissing else { return [] }
        return self.isMap ? Set(self.entries.map(\.key)) : nil
    }
}

/// Durations as specs write them: `30s`, `500ms`, `2m`, `1h`, `1.5s`.
extension Duration {
    struct Problem: Error {
        var reason: String
    }

    static func parsing(_ text: String) -> Result<Duration, Problem> {
        let usage = Problem(reason: "write a number and ms, s, m or h, such as `30s`")
        let number = text.utf8.prefix { $0 >= 0x30 && $0 <= 0x39 || $0 == UInt8(ascii: ".") }
        let nanosecondsOfUnit: Int64
        switch String(Substring(text.utf8.dropFirst(number.count))) {
        case "ms": nanosecondsOfUnit = 1_000_000
        case "s": nanosecondsOfUnit = 1_000_000_000
        case "m": nanosecondsOfUnit = 60_000_000_000
        case "h": nanosecondsOfUnit = 3_600_000_000_000
        case "": return .failure(number.isEmpty ? usage : Problem(reason: "it needs a unit: ms, s, m or h"))
        default: return .failure(text.hasPrefix("-") ? Problem(reason: "it cannot be negative") : usage)
        }
        let parts = number.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }) else { return .failure(usage) }
        let fraction = Array(parts.count == 2 ? parts[1] : Substring().utf8)
        guard fraction.count <= 9 else { return .failure(Problem(reason: "it has more than nine decimals")) }
        // No wait or time limit of a request is longer.
        let longest = Duration.seconds(7 * 24 * 3600)
        let tooLong = Problem(reason: "it is longer than seven days")
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

/// Something of a spec, and where it stands, which later checks complain about.
struct Located<Value> {
    var value: Value
    var range: SourceRange

    init(_ value: Value, at range: SourceRange) {
        self.value = value
        self.range = range
    }
}
