/// Reads `unique:` and `coalesce:`, which say one thing together.
struct UniquenessReader {
    let diagnostics: DiagnosticCollector

    private var values: ValueReader { ValueReader(diagnostics: diagnostics) }

    /// - Parameter located: Takes the names of the params and where they are.
    func uniqueness(_ reader: MappingReader, _ located: inout LocatedDelivery) -> Delivery.Uniqueness? {
        let coalesces = reader["coalesce"].flatMap { values.bool($0, "coalesce") }
        guard let entry = reader.entry("unique") else {
            return coalesces == true ? Delivery.Uniqueness(identity: .request, policy: .coalesce) : nil
        }
        var params = entry.value
        var policy: Delivery.Uniqueness.Policy?
        if case .mapping = entry.value.content {
            let rule = SpecLanguage.unique
            guard
                let map = MappingReader(entry.value, rule, subject: "`unique`", place: entry.keyRange, diagnostics),
                let node = map["params"]
            else { return nil }
            params = node
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
        guard let identity = identity(params, &located) else { return nil }
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
