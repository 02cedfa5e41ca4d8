/// Reads `headers:` of a response: headers of a reply that become properties beside its body.
struct ResponseHeadersReader {
    let shapes: ShapeTable
    let diagnostics: DiagnosticCollector

    /// - Parameter properties: The others of the response.
    func headers(_ entry: YAMLNode.Entry, beside properties: [Name]) -> [Field] {
        let fieldReader = FieldReader(
            role: .replyHeader,
            separator: .text("-"),  // as the names of headers have it: `retryAfter` is `retry-after`
            shapes: shapes,
            diagnostics: diagnostics
        )
        guard let headers = fieldReader.fields(entry.value, "headers") else { return [] }
        for header in headers { check(header) }
        if headers.isEmpty, case .mapping(let entries) = entry.value.content, entries.isEmpty {
            diagnostics.error("`headers` of the response has none", at: entry.value.range)
        }
        NameClashes.check(
            properties + headers.map(\.field.name),
            noun: "property",
            plural: "properties of the response",
            diagnostics
        )
        return headers.map(\.field)
    }

    private func check(_ header: LocatedField) {
        let name = header.field.wireName
        guard HeaderRule.isToken(name) else {
            diagnostics.error("\(name.quotedForMessage) cannot be the name of a header", at: header.keyRange)
            return
        }
        let type = header.field.type.unwrapped
        var element = type
        if case .array(let inner) = type { element = inner }
        guard ParamPlacement.isSingleValue(element, shapes) else {
            diagnostics.error(
                "`\(header.field.type)` cannot stand in a header; only single values and lists of them can",
                at: header.typeRange
            )
            return
        }
        if element != type, header.field.format?.holdsComma == true {
            diagnostics.error(
                "a list in a header has commas between its elements, and so have its dates within; give them another `format`",
                at: header.typeRange
            )
        }
    }
}

extension Field.Format {
    /// Whether dates are written with a comma, as in `Sat, 21 Nov 2026 07:00:00 GMT`.
    fileprivate var holdsComma: Bool { self == .http || rawValue == "rfc2822" }
}
