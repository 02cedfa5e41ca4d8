/// Reads fields of shapes, fields of replies and params.
struct FieldReader {
    let role: NameReader.Role
    let separator: NameSeparator
    let shapes: ShapeTable
    let diagnostics: DiagnosticCollector

    private var values: ValueReader { ValueReader(diagnostics: diagnostics) }

    /// All fields of a map of them; nil if it is no map. Fields that cannot be read are left out.
    func fields(_ node: YAMLNode, _ key: String) -> [LocatedField]? {
        guard case .mapping(let entries) = node.content else {
            diagnostics.error("`\(key)` must be a map of names to types, not \(node.kind)", at: node.range)
            return nil
        }
        return entries.compactMap { field($0) }
    }

    private var rule: MappingRule {
        switch role {
        case .param: SpecLanguage.param
        case .replyHeader: SpecLanguage.responseHeader
        default: SpecLanguage.field
        }
    }

    /// One field, written as a type alone (`id: Int`) or as a map of keys.
    private func field(_ entry: YAMLNode.Entry) -> LocatedField? {
        guard !entry.value.isMissing else {
            diagnostics.error("the \(role.noun) \(entry.key.quotedForMessage) has no type", at: entry.keyRange)
            return nil
        }
        guard case .mapping = entry.value.content else {
            return field(entry, types.type(entry.value), keys: nil)
        }
        let rule = rule
        let subject = "the \(role.noun) \(entry.key.quotedForMessage)"
        guard let keys = MappingReader(entry.value, rule, subject: subject, place: entry.keyRange, diagnostics) else {
            return nil
        }
        return field(entry, type(keys), keys: keys)
    }

    /// - Parameter type: nil if it could not be read; the other keys are checked nevertheless.
    private func field(_ entry: YAMLNode.Entry, _ type: TypeReference?, keys: MappingReader?) -> LocatedField? {
        let names = NameReader(diagnostics: diagnostics)
        let name = names.name(entry.key, at: entry.keyRange, swiftName: keys?["swiftName"], role)
        let typeRange = keys?["type"]?.range ?? entry.value.range
        var field = Field(name: name ?? Name(entry.key), type: type ?? .scalar(.string))
        field.wireName = keys.flatMap { wireName($0) } ?? separator.wireName(for: entry.key)
        field.path = [field.wireName]
        let formats = FormatReader(diagnostics: diagnostics)
        field.format = formats.format(keys?["format"], type, usual: role == .replyHeader ? .http : .iso8601)
        field.style = formats.arrayStyle(keys?["style"], type, shapes)
        var located = LocatedField(field: field, keyRange: entry.keyRange, typeRange: typeRange)
        located.keys = keys
        if let keys { readDetails(keys, type, &located) }
        return name == nil || type == nil ? nil : located
    }

    private func readDetails(_ keys: MappingReader, _ type: TypeReference?, _ located: inout LocatedField) {
        located.field.description = keys["description"].flatMap { values.text($0, "description") }
        if let node = keys["default"], let type {
            let defaults = DefaultValueReader(shapes: shapes, diagnostics: diagnostics)
            located.field.defaultValue = defaults.value(node, type)
        }
        if let secret = keys.entry("secret"), values.bool(secret.value, "secret") == true {
            located.field.isSecret = true
            refuseDefault(of: secret, keys)
        }
        if let ignored = keys.entry("ignored"), values.bool(ignored.value, "ignored") == true {
            located.field.isIgnored = true
            located.ignoredRange = ignored.keyRange
        }
        if let entry = keys.entry("nullable"), values.bool(entry.value, "nullable") == true {
            located.field.isNullable = true
            located.nullableRange = entry.keyRange
            checkNullable(entry, keys, type)
        }
        located.field.deprecation = keys["deprecated"].flatMap { values.deprecation($0) }
        if role != .replyHeader, let node = keys["was"] {
            located.formerNames = FormerNamesReader(diagnostics: diagnostics).names(node)
            located.field.formerNames = located.formerNames.map(\.name)
        }
        if role != .param, let only = keys.entry("only") {
            located.field.only = values.choice(only.value, "only")
            located.onlyRange = only.keyRange
        }
        if let node = keys["transform"], let transform = transform(node) {
            located.field.transform = transform
            located.transformRange = node.range
        }
        if role == .field || role == .replyField, let inline = keys.entry("inline"),
            values.bool(inline.value, "inline") == true
        {
            located.field.isInline = true
            InlineRule.check(inline, keys, type, diagnostics)
            if role == .replyField {
                diagnostics.error(
                    "a field of a reply that is described in place cannot be inline",
                    at: inline.keyRange,
                    notes: [.init("give the reply a shape with this field", at: inline.keyRange)]
                )
            }
        }
        if role == .param {
            located.statedLocation = keys["in"].flatMap { location($0) }
        } else if let from = keys.entry("from"), let path = values.path(from.value, "from") {
            located.field.path = path
            located.fromRange = from.keyRange
        }
    }

    private func checkNullable(_ nullable: YAMLNode.Entry, _ keys: MappingReader, _ type: TypeReference?) {
        if let entry = keys.entry("default") {
            diagnostics.error(
                "what is `nullable` has no `default`: it could stand for null as well as for nothing",
                at: entry.keyRange,
                notes: [.init("`nullable` is here", at: nullable.keyRange)]
            )
        }
        if let entry = keys.entry("transform") {
            diagnostics.error(
                "what is `nullable` has no `transform`, which makes nothing of null",
                at: entry.keyRange,
                notes: [.init("`nullable` is here", at: nullable.keyRange)]
            )
        }
        if type == .scalar(.jsonValue) {
            diagnostics.error(
                "a `JSONValue` can be null by itself",
                at: nullable.keyRange,
                notes: [.init("leave `nullable` out", at: nullable.keyRange)]
            )
        }
    }

    private func refuseDefault(of secret: YAMLNode.Entry, _ keys: MappingReader) {
        guard let entry = keys.entry("default") else { return }
        diagnostics.error(
            "a secret cannot have a `default`: it must stand neither in the spec nor in generated code",
            at: entry.keyRange,
            notes: [.init("`secret` is here", at: secret.keyRange)]
        )
    }

    private var types: TypeReader { TypeReader(shapes: shapes, diagnostics: diagnostics) }

    private func type(_ reader: MappingReader) -> TypeReference? {
        guard let node = reader["type"], let type = types.type(node) else { return nil }
        let isOptional = reader["optional"].flatMap { values.bool($0, "optional") } ?? false
        return isOptional && !type.isOptional ? .optional(type) : type
    }

    private func wireName(_ reader: MappingReader) -> String? {
        guard let node = reader["wireName"], let name = values.text(node, "wireName") else { return nil }
        guard !name.isEmpty else {
            diagnostics.error("a name on the wire cannot be empty", at: node.range)
            return nil
        }
        return name
    }

    private func location(_ node: YAMLNode) -> (location: Field.Location, range: SourceRange)? {
        values.choice(node, "in", of: Field.Location.self).map { ($0, node.range) }
    }

    private func transform(_ node: YAMLNode) -> [String]? {
        guard let text = values.text(node, "transform") else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let unutterable: Set = ["self", "init", "Type", "Protocol"]
        guard parts.allSatisfy({ SwiftIdentifier.isValid($0) && !unutterable.contains($0) }) else {
            diagnostics.error(
                "\(text.quotedForMessage) cannot be a Swift function; `transform` takes names with dots between them",
                at: node.range
            )
            return nil
        }
        let names = NameReader(diagnostics: diagnostics)
        return parts.allSatisfy { names.checkLength($0, at: node.range) } ? parts : nil
    }
}
