/// Reads `shapes:`.
struct ShapeReader {
    private(set) var defaults: Defaults
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
        var reader = self
        let merged: YAMLNode.Entry
        (merged, reader.defaults) = defaults.merged(with: entry, SpecLanguage.shape, diagnostics)
        return reader.mergedShape(merged, table)
    }

    private func mergedShape(_ entry: YAMLNode.Entry, _ table: ShapeTable) -> LocatedShape? {
        let subject = "the shape \(entry.key.quotedForMessage)"
        let rule = SpecLanguage.shape
        guard let reader = MappingReader(entry.value, rule, subject: subject, place: entry.keyRange, diagnostics) else {
            return nil
        }
        guard !OmissionRule.refuses(reader, "shape", diagnostics) else { return nil }
        let names = NameReader(diagnostics: diagnostics)
        let name = names.name(entry.key, at: entry.keyRange, swiftName: reader["swiftName"], .shape)
        let values = ValueReader(diagnostics: diagnostics)
        var shape = Shape(name: name ?? Name(entry.key), kind: .object([]))
        shape.description = reader["description"].flatMap { values.text($0, "description") }
        shape.deprecation = reader["deprecated"].flatMap { values.deprecation($0) }
        shape.isMutable = reader["mutable"].flatMap { values.bool($0, "mutable") } ?? defaults.isMutable
        var located = LocatedShape(shape: shape, fields: [], keyRange: entry.keyRange)
        located.example = reader.entry("example")
        if let node = reader["enum"] {
            readEnumeration(node, reader, &located)
        } else if let node = reader["oneOf"] {
            readAlternatives(node, reader, table, &located)
        } else if let node = reader["swiftType"] {
            readCustomType(node, reader, &located)
            return name == nil ? nil : located
        } else if entry.value["fields"] != nil {
            refuse(
                ["discriminator", "choose", "closed", "import"],
                in: reader,
                because: "a shape with `fields` has no"
            )
            located.fields = fields(reader, table)
            located.shape.kind = .object(located.fields.map(\.field))
        } else {
            diagnostics.error("\(subject) needs `fields`, `enum`, `oneOf` or `swiftType`", at: entry.keyRange)
        }
        readConformances(reader, &located)
        return name == nil ? nil : located
    }

    private func readConformances(_ reader: MappingReader, _ located: inout LocatedShape) {
        let conformances = ConformancesReader(diagnostics: diagnostics)
        located.conformances = defaults.conformances
        if let node = reader["conformances"] {
            let own = conformances.conformances(node)
            located.conformances = own.isEmpty ? [] : conformances.merged(defaults.conformances, with: own)
        }
        located.shape.conformances = located.conformances.map(\.conformance)
    }

    private func readEnumeration(_ node: YAMLNode, _ reader: MappingReader, _ located: inout LocatedShape) {
        refuse(
            ["fields", "oneOf", "discriminator", "choose", "swiftType", "import", "separator", "ignored", "mutable"],
            in: reader,
            because: "an enumeration has no"
        )
        let shape = located.shape.name.written
        let cases = EnumerationReader(diagnostics: diagnostics).cases(node, of: shape)
        located.shape.kind = .enumeration(cases)
        guard !isClosed(reader), !cases.isEmpty else { return }
        for name in cases.map(\.name) where ReservedNames.openCases.contains(name.swift) {
            diagnostics.error(
                "a case cannot be called `\(name.swift)`: generated code has a property of that name",
                at: name.place,
                notes: [.init("give it a name: `enum: {\(name.swift)Case: …}`", at: name.place)]
            )
        }
        located.shape.catchAll = CatchAll.name(besides: cases.map(\.name), of: shape, diagnostics)
    }

    private func readAlternatives(
        _ node: YAMLNode,
        _ reader: MappingReader,
        _ table: ShapeTable,
        _ located: inout LocatedShape
    ) {
        if let fields = reader.entry("fields") {
            diagnostics.error(
                "a shape has `fields` or `oneOf`, not both",
                at: fields.keyRange,
                notes: [
                    .init(
                        "name the alternatives as a shape, and give this one a field of it: `kind: {type: …, inline: true}`",
                        at: fields.keyRange
                    )
                ]
            )
        }
        refuse(
            ["swiftType", "import", "separator", "ignored", "mutable"],
            in: reader,
            because: "a shape with `oneOf` has no"
        )
        let values = ValueReader(diagnostics: diagnostics)
        let shape = located.shape.name.written
        var discriminator = reader["discriminator"].flatMap { values.text($0, "discriminator") }
        if discriminator == "", let node = reader["discriminator"] {
            diagnostics.error("a name on the wire cannot be empty", at: node.range)
            discriminator = nil
        }
        if let closed = reader.entry("closed"), reader.entry("discriminator") == nil {
            diagnostics.error(
                "`closed` refuses values that a `discriminator` does not list, and there is none",
                at: closed.keyRange,
                notes: [.init("without one, whatever is none of the alternatives is an error", at: closed.keyRange)]
            )
        }
        let reading = AlternativesReader(
            shapes: table,
            hasDiscriminator: discriminator != nil,
            diagnostics: diagnostics
        )
        located.alternatives = reading.alternatives(node, of: shape)
        let cases = located.alternatives.map(\.alternative)
        var alternatives = Alternatives(cases: cases, discriminator: discriminator)
        if let entry = reader.entry("choose") {
            alternatives.choice = values.choice(entry.value, "choose") ?? .first
            if let discriminator = reader.entry("discriminator") {
                diagnostics.error(
                    "`choose` says which is read without a `discriminator`",
                    at: entry.keyRange,
                    notes: [.init("`discriminator` is here", at: discriminator.keyRange)]
                )
            }
        }
        located.shape.kind = .alternatives(alternatives)
        if discriminator != nil, !isClosed(reader) {
            located.shape.catchAll = CatchAll.name(besides: cases.map(\.name), of: shape, diagnostics)
        }
    }

    private func readCustomType(_ node: YAMLNode, _ reader: MappingReader, _ located: inout LocatedShape) {
        refuse(
            [
                "fields", "discriminator", "choose", "closed", "separator", "ignored", "conformances", "mutable",
                "swiftName", "example",
            ],
            in: reader,
            because: "a Swift type of yours has no"
        )
        let values = ValueReader(diagnostics: diagnostics)
        located.customTypeRange = node.range
        located.example = nil
        guard let text = values.text(node, "swiftType"),
            let path = DottedName.parts(of: text, at: node.range, what: "a Swift type", diagnostics)
        else { return }
        var module: String?
        if let node = reader["import"], let text = values.text(node, "import") {
            if SwiftIdentifier.isValid(text), NameReader(diagnostics: diagnostics).checkLength(text, at: node.range) {
                module = text
            } else {
                diagnostics.error("\(text.quotedForMessage) cannot be the name of a module", at: node.range)
            }
        }
        located.shape.kind = .custom(CustomType(path: path, module: module))
    }

    private func isClosed(_ reader: MappingReader) -> Bool {
        reader["closed"].flatMap { ValueReader(diagnostics: diagnostics).bool($0, "closed") } ?? false
    }

    private func refuse(_ keys: [String], in reader: MappingReader, because reason: String) {
        for key in keys {
            guard let entry = reader.entry(key) else { continue }
            diagnostics.error("\(reason) `\(key)`", at: entry.keyRange)
        }
    }

    private func fields(_ reader: MappingReader, _ table: ShapeTable) -> [LocatedField] {
        let values = ValueReader(diagnostics: diagnostics)
        let separator = reader["separator"].flatMap { values.separator($0) } ?? defaults.separator
        guard let node = reader["fields"] else { return [] }
        let fieldReader = FieldReader(role: .field, separator: separator, shapes: table, diagnostics: diagnostics)
        guard var fields = fieldReader.fields(node, "fields") else { return [] }
        if let ignored = reader["ignored"] {
            IgnoredReader(noun: "field", diagnostics: diagnostics).apply(ignored, to: &fields, declaredIn: node)
        }
        for field in fields {
            FileRule.checkField(field, diagnostics)
            DirectionRule.check(field, diagnostics)
            IdleKeyRule(diagnostics: diagnostics).check(field: field)
        }
        NameClashes.check(fields.map(\.field.name), noun: "field", diagnostics)
        FormerNamesRule(diagnostics: diagnostics).check(fields, noun: "field")
        WireNameClashes.check(fields: fields, diagnostics)
        if fields.contains(where: { $0.field.transform != nil }) {
            TransformRule.check(fields, among: TransformRule.properties(fields), diagnostics)
        }
        return fields
    }
}
