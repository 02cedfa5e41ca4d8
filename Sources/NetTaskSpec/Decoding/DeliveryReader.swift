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
    /// - Parameter written: The endpoint without what it inherits.
    func endpoint(
        _ reader: MappingReader,
        _ written: YAMLNode,
        over defaults: LocatedDelivery
    ) -> LocatedDelivery {
        var located = LocatedDelivery(
            delivery: defaults.delivery,
            own: reader.places,
            inherited: defaults.own,
            ownCondition: written["retry"]?.entry("when")?.keyRange
        )
        readAll(reader, &located.delivery)
        located.delivery.isIdempotent = reader["idempotent"].flatMap { values.bool($0, "idempotent") }
        located.delivery.idempotencyKey = reader.entry("idempotencyKey").flatMap {
            IdempotencyKeyReader(diagnostics: diagnostics).idempotencyKey($0)
        }
        located.delivery.uniqueness = UniquenessReader(diagnostics: diagnostics).uniqueness(reader, &located)
        if !located.uniqueNames.isEmpty, case .mapping(let params) = reader["params"]?.content {
            located.declaredParams = Set(params.map(\.key))
        }
        return located
    }

    private func readAll(_ reader: MappingReader, _ delivery: inout Delivery) {
        if let entry = reader.entry("durable") {
            delivery.durability = DurabilityReader(diagnostics: diagnostics).durability(entry)
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
}
