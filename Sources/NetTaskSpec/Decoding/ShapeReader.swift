/// Reads `shapes:`.
struct ShapeReader {
    let separator: NameSeparator
    let diagnostics: DiagnosticCollector

    /// All shapes in the order written, and the table with the cases of the enumerations among them.
    func shapes(_ node: YAMLNode?, _ table: ShapeTable) -> (shapes: [LocatedShape], table: ShapeTable) {
        guard let node else { return ([], table) }
        guard case .mapping(let entries) = node.content else {
            diagnostics.error("`shapes` must be a map of names to shapes, not \(node.kind)", at: node.range)
            return ([], table)
        }
        var table = table
        var shapes = [LocatedShape?](repeating: nil, count: entries.count)
        // Enumerations first, as the defaults of fields name their cases.
        for (index, entry) in entries.enumerated() where table.isEnumeration(entry.key) {
            shapes[index] = shape(entry, table)
            if case .enumeration(let cases) = shapes[index]?.shape.kind { table.setCases(cases, of: entry.key) }
        }
        for (index, entry) in entries.enumerated() where !table.isEnumeration(entry.key) {
            shapes[index] = shape(entry, table)
        }
        return (shapes.compactMap { $0 }, table)
    }

    private func shape(_ entry: YAMLNode.Entry, _ table: ShapeTable) -> LocatedShape? {
        let subject = "the shape \(entry.key.quotedForMessage)"
        let rule = SpecLanguage.shape
        guard let reader = MappingReader(entry.value, rule, subject: subject, place: entry.keyRange, diagnostics) else {
            return nil
        }
        let names = NameReader(diagnostics: diagnostics)
        let name = names.name(entry.key, at: entry.keyRange, swiftName: reader["swiftName"], .shape)
        let values = ValueReader(diagnostics: diagnostics)
        var shape = Shape(name: name ?? Name(entry.key), kind: .object([]))
        shape.description = reader["description"].flatMap { values.text($0, "description") }
        var fields: [LocatedField] = []
        if let node = reader["enum"] {
            for key in ["fields", "separator", "ignored"] {
                guard let other = reader.entry(key) else { continue }
                diagnostics.error("an enumeration has no `\(key)`", at: other.keyRange)
            }
            shape.kind = .enumeration(EnumerationReader(diagnostics: diagnostics).cases(node, of: entry.key))
        } else if reader["fields"] != nil || has("fields", entry.value) {
            fields = self.fields(reader, table)
            shape.kind = .object(fields.map(\.field))
        } else if !has("oneOf", entry.value) {
            diagnostics.error("\(subject) needs `fields` or `enum`", at: entry.keyRange)
        }
        return name == nil ? nil : LocatedShape(shape: shape, fields: fields, keyRange: entry.keyRange)
    }

    private func fields(_ reader: MappingReader, _ table: ShapeTable) -> [LocatedField] {
        let values = ValueReader(diagnostics: diagnostics)
        let separator = reader["separator"].flatMap { values.separator($0) } ?? self.separator
        guard let node = reader["fields"] else { return [] }
        let fieldReader = FieldReader(role: .field, separator: separator, shapes: table, diagnostics: diagnostics)
        guard var fields = fieldReader.fields(node, "fields") else { return [] }
        if let ignored = reader["ignored"] {
            IgnoredReader(noun: "field", diagnostics: diagnostics).apply(ignored, to: &fields, declaredIn: node)
        }
        for field in fields {
            FileRule.checkField(field, diagnostics)
        }
        NameClashes.check(fields.map(\.field.name), noun: "field", diagnostics)
        WireNameClashes.check(fields: fields, diagnostics)
        if fields.contains(where: { $0.field.transform != nil }) {
            TransformRule.check(fields, among: TransformRule.properties(fields), diagnostics)
        }
        return fields
    }

    /// Whether there is such a key, be it a heading with nothing below it or a key of a later version.
    private func has(_ key: String, _ node: YAMLNode) -> Bool {
        guard case .mapping(let entries) = node.content else { return false }
        return entries.contains { $0.key == key }
    }
}
