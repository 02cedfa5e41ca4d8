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

    private func field(_ entry: YAMLNode.Entry) -> LocatedField? {
        let names = NameReader(diagnostics: diagnostics)
        guard case .mapping = entry.value.content else {
            // A type alone: `id: Int`.
            guard !entry.value.isMissing else {
                diagnostics.error("the \(role.noun) \(entry.key.quotedForMessage) has no type", at: entry.keyRange)
                return nil
            }
            let name = names.name(entry.key, at: entry.keyRange, swiftName: nil, role)
            let type = types.type(entry.value)
            guard let name, let type else { return nil }
            return located(Field(name: name, type: type, wireName: separator.wireName(for: entry.key)), entry, nil)
        }
        let rule = role == .param ? SpecLanguage.param : SpecLanguage.field
        let subject = "the \(role.noun) \(entry.key.quotedForMessage)"
        guard let reader = MappingReader(entry.value, rule, subject: subject, place: entry.keyRange, diagnostics) else {
            return nil
        }
        let name = names.name(entry.key, at: entry.keyRange, swiftName: reader["swiftName"], role)
        let type = self.type(reader)
        var field = Field(name: name ?? Name(entry.key), type: type ?? .scalar(.string))
        field.description = reader["description"].flatMap { values.text($0, "description") }
        field.wireName = wireName(reader) ?? separator.wireName(for: entry.key)
        field.path = [field.wireName]
        field.isIgnored = reader["ignored"].flatMap { values.bool($0, "ignored") } ?? false
        field.transform = reader["transform"].flatMap { transform($0) }
        if role != .param, let from = reader["from"], let path = values.path(from, "from") { field.path = path }
        let result = located(field, entry, reader, typed: type != nil)
        return name == nil || type == nil ? nil : result
    }

    /// The field with all that depends on its type.
    private func located(
        _ field: Field,
        _ entry: YAMLNode.Entry,
        _ reader: MappingReader?,
        typed: Bool = true
    ) -> LocatedField {
        var field = field
        if field.path.isEmpty { field.path = [field.wireName] }
        var result = LocatedField(
            field: field,
            keyRange: entry.keyRange,
            typeRange: reader?["type"]?.range ?? entry.value.range
        )
        let formats = FormatReader(diagnostics: diagnostics)
        let type = typed ? field.type : nil
        result.field.format = formats.dateFormat(reader?["format"], type, at: result.typeRange)
        result.field.style = formats.arrayStyle(reader?["style"], type, shapes)
        guard let reader else { return result }
        if let node = reader["default"], let type {
            let defaults = DefaultValueReader(shapes: shapes, diagnostics: diagnostics)
            result.field.defaultValue = defaults.defaultValue(node, type)
        }
        if role == .param {
            result.statedLocation = reader["in"].flatMap { location($0) }
        } else {
            result.fromRange = reader.entry("from")?.keyRange
        }
        if field.isIgnored { result.ignoredRange = reader.entry("ignored")?.keyRange }
        if field.transform != nil { result.transformRange = reader["transform"]?.range }
        return result
    }

    private var types: TypeReader { TypeReader(shapes: shapes, diagnostics: diagnostics) }

    private func type(_ reader: MappingReader) -> TypeReference? {
        guard let node = reader["type"], let type = types.type(node) else { return nil }
        let isOptional = reader["optional"].flatMap { values.bool($0, "optional") } ?? false
        return isOptional && !type.isOptional ? .optional(type) : type
    }

    private func wireName(_ reader: MappingReader) -> String? {
        guard let node = reader["name"], let name = values.text(node, "name") else { return nil }
        guard !name.isEmpty else {
            diagnostics.error("a name on the wire cannot be empty", at: node.range)
            return nil
        }
        return name
    }

    private func location(_ node: YAMLNode) -> (location: Field.Location, range: SourceRange)? {
        if case .scalar(let scalar) = node.content, scalar.text == "cookie" {
            diagnostics.error("`in: cookie` comes in a later version of NetTask", at: node.range)
            return nil
        }
        return values.choice(node, "in", of: Field.Location.self).map { ($0, node.range) }
    }

    private func transform(_ node: YAMLNode) -> [String]? {
        guard let text = values.text(node, "transform") else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.allSatisfy({ SwiftIdentifier.isValid($0) && $0 != "self" && $0 != "init" }) else {
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
