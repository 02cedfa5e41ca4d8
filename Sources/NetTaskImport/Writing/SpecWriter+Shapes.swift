import NetTaskSpec

extension SpecWriter {
    func node(_ shape: ShapeDraft) -> SpecNode {
        var keys = SpecMap()
        keys.add("description", shape.description)
        keys.add("deprecated", flag: shape.isDeprecated)
        switch shape.kind {
        case .object(let fields):
            let role = Role.field(
                isSent: directions.sent.contains(shape.name),
                isRead: directions.read.contains(shape.name)
            )
            keys.add("fields", .map(map(of: fields, role)))
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
        let entries = enumeration.cases.map { name, value in
            (name, enumeration.isOfIntegers ? SpecNode.literal(value) : .text(value))
        }
        let isNamed = enumeration.cases.contains { $0.name != MemberNames.nameInSpec(for: $0.value) }
        guard isNamed else { return .list(entries.map(\.1)) }
        var map = SpecMap(isCompact: true)
        for (name, value) in entries { map.add(name, value) }
        return .map(map)
    }

    private func cases(of alternatives: AlternativesDraft) -> SpecNode {
        var map = SpecMap(isCompact: true)
        for entry in alternatives.cases {
            let values = entry.values.map { $0.isInteger ? SpecNode.literal($0.text) : .text($0.text) }
            if values.isEmpty {
                map.add(entry.name, .type(entry.type))
            } else if values.count == 1, case .text(let text) = values[0], CamelCase.lowerCamel(text) == entry.name {
                // A single text stands for itself where the case is called by it.
                map.add(text, .type(entry.type))
            } else {
                var keys = SpecMap(isCompact: true)
                keys.add("type", .type(entry.type))
                keys.add("value", values.count == 1 ? values[0] : .list(values))
                map.add(entry.name, .map(keys))
            }
        }
        return .map(map)
    }

    // MARK: Fields, params and headers

    /// What fields belong to.
    enum Role {
        /// A shape.
        case field(isSent: Bool, isRead: Bool)
        case param(isJSON: Bool)
        case replyHeader

        fileprivate func isInJSON(_ field: FieldDraft) -> Bool {
            switch self {
            case .field: true
            case .param(let isJSON): isJSON && (field.location ?? .body) == .body
            case .replyHeader: false
            }
        }
    }

    func map(of fields: [FieldDraft], _ role: Role) -> SpecMap {
        var map = SpecMap()
        for field in fields {
            // A request does not hold what only replies have.
            if case .param = role, field.only == .response { continue }
            map.add(field.name, node(field, role))
        }
        return map
    }

    private func node(_ field: FieldDraft, _ role: Role) -> SpecNode {
        var keys = SpecMap(isCompact: true)
        if field.isInline {
            keys.add("type", .type(field.type))
            keys.add("inline", flag: true)
            return .map(keys)
        }
        let value = value(of: field, role)
        let type = SpecNode.type(field.type, isOptional: value.isOptional)
        keys.add("type", type)
        var separator = nameSeparator
        if case .replyHeader = role { separator = .text("-") }
        if separator.wireName(for: field.name) != field.wireName { keys.add("wireName", field.wireName) }
        keys.add("in", field.location?.rawValue)
        if value.isInJSON || field.type.scalar != .decimal { keys.add("format", field.format) }
        if field.only != .response { keys.add("style", field.style) }
        keys.add("nullable", flag: value.isNullable)
        keys.add("default", value.defaultValue)
        keys.add("secret", flag: field.isSecret && value.defaultValue == nil)
        if case .field = role { keys.add("only", field.only?.rawValue) }
        keys.add("deprecated", flag: field.isDeprecated)
        keys.add("description", value.description)
        return keys.items.count == 1 ? type : .map(keys)
    }

    private struct Value {
        var isOptional: Bool
        var isNullable = false
        /// Whether it is part of JSON, where alone a number can be in quotes.
        var isInJSON: Bool
        var defaultValue: SpecNode?
        var description: String?
    }

    /// What is only read takes the default of the document. What is sent does not: to send a default is not the same as to
    /// send nothing, so that it is only told.
    private func value(of field: FieldDraft, _ role: Role) -> Value {
        var value = Value(isOptional: !field.isRequired, isInJSON: role.isInJSON(field), description: field.description)
        let isSent: Bool
        switch role {
        case .field(let sent, let isRead):
            isSent = sent
            // The way that it does not travel there is no value for it.
            if field.only == .response && sent || field.only == .request && isRead { value.isOptional = true }
        case .param: isSent = true
        case .replyHeader: isSent = false
        }
        if field.isNullable, value.isInJSON, field.type != .jsonValue {
            // Where nothing is sent, what is null may as well not be there.
            value.isNullable = field.isRequired || isSent && field.only != .response
        }
        guard let defaultValue = field.defaultValue, !field.isSecret else { return value }
        let only = field.isRequired && !field.isNullable ? directions.onlyCase(of: field.type) : nil
        if let only {
            // An alternative that is recognized by it must not be read where it is missing.
            if !field.isIdentifying { value.defaultValue = .text(only) }
        } else if !isSent, !field.isNullable, !field.isIdentifying, let node = written(defaultValue, field.type) {
            value.defaultValue = node
            value.isOptional = false
        } else {
            let words = "Default: `\(defaultValue.words)`."
            value.description = value.description.map { $0 + "\n\n" + words } ?? words
        }
        return value
    }

    /// The default as the language has it; nil where it has none of that kind.
    private func written(_ value: SpecNode, _ type: TypeReference) -> SpecNode? {
        if let enumeration = directions.enumeration(type) {
            return enumeration.cases.first { $0.value == value.words }.map { .text($0.name) }
        }
        return switch type {
        case .array, .dictionary: value
        case .scalar(let scalar): Self.scalarsWithDefaults.contains(scalar) ? value : nil
        case .shape, .optional: nil
        }
    }

    private static let scalarsWithDefaults: Set<TypeReference.Scalar> = [
        .string, .bool, .int, .int32, .int64, .double, .float,
    ]
}

extension SpecNode {
    /// A default, for people.
    fileprivate var words: String {
        switch self {
        case .text(let text), .literal(let text): text
        case .list: "[]"
        case .map: "{}"
        }
    }
}

/// Which shapes are sent and which are read, those that others hold included. One that no endpoint needs may be both.
struct ShapeDirections {
    private(set) var sent: Set<String> = []
    private(set) var read: Set<String> = []
    private let shapes: [String: ShapeDraft]

    init(_ draft: SpecDraft) {
        shapes = Dictionary(draft.shapes.map { ($0.name, $0) }) { first, _ in first }
        sent = reached(from: draft.endpoints.flatMap(\.sentTypes))
        read = reached(from: draft.endpoints.flatMap(\.readTypes) + draft.webhooks.compactMap(\.type))
        let unnamed = draft.shapes.map(\.name).filter { !sent.contains($0) && !read.contains($0) }.map(
            TypeReference.shape
        )
        sent.formUnion(reached(from: unnamed))
        read.formUnion(reached(from: unnamed))
    }

    private func reached(from types: [TypeReference]) -> Set<String> {
        Graph.reached(from: types.compactMap(\.shape)) { shapes[$0]?.types.compactMap(\.shape) ?? [] }
    }

    func enumeration(_ type: TypeReference) -> EnumerationDraft? {
        guard case .shape(let name) = type, case .enumeration(let enumeration) = shapes[name]?.kind else { return nil }
        return enumeration
    }

    /// The only case of an enumeration that has but one, which it is as good as filled in with.
    func onlyCase(of type: TypeReference) -> String? {
        guard let cases = enumeration(type)?.cases, cases.count == 1 else { return nil }
        return cases[0].name
    }
}
