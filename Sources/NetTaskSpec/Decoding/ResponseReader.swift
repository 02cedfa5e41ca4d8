/// Reads `response:`.
struct ResponseReader {
    let separator: NameSeparator
    let shapes: ShapeTable
    let diagnostics: DiagnosticCollector

    /// What comes back, and how its dates are written where the reply itself is a date or holds some.
    struct Located {
        var response = Endpoint.Response.none
        var format: Field.Format?
        var headers: [Field] = []
        /// The entries of a response by status.
        var statuses: [LocatedStatusBody]?
    }

    func response(_ entry: YAMLNode.Entry) -> Located {
        let node = entry.value
        if case .scalar(let scalar) = node.content, scalar.text == "none" { return Located() }
        guard case .mapping = node.content else {
            guard let type = TypeReader(shapes: shapes, diagnostics: diagnostics).type(node) else { return Located() }
            return located(type, path: nil, format: nil, at: node.range)
        }
        if StatusBodiesReader.isByStatus(node) {
            let bodies = StatusBodiesReader(role: .response, shapes: shapes, diagnostics: diagnostics).bodies(entry)
            return Located(response: .statuses(bodies.map(\.body)), statuses: bodies)
        }
        let rule = SpecLanguage.response
        guard let reader = MappingReader(node, rule, subject: "`response`", place: entry.keyRange, diagnostics) else {
            return Located()
        }
        var located = Located()
        var properties: [Name] = []
        if let fields = reader.entry("fields") {
            (located, properties) = self.fields(fields, reader)
        } else if reader.entry("type") != nil || reader.entry("headers") == nil {
            located = type(reader, entry)
            properties = reader.entry("type").map { [Name("body", place: $0.keyRange)] } ?? []
        }
        if let headers = reader.entry("headers") {
            let headersReader = ResponseHeadersReader(shapes: shapes, diagnostics: diagnostics)
            located.headers = headersReader.headers(headers, beside: properties)
        }
        return located
    }

    /// The response, and the names of its properties.
    private func fields(_ entry: YAMLNode.Entry, _ reader: MappingReader) -> (Located, [Name]) {
        for key in ["type", "optional", "format", "from"] {
            guard let other = reader.entry(key) else { continue }
            diagnostics.error("a response with `fields` has no `\(key)`", at: other.keyRange)
        }
        let values = ValueReader(diagnostics: diagnostics)
        let separator = reader["separator"].flatMap { values.separator($0) } ?? self.separator
        let fieldReader = FieldReader(
            role: .replyField,
            separator: separator,
            shapes: shapes,
            diagnostics: diagnostics
        )
        guard let fields = fieldReader.fields(entry.value, "fields") else { return (Located(), []) }
        for field in fields {
            FileRule.checkField(field, diagnostics)
            DirectionRule.check(field, diagnostics)
            DirectionRule.checkReply(field, diagnostics)
        }
        NameClashes.check(fields.map(\.field.name), noun: "field", diagnostics)
        WireNameClashes.check(fields: fields, diagnostics)
        return (Located(response: .fields(fields.map(\.field))), fields.map(\.field.name))
    }

    private func type(_ reader: MappingReader, _ entry: YAMLNode.Entry) -> Located {
        if let other = reader.entry("separator") {
            diagnostics.error("only a response with `fields` has a `separator`", at: other.keyRange)
        }
        guard let node = reader["type"] else {
            if reader.entry("type") == nil {
                diagnostics.error("`response` needs `type`, `fields` or `headers`", at: entry.keyRange)
            }
            return Located()
        }
        let values = ValueReader(diagnostics: diagnostics)
        let isOptional = reader["optional"].flatMap { values.bool($0, "optional") } ?? false
        let path = reader["from"].flatMap { values.path($0, "from") }
        guard var type = TypeReader(shapes: shapes, diagnostics: diagnostics).type(node) else { return Located() }
        if isOptional, !type.isOptional { type = .optional(type) }
        return located(type, path: path, format: reader["format"], at: node.range)
    }

    func located(_ type: TypeReference, path: [String]?, format: YAMLNode?, at range: SourceRange) -> Located {
        if type.innermost == .scalar(.file), type.unwrapped != .scalar(.file) {
            diagnostics.error(FileRule.message, at: range)
            return Located()
        }
        if type.unwrapped == .scalar(.file), path != nil {
            diagnostics.error("a `File` is the whole reply, and has no `from`", at: range)
            return Located()
        }
        let format = FormatReader(diagnostics: diagnostics).format(format, type)
        if path == nil {
            switch type.unwrapped {
            case .scalar(.string): return Located(response: .text(optional: type.isOptional))
            case .scalar(.data): return Located(response: .data(optional: type.isOptional))
            case .scalar(.file): return Located(response: .file(optional: type.isOptional))
            default: break
            }
        }
        return Located(response: .json(type, path: path ?? []), format: format)
    }
}
