/// The entries of one map, checked against the keys that its kind takes, and read by the kinds of value that the table of these
/// keys has.
struct KeyReader: Diagnosing {
    private let rule: MappingRule
    let entries: [YAMLNode.Entry]
    let diagnostics: DiagnosticCollector

    /// Reports keys that are unknown, missing or without a value; nil if the node is no map at all.
    ///
    /// - Parameters:
    ///   - subject: What the map describes, for messages: "the endpoint `GetPost`".
    ///   - place: Where the subject is named.
    init?(
        _ node: YAMLNode,
        _ rule: MappingRule,
        subject: @autoclosure () -> String,
        place: SourceRange,
        _ diagnostics: DiagnosticCollector
    ) {
        guard case .mapping(let entries) = node.content else {
            let report = diagnostics.at(node.isMissing ? place : node.range)
                .error("\(subject()) must be a map, not \(node.kind)")
            if let sample = rule.sample { report.note("such as `\(sample)`") }
            return nil
        }
        self.init(checked: entries.filter { Self.isUsable($0, rule, diagnostics) }, rule, diagnostics)
        for key in rule.keys where key.status == .required && !entries.contains(where: { $0.key == key.name }) {
            let example = key.name == "nettask" ? "`nettask: \(SpecLanguage.version)`" : "`\(key.name)`"
            diagnostics.at(place).error("\(subject()) needs \(example)")
        }
    }

    /// Takes entries that were checked when they were read.
    init(checked entries: [YAMLNode.Entry], _ rule: MappingRule, _ diagnostics: DiagnosticCollector) {
        self.entries = entries
        self.rule = rule
        self.diagnostics = diagnostics
    }

    private static func isUsable(
        _ entry: YAMLNode.Entry,
        _ rule: MappingRule,
        _ diagnostics: DiagnosticCollector
    ) -> Bool {
        if SpecLanguage.isExtension(entry.key) { return false }
        let written = entry.key.quotedForMessage
        let key = rule.key(entry.key)
        switch key?.status {
        case nil:
            diagnostics.at(entry.keyRange).error("unknown key \(written) in \(rule.noun)")
                .suggest(rule.suggestion(for: entry.key))
            return false
        case .elsewhere(let advice):
            diagnostics.at(entry.keyRange).error("\(written) means nothing in \(rule.noun)").note(advice)
            return false
        case .optional, .required:
            guard entry.value.isMissing else { return true }
            if case .named = key?.value { return false }  // a heading with nothing below it yet
            diagnostics.at(entry.keyRange).error("\(written) has no value")
            return false
        }
    }

    // MARK: Entries

    /// The value of a key of the rule; nil if the spec does not have it.
    subscript(key: String) -> YAMLNode? { entry(key)?.value }

    func entry(_ key: String) -> YAMLNode.Entry? {
        assert(rule.key(key) != nil, "\(key) is not in the table of \(rule.noun)")
        for entry in entries where entry.key == key { return entry }
        return nil
    }

    /// Where each key stands.
    var places: [String: SourceRange] {
        Dictionary(entries.map { ($0.key, $0.keyRange) }) { first, _ in first }
    }

    // MARK: Values, by the kind that the table has for the key

    func text(_ key: String) -> String? { value(key, .text, .name) { text($0, key) } }
    func shortText(_ key: String) -> String? { value(key, .text, .name) { shortText($0, key) } }
    func bool(_ key: String) -> Bool? { value(key, .bool) { bool($0, key) } }
    func count(_ key: String) -> Int? { value(key, .count) { count($0, key) } }
    func path(_ key: String) -> [String]? { value(key, .text) { path($0, key) } }
    func separator(_ key: String) -> NameSeparator? { value(key, .separator) { separator($0) } }
    func deprecation(_ key: String) -> Deprecation? { value(key, .bool, .text) { deprecation($0) } }

    func duration(_ key: String, mayBeZero: Bool = false) -> Duration? {
        value(key, .duration) { duration($0, key, mayBeZero: mayBeZero) }
    }

    func choice<Choice: RawRepresentable & CaseIterable>(_ key: String, of: Choice.Type = Choice.self) -> Choice?
    where Choice.RawValue == String {
        value(key, SpecLanguage.choice(of: Choice.self)) { choice($0, key) }
    }

    /// Where a key stands that is true; nil where it is not there, or false.
    func flag(_ key: String) -> SourceRange? { bool(key) == true ? entry(key)?.keyRange : nil }

    private func value<Value>(_ key: String, _ kinds: KeyValue..., read: (YAMLNode) -> Value?) -> Value? {
        guard let node = self[key] else { return nil }
        assert(kinds.contains { rule.key(key)?.value.includes($0) == true }, "\(key) is of another kind in the table")
        return read(node)
    }
}

extension KeyValue {
    /// Whether a value of this kind is one of the other, or can be.
    fileprivate func includes(_ kind: KeyValue) -> Bool {
        if case .anyOf(let kinds) = self { kinds.contains(kind) } else { self == kind }
    }
}
