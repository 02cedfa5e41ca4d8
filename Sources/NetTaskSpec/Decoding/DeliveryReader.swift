/// Reads how a task is delivered: of an endpoint, or of the defaults.
struct DeliveryReader {
    let diagnostics: DiagnosticCollector

    private var values: ValueReader { ValueReader(diagnostics: diagnostics) }

    /// What the defaults say.
    func defaults(_ reader: MappingReader) -> LocatedDelivery {
        var located = LocatedDelivery(own: reader.places)
        readAll(reader, &located.delivery)
        return located
    }

    /// What an endpoint says, over what the defaults say.
    func endpoint(_ reader: MappingReader, over defaults: LocatedDelivery) -> LocatedDelivery {
        var located = LocatedDelivery(
            delivery: defaults.delivery,
            own: reader.places,
            inherited: defaults.own,
            ownCondition: place(of: "when", in: reader["retry"])
        )
        readAll(reader, &located.delivery)
        located.delivery.isIdempotent = reader["idempotent"].flatMap { values.bool($0, "idempotent") }
        located.delivery.idempotencyKey = reader.entry("idempotencyKey").flatMap(idempotencyKey)
        located.delivery.uniqueness = uniqueness(reader, &located)
        if !located.uniqueNames.isEmpty, case .mapping(let params) = reader["params"]?.content {
            located.declaredParams = Set(params.map(\.key))
        }
        return located
    }

    private func readAll(_ reader: MappingReader, _ delivery: inout Delivery) {
        if let entry = reader.entry("durable") {
            delivery.durability = durability(entry, over: delivery.durability)
        }
        if let node = reader["priority"] { delivery.priority = values.choice(node, "priority") }
        if let node = reader["expires"] { delivery.expires = values.duration(node, "expires") }
        if let node = reader["limitKey"] { delivery.limitKey = limitKey(node) }
    }

    private func limitKey(_ node: YAMLNode) -> String? {
        guard let text = values.text(node, "limitKey"),
            NameReader(diagnostics: diagnostics).checkLength(text, at: node.range)
        else { return nil }
        guard text.contains(where: { !$0.isWhitespace }) else {
            diagnostics.error(
                "`limitKey` cannot be empty",
                at: node.range,
                notes: [
                    .init("name what its tasks share, such as `uploads`; without it they share by host", at: node.range)
                ]
            )
            return nil
        }
        return text
    }

    private func place(of key: String, in node: YAMLNode?) -> SourceRange? {
        guard case .mapping(let entries) = node?.content else { return nil }
        return entries.first { $0.key == key }?.keyRange
    }

    // MARK: The key of an idempotent request

    private func idempotencyKey(_ entry: YAMLNode.Entry) -> Delivery.IdempotencyKey? {
        var header = entry.value
        var isQuoted = false
        if case .mapping = entry.value.content {
            let rule = SpecLanguage.idempotencyKey
            guard
                let reader = MappingReader(
                    entry.value,
                    rule,
                    subject: "`idempotencyKey`",
                    place: entry.keyRange,
                    diagnostics
                ),
                let node = reader["header"]
            else { return nil }
            header = node
            isQuoted = reader["quoted"].flatMap { values.bool($0, "quoted") } ?? false
        }
        guard let name = values.text(header, "idempotencyKey"),
            NameReader(diagnostics: diagnostics).checkLength(name, at: header.range),
            HeaderRule.checkName(name, at: header.range, diagnostics)
        else { return nil }
        guard !["true", "false"].contains(name) else {
            diagnostics.error(
                "`idempotencyKey` is the name of a header, not \(name)",
                at: header.range,
                notes: [.init("most servers call it `Idempotency-Key`", at: header.range)]
            )
            return nil
        }
        guard !Self.usedOtherwise.contains(name.lowercased()) else {
            diagnostics.error(
                "the header `\(name)` has a meaning of its own, and cannot take the idempotency key",
                at: header.range,
                notes: [.init("most servers call it `Idempotency-Key`", at: header.range)]
            )
            return nil
        }
        return Delivery.IdempotencyKey(header: name, isQuoted: isQuoted)
    }

    /// Without one of these, or with a key in it, a request is another one.
    private static let usedOtherwise: Set = [
        "accept", "authorization", "connection", "content-encoding", "content-type", "cookie", "date", "expect", "host",
        "if-match", "if-none-match", "proxy-authorization", "range", "te", "upgrade", "user-agent",
    ]

    // MARK: Durability

    private func durability(_ entry: YAMLNode.Entry, over defaults: Delivery.Durability?) -> Delivery.Durability? {
        guard case .mapping = entry.value.content else {
            guard case .scalar(let scalar) = entry.value.content, ["true", "false"].contains(scalar.text) else {
                diagnostics.error(
                    "`durable` must be true, false or a map, not \(values.written(entry.value))",
                    at: entry.value.range
                )
                return nil
            }
            return scalar.text == "true" ? defaults ?? Delivery.Durability() : nil
        }
        guard
            let reader = MappingReader(
                entry.value,
                SpecLanguage.durable,
                subject: "`durable`",
                place: entry.keyRange,
                diagnostics
            )
        else { return nil }
        var durability = defaults ?? Delivery.Durability()
        if let node = reader["maxRunCount"], let count = values.count(node, "maxRunCount") {
            if count == 0 {
                diagnostics.error(
                    "`maxRunCount` must be at least 1, or the task would never be run",
                    at: node.range
                )
            } else {
                durability.maxRunCount = count
            }
        }
        if let node = reader["interval"] { durability.interval = values.duration(node, "interval") }
        if let node = reader["maxInterval"] { durability.maxInterval = values.duration(node, "maxInterval") }
        if let node = reader["codec"] { durability.codec = codec(node) ?? durability.codec }
        return durability
    }

    private func codec(_ node: YAMLNode) -> String? {
        guard let text = values.text(node, "codec"),
            NameReader(diagnostics: diagnostics).checkLength(text, at: node.range)
        else { return nil }
        guard SwiftIdentifier.isValid(text) else {
            diagnostics.error(
                "\(text.quotedForMessage) cannot be the name of a codec",
                at: node.range,
                notes: [
                    .init("such a name is a word like `Vault`, by which the queue is given the codec", at: node.range)
                ]
            )
            return nil
        }
        return text
    }

    // MARK: Uniqueness

    private func uniqueness(_ reader: MappingReader, _ located: inout LocatedDelivery) -> Delivery.Uniqueness? {
        let coalesces = reader["coalesce"].flatMap { values.bool($0, "coalesce") }
        guard let entry = reader.entry("unique") else {
            return coalesces == true ? Delivery.Uniqueness(identity: .request, policy: .coalesce) : nil
        }
        var fields = entry.value
        var policy: Delivery.Uniqueness.Policy?
        if case .mapping = entry.value.content {
            let rule = SpecLanguage.unique
            guard
                let map = MappingReader(entry.value, rule, subject: "`unique`", place: entry.keyRange, diagnostics),
                let node = map["fields"]
            else { return nil }
            fields = node
            policy = map["policy"].flatMap { values.choice($0, "policy") }
        }
        if let policy, let coalesces, coalesces != (policy == .coalesce), let place = reader.entry("coalesce")?.keyRange
        {
            diagnostics.error(
                "`coalesce: \(coalesces)` contradicts `policy: \(policy.rawValue)`",
                at: place,
                notes: [.init("`unique` is here; leave one of the two out", at: entry.keyRange)]
            )
        }
        guard let identity = identity(fields, &located) else { return nil }
        return Delivery.Uniqueness(identity: identity, policy: policy ?? (coalesces == true ? .coalesce : .rejectNew))
    }

    private func identity(_ node: YAMLNode, _ located: inout LocatedDelivery) -> Delivery.Uniqueness.Identity? {
        switch node.content {
        case .scalar(let scalar) where scalar.text == "all":
            return .request
        case .sequence(let items) where items.isEmpty:
            diagnostics.error(
                "`unique` names no param, so that all tasks of this endpoint would be the same",
                at: node.range,
                notes: [.init("name params, or write `all` for the whole request", at: node.range)]
            )
            return nil
        case .sequence(let items):
            var places: [String: SourceRange] = [:]
            for item in items {
                guard case .scalar(let scalar) = item.content, !item.isMissing else {
                    diagnostics.error("`unique` must hold names of params, not \(item.kind)", at: item.range)
                    continue
                }
                if let first = places[scalar.text] {
                    diagnostics.error(
                        "`unique` names \(scalar.text.quotedForMessage) for the second time",
                        at: item.range,
                        notes: [.init("it is here first", at: first)]
                    )
                    continue
                }
                places[scalar.text] = item.range
                located.uniqueNames.append((scalar.text, item.range))
            }
            return .params(located.uniqueNames.map(\.name))
        case .scalar, .mapping:
            diagnostics.error(
                "`unique` must be a list of params, or `all`, not \(values.written(node))",
                at: node.range
            )
            return nil
        }
    }
}
