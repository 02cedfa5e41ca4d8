import NetTaskSpec

extension SchemaReading {
    mutating func alternatives(_ list: DocumentValue) -> Kind {
        guard let elements = list.elements, !elements.isEmpty else {
            list.refuse("\(list.name) must be a list of schemas")
            return plain()
        }
        var live: [DocumentValue] = []
        for element in elements {
            if element.isNullSchema {
                about.isNullable = true
                guard var part = ObjectReader(element, .schema) else { continue }
                part.carry(["type", "enum", "const"])
                part.leaveOut(["title", "description"], .words(.documentation, "null has no documentation"))
                part.finish()
            } else if element.plainText == "false" {
                element.leaveOut(.noValues)
            } else if element.isAnnotation, elements.count > 1, element["nullable"]?.plainText == "true" {
                addAnnotation(element)
            } else {
                live.append(element)
            }
        }
        let types = schema.typeNames
        if types.count == 1, types != ["object"], live.allSatisfy(\.isConstraint) {
            for element in live { element.leaveOut(.notValidated) }
            return plain()
        }
        // The alternatives state their types themselves, so that `type` beside them is redundant.
        if schema["type"]?.elements?.contains(where: \.isNullType) == true { about.isNullable = true }
        reader.leaveOut(
            ["type", "properties", "required", "additionalProperties"],
            .unused(.redundant, "the alternatives beside it already state it")
        )
        guard let first = live.first else { return (.any, false) }
        if let found = enumeration(of: live) { return found }
        if live.count == 1 { return single(first) }
        let name = importer.shapeName(&context, schema)
        let discriminator = reader.take("discriminator")
        for element in live where element.admitsNull() {
            if about.isNullable { importer.leaveOut(["nullable"], inside: element, .nullable) }
            about.isNullable = true
        }
        return (SchemaType(type: importer.addAlternatives(live, name, discriminator, context, about)), true)
    }

    func single(_ element: DocumentValue) -> Kind {
        var inner = context
        if element["$ref"] != nil { inner.shapeName = nil }
        return (importer.type(of: element, inner), false)
    }

    /// Returns the schemas that extend this one, as alternatives for references to it. Returns `nil` if no schema extends it, or
    /// if nothing distinguishes them. This schema is one of the alternatives if the document maps a value to it.
    mutating func descendants() -> SchemaType? {
        guard let discriminator = reader.take("discriminator") else { return nil }
        let children = importer.shared.descendants(of: schema)
        guard !children.isEmpty, discriminator["propertyName"] != nil else {
            return discriminator.leaveOut(
                .unused(.discriminator, "no schema extends this one, so there are no alternatives to distinguish")
            )
        }
        let name = importer.shapeName(&context, schema)
        let reading = DiscriminatorReading(discriminator, ([schema] + children).map { [$0] })
        let own = reading.mapped[0].isEmpty ? [] : [schema]
        return SchemaType(type: importer.addAlternatives(children + own, name, discriminator, context, about))
    }

    /// Reads a list of types (OpenAPI 3.1). Each type becomes an alternative.
    mutating func several(_ types: [String]) -> Kind {
        let name = importer.shapeName(&context, schema)
        var found: [SchemaType] = []
        for type in types {
            switch type {
            case "array": found.append(list())
            case "object": found.append(objectAmongOthers())
            default: found.append(scalar(type))
            }
        }
        let words = AlternativeWords(importer: importer, elements: [])
        var cases = AlternativeCases(importer: importer, context: context, words: words)
        for type in found { cases.add(type, word: nil, of: schema) }
        return (SchemaType(type: importer.addShape(name, context, about) { .alternatives(cases.alternatives) }), true)
    }

    private mutating func objectAmongOthers() -> SchemaType {
        guard schema["properties"]?.members?.isEmpty == false else { return object().type }
        var inner = self
        inner.context = context.inside("Object", isGeneral: true)
        inner.about = SchemaAbout()
        let type = inner.objectShape()
        reader = inner.reader
        return type
    }
}

extension SchemaImporter {
    /// Adds a shape of alternatives.
    func addAlternatives(
        _ elements: [DocumentValue],
        _ name: String,
        _ discriminator: DocumentValue?,
        _ context: SchemaContext,
        _ about: SchemaAbout
    ) -> TypeReference {
        addShape(name, context, about) { [self] in
            let property = discriminator?["propertyName"]?.plainText
            let words = AlternativeWords(importer: self, elements: elements, discriminator: property)
            var cases = AlternativeCases(importer: self, context: context, words: words)
            for element in elements { cases.add(element) }
            origins[name]?.discriminator = discriminator
            return .alternatives(cases.alternatives)
        }
    }
}

/// Gathers the alternatives of a shape, and names them.
private struct AlternativeCases {
    let importer: SchemaImporter
    let context: SchemaContext
    var words: AlternativeWords
    var baseType: TypeReference?
    /// The alternatives. `typeWord` is the word for the type, if `word` is a title.
    var found: [(word: String, typeWord: String?, type: TypeReference, schema: DocumentValue)] = []

    var alternatives: Alternatives {
        // Several alternatives may have the same title, such as "array". Then the words for their types are clearer.
        let counts = Dictionary(grouping: found, by: \.word).mapValues(\.count)
        let words = found.map { counts[$0.word] == 1 ? $0.word : $0.typeWord ?? $0.word }
        let names = MemberNames.names(for: words, reserved: ReservedNames.cases)
        let cases = zip(names, found).map { name, found in
            Alternative(name: Name(name, place: found.schema.range), type: found.type)
        }
        return Alternatives(cases: cases)
    }

    /// Adds an element of `oneOf` or `anyOf`.
    mutating func add(_ element: DocumentValue) {
        if let reference = element["$ref"]?.plainText {
            var type = importer.type(of: element, context)
            importer.leaveOutWhatHasNoPlace(type, in: element)
            if standsForItself(element, type.type) { type.type = base(element) }
            add(type, word: reference.split(separator: "/").last.map(String.init), of: element)
        } else if let shared = importer.shared.context(of: element) {
            // The element is under `components`. It extends the schema with the alternatives, or it is that schema.
            var type = shared.shapeName == context.shapeName ? nil : importer.type(of: element, shared).type
            if let own = type, standsForItself(element, own) { type = nil }
            add(SchemaType(type: type ?? base(element)), word: element.key, of: element)
        } else {
            let title = words.title(of: element)
            let word = words.word(of: element)
            var inner = word.map { context.inside($0) } ?? context.elements("Item")
            inner.isNamedByTitle = title != nil
            let type = importer.type(of: element, inner)
            importer.leaveOutWhatHasNoPlace(type, in: element, isNamedByTitle: title != nil)
            add(type, word: word, of: element)
        }
    }

    /// - Parameter word: The name of the alternative in the document. Default: the word for its type.
    mutating func add(_ type: SchemaType, word: String?, of element: DocumentValue) {
        if type.format != nil {
            importer.leaveOut(
                ["format", "contentEncoding"],
                inside: element,
                .differs(.noPlace, "only fields have formats")
            )
        }
        let type = type.typeWithoutFormat
        let typeWord = Self.word(for: type)
        importer.imported.sources[element.range] = element
        found.append((word ?? typeWord, element.titleWithLetters == nil ? nil : typeWord, type, element))
    }

    /// Whether an alternative only refers to the object that has the alternatives.
    private func standsForItself(_ element: DocumentValue, _ type: TypeReference) -> Bool {
        guard let name = context.shapeName, type == .shape(name), let schema = importer.origins[name]?.schema else {
            return false
        }
        return element.referredToTheEnd?.range != schema.range && importer.outline(of: schema) == .fields
    }

    /// Returns the type of the schema itself, as an alternative beside the schemas that extend it.
    private mutating func base(_ schema: DocumentValue) -> TypeReference {
        let type = baseType ?? importer.addObject(schema, context.inside("Base"), SchemaAbout())
        baseType = type
        return type
    }

    /// Returns the word for a case with this type.
    private static func word(for type: TypeReference) -> String {
        switch type {
        case .jsonValue: "other"
        case .array(.jsonValue): "list"
        case .dictionary(.jsonValue): "object"
        case .scalar, .shape: CamelCase.propertyName(forType: type.description)
        case .array(let element): word(for: element) + " list"
        case .dictionary(let value): word(for: value) + " map"
        case .optional(let wrapped): word(for: wrapped)
        }
    }
}
