/// Decodes `shapes:`.
extension SpecDecoder {
    /// Decodes all shapes in the order of the spec. Adds the cases of enumerations and the types of alternatives to the
    /// table.
    mutating func readShapes(_ entries: [ExtendedSpec.Entry]) -> [Shape] {
        shapes = ShapeTable(entries.map(\.node))
        // Enumerations come first, because the defaults of fields refer to their cases. Alternatives follow, because their
        // types determine whether a field can have a `style`.
        var early: [String: Shape] = [:]
        for entry in entries where !isFull && shapes.kind(of: entry.node.key) == .enumeration {
            guard let shape = shape(entry) else { continue }
            early[entry.node.key] = shape
            if shape.isWhole, case .enumeration(let cases) = shape.kind { shapes.setCases(cases, of: entry.node.key) }
        }
        for entry in entries where !isFull && shapes.kind(of: entry.node.key) == .alternatives {
            guard let shape = shape(entry) else { continue }
            early[entry.node.key] = shape
            shapes.alternatives[entry.node.key] = shape.alternatives
        }
        var shapes: [Shape] = []
        for entry in entries where !isFull {
            let kind = self.shapes.kind(of: entry.node.key)
            let isRead = kind == .enumeration || kind == .alternatives
            guard let shape = isRead ? early[entry.node.key] : shape(entry) else { continue }
            shapes.append(shape)
        }
        return shapes
    }

    private mutating func shape(_ entry: ExtendedSpec.Entry) -> Shape? {
        inherit(from: entry.home)
        return shape(entry.node)
    }

    private func shape(_ entry: YAMLNode.Entry) -> Shape? {
        let written = entry.value
        let entry = inherited.changed(by: entry, SpecLanguage.shape, diagnostics)
        guard let keys = keys(entry, SpecLanguage.shape), !refusesOmission(keys, "shape") else { return nil }
        let name = name(entry.key, at: entry.keyRange, swiftName: keys["swiftName"], of: entry.value, .shape)
        var shape = Shape(name: name ?? Name(entry.key), kind: .object([]))
        shape.isMutable = isMutable(written)
        shape.attributes = written["attributes"] == nil ? inherited.settings.attributes : []
        keys.read(into: &shape)
        let hasFields = keys.entry("fields") != nil || entry.value["fields"] != nil
        let separator = hasFields ? separator(keys, written) : .default
        var reading = Written.Reading(keyRange: entry.keyRange, range: entry.value.range, entries: keys.entries)
        (reading.separator, reading.isWhole) = (separator, name != nil)
        shape.source = Written(reading)
        if let node = keys["enum"] {
            readEnumeration(node, keys, &shape)
        } else if let node = keys["oneOf"] {
            readAlternatives(node, keys, &shape)
        } else if let node = keys["swiftType"] {
            readCustomType(node, keys, &shape)
            return shape
        } else if hasFields {
            shape.kind = .object(fields(ofShape: keys, separator))
        } else if !SpecLanguage.shape.alternatives.contains(where: { entry.value[$0] != nil }) {
            let report = at(entry.keyRange, .missingKey)
                .error("the shape \(entry.key.quotedForMessage) needs `fields`, `enum`, `oneOf` or `swiftType`")
            if entry.value.isMap { report.note("write its members below `fields`: `{fields: {id: Int}}`") }
        }
        readConformances(keys, written, &shape)
        return shape
    }

    private func fields(ofShape keys: KeyReader, _ separator: NameSeparator) -> [Field] {
        let node = keys["fields"]
        guard var fields = node.map({ self.fields($0, "fields", .field, separator) }) ?? [] else { return [] }
        fields += additional(keys, beside: fields, .field)
        if let ignored = keys["ignored"] { ignore(ignored, in: &fields, "field", declaredIn: node) }
        return fields
    }

    private func readEnumeration(_ node: YAMLNode, _ keys: KeyReader, _ shape: inout Shape) {
        let cases = cases(node, of: shape.name.written)
        shape.kind = .enumeration(cases)
        guard keys.bool("closed") != true, !cases.isEmpty else { return }
        for name in cases.map(\.name) where ReservedNames.openCases.contains(name.swift) {
            at(name.place, .reservedName)
                .error("a case cannot have the name `\(name.swift)`, which is a property in generated code")
                .note("rename it: `enum: {\(name.swift)Case: …}`")
        }
        shape.catchAll = catchAll(besides: cases.map(\.name), of: shape.name.written)
    }

    private func readAlternatives(_ node: YAMLNode, _ keys: KeyReader, _ shape: inout Shape) {
        var discriminator = keys.text("discriminator")
        if discriminator == "", let node = keys["discriminator"] {
            discriminator = at(node.range, .emptyValue).error("a wire name cannot be empty").none()
        }
        let cases = alternatives(node, of: shape.name.written, hasDiscriminator: discriminator != nil)
        let choice = keys.choice("choose") ?? Alternatives.Choice.first
        shape.kind = .alternatives(Alternatives(cases: cases, discriminator: discriminator, choice: choice))
        guard discriminator != nil, keys.bool("closed") != true else { return }
        shape.catchAll = catchAll(besides: cases.map(\.name), of: shape.name.written)
    }

    private func readCustomType(_ node: YAMLNode, _ keys: KeyReader, _ shape: inout Shape) {
        guard let text = keys.text("swiftType"), let path = dottedName(text, at: node.range, what: "a Swift type")
        else { return }
        let module = keys["import"].flatMap { node -> String? in
            guard let name = self.text(node, "import") else { return nil }
            if SwiftIdentifier.isValid(name), checkLength(name, at: node.range) { return name }
            return at(node.range, .invalidName).error("\(name.quotedForMessage) cannot be the name of a module").none()
        }
        shape.kind = .custom(CustomType(path: path, module: module))
    }

    // MARK: Conformances

    private func readConformances(_ keys: KeyReader, _ written: YAMLNode, _ shape: inout Shape) {
        var all = written["conformances"]?.removes == true ? [] : inherited.conformances
        if let node = keys["conformances"] {
            let own = conformances(node)
            all = own.isEmpty ? [] : merged(inherited.conformances, with: own)
        }
        shape.conformances = all.map(\.value)
        shape.conformancePlaces = all.map(\.range)
    }

    /// The protocols of the defaults and of the shape, without duplicates.
    private func merged(
        _ defaults: [Located<Conformance>],
        with own: [Located<Conformance>]
    ) -> [Located<Conformance>] {
        let all = defaults + own.filter { own in !defaults.contains { $0.value == own.value } }
        // Swift rejects a protocol that another one implies as a duplicate.
        guard all.contains(where: { $0.value == .known(.codable) }) else { return all }
        return all.filter { $0.value != .known(.encodable) && $0.value != .known(.decodable) }
    }

    /// Decodes `conformances:`, a list of protocols.
    ///
    /// - Parameter isForAllShapes: Whether this is the list of `defaults`.
    func conformances(_ node: YAMLNode, isForAllShapes: Bool = false) -> [Located<Conformance>] {
        let items = shortList(node, "conformances", of: "protocols", such: "[Hashable, Codable]")
        return names(items, again: { _ in "duplicate protocol" }) { conformance($0, isForAllShapes) }
    }

    private func conformance(_ node: YAMLNode, _ isForAllShapes: Bool) -> Conformance? {
        guard let text = node.text, !node.isMissing else {
            return at(node.range, .wrongKind).error("a protocol must be a name, not \(node.kind)").none()
        }
        // `Swift.Hashable` is `Hashable`.
        let name = text.hasPrefix("Swift.") ? String(text.dropFirst(6)) : text
        if let known = Conformance.Known(rawValue: name) {
            guard isForAllShapes, known == .identifiable || known == .caseIterable else { return .known(known) }
            return at(node.range, .invalidConformance).error("not every shape can be `\(known.rawValue)`")
                .note("add it to individual shapes").none()
        }
        guard !Self.generatedConformances.contains(name) else {
            return at(node.range, .invalidConformance)
                .error("generated code adds `\(name)` where it is needed")
                .note("remove it").none()
        }
        return dottedName(text, at: node.range, what: "the name of a protocol").map { .own($0) }
    }

    private static let generatedConformances: Set<String> = [
        "CustomReflectable", "JSONReadable", "JSONScalar", "ParameterPackable", "ParameterValue", "RawRepresentable",
        "Sendable",
    ]
}

/// The known facts about a spec's shapes during decoding.
struct ShapeTable {
    /// The names in the order of the spec.
    private(set) var names: [String] = []
    private var kinds: [String: Kind] = [:]
    /// The alternatives of shapes, as far as they were decoded.
    var alternatives: [String: Alternatives] = [:]
    private var cases: [String: [String: String]] = [:]

    enum Kind {
        case object
        case alternatives
        case custom
        case enumeration
    }

    /// Records the name and kind of each shape before the shapes are decoded.
    init(_ entries: [YAMLNode.Entry]) {
        for entry in entries {
            names.append(entry.key)
            kinds[entry.key] = Self.kind(entry.value)
        }
    }

    private static func kind(_ shape: YAMLNode) -> Kind {
        if shape["enum"] != nil { return .enumeration }
        if shape["oneOf"] != nil { return .alternatives }
        return shape["swiftType"] != nil ? .custom : .object
    }

    mutating func setCases(_ cases: [EnumerationCase], of name: String) {
        var caseOfText: [String: String] = [:]
        for enumerationCase in cases { caseOfText[enumerationCase.value.text] = enumerationCase.name.swift }
        for enumerationCase in cases { caseOfText[enumerationCase.name.swift] = enumerationCase.name.swift }
        self.cases[name] = caseOfText
    }

    /// The kind of a shape; `nil` for an unknown shape.
    func kind(of name: String) -> Kind? { kinds[name] }

    /// The Swift names of an enumeration's cases, by name and by wire value. The name has priority. `nil` for other shapes.
    func cases(of name: String) -> [String: String]? { kinds[name] == .enumeration ? cases[name] ?? [:] : nil }
}
