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
        guard case .mapping = node.content else { return located(node) ?? Located() }
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
            if let other = reader.entry("separator") {
                diagnostics.error("only a response with `fields` has a `separator`", at: other.keyRange)
            }
            located = type(reader, entry, "`response` needs `type`, `fields` or `headers`") ?? Located()
            properties = bodyName(reader, located)
        }
        addHeaders(reader, beside: properties, to: &located)
        return located
    }

    /// - Parameter properties: The others of the response.
    func addHeaders(_ reader: MappingReader, beside properties: [Name], to located: inout Located) {
        guard let headers = reader.entry("headers") else { return }
        let headersReader = ResponseHeadersReader(shapes: shapes, diagnostics: diagnostics)
        located.headers = headersReader.headers(headers, beside: properties)
    }

    /// The name of the property for the body, where there is a body.
    func bodyName(_ reader: MappingReader, _ located: Located) -> [Name] {
        guard located.response != .none, let type = reader.entry("type") else { return [] }
        return [Name("body", place: type.keyRange)]
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
            IdleKeyRule(diagnostics: diagnostics).check(replyField: field)
        }
        NameClashes.check(fields.map(\.field.name), noun: "field", diagnostics)
        WireNameClashes.check(fields: fields, diagnostics)
        return (Located(response: .fields(fields.map(\.field))), fields.map(\.field.name))
    }

    /// What a map with `type` says; nil if it cannot be read, which has been reported.
    ///
    /// - Parameter need: The message where there is no `type`.
    func type(_ reader: MappingReader, _ entry: YAMLNode.Entry, _ need: @autoclosure () -> String) -> Located? {
        guard let node = reader["type"] else {
            if reader.entry("type") == nil { diagnostics.error(need(), at: entry.keyRange) }
            return nil
        }
        let values = ValueReader(diagnostics: diagnostics)
        let isOptional = reader["optional"].flatMap { values.bool($0, "optional") } ?? false
        let path = reader["from"].flatMap { values.path($0, "from") }
        if Self.isNone(node) {
            for key in ["optional", "format", "from"] {
                guard let other = reader.entry(key) else { continue }
                diagnostics.error("where the type is `none`, there is no `\(key)`", at: other.keyRange)
            }
            return Located()
        }
        guard var type = TypeReader(shapes: shapes, diagnostics: diagnostics).type(node) else { return nil }
        if isOptional, !type.isOptional { type = .optional(type) }
        return located(type, path: path, format: reader["format"], at: node.range)
    }

    private static func isNone(_ node: YAMLNode) -> Bool {
        if case .scalar(let scalar) = node.content { scalar.text == "none" } else { false }
    }

    /// What a type alone says, or `none`; nil if it cannot be read, which has been reported.
    func located(_ node: YAMLNode) -> Located? {
        if Self.isNone(node) { return Located() }
        let type = TypeReader(shapes: shapes, diagnostics: diagnostics).type(node)
        return type.map { located($0, path: nil, format: nil, at: node.range) }
    }

    private func located(_ type: TypeReference, path: [String]?, format: YAMLNode?, at range: SourceRange) -> Located {
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
