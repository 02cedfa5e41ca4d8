/// The entries of one map. Checks them against the keys of its kind, and reads values by the kinds in the table of keys.
struct KeyReader: Diagnosing {
    let rule: MappingRule
    let entries: [YAMLNode.Entry]
    let diagnostics: DiagnosticCollector

    /// Reports keys that are unknown, missing or without a value. `nil` if the node is not a map.
    ///
    /// - Parameters:
    /// - subject: The thing that the map describes, for messages: "the endpoint `GetPost`".
    /// - place: The place of the subject's name.
    init?(
        _ node: YAMLNode,
        _ rule: MappingRule,
        subject: @autoclosure () -> String,
        place: SourceRange,
        _ diagnostics: DiagnosticCollector
    ) {
        guard case .mapping(let entries) = node.content else {
            diagnostics.at(node.isMissing ? place : node.range, .wrongKind)
                .error("\(subject()) must be a map, not \(node.kind)")
                .noteMissingColon(node.text, at: node.range)
                .notes(rule.sampleNote(at: node.isMissing ? place : node.range))
            return nil
        }
        self.init(checked: MistakenKeys.usable(entries, rule, diagnostics), rule, diagnostics)
        for key in rule.requiredNames where !has(key, in: entries) {
            let example = key == "nettask" ? "`nettask: \(SpecLanguage.version)`" : "`\(key)`"
            let report = diagnostics.at(place, .missingKey).error("\(subject()) needs \(example)")
            if key == "nettask" { report.fix(node.inserting("nettask: \(SpecLanguage.version)"), isCertain: true) }
            if rule.sample?.hasPrefix("{") == true { report.notes(rule.sampleNote(at: place)) }
        }
        guard self.entries.contains(where: { rule.exclusiveNames.contains($0.key) }) else { return }
        for exclusion in rule.exclusions { check(exclusion, node) }
    }

    private func check(_ exclusion: MappingRule.Exclusion, _ node: YAMLNode) {
        let other = exclusion.key.flatMap(entry)
        if exclusion.key != nil, other == nil { return }
        if let value = exclusion.value, other?.value.text != value { return }
        if exclusion.exceptions.contains(where: { has($0, in: []) }) { return }
        for key in exclusion.keys {
            guard let entry = node.entry(key), self[key] != nil else { continue }
            let report = at(
                isInherited(entry, in: node) ? other?.keyRange ?? entry.keyRange : entry.keyRange,
                .conflictingKeys
            )
            .error(exclusion.message.replacing("{key}", with: key))
            if let note = exclusion.note { report.note(note) }
            report.fix(node.removing(entry))
            let isOfOverlay = noteInherited([entry, other].compactMap { $0 }, in: node, report)
            if !isOfOverlay, exclusion.isShown, let other {
                report.note("`\(other.key)` is set here", at: other.keyRange)
            }
        }
    }

    /// Adds a note about how to remove an inherited entry, if one of these entries is inherited.
    ///
    /// - Returns: Whether one is inherited.
    @discardableResult
    func noteInherited(  // words: a note
        _ entries: [YAMLNode.Entry],
        in node: YAMLNode,
        _ report: DiagnosticCollector.Report
    ) -> Bool {
        guard let entry = entries.first(where: { isInherited($0, in: node) }) else { return false }
        let isElsewhere = entries.contains { !isInherited($0, in: node) }
        if isElsewhere { report.note("`\(entry.key)` is in the extended spec", at: entry.keyRange) }
        report.note("write `\(entry.key): null` to remove it")
            .fix(node.inserting("\(entry.key): null", before: entries.first { !isInherited($0, in: node) }))
        return true
    }

    /// Whether an entry is from an extended spec, in a map that the extending spec changes.
    private func isInherited(_ entry: YAMLNode.Entry, in node: YAMLNode) -> Bool {
        entry.keyRange.file != node.range.file
    }

    /// Whether the map has the key, including without a value or misspelled.
    private func has(_ key: String, in written: [YAMLNode.Entry]) -> Bool {
        entries.contains { $0.key == key } || written.contains { $0.key == key }
    }

    /// Makes a reader of entries that were checked when they were first read.
    init(checked entries: [YAMLNode.Entry], _ rule: MappingRule, _ diagnostics: DiagnosticCollector) {
        self.entries = entries
        self.rule = rule
        self.diagnostics = diagnostics
    }

    // MARK: Entries

    /// The value of a key of the rule; `nil` if the spec omits it.
    subscript(key: String) -> YAMLNode? { entry(key)?.value }

    func entry(_ key: String) -> YAMLNode.Entry? {
        assert(rule.key(key) != nil, "\(key) is not in the table of \(rule.noun)")
        for entry in entries where entry.key == key { return entry }
        return nil
    }

    // MARK: Values, by the kind of the key in the table

    func text(_ key: String) -> String? { value(key, .text, .name) { text($0, key) } }
    func bool(_ key: String) -> Bool? { value(key, .bool) { bool($0, key) } }
    func path(_ key: String) -> [String]? { value(key, .text) { path($0, key) } }
    func separator(_ key: String) -> NameSeparator? { value(key, .separator) { separator($0) } }

    func duration(_ key: String, mayBeZero: Bool = false) -> Duration? {
        value(key, .duration) { duration($0, key, mayBeZero: mayBeZero) }
    }

    func choice<Choice: RawRepresentable & CaseIterable>(_ key: String, of: Choice.Type = Choice.self) -> Choice?
    where Choice.RawValue == String {
        value(key, SpecLanguage.choice(of: Choice.self)) { choice($0, key) }
    }

    private func value<Value>(_ key: String, _ kinds: KeyValue..., read: (YAMLNode) -> Value?) -> Value? {
        guard let node = self[key] else { return nil }
        assert(kinds.contains { rule.key(key)?.value.includes($0) == true }, "\(key) is of another kind in the table")
        return read(node)
    }
}

extension KeyValue {
    /// Whether a value of this kind is, or can be, of the other kind.
    fileprivate func includes(_ kind: KeyValue) -> Bool {
        if case .anyOf(let kinds) = self { kinds.contains(kind) } else { self == kind }
    }
}
