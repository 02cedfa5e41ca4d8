/// Reads the values of delivery that are more than single values: of an endpoint, its group or `defaults`.
extension KeyReader {
    func rate(_ entry: YAMLNode.Entry) -> Delivery.Rate? {
        guard let keys = keys(entry, SpecLanguage.rate) else { return nil }
        let limit = keys["limit"].flatMap { node -> Int? in
            let limit = count(node, "limit")
            return limit != 0
                ? limit
                : at(node.range, .numberOutOfRange).error("`limit` must be at least 1, or nothing could ever be sent")
                    .none()
        }
        let per = keys.duration("per")
        let key = keys.entry("key").flatMap { limitKey($0) }
        guard let limit, let per else { return nil }
        return Delivery.Rate(limit: limit, per: per, key: key)
    }

    func limitKey(_ entry: YAMLNode.Entry) -> String? {
        guard let text = shortText(entry.value, entry.key) else { return nil }
        if text.contains(where: { !$0.isWhitespace }) { return text }
        return at(entry.value.range, .emptyValue).error("`\(entry.key)` cannot be empty")
            .note("name what its tasks share, such as `uploads`; without it they share by host").none()
    }

    func duration(_ entry: YAMLNode.Entry, mayBeZero: Bool) -> Duration? {
        duration(entry.value, entry.key, mayBeZero: mayBeZero)
    }

    func retry(_ entry: YAMLNode.Entry) -> Retry? {
        guard let retry = part(entry, SpecLanguage.retry, Retry()) else { return nil }
        checkInterval(retry, at: entry.keyRange)
        return retry
    }

    /// An exponential interval that begins past its own limit would be cut without a word.
    private func checkInterval(_ retry: Retry, at range: SourceRange) {
        guard retry.backoff == .exponential, let interval = retry.interval,
            interval > retry.maxInterval ?? RuntimeDefaults.maxRetryInterval.duration
        else { return }
        let limit = RuntimeDefaults.maxRetryInterval.described("maxInterval", retry.maxInterval)
        at(range, .conflictingTimes).error("`interval` is longer than \(limit), and would be cut to it")
            .note("give a shorter `interval` or a longer `maxInterval`")
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

    func maxRunCount(_ node: YAMLNode) -> Int? {
        let count = count(node, "maxRunCount")
        return count != 0
            ? count
            : at(node.range, .numberOutOfRange)
                .error("`maxRunCount` must be at least 1, or the task would never be run").none()
    }

    /// One word, or a list of them.
    func requirements(_ node: YAMLNode) -> [Delivery.Durability.Requirement] {
        guard case .sequence(let items) = node.content else { return choice(node, "requires").map { [$0] } ?? [] }
        let all: [Delivery.Durability.Requirement] = items.compactMap { choice($0, "requires") }
        return Delivery.Durability.Requirement.allCases.filter(all.contains)
    }

    func payloadVersion(_ node: YAMLNode) -> Int? {
        guard let version = node.text.flatMap(ScalarKind.integer) else {
            return at(node.range, .wrongKind)
                .error("`payloadVersion` must be a whole number, not \(node.written)").none()
        }
        let maximum = Delivery.Durability.maxPayloadVersion
        guard (1...maximum).contains(version) else {
            return at(node.range, .numberOutOfRange)
                .error("`payloadVersion` must be from 1 to \(maximum), not \(node.written)")
                .note("leave it out, which is 1, and count up from there")
                .none()
        }
        return version
    }

    func codec(_ node: YAMLNode) -> String? {
        guard let text = shortText(node, "codec") else { return nil }
        if SwiftIdentifier.isValid(text) { return text }
        return at(node.range, .invalidName).error("\(text.quotedForMessage) cannot be the name of a codec")
            .note("such a name is a word like `Vault`, by which the queue is given the codec").none()
    }

}

/// Reads what an endpoint alone says of delivery.
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
            return at(header.range, .wrongKind).error("`idempotencyKey` is the name of a header, not \(name)")
                .note("most servers call it `Idempotency-Key`").none()
        }
        guard !Self.usedOtherwise.contains(name.lowercased()) else {
            return at(header.range, .reservedHeader)
                .error("the header `\(name)` has a meaning of its own, and cannot take the idempotency key")
                .note("most servers call it `Idempotency-Key`").none()
        }
        return Delivery.IdempotencyKey(header: name, isQuoted: isQuoted)
    }

    /// Without one of these, or with a key in it, a request is another one.
    private static let usedOtherwise: Set = [
        "accept", "authorization", "connection", "content-encoding", "content-type", "cookie", "date", "expect", "host",
        "if-match", "if-none-match", "proxy-authorization", "range", "te", "upgrade", "user-agent",
    ]

    // MARK: Uniqueness

    /// `unique:` and `coalesce:`, which say one thing together.
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
                .note("`unique` is here; leave one of the two out", at: entry.keyRange)
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
                .error("`unique` names no param, so that all tasks of this endpoint would be the same")
                .note("name params, or write `all` for the whole request").none()
        case .sequence(let items):
            let names = names(items, again: { "`unique` names \($0.quotedForMessage) twice" }) { item -> String? in
                if let name = item.text, !item.isMissing { return name }
                return at(item.range, .wrongKind).error("`unique` must hold names of params, not \(item.kind)").none()
            }
            return .params(names.map(\.value))
        case .scalar, .mapping:
            return at(node.range, .wrongKind)
                .error("`unique` must be a list of params, or `all`, not \(node.written)").none()
        }
    }
}
