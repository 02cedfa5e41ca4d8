@testable import NetTaskImport
@testable import NetTaskSpec

extension WholeSpecWriter {
    /// What settings say, each by its key. Those that are as without a word are left out.
    static func keys(of settings: EndpointSettings) -> SpecMap {
        var keys = SpecMap()
        if settings.encoding != .form { keys.add("encoding", settings.encoding.rawValue) }
        var headers = SpecMap(isCompact: true)
        for header in settings.headers { headers.add(header.name, header.value) }
        keys.add("headers", headers)
        var constants = SpecMap(isCompact: true)
        for constant in settings.constants { constants.add(constant.name, node(constant.value)) }
        keys.add("constants", constants)
        if !settings.auth.isEmpty { keys.add("auth", node(auth: settings.auth)) }
        if !settings.scopes.isEmpty { keys.add("scopes", .list(settings.scopes.map { .text($0) })) }
        keys.add("retry", settings.retry.map(node))
        keys.add("timeout", settings.timeout)
        keys.add("deadline", settings.deadline)
        add(settings.delivery, to: &keys)
        if !settings.isMutable { keys.add("mutable", .literal("false")) }
        keys.add("validate", flag: settings.isValidated)
        for own in settings.extensions { keys.add(own.name, node(own.value)) }
        return keys
    }

    /// - Parameter alternatives: The alternatives of the authentication.
    private static func node(auth alternatives: [[String]]) -> SpecNode {
        func node(_ names: [String]) -> SpecNode {
            names.count > 1 ? .list(names.map { .text($0) }) : .text(names.first ?? TypeReference.noneWord)
        }
        guard alternatives.count > 1 else { return node(alternatives.first ?? []) }
        var map = SpecMap(isCompact: true)
        map.add("anyOf", .list(alternatives.map(node)))
        return .map(map)
    }

    private static func node(_ value: Endpoint.Constant.Value) -> SpecNode {
        switch value {
        case .string(let text): .text(text)
        case .integer(let number): .literal(String(number))
        case .number(let text): .literal(text)
        case .bool(let flag): .literal(String(flag))
        case .null: .literal("null")
        }
    }

    static func node(_ value: ExtensionValue) -> SpecNode {
        switch value {
        case .null: return .literal("null")
        case .bool(let flag): return .literal(String(flag))
        case .integer(let number): return .literal(String(number))
        case .number(let text): return .literal(text)
        case .string(let text): return .text(text)
        case .list(let values): return .list(values.map(node))
        case .map(let members):
            var map = SpecMap(isCompact: true)
            for member in members { map.add(member.name, node(member.value)) }
            return .map(map)
        }
    }

    private static func node(_ retry: Retry) -> SpecNode {
        var keys = SpecMap(isCompact: true)
        keys.add("maxRetryCount", retry.maxRetryCount)
        keys.add("interval", retry.interval)
        keys.add("backoff", retry.backoff?.rawValue)
        keys.add("maxInterval", retry.maxInterval)
        keys.add("jitter", retry.jitter.map { .literal(String($0)) })
        keys.add("when", retry.when?.rawValue)
        return .map(keys)
    }

    private static func add(_ delivery: Delivery, to keys: inout SpecMap) {
        keys.add("idempotent", delivery.isIdempotent.map { .literal(String($0)) })
        if let key = delivery.idempotencyKey {
            var map = SpecMap(isCompact: true)
            map.add("header", key.header)
            map.add("quoted", flag: key.isQuoted)
            keys.add("idempotencyKey", map.shortened("header"))
        }
        keys.add("durable", delivery.durability.map(node))
        if let uniqueness = delivery.uniqueness {
            var map = SpecMap(isCompact: true)
            switch uniqueness.identity {
            case .request: map.add("params", "all")
            case .params(let names): map.add("params", .list(names.map { .text($0) }))
            }
            if uniqueness.policy != .rejectNew { map.add("policy", uniqueness.policy.rawValue) }
            keys.add("unique", map.shortened("params"))
        }
        keys.add("priority", delivery.priority?.rawValue)
        keys.add("expires", delivery.expires)
        keys.add("limitKey", delivery.limitKey)
        if let rate = delivery.rate {
            var map = SpecMap(isCompact: true)
            map.add("limit", rate.limit)
            map.add("per", rate.per)
            map.add("key", rate.key)
            keys.add("rate", .map(map))
        }
    }

    private static func node(_ durability: Delivery.Durability) -> SpecNode {
        var keys = SpecMap(isCompact: true)
        keys.add("maxRunCount", durability.maxRunCount)
        keys.add("interval", durability.interval)
        keys.add("maxInterval", durability.maxInterval)
        keys.add("codec", durability.codec)
        keys.add("requires", durability.requirements.map { .list($0.map { .text($0.rawValue) }) })
        keys.add("payloadVersion", durability.payloadVersion)
        return keys.items.isEmpty ? .literal("true") : .map(keys)
    }
}

extension SpecMap {
    mutating func add(_ key: String, _ number: Int?) {
        add(key, number.map { .literal(String($0)) })
    }

    mutating func add(_ key: String, _ duration: Duration?) {
        guard let duration else { return }
        let (seconds, attoseconds) = duration.components
        let milliseconds = attoseconds / 1_000_000_000_000_000
        let rest = attoseconds % 1_000_000_000_000_000 / 1_000_000_000
        let fraction = rest == 0 ? "" : "." + String(String(1_000_000 + rest).dropFirst())
        let isWhole = milliseconds == 0 && rest == 0
        add(key, isWhole ? "\(seconds)s" : "\(seconds * 1000 + milliseconds)\(fraction)ms")
    }

    /// What has to be merged over another map to get this one.
    func difference(from other: SpecMap) -> SpecMap {
        var difference = SpecMap(isCompact: isCompact)
        for case .entry(let key, let value, _) in items {
            guard let inherited = other[key] else {
                difference.add(key, value)
                continue
            }
            if case .map(let own) = value, case .map(let others) = inherited {
                difference.add(key, own.difference(from: others))
            } else if value != inherited {
                difference.add(key, value)
            }
        }
        for case .entry(let key, _, _) in other.items where self[key] == nil { difference.add(key, .literal("null")) }
        return difference
    }

    subscript(key: String) -> SpecNode? {
        for case .entry(key, let value, _) in items { return value }
        return nil
    }
}
