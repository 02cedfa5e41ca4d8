/// The entries of one map, checked against the keys that its kind takes.
struct MappingReader {
    private let rule: MappingRule
    let entries: [YAMLNode.Entry]

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
            diagnostics.error("\(subject()) must be a map, not \(node.kind)", at: node.isMissing ? place : node.range)
            return nil
        }
        self.rule = rule
        self.entries = entries.filter { Self.isUsable($0, rule, diagnostics) }
        for key in rule.keys where key.status == .required {
            if !entries.contains(where: { $0.key == key.name }) {
                let example = key.name == "nettask" ? "`nettask: \(SpecLanguage.version)`" : "`\(key.name)`"
                diagnostics.error("\(subject()) needs \(example)", at: place)
            }
        }
    }

    /// Takes entries that were checked when they were read.
    init(checked entries: [YAMLNode.Entry], _ rule: MappingRule) {
        self.entries = entries
        self.rule = rule
    }

    /// The value of a key of the rule; nil if the spec does not have it.
    subscript(key: String) -> YAMLNode? { entry(key)?.value }

    /// Where each key stands.
    var places: [String: SourceRange] {
        Dictionary(entries.map { ($0.key, $0.keyRange) }) { first, _ in first }
    }

    func entry(_ key: String) -> YAMLNode.Entry? {
        assert(rule.key(key) != nil, "\(key) is not in the table of \(rule.noun)")
        for entry in entries where entry.key == key { return entry }
        return nil
    }

    private static func isUsable(
        _ entry: YAMLNode.Entry,
        _ rule: MappingRule,
        _ diagnostics: DiagnosticCollector
    ) -> Bool {
        if SpecLanguage.isExtension(entry.key) { return false }
        let written = entry.key.quotedForMessage
        switch rule.key(entry.key)?.status {
        case nil:
            diagnostics.error(
                "unknown key \(written) in \(rule.noun)",
                at: entry.keyRange,
                suggestion: rule.suggestion(for: entry.key)
            )
            return false
        case .elsewhere(let advice):
            diagnostics.error(
                "\(written) means nothing in \(rule.noun)",
                at: entry.keyRange,
                notes: [.init(advice, at: entry.keyRange)]
            )
            return false
        case .optional, .required:
            guard entry.value.isMissing else { return true }
            if case .named = rule.key(entry.key)?.value { return false }  // a heading with nothing below it yet
            diagnostics.error("\(written) has no value", at: entry.keyRange)
            return false
        }
    }
}
