import NetTaskSpec

/// Gathers the alternatives of a shape, and gives them names.
struct AlternativeCases {
    private let importer: SchemaImporter
    private let context: SchemaContext
    /// `typeWord` is what the type is called, where the word is a title.
    private var found: [(word: String, typeWord: String?, type: DraftType, schema: DocumentValue)] = []

    init(_ importer: SchemaImporter, _ context: SchemaContext) {
        self.importer = importer
        self.context = context
    }

    var draft: AlternativesDraft {
        // Several may have one title, such as "array", which tells less than their types then.
        let counts = Dictionary(grouping: found, by: \.word).mapValues(\.count)
        let words = found.map { counts[$0.word] == 1 ? $0.word : $0.typeWord ?? $0.word }
        let names = MemberNames.names(for: words, reserved: ReservedNames.cases)
        return AlternativesDraft(
            cases: zip(names, found).map { AlternativeDraft(name: $0, type: $1.type, schema: $1.schema) }
        )
    }

    /// An element of `oneOf` or `anyOf`.
    mutating func add(_ element: DocumentValue) {
        if let reference = element["$ref"]?.plainText {
            let type = importer.type(of: element, context)
            importer.leaveOutWhatHasNoPlace(type, in: element)
            return add(type, word: reference.split(separator: "/").last.map(String.init), of: element)
        }
        if let shared = importer.shared.context(of: element) { return addExtension(element, shared) }
        let title = element.titleWithLetters
        let word = title ?? onlyValue(of: element) ?? kind(of: element)
        var inner = context.inside(word ?? "Item")
        inner.isNamedByTitle = title != nil
        let type = importer.type(of: element, inner)
        importer.leaveOutWhatHasNoPlace(type, in: element, isNamedByTitle: title != nil)
        add(type, word: word, of: element)
    }

    /// A schema under `components` that extends the one whose alternative it is, or that one itself.
    private mutating func addExtension(_ element: DocumentValue, _ shared: SchemaContext) {
        let isItself = shared.shapeName == context.shapeName
        let type =
            isItself ? importer.object(of: element, context.inside("Base")) : importer.type(of: element, shared).type
        add(SchemaType(type: type), word: element.key, of: element)
    }

    /// - Parameter word: What the document calls the alternative; nil for what its type is called.
    mutating func add(_ type: SchemaType, word: String?, of element: DocumentValue) {
        if type.format != nil {
            importer.leaveOut(["format", "contentEncoding"], inside: element, "only fields have formats")
        }
        let type = type.typeWithoutFormat
        let isTitle = element.titleWithLetters != nil
        found.append((word ?? Self.word(for: type), isTitle ? Self.word(for: type) : nil, type, element))
    }

    /// The one value that an alternative, or a member of it, has.
    private func onlyValue(of element: DocumentValue) -> String? {
        if let value = element.onlyText { return value }
        for (_, property, _) in element["properties"]?.members ?? [] {
            if let value = property.onlyText { return value }
        }
        return nil
    }

    /// What a shape in place is called for want of anything else; nil for what is no shape.
    private func kind(of element: DocumentValue) -> String? {
        if element["enum"] != nil { return "Value" }
        if importer.outlines.outline(of: element) == .fields { return "Object" }
        return element.choices.isEmpty ? nil : "Choice"
    }

    /// What a case of that type is called.
    private static func word(for type: DraftType) -> String {
        switch type {
        case .named("JSONValue"): "other"
        case .list(.jsonValue): "list"
        case .dictionary(.jsonValue): "object"
        case .named(let name): CamelCase.propertyName(forType: name)
        case .list(let element): word(for: element) + " list"
        case .dictionary(let value): word(for: value) + " map"
        case .optional(let wrapped): word(for: wrapped)
        }
    }
}

extension DocumentValue {
    /// The title, if it has a letter.
    var titleWithLetters: String? {
        guard let title = self["title"]?.plainText else { return nil }
        return title.unicodeScalars.contains(where: \.properties.isAlphabetic) ? title : nil
    }

    /// The only text that a value of this schema can be.
    var onlyText: String? {
        if let const = self["const"] { return const.plainText }
        guard let values = self["enum"]?.elements, values.count == 1 else { return nil }
        return values[0].plainText
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
        case .optional(let inner): .optional(inner.replacingInnermost(type))
        }
    }
}
