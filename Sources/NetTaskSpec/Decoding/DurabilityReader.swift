/// Reads `durable:`, a boolean or a map.
struct DurabilityReader {
    let diagnostics: DiagnosticCollector

    private var values: ValueReader { ValueReader(diagnostics: diagnostics) }

    func durability(_ entry: YAMLNode.Entry) -> Delivery.Durability? {
        guard case .mapping = entry.value.content else {
            guard case .scalar(let scalar) = entry.value.content, ["true", "false"].contains(scalar.text) else {
                diagnostics.error(
                    "`durable` must be true, false or a map, not \(values.written(entry.value))",
                    at: entry.value.range
                )
                return nil
            }
            return scalar.text == "true" ? Delivery.Durability() : nil
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
        var durability = Delivery.Durability()
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
        if let node = reader["requires"] { durability.requirements = requirements(node) }
        if let node = reader["codec"] { durability.codec = codec(node) ?? durability.codec }
        return durability
    }

    /// One word, or a list of them.
    private func requirements(_ node: YAMLNode) -> [Delivery.Durability.Requirement] {
        guard case .sequence(let items) = node.content else {
            return values.choice(node, "requires").map { [$0] } ?? []
        }
        let all: [Delivery.Durability.Requirement] = items.compactMap { values.choice($0, "requires") }
        return Delivery.Durability.Requirement.allCases.filter(all.contains)
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
}
