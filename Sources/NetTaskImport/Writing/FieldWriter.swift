import NetTaskSpec

/// Makes entries of fields, params and headers.
struct FieldWriter {
    let directions: ShapeDirections
    /// What stands between the words of names on the wire unless an entry says otherwise.
    let separator: NameSeparator

    /// What the fields belong to.
    enum Role {
        /// A shape.
        case field(isSent: Bool, isRead: Bool)
        case param(isJSON: Bool)
        case replyHeader
    }

    func map(of fields: [FieldDraft], _ role: Role) -> SpecMap {
        var map = SpecMap()
        for field in fields where !isLeftOut(field, role) { map.add(field.name, node(field, role)) }
        return map
    }

    /// A request does not hold what only replies have.
    private func isLeftOut(_ field: FieldDraft, _ role: Role) -> Bool {
        if case .param = role { field.only == .response } else { false }
    }

    private func node(_ field: FieldDraft, _ role: Role) -> SpecNode {
        var keys = SpecMap(isCompact: true)
        if field.isInline {
            keys.add("type", .type(field.type))
            keys.add("inline", flag: true)
            return .map(keys)
        }
        let value = value(of: field, role)
        keys.add("type", .type(field.type, isOptional: value.isOptional))
        if separator(role).wireName(for: field.name) != field.wireName { keys.add("wireName", field.wireName) }
        keys.add("in", location(field))
        keys.add("format", field.format)
        if field.only != .response { keys.add("style", field.style) }
        keys.add("nullable", flag: value.isNullable)
        keys.add("default", value.defaultValue)
        keys.add("secret", flag: field.isSecret && value.defaultValue == nil)
        if case .field = role { keys.add("only", field.only?.rawValue) }
        keys.add("deprecated", flag: field.isDeprecated)
        keys.add("description", value.description)
        if keys.items.count == 1, case .entry(let type) = keys.items[0] { return type.value }
        return .map(keys)
    }

    private func separator(_ role: Role) -> NameSeparator {
        if case .replyHeader = role { .text("-") } else { separator }
    }

    private func location(_ field: FieldDraft) -> String? { field.location?.rawValue }

    // MARK: Values that may be missing, null or given by default

    private struct Value {
        var isOptional: Bool
        var isNullable = false
        var defaultValue: SpecNode?
        var description: String?
    }

    /// What is only read takes the default of the document. What is sent does not: to send a default is not the same as to
    /// send nothing, so that it is only told.
    private func value(of field: FieldDraft, _ role: Role) -> Value {
        var value = Value(isOptional: !field.isRequired, description: field.description)
        let isSent: Bool
        let canBeNull: Bool
        switch role {
        case .field(let sent, let isRead):
            (isSent, canBeNull) = (sent, true)
            // The way that it does not travel there is no value for it.
            if field.only == .response && sent || field.only == .request && isRead { value.isOptional = true }
        case .param(let isJSON): (isSent, canBeNull) = (true, isJSON && (field.location ?? .body) == .body)
        case .replyHeader: (isSent, canBeNull) = (false, false)
        }
        if field.isNullable, canBeNull, field.type != .jsonValue {
            // Where nothing is sent, what is null may as well not be there.
            value.isNullable = field.isRequired || isSent && field.only != .response
        }
        guard let defaultValue = field.defaultValue, !field.isSecret else { return value }
        if !field.isNullable, field.isRequired, let only = directions.onlyCase(of: field.type) {
            value.defaultValue = .text(only)
        } else if !isSent, !field.isNullable, let node = node(defaultValue, field.type) {
            value.defaultValue = node
            value.isOptional = false
        } else {
            let words = "Default: `\(words(for: defaultValue))`."
            value.description = value.description.map { $0 + "\n\n" + words } ?? words
        }
        return value
    }

    /// The default as the language has it; nil where it has none of that kind.
    private func node(_ value: DefaultDraft, _ type: DraftType) -> SpecNode? {
        switch (value, type) {
        case (.emptyList, .list): return .list([])
        case (.emptyMap, .dictionary): return .map(SpecMap())
        case (.text(let text), _):
            if let cases = directions.cases(of: type) { return cases[text].map { .text($0) } }
            return type == .string ? .text(text) : nil
        case (.number(let text), .named(let name)):
            if let cases = directions.cases(of: type) { return cases[text].map { .text($0) } }
            return Self.isNumber(text, name) ? .literal(text) : nil
        case (.bool(let flag), .named("Bool")): return .literal(flag ? "true" : "false")
        default: return nil
        }
    }

    private static func isNumber(_ text: String, _ type: String) -> Bool {
        switch type {
        case "Double": ScalarKind.isNumber(text) && Double(text)?.isFinite == true
        case "Float": ScalarKind.isNumber(text) && Float(text)?.isFinite == true
        case "Int", "Int64": ScalarKind.integer(text) != nil
        case "Int32": ScalarKind.integer(text) != nil && Int32(text) != nil
        default: false
        }
    }

    private func words(for value: DefaultDraft) -> String {
        switch value {
        case .text(let text): text
        case .number(let text): text
        case .bool(let flag): flag ? "true" : "false"
        case .emptyList: "[]"
        case .emptyMap: "{}"
        }
    }
}
