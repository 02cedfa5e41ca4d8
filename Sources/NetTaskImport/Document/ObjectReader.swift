import NetTaskSpec

/// The keys of one object of a document, and of what stands beside the reference that leads to it. What nobody takes is listed when
/// it is done.
struct ObjectReader {
    /// The object itself, which a reference may lead to.
    let value: DocumentValue
    private let rule: ObjectRule
    /// What stands beside the reference, and counts in place of what it leads to.
    private var beside: [DocumentValue.Member] = []
    /// Those of its keys that somebody took: a few, which a set would cost more than to search.
    private var taken: [String] = []

    /// nil, with a warning, where this is no map, or leads nowhere.
    init?(_ reference: DocumentValue, _ rule: ObjectRule) {
        var value = reference
        if rule.followsReferences, reference["$ref"] != nil {
            guard let target = reference.component(keeping: rule.besideReference) else { return nil }
            value = target
            beside = (reference.members ?? []).filter { rule.besideReference.contains($0.key) }
        }
        guard value.node.isMap else {
            value.refuse("\(rule.noun) must be a map, not \(value.node.kind)")
            return nil
        }
        self.value = value.read(as: rule, from: reference)
        self.rule = rule
    }

    /// The value of a key, to be looked at only.
    subscript(key: String) -> DocumentValue? { beside.first { $0.key == key }?.value ?? value[key] }

    /// All keys and values, to be looked at only.
    var members: [DocumentValue.Member] {
        guard !beside.isEmpty else { return value.members ?? [] }
        return beside + (value.members ?? []).filter { member in !beside.contains { $0.key == member.key } }
    }

    /// The value of a key, which whoever takes it deals with.
    @discardableResult
    mutating func take(_ key: String) -> DocumentValue? {
        assert(rule.keys.contains(key) || rule.leftOut[key] != nil, "\(key) is not in the table of \(rule.noun)")
        guard let found = self[key] else { return nil }
        taken.append(key)
        if !beside.isEmpty, let hidden = value[key], hidden.range != found.range {
            hidden.leaveOut(.words(.redundant, "the reference to it says it anew"))
        }
        return found
    }

    /// The text of a key.
    mutating func text(_ key: String) -> String? { take(key)?.text() }

    /// Whether a key is `true`.
    mutating func flag(_ key: String) -> Bool { take(key)?.bool() ?? false }

    /// Carries keys over.
    mutating func carry(_ keys: [String]) {
        for key in keys { take(key)?.carry() }
    }

    /// Lists keys that mean nothing here.
    mutating func leaveOut(_ keys: [String], _ reason: OmissionReason) {
        for key in keys { take(key)?.leaveOut(reason) }
    }

    /// Lists all that was not taken: what the rule has reasons for, extensions, and what OpenAPI does not know.
    func finish() {
        guard case .mapping(let entries) = value.node.content else { return }
        if entries.isEmpty { value.carry() }
        for entry in entries where !taken.contains(entry.key) {
            let (key, value) = (entry.key, value.child(entry.value, entry.key))
            if let reason = rule.leftOut[key] {
                value.leaveOut(reason)
            } else if key.hasPrefix("x-") {
                // References may lead into it.
                value.run.ledger.leaveOutUntouched(value, .extension)
            } else if rule.keys.contains(key) {
                value.leaveOut(.unused(.noEffect, "it means nothing here"))
            } else {
                value.warn(
                    .unknownKey,
                    "unknown key \(key.quotedForMessage) in \(rule.noun)",
                    at: entry.keyRange,
                    suggestion: key.closestMatch(among: rule.keys.union(rule.leftOut.keys).sorted())
                )
                value.leaveOut(.unused(.invalidDocument, "OpenAPI has no such key here"))
            }
        }
        for member in beside where !taken.contains(member.key) {
            member.value.leaveOut(.unused(.noEffect, "it means nothing here"))
        }
    }
}

extension DocumentValue {
    /// What this refers to, or itself, as an object of a kind.
    func resolved(as rule: ObjectRule) -> DocumentValue? { resolved()?.read(as: rule, from: self) }

    /// An object as OpenAPI 3.0 has it.
    ///
    /// - Parameter reference: What leads to it.
    fileprivate func read(as rule: ObjectRule, from reference: DocumentValue) -> DocumentValue {
        guard let kind = rule.swagger, let swagger = run.swagger, node.isMap else { return self }
        return swagger.converted(self, from: reference, to: kind)
    }
}

/// The keys of one kind of object of OpenAPI.
struct ObjectRule {
    /// As messages call it: "an operation".
    let noun: String
    /// Those that are carried over.
    let keys: Set<String>
    /// Those that no spec has a place for, and why.
    let leftOut: [String: OmissionReason]
    /// The keys that may stand beside a `$ref`, in place of those of what it leads to. OpenAPI 3.1 has it so for words, and documents
    /// of 3.0 mean it.
    let besideReference: Set<String>
    /// Whether what a `$ref` leads to is read in its place: schemas have rules of their own for that.
    let followsReferences: Bool
    /// What it is in Swagger 2.0, if it differs there.
    let swagger: SwaggerDocument.Kind?

    /// - Parameters:
    ///   - keys: With spaces between them.
    ///   - leftOut: The reasons, by the keys that have them.
    ///   - isWholeBesideReference: Whether all keys may stand beside a `$ref`.
    ///   - swagger: What it is in Swagger 2.0, if it differs there.
    init(
        _ noun: String,
        keys: String,
        leftOut: [String: OmissionReason] = [:],
        isWholeBesideReference: Bool = false,
        swagger: SwaggerDocument.Kind? = nil
    ) {
        self.noun = noun
        self.keys = Set(keys.split(separator: " ").map(String.init))
        let reasons = leftOut.flatMap { keys, reason in keys.split(separator: " ").map { (String($0), reason) } }
        self.leftOut = Dictionary(uniqueKeysWithValues: reasons)
        besideReference = isWholeBesideReference ? self.keys : self.keys.intersection(["summary", "description"])
        followsReferences = !self.keys.contains("$ref")
        self.swagger = swagger
    }
}
