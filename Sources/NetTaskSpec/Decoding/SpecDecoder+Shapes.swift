/// Reads `shapes:`.
extension SpecDecoder {
    /// All shapes in the order written. The cases of enumerations and the types of alternatives come into the table.
    mutating func readShapes(_ entries: [ExtendedSpec.Entry]) -> [Shape] {
        shapes = ShapeTable(entries.map(\.node))
        // Enumerations first, because the defaults of fields name their cases. Then alternatives, because their types determine
        // whether a field can have a `style`.
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
            if entry.value.isMap { report.note("its members stand below `fields`: `{fields: {id: Int}}`") }
        }
        readConformances(keys, written, &shape)
        return shape
    }

    private func fields(ofShape keys: KeyReader, _ separator: NameSeparator) -> [Field] {
        guard let node = keys["fields"], var fields = fields(node, "fields", .field, separator) else { return [] }
        if let ignored = keys["ignored"] { ignore(ignored, in: &fields, "field", declaredIn: node) }
        return fields
    }

    private func readEnumeration(_ node: YAMLNode, _ keys: KeyReader, _ shape: inout Shape) {
        let cases = cases(node, of: shape.name.written)
        shape.kind = .enumeration(cases)
        guard keys.bool("closed") != true, !cases.isEmpty else { return }
        for name in cases.map(\.name) where ReservedNames.openCases.contains(name.swift) {
            at(name.place, .reservedName)
                .error("a case cannot be called `\(name.swift)`: generated code has a property of that name")
                .note("give it a name: `enum: {\(name.swift)Case: …}`")
        }
        shape.catchAll = catchAll(besides: cases.map(\.name), of: shape.name.written)
    }

    private func readAlternatives(_ node: YAMLNode, _ keys: KeyReader, _ shape: inout Shape) {
        var discriminator = keys.text("discriminator")
        if discriminator == "", let node = keys["discriminator"] {
            discriminator = at(node.range, .emptyValue).error("a name on the wire cannot be empty").none()
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

    /// Those of the defaults and a shape's own, each once.
    private func merged(
        _ defaults: [Located<Conformance>],
        with own: [Located<Conformance>]
    ) -> [Located<Conformance>] {
        let all = defaults + own.filter { own in !defaults.contains { $0.value == own.value } }
        // Swift takes what another one implies for a repetition.
        guard all.contains(where: { $0.value == .known(.codable) }) else { return all }
        return all.filter { $0.value != .known(.encodable) && $0.value != .known(.decodable) }
    }

    /// `conformances:`, a list of protocols.
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
                .note("write it into the shapes that are").none()
        }
        guard !Self.generatedConformances.contains(name) else {
            return at(node.range, .invalidConformance)
                .error("`\(name)` is what generated code makes of a shape where it is needed")
                .note("leave it out").none()
        }
        return dottedName(text, at: node.range, what: "the name of a protocol").map { .own($0) }
    }

    private static let generatedConformances: Set<String> = [
        "CustomReflectable", "JSONReadable", "JSONScalar", "ParameterPackable", "ParameterValue", "RawRepresentable",
        "Sendable",
    ]
}

/// What is known of a spec's shapes while the rest of it is read.
struct ShapeTable {
    /// In the order written.
    private(set) var names: [String] = []
    private var kinds: [String: Kind] = [:]
    /// The alternatives of the shapes whose alternatives have been read.
    var alternatives: [String: Alternatives] = [:]
    private var cases: [String: [String: String]] = [:]

    enum Kind {
        case object
        case alternatives
        case custom
        case enumeration
    }

    /// Notes each shape's name and kind before any of them is read.
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

    /// The kind of a shape; nil if there is no such shape.
    func kind(of name: String) -> Kind? { kinds[name] }

    /// The Swift names of an enumeration's cases, by themselves and by what is on the wire; a case's own name wins. Returns nil for
    /// other shapes.
    func cases(of name: String) -> [String: String]? { kinds[name] == .enumeration ? cases[name] ?? [:] : nil }
}
