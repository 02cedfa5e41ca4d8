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
        if live.count == 1 { return single(first) }
        if let found = textEnumeration(live) { return found }
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

    private mutating func single(_ element: DocumentValue) -> (type: SchemaType, isShape: Bool) {
        var inner = context
        if element["$ref"] != nil { inner.shapeName = nil }
        return (importer.type(of: element, inner), false)
    }

    // MARK: Texts, some of which are known

    /// One enumeration of all texts, as ours keep texts that they do not know; nil where there are others than texts.
    private mutating func textEnumeration(_ elements: [DocumentValue]) -> (type: SchemaType, isShape: Bool)? {
        var lists: [(element: DocumentValue, values: [DocumentValue])] = []
        for element in elements {
            guard let target = element.referredToTheEnd, target["format"] == nil, target["contentEncoding"] == nil,
                target["allOf"] == nil, target.choices.isEmpty
            else { return nil }
            let list = target["enum"]?.elements ?? target["const"].map { [$0] } ?? []
            guard !list.isEmpty || target.typeNames == ["string"],
                list.isEmpty || EnumerationValues.areIntegers(list, types: target.typeNames) == false
            else { return nil }
            if !list.isEmpty { lists.append((element, list)) }
        }
        guard let first = lists.first else { return nil }
        for element in elements where !lists.contains(where: { $0.element.range == element.range }) {
            leaveOutText(element)
        }
        if lists.count == 1 { return single(first.element) }
        for (element, _) in lists { leaveOutText(element) }
        return (enumerationShape(EnumerationValues.unique(lists.flatMap(\.values)), isOfIntegers: false), true)
    }

    /// Lists what an element says besides being text.
    private func leaveOutText(_ element: DocumentValue) {
        element["$ref"]?.carry()
        guard let target = element.referredToTheEnd, var part = ObjectReader(target, .schema) else { return }
        part.take("type")?.carry()
        _ = part.take("enum")
        _ = part.take("const")
        for key in ["title", "description"] { part.leaveOut(key, "its texts are part of an enumeration") }
        part.finish()
    }

    // MARK: A shape of alternatives

    private mutating func several(_ elements: [DocumentValue]) -> SchemaType {
        let name = importer.shapeName(context, schema)
        let discriminator = reader.take("discriminator")
        for element in elements where importer.outlines.admitsNull(element) {
            if about.isNullable { importer.leaveOut(["nullable"], inside: element, OmissionReason.nullable) }
            about.isNullable = true
        }
        importer.later { [importer, context, about] in
            var cases = AlternativeCases(importer, context)
            for element in elements { cases.add(element) }
            importer.origins[name]?.alternatives = elements
            if let discriminator {
                importer.origins[name]?.discriminator = DiscriminatorReading(discriminator, elements)
            }
            importer.draft.shapes.append(about.shape(name, context, .alternatives(cases.draft)))
        }
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
