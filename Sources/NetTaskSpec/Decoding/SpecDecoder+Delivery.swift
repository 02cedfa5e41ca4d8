/// What is said of delivery, with the places that later checks complain about.
struct LocatedDelivery {
    var delivery = Delivery()
    /// Where each key stands that the endpoint has itself, other keys than those of delivery too.
    var own: [String: SourceRange] = [:]
    /// Where each key stands that it inherits.
    var inherited: [String: SourceRange] = [:]
    /// The params that `unique` names.
    var uniqueNames: [Located<String>] = []
    /// The names of all params, also of those that could not be read; nil where `params` could not.
    var declaredParams: Set<String>? = []
    /// Where the endpoint's own `retry` says `when`.
    var ownCondition: SourceRange?

    func place(of key: String) -> SourceRange? { own[key] ?? inherited[key] }
}

/// Reads how a task is delivered: of an endpoint, or of the defaults.
extension SpecDecoder {
    /// What an endpoint says besides what `defaults` can say too.
    ///
    /// - Parameters:
    ///   - delivery: What it says of that, or inherits.
    ///   - written: The endpoint without what it inherits.
    func delivery(_ keys: KeyReader, over delivery: Delivery, _ written: YAMLNode) -> LocatedDelivery {
        let own = Set(written.entries.map(\.key))
        var located = LocatedDelivery(
            delivery: delivery,
            own: keys.places.filter { own.contains($0.key) },
            inherited: keys.places.filter { !own.contains($0.key) },
            ownCondition: written["retry"]?.entry("when")?.keyRange
        )
        located.delivery.isIdempotent = keys.bool("idempotent")
        located.delivery.idempotencyKey = keys.entry("idempotencyKey").flatMap { idempotencyKey($0) }
        located.delivery.uniqueness = uniqueness(keys, &located)
        if !located.uniqueNames.isEmpty { located.declaredParams = keys["params"].declaredNames }
        return located
    }

    /// What an endpoint, its group or `defaults` says.
    func delivery(_ keys: KeyReader) -> Delivery {
        Delivery(
            durability: keys.entry("durable").flatMap { durability($0) },
            priority: keys.choice("priority"),
            expires: keys.duration("expires"),
            limitKey: keys["limitKey"].flatMap { limitKey($0, "limitKey") },
            rate: keys.entry("rate").flatMap { rate($0) }
        )
    }

    private func rate(_ entry: YAMLNode.Entry) -> Delivery.Rate? {
        guard let keys = keys(entry, SpecLanguage.rate) else { return nil }
        let limit = keys.count("limit")
        let per = keys.duration("per")
        let key = keys["key"].flatMap { limitKey($0, "key") }
        if limit == 0, let node = keys["limit"] {
            at(node.range).error("`limit` must be at least 1, or nothing could ever be sent")
            return nil
        }
        guard let limit, let per else { return nil }
        return Delivery.Rate(limit: limit, per: per, key: key)
    }

    private func limitKey(_ node: YAMLNode, _ key: String) -> String? {
        guard let text = shortText(node, key) else { return nil }
        if text.contains(where: { !$0.isWhitespace }) { return text }
        return at(node.range).error("`\(key)` cannot be empty")
            .note("name what its tasks share, such as `uploads`; without it they share by host").none()
    }

    func retry(_ entry: YAMLNode.Entry) -> Retry? {
        guard let keys = keys(entry, SpecLanguage.retry) else { return nil }
        let retry = Retry(
            maxRetryCount: keys.count("maxRetryCount"),
            interval: keys.duration("interval", mayBeZero: true),
            backoff: keys.choice("backoff"),
            maxInterval: keys.duration("maxInterval", mayBeZero: true),
            jitter: keys.bool("jitter"),
            when: keys.choice("when")
        )
        checkInterval(retry, at: entry.keyRange)
        return retry
    }

    /// An exponential interval that begins past its own limit would be cut without a word.
    private func checkInterval(_ retry: Retry, at range: SourceRange) {
        guard retry.backoff == .exponential, let interval = retry.interval,
            interval > retry.maxInterval ?? RuntimeDefaults.maxRetryInterval.duration
        else { return }
        let limit = RuntimeDefaults.maxRetryInterval.described("maxInterval", retry.maxInterval)
        at(range).error("`interval` is longer than \(limit), and would be cut to it")
            .note("give a shorter `interval` or a longer `maxInterval`")
    }

    // MARK: Durability

    /// `durable:`, a boolean or a map.
    private func durability(_ entry: YAMLNode.Entry) -> Delivery.Durability? {
        let node = entry.value
        guard node.isMap else {
            if let isDurable = node.text.flatMap(Bool.init) { return isDurable ? Delivery.Durability() : nil }
            return at(node.range).error("`durable` must be true, false or a map, not \(node.written)").none()
        }
        guard let keys = keys(entry, SpecLanguage.durable) else { return nil }
        var durability = Delivery.Durability(
            maxRunCount: keys.count("maxRunCount"),
            interval: keys.duration("interval", mayBeZero: true),
            maxInterval: keys.duration("maxInterval"),
            codec: keys["codec"].flatMap { codec($0) },
            requirements: keys["requires"].map { requirements($0) },
            payloadVersion: keys["payloadVersion"].flatMap { payloadVersion($0) }
        )
        if durability.maxRunCount == 0, let node = keys["maxRunCount"] {
            at(node.range).error("`maxRunCount` must be at least 1, or the task would never be run")
            durability.maxRunCount = nil
        }
        return durability
    }

    /// One word, or a list of them.
    private func requirements(_ node: YAMLNode) -> [Delivery.Durability.Requirement] {
        guard case .sequence(let items) = node.content else { return choice(node, "requires").map { [$0] } ?? [] }
        let all: [Delivery.Durability.Requirement] = items.compactMap { choice($0, "requires") }
        return Delivery.Durability.Requirement.allCases.filter(all.contains)
    }

    private func payloadVersion(_ node: YAMLNode) -> Int? {
        guard let version = node.text.flatMap(ScalarKind.integer) else {
            return at(node.range).error("`payloadVersion` must be a whole number, not \(node.written)").none()
        }
        let maximum = Delivery.Durability.maxPayloadVersion
        guard (1...maximum).contains(version) else {
            return at(node.range).error("`payloadVersion` must be from 1 to \(maximum), not \(node.written)")
                .note("leave it out, which is 1, and count up from there")
                .none()
        }
        return version
    }

    private func codec(_ node: YAMLNode) -> String? {
        guard let text = shortText(node, "codec") else { return nil }
        if SwiftIdentifier.isValid(text) { return text }
        return at(node.range).error("\(text.quotedForMessage) cannot be the name of a codec")
            .note("such a name is a word like `Vault`, by which the queue is given the codec").none()
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
            return at(header.range).error("`idempotencyKey` is the name of a header, not \(name)")
                .note("most servers call it `Idempotency-Key`").none()
        }
        guard !Self.usedOtherwise.contains(name.lowercased()) else {
            return at(header.range)
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
    private func uniqueness(_ keys: KeyReader, _ located: inout LocatedDelivery) -> Delivery.Uniqueness? {
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
            at(other.keyRange).error("`coalesce: \(coalesces)` contradicts `policy: \(policy.rawValue)`")
                .note("`unique` is here; leave one of the two out", at: entry.keyRange)
        }
        guard let identity = identity(params, &located) else { return nil }
        return Delivery.Uniqueness(identity: identity, policy: policy ?? (coalesces == true ? .coalesce : .rejectNew))
    }

    private func identity(_ node: YAMLNode, _ located: inout LocatedDelivery) -> Delivery.Uniqueness.Identity? {
        switch node.content {
        case .scalar(let scalar) where scalar.text == "all":
            return .request
        case .sequence(let items) where items.isEmpty:
            return at(node.range).error("`unique` names no param, so that all tasks of this endpoint would be the same")
                .note("name params, or write `all` for the whole request").none()
        case .sequence(let items):
            var places: [String: SourceRange] = [:]
            for item in items {
                guard let name = item.text, !item.isMissing else {
                    at(item.range).error("`unique` must hold names of params, not \(item.kind)")
                    continue
                }
                guard let first = places[name] else {
                    places[name] = item.range
                    located.uniqueNames.append(Located(name, at: item.range))
                    continue
                }
                at(item.range).error("`unique` names \(name.quotedForMessage) twice")
                    .note("first used here", at: first)
            }
            return .params(located.uniqueNames.map(\.value))
        case .scalar, .mapping:
            return at(node.range).error("`unique` must be a list of params, or `all`, not \(node.written)").none()
        }
    }
}
