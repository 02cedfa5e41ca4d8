import NetTaskSpec

/// The keys of one object of a document. What nobody takes is listed when it is done.
struct ObjectReader {
    let value: DocumentValue
    private let rule: ObjectRule
    /// Those of its keys that somebody took: a few, which a set would cost more than to search.
    private var taken: [String] = []

    /// nil, with a warning, where this is no map.
    init?(_ value: DocumentValue, _ rule: ObjectRule) {
        guard case .mapping = value.node.content else {
            value.refuse("\(rule.noun) must be a map, not \(value.node.kind)")
            return nil
        }
        self.value = value
        self.rule = rule
    }

    /// The value of a key, which whoever takes it deals with.
    mutating func take(_ key: String) -> DocumentValue? {
        assert(rule.keys.contains(key), "\(key) is not in the table of \(rule.noun)")
        guard let value = value[key] else { return nil }
        taken.append(key)
        return value
    }

    /// The text of a key.
    mutating func text(_ key: String) -> String? { take(key)?.text() }

    /// Whether a key is `true`.
    mutating func flag(_ key: String) -> Bool { take(key)?.bool() ?? false }

    /// Lists a key that means nothing here.
    mutating func leaveOut(_ key: String, _ reason: String) { take(key)?.leaveOut(reason) }

    /// Lists all that was not taken: what the rule has reasons for, extensions, and what OpenAPI does not know.
    mutating func finish() {
        guard case .mapping(let entries) = value.node.content else { return }
        if entries.isEmpty { value.carry() }
        for entry in entries where !taken.contains(entry.key) {
            let (key, value, keyRange) = (entry.key, value.child(entry.value, entry.key), entry.keyRange)
            if let reason = rule.leftOut[key] {
                value.leaveOut(reason)
            } else if key.hasPrefix("x-") {
                value.leaveOut("extensions of others mean nothing to nettask")
            } else if rule.keys.contains(key) {
                value.leaveOut("it means nothing here")
            } else {
                value.run.diagnostics.warning(
                    "unknown key \(key.quotedForMessage) in \(rule.noun)",
                    at: keyRange,
                    suggestion: key.closestMatch(among: rule.keys.union(rule.leftOut.keys).sorted())
                )
                value.leaveOut("OpenAPI has no such key here")
            }
        }
    }
}
