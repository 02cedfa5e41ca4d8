import NetTaskSpec

extension SchemaReading {
    mutating func alternatives(_ list: DocumentValue) -> (type: SchemaType, isShape: Bool) {
        guard let elements = list.elements, !elements.isEmpty else {
            list.refuse("\(list.name) must be a list of schemas")
            return plain()
        }
        var live: [DocumentValue] = []
        for element in elements {
            if element.isNullSchema {
                about.isNullable = true
                leaveOutNull(element)
            } else if element.plainText == "false" {
                element.leaveOut("nothing is a value of it")
            } else if element.isAnnotation, elements.count > 1, element["nullable"]?.plainText == "true" {
                addNullable(element)
            } else {
                live.append(element)
            }
        }
        let types = schema.typeNames
        if types.count == 1, types != ["object"], live.allSatisfy(\.isConstraint) {
            for element in live { element.leaveOut(OmissionReason.notValidated) }
            return plain()
        }
        takeTypeBeside()
        guard let first = live.first else { return (.any, false) }
        if let found = enumeration(of: live) { return found }
        if live.count == 1 { return single(first) }
        return (several(live), true)
    }

    /// An element that says that null is possible.
    private func leaveOutNull(_ element: DocumentValue) {
        guard var part = ObjectReader(element, .schema) else { return }
        for key in ["type", "enum", "const"] { part.take(key)?.carry() }
        for key in ["title", "description"] { part.leaveOut(key, "null needs no words") }
        part.finish()
    }

    private mutating func addNullable(_ element: DocumentValue) {
        guard var part = ObjectReader(element, .schema) else { return }
        about.add(SchemaAbout(&part, context), of: element)
        part.finish()
    }

    /// `type` beside alternatives says what they all are; they say it themselves.
    private mutating func takeTypeBeside() {
        if schema["type"]?.elements?.contains(where: \.isNullType) == true { about.isNullable = true }
        for key in ["type", "properties", "required", "additionalProperties"] {
            reader.leaveOut(key, "the alternatives beside it say it")
        }
    }

    mutating func single(_ element: DocumentValue) -> (type: SchemaType, isShape: Bool) {
        var inner = context
        if element["$ref"] != nil { inner.shapeName = nil }
        return (importer.type(of: element, inner), false)
    }

    // MARK: A shape of alternatives

    private mutating func several(_ elements: [DocumentValue]) -> SchemaType {
        let name = importer.shapeName(context, schema)
        let discriminator = reader.take("discriminator")
        for element in elements where importer.outlines.admitsNull(element) {
            if about.isNullable { importer.leaveOut(["nullable"], inside: element, OmissionReason.nullable) }
            about.isNullable = true
        }
        importer.addAlternatives(elements, name, discriminator, context, about)
        return SchemaType(type: .named(name))
    }

    /// The schemas that extend this one, as what it is where something refers to it; nil where none does, or where nothing
    /// tells them apart. It is one of them itself where the document gives it a value.
    mutating func descendants() -> SchemaType? {
        guard let discriminator = reader.take("discriminator") else { return nil }
        let children = importer.hierarchy.descendants(of: schema)
        guard !children.isEmpty, discriminator["propertyName"] != nil else {
            discriminator.leaveOut("nothing extends the schema, so that there is nothing to tell apart")
            return nil
        }
        let name = importer.shapeName(context, schema)
        let own = DiscriminatorReading(discriminator, [schema]).mapped[0].isEmpty ? [] : [schema]
        importer.addAlternatives(children + own, name, discriminator, context, about)
        return SchemaType(type: .named(name))
    }

    /// The types of one of 3.1's lists of them, each an alternative.
    mutating func several(_ types: [String]) -> (type: SchemaType, isShape: Bool) {
        var found: [SchemaType] = []
        for type in types {
            switch type {
            case "array": found.append(list())
            case "object": found.append(objectAmongOthers())
            default: found.append(scalar(type))
            }
        }
        let name = importer.shapeName(context, schema)
        var cases = AlternativeCases(importer, context)
        for type in found { cases.add(type, word: nil, of: schema) }
        importer.later { [importer, context, about] in
            importer.draft.shapes.append(about.shape(name, context, .alternatives(cases.draft)))
        }
        return (SchemaType(type: .named(name)), true)
    }

    private mutating func objectAmongOthers() -> SchemaType {
        guard schema["properties"]?.members?.isEmpty == false else { return object().type }
        var inner = self
        inner.context = context.inside("Object")
        inner.about = SchemaAbout()
        let type = inner.objectShape()
        reader = inner.reader
        return type
    }
}

extension SchemaImporter {
    /// Adds a shape of alternatives when all schemas that are being read are done.
    func addAlternatives(
        _ elements: [DocumentValue],
        _ name: String,
        _ discriminator: DocumentValue?,
        _ context: SchemaContext,
        _ about: SchemaAbout
    ) {
        later { [self] in
            var cases = AlternativeCases(self, context)
            for element in elements { cases.add(element) }
            origins[name]?.discriminator = discriminator
            draft.shapes.append(about.shape(name, context, .alternatives(cases.draft)))
        }
    }

    /// The type of what is one of several objects beside the members of a schema.
    func alternatives(_ elements: [DocumentValue], beside schema: DocumentValue, _ context: SchemaContext) -> DraftType
    {
        let name = names.name(for: context.name, .shape)
        origins.add(name, schema, context)
        addAlternatives(elements, name, schema["discriminator"], context, SchemaAbout())
        return .named(name)
    }
}
