/// Decodes the delivery values that are maps or lists, of an endpoint, its group or `defaults`.
extension KeyReader {
    func rate(_ entry: YAMLNode.Entry) -> Delivery.Rate? {
        guard let keys = keys(entry, SpecLanguage.rate) else { return nil }
        let limit = keys.entry("limit").flatMap { keys.count($0) }
        let per = keys.duration("per")
        let key = keys.entry("key").flatMap { limitKey($0) }
        guard let limit, let per else { return nil }
        return Delivery.Rate(limit: limit, per: per, key: key)
    }

    func limitKey(_ entry: YAMLNode.Entry) -> String? {
        guard let text = shortText(entry.value, entry.key) else { return nil }
        if text.contains(where: { !$0.isWhitespace }) { return text }
        return at(entry.value.range, .emptyValue).error("`\(entry.key)` cannot be empty")
            .note("write a key that the tasks share, such as `uploads`, or remove `key` to use the host").none()
    }

    /// A whole number of at least the minimum that the language declares for the key.
    func count(_ entry: YAMLNode.Entry) -> Int? {
        guard case .count(let minimum) = rule.key(entry.key)?.value else { return nil }
        return count(entry.value, entry.key, from: minimum)
    }

    func duration(_ entry: YAMLNode.Entry, mayBeZero: Bool) -> Duration? {
        duration(entry.value, entry.key, mayBeZero: mayBeZero)
    }

    func retry(_ entry: YAMLNode.Entry) -> Retry? {
        guard let retry = part(entry, SpecLanguage.retry, Retry()) else { return nil }
        checkInterval(retry, at: entry.keyRange)
        return retry
    }

    /// An exponential interval that begins above its own limit would be silently shortened.
    private func checkInterval(_ retry: Retry, at range: SourceRange) {
        guard retry.backoff == .exponential, let interval = retry.interval,
            interval > retry.maxInterval ?? RuntimeDefaults.maxRetryInterval.duration
        else { return }
        let limit = RuntimeDefaults.maxRetryInterval.described("maxInterval", retry.maxInterval)
        at(range, .conflictingTimes).error("`interval` is longer than \(limit), so the wait would be shortened")
            .note("use a shorter `interval` or a longer `maxInterval`")
    }

    // MARK: Durability

    /// `durable:`, a boolean or a map.
    func durability(_ entry: YAMLNode.Entry) -> Delivery.Durability? {
        let node = entry.value
        guard node.isMap else {
            if let isDurable = node.text.flatMap(Bool.init) { return isDurable ? Delivery.Durability() : nil }
            return at(node.range, .wrongKind)
                .error("`durable` must be true, false or a map, not \(node.written)").none()
        }
        return part(entry, SpecLanguage.durable, Delivery.Durability())
    }

    /// One word, or a list of them.
    func requirements(_ node: YAMLNode) -> [Delivery.Durability.Requirement] {
        guard case .sequence(let items) = node.content else { return choice(node, "requires").map { [$0] } ?? [] }
        let all: [Delivery.Durability.Requirement] = items.compactMap { choice($0, "requires") }
        return Delivery.Durability.Requirement.allCases.filter(all.contains)
    }

    func payloadVersion(_ entry: YAMLNode.Entry) -> Int? {
        let maximum = Delivery.Durability.maxPayloadVersion
        guard let version = count(entry) else { return nil }
        if version <= maximum { return version }
        return at(entry.value.range, .numberOutOfRange).error("`payloadVersion` must be at most \(maximum)").none()
    }

    func codec(_ node: YAMLNode) -> String? {
        guard let text = shortText(node, "codec") else { return nil }
        if SwiftIdentifier.isValid(text) { return text }
        return at(node.range, .invalidName).error("\(text.quotedForMessage) is not a valid name of a codec")
            .note("write the name with which the codec is added to the queue, such as `Vault`").none()
    }

}

/// Decodes the delivery keys of endpoints only.
extension SpecDecoder {
    func readDelivery(_ keys: KeyReader, _ endpoint: inout Endpoint) {
        endpoint.delivery.idempotencyKey = keys.entry("idempotencyKey").flatMap { idempotencyKey($0) }
        endpoint.delivery.uniqueness = uniqueness(keys)
    }

    // MARK: The idempotency key

    /// `idempotencyKey:`, the name of a header or a map.
    private func idempotencyKey(_ entry: YAMLNode.Entry) -> Delivery.IdempotencyKey? {
        var header = entry.value
        var isQuoted = false
        if entry.value.isMap {
            guard let keys = keys(entry, SpecLanguage.idempotencyKey), let node = keys["header"] else { return nil }
            header = node
            isQuoted = keys.bool("quoted") ?? false
        }
        guard let name = shortText(header, "idempotencyKey"), checkHeaderName(name, at: header.range) else {
            return nil
        }
        guard !["true", "false"].contains(name) else {
            return at(header.range, .wrongKind).error("`idempotencyKey` must be the name of a header, not \(name)")
                .note("most servers use `Idempotency-Key`").none()
        }
        guard !Self.usedOtherwise.contains(name.lowercased()) else {
            return at(header.range, .reservedHeader)
                .error("the header `\(name)` has another meaning and cannot contain the idempotency key")
                .note("most servers use `Idempotency-Key`").none()
        }
        return Delivery.IdempotencyKey(header: name, isQuoted: isQuoted)
    }

    /// A key in one of these headers, or a missing header, would change the meaning of the request.
    private static let usedOtherwise: Set = [
        "accept", "authorization", "connection", "content-encoding", "content-type", "cookie", "date", "expect", "host",
        "if-match", "if-none-match", "proxy-authorization", "range", "te", "upgrade", "user-agent",
    ]

    // MARK: Uniqueness

    /// `unique:` and `coalesce:`, which together determine the handling of duplicates.
    private func uniqueness(_ keys: KeyReader) -> Delivery.Uniqueness? {
        let coalesces = keys.bool("coalesce")
        guard let entry = keys.entry("unique") else {
            return coalesces == true ? Delivery.Uniqueness(identity: .request, policy: .coalesce) : nil
        }
        var params = entry.value
        var policy: Delivery.Uniqueness.Policy?
        if entry.value.isMap {
            guard let map = self.keys(entry, SpecLanguage.unique), let node = map["params"] else { return nil }
            params = node
            policy = map.choice("policy")
        }
        if let policy, let coalesces, coalesces != (policy == .coalesce), let other = keys.entry("coalesce") {
            at(other.keyRange, .conflictingKeys)
                .error("`coalesce: \(coalesces)` contradicts `policy: \(policy.rawValue)`")
                .note("`unique` is set here; remove one of them", at: entry.keyRange)
        }
        guard let identity = identity(params) else { return nil }
        return Delivery.Uniqueness(identity: identity, policy: policy ?? (coalesces == true ? .coalesce : .rejectNew))
    }

    private func identity(_ node: YAMLNode) -> Delivery.Uniqueness.Identity? {
        switch node.content {
        case .scalar(let scalar) where scalar.text == "all":
            return .request
        case .sequence(let items) where items.isEmpty:
            return at(node.range, .emptyValue)
                .error("`unique` is empty, so all tasks of this endpoint would be duplicates")
                .note("add params, or write `all` for the whole request").none()
        case .sequence(let items):
            let names = names(items, again: { "duplicate \($0.quotedForMessage) in `unique`" }) { item -> String? in
                if let name = item.text, !item.isMissing { return name }
                return at(item.range, .wrongKind).error("`unique` must contain names of params, not \(item.kind)")
                    .none()
            }
            return .params(names.map(\.value))
        case .scalar, .mapping:
            return at(node.range, .wrongKind)
                .error("`unique` must be a list of params, or `all`, not \(node.written)").none()
        }
    }
}
