import NetTaskSpec

/// Makes entries of shapes.
struct ShapeWriter {
    let directions: ShapeDirections
    let fields: FieldWriter

    func node(_ shape: ShapeDraft) -> SpecNode {
        var keys = SpecMap()
        keys.add("description", shape.description)
        keys.add("deprecated", flag: shape.isDeprecated)
        switch shape.kind {
        case .object(let fields):
            let map = self.fields.map(
                of: fields,
                .field(isSent: directions.isSent(shape.name), isRead: directions.isRead(shape.name))
            )
            keys.add("fields", .map(map))
        case .enumeration(let enumeration):
            keys.add("enum", values(of: enumeration))
            keys.add("closed", flag: enumeration.isClosed)
        case .alternatives(let alternatives):
            keys.add("oneOf", cases(of: alternatives))
            keys.add("discriminator", alternatives.discriminator)
            if alternatives.choice != .first { keys.add("choose", alternatives.choice.rawValue) }
        }
        return .map(keys)
    }

    /// A list where the names are those that the values give by themselves.
    private func values(of enumeration: EnumerationDraft) -> SpecNode {
        let isNamed = enumeration.cases.contains { $0.name != MemberNames.nameInSpec(for: $0.value) }
        guard isNamed else { return .list(enumeration.cases.map { value($0.value, enumeration) }) }
        var map = SpecMap(isCompact: true)
        for entry in enumeration.cases { map.add(entry.name, value(entry.value, enumeration)) }
        return .map(map)
    }

    private func value(_ value: String, _ enumeration: EnumerationDraft) -> SpecNode {
        enumeration.isOfIntegers ? .literal(value) : .text(value)
    }

    private func cases(of alternatives: AlternativesDraft) -> SpecNode {
        var map = SpecMap(isCompact: true)
        for entry in alternatives.cases {
            guard let first = entry.values.first else {
                map.add(entry.name, .type(entry.type))
                continue
            }
            // A single text stands for itself where the case is called by it.
            if entry.values.count == 1, !first.isInteger, CamelCase.lowerCamel(first.text) == entry.name {
                map.add(first.text, .type(entry.type))
                continue
            }
            var keys = SpecMap(isCompact: true)
            keys.add("type", .type(entry.type))
            keys.add("value", entry.values.count == 1 ? value(first) : .list(entry.values.map(value)))
            map.add(entry.name, .map(keys))
        }
        return .map(map)
    }

    private func value(_ value: EnumerationCase.Value) -> SpecNode {
        value.isInteger ? .literal(value.text) : .text(value.text)
    }
}
