import NetTaskSpec

/// Reads the keys of one object of a document, and the keys beside the reference that leads to it. At the end, lists the keys
/// that were not read.
struct ObjectReader {
    /// The object. For a reference, this is its target.
    let value: DocumentValue
    private let rule: ObjectRule
    /// The keys beside the reference that replace the keys of its target.
    private var beside: [DocumentValue.Member] = []
    /// The keys that were read. They are few, so that searching an array is faster than a set.
    private var taken: [String] = []

    /// If the value is not a map, or if the reference is broken, reports a warning and returns `nil`.
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

    /// Returns the value of a key, for inspection only. The key does not count as read.
    subscript(key: String) -> DocumentValue? { beside.first { $0.key == key }?.value ?? value[key] }

    /// All keys and values, for inspection only. They do not count as read.
    var members: [DocumentValue.Member] {
        guard !beside.isEmpty else { return value.members ?? [] }
        return beside + (value.members ?? []).filter { member in !beside.contains { $0.key == member.key } }
    }

    /// Reads the value of a key. The caller must record the result.
    @discardableResult
    mutating func take(_ key: String) -> DocumentValue? {
        assert(rule.keys.contains(key) || rule.leftOut[key] != nil, "\(key) is not in the table of \(rule.noun)")
        guard let found = self[key] else { return nil }
        taken.append(key)
        if !beside.isEmpty, let hidden = value[key], hidden.range != found.range {
            hidden.leaveOut(.words(.redundant, "a key beside the reference replaces it"))
        }
        return found
    }

    /// Reads the text of a key.
    mutating func text(_ key: String) -> String? { take(key)?.text() }

    /// Reads a key, and returns whether it is `true`.
    mutating func flag(_ key: String) -> Bool { take(key)?.bool() ?? false }

    /// Reads keys and carries their values over.
    mutating func carry(_ keys: [String]) {
        for key in keys { take(key)?.carry() }
    }

    /// Lists keys that have no effect here.
    mutating func leaveOut(_ keys: [String], _ reason: OmissionReason) {
        for key in keys { take(key)?.leaveOut(reason) }
    }

    /// Lists all keys that were not read: keys with a reason in the rule, extensions, and keys that OpenAPI does not define.
    func finish() {
        guard case .mapping(let entries) = value.node.content else { return }
        if entries.isEmpty { value.carry() }
        for entry in entries where !taken.contains(entry.key) {
            let (key, value) = (entry.key, value.child(entry.value, entry.key))
            if let reason = rule.leftOut[key] {
                value.leaveOut(reason)
            } else if key.hasPrefix("x-") {
                // References may lead into an extension. Therefore parts of it may have been read.
                value.run.ledger.leaveOutUntouched(value, .extension)
            } else if rule.keys.contains(key) {
                value.leaveOut(.unused(.noEffect, "it is ignored here"))
            } else {
                value.warn(
                    .unknownKey,
                    "unknown key \(key.quotedForMessage) in \(rule.noun)",
                    at: entry.keyRange,
                    suggestion: key.closestMatch(among: rule.keys.union(rule.leftOut.keys).sorted())
                )
                value.leaveOut(.unused(.invalidDocument, "OpenAPI does not define this key here"))
            }
        }
        for member in beside where !taken.contains(member.key) {
            member.value.leaveOut(.unused(.noEffect, "it is ignored here"))
        }
    }
}

extension DocumentValue {
    /// Returns the target of this reference, or this value, as an object of a kind.
    func resolved(as rule: ObjectRule) -> DocumentValue? { resolved()?.read(as: rule, from: self) }

    /// Returns an object in the form of OpenAPI 3.0.
    ///
    /// - Parameter reference: The value that leads to the object.
    fileprivate func read(as rule: ObjectRule, from reference: DocumentValue) -> DocumentValue {
        guard let kind = rule.swagger, let swagger = run.swagger, node.isMap else { return self }
        return swagger.converted(self, from: reference, to: kind)
    }
}

/// The keys of one kind of object of OpenAPI.
struct ObjectRule {
    /// The name in messages, such as "an operation".
    let noun: String
    /// The keys that are carried over.
    let keys: Set<String>
    /// The keys without a place in specs, each with the reason.
    let leftOut: [String: OmissionReason]
    /// The keys beside a `$ref` that replace the keys of its target. OpenAPI 3.1 allows this for `summary` and `description`.
    /// Documents of OpenAPI 3.0 expect the same.
    let besideReference: Set<String>
    /// Whether the reader follows a `$ref`. Schemas have their own rules for references.
    let followsReferences: Bool
    /// The kind of the object in Swagger 2.0, if the object differs there.
    let swagger: SwaggerDocument.Kind?

    /// - Parameters:
    ///   - keys: The keys, separated by spaces.
    ///   - leftOut: The reasons by their keys. Spaces separate the keys.
    ///   - isWholeBesideReference: Whether all keys may be beside a `$ref`.
    ///   - swagger: The kind of the object in Swagger 2.0, if the object differs there.
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
