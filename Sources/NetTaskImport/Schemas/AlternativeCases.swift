import NetTaskSpec

/// Gathers the alternatives of a shape, and gives them names.
struct AlternativeCases {
    private let importer: SchemaImporter
    private let context: SchemaContext
    private var found: [(word: String, type: DraftType)] = []

    init(_ importer: SchemaImporter, _ context: SchemaContext) {
        self.importer = importer
        self.context = context
    }

    var draft: AlternativesDraft {
        let names = MemberNames.names(for: found.map(\.word), reserved: ReservedNames.cases)
        return AlternativesDraft(cases: zip(names, found).map { ($0, nil, $1.type) }, discriminator: nil)
    }

    /// An element of `oneOf` or `anyOf`.
    mutating func add(_ element: DocumentValue) {
        var word: String?
        if element["$ref"] == nil { word = ownWord(of: element) }
        let type = importer.type(of: element, context.inside(word ?? "Option \(found.count + 1)"))
        importer.leaveOutWhatHasNoPlace(type, in: element)
        add(type, word: element["title"] == nil ? nil : word, of: element)
    }

    /// - Parameter word: What the document calls the alternative; nil for what its type is called.
    mutating func add(_ type: SchemaType, word: String?, of element: DocumentValue) {
        if type.format != nil {
            importer.leaveOut(["format", "contentEncoding"], inside: element, "only fields have formats")
        }
        let type = type.typeWithoutFormat
        found.append((word ?? Self.word(for: type), type))
    }

    /// What the document calls an alternative in place: by its title, or by the one value that a member has.
    private func ownWord(of element: DocumentValue) -> String? {
        if let title = element["title"]?.plainText, title.unicodeScalars.contains(where: \.properties.isAlphabetic) {
            return title
        }
        for (_, property, _) in element["properties"]?.members ?? [] {
            if let text = property["const"]?.plainText { return text }
            if let values = property["enum"]?.elements, values.count == 1, let text = values[0].plainText {
                return text
            }
        }
        return nil
    }

    /// What a case of that type is called.
    private static func word(for type: DraftType) -> String {
        switch type {
        case .named("JSONValue"): "other"
        case .named(let name): CamelCase.propertyName(forType: name)
        case .list(let element): word(for: element) + " list"
        case .dictionary(let value): word(for: value) + " map"
        }
    }
}

extension SchemaType {
    /// The type for where there is no place for a format: texts and numbers stay what they are on the wire.
    var typeWithoutFormat: DraftType {
        guard let format else { return type }
        return type.replacingInnermost(format == "unix" ? .named("Double") : .string)
    }
}

extension DraftType {
    fileprivate func replacingInnermost(_ type: DraftType) -> DraftType {
        switch self {
        case .named: type
        case .list(let inner): .list(inner.replacingInnermost(type))
        case .dictionary(let inner): .dictionary(inner.replacingInnermost(type))
        }
    }
}
