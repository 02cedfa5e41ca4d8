import NetTaskSpec

extension SpecWriter {
    func keys(of shape: Shape) -> SpecMap {
        var keys = SpecMap()
        keys.add("description", shape.description)
        keys.add(shape.deprecation)
        switch shape.kind {
        case .object(let fields):
            add(fields, to: &keys)
        case .enumeration(let cases):
            keys.add("enum", values(of: cases))
            keys.add("closed", flag: shape.catchAll == nil)
        case .alternatives(let alternatives):
            keys.add("oneOf", cases(of: alternatives))
            keys.add("discriminator", alternatives.discriminator)
            if alternatives.choice != .first { keys.add("choose", alternatives.choice.rawValue) }
        case .custom: break
        }
        return keys
    }

    /// Adds `fields` and `additional`.
    func add(_ fields: [Field], to keys: inout SpecMap) {
        keys.add("fields", .map(map(of: fields.filter { !$0.isAdditional }, .field)))
        if let field = fields.first(where: \.isAdditional) { keys.add("additional", node(field, .field)) }
    }

    /// Returns a list if the names follow from the values and no case has a description, and a map otherwise.
    private func values(of cases: [EnumerationCase]) -> SpecNode {
        let isNamed = cases.contains { entry in
            entry.name.swift != MemberNames.nameInSpec(for: entry.value.text) || entry.description != nil
        }
        guard isNamed else { return .list(cases.map { node($0.value) }) }
        var map = SpecMap(isCompact: true)
        for entry in cases {
            var keys = SpecMap(isCompact: true)
            keys.add("value", node(entry.value))
            keys.add("description", entry.description)
            map.add(entry.name.swift, keys.shortened("value"))
        }
        return .map(map)
    }

    func node(_ value: EnumerationCase.Value) -> SpecNode {
        value.isInteger ? .literal(value.text) : .text(value.text)
    }

    private func node(_ value: Constraints.Value) -> SpecNode {
        if case .pattern(let text, _) = value { .text(text) } else { .literal(value.text) }
    }

    private func cases(of alternatives: Alternatives) -> SpecNode {
        var map = SpecMap(isCompact: true)
        for entry in alternatives.cases {
            var keys = SpecMap(isCompact: true)
            keys.add("type", .type(entry.type))
            // A single text is left out if the case has its name.
            let isCalledByValue =
                entry.values == [.string(entry.name.written)]
                && CamelCase.lowerCamel(entry.name.written) == entry.name.swift
            if !isCalledByValue, let first = entry.values.first {
                keys.add("value", entry.values.count == 1 ? node(first) : .list(entry.values.map(node)))
            }
            map.add(entry.name.written, keys.shortened("type"))
        }
        return .map(map)
    }

    // MARK: Fields, params and headers

    /// The part of a spec that fields belong to.
    enum FieldRole {
        case field
        case param(Endpoint)
        case replyHeader
    }

    func map(of fields: [Field], _ role: FieldRole) -> SpecMap {
        var map = SpecMap()
        for field in fields { map.add(field.name.written, node(field, role)) }
        return map
    }

    private func node(_ field: Field, _ role: FieldRole) -> SpecNode {
        var keys = SpecMap(isCompact: true)
        keys.add("type", .type(field.additionalType ?? field.type))
        keys.add("inline", flag: field.isInlineShape)
        if field.name.swift != field.name.written { keys.add("swiftName", field.name.swift) }
        var separator = nameSeparator
        var usualFormat = Field.Format.usual(for: field.type)
        if case .replyHeader = role {
            separator = .text("-")
            usualFormat = usualFormat.map { _ in .http }
        }
        if field.path != [field.wireName] {
            keys.add("from", field.path.joined(separator: "."))
        } else if !field.isInline, separator.wireName(for: field.name.written) != field.wireName {
            keys.add("wireName", field.wireName)
        }
        if case .param(let endpoint) = role, field.location != .path, field.location != endpoint.defaultLocation {
            keys.add("in", field.location.rawValue)
        }
        if field.format != usualFormat { keys.add("format", field.format?.rawValue) }
        if field.style != .repeat { keys.add("style", field.style?.rawValue) }
        keys.add("nullable", flag: field.isNullable)
        if !field.isAdditional { keys.add("default", field.defaultValue.map { SpecNode.value($0, field.type) }) }
        for entry in field.constraints.entries { keys.add(entry.kind.rawValue, node(entry.value)) }
        keys.add("secret", flag: field.isSecret)
        keys.add("only", field.only?.rawValue)
        var transform = SpecMap(isCompact: true)
        transform.add("send", field.transform?.joined(separator: "."))
        transform.add("read", field.readTransform?.joined(separator: "."))
        keys.add("transform", transform)
        keys.add("was", SpecNode.texts(field.formerNames))
        keys.add(field.deprecation)
        keys.add("description", field.description)
        return keys.shortened("type")
    }
}
