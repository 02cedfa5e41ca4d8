import NetTaskSpec

extension SchemaReading {
    mutating func object() -> (type: SchemaType, isShape: Bool) {
        if importer.outlines.outline(of: schema) == .fields {
            return (objectShape(), true)
        }
        reader.take("properties")?.carry()
        reader.leaveOut("required", "there is no property of that name")
        guard let value = reader.take("additionalProperties") else {
            return (SchemaType(type: .dictionary(.jsonValue)), false)
        }
        guard value.plainText != "false" else {
            value.leaveOut(OmissionReason.notValidated)
            return (SchemaType(type: .dictionary(.jsonValue)), false)
        }
        let element = importer.type(of: value, context.inside("Value"))
        importer.leaveOutWhatHasNoPlace(element, in: value)
        return (wrapped(element) { .dictionary($0) }, false)
    }

    /// A shape with the fields of the schema and of all that `allOf` has.
    mutating func objectShape() -> SchemaType {
        for key in ["properties", "required", "additionalProperties", "allOf", "oneOf", "anyOf", "type"] {
            _ = reader.take(key)
        }
        if schema["oneOf"] != nil || schema["anyOf"] != nil {
            _ = reader.take("discriminator")
        } else if let type = descendants() {
            return type
        }
        let name = importer.shapeName(context, schema)
        importer.addObject(schema, name, context, about)
        return SchemaType(type: .named(name))
    }

    // MARK: allOf

    mutating func allOf(_ all: DocumentValue) -> (type: SchemaType, isShape: Bool) {
        guard let elements = all.elements, !elements.isEmpty else {
            all.refuse("`allOf` must be a list of schemas")
            return plain()
        }
        var parts: [DocumentValue] = []
        for element in elements {
            if element.isAnnotation { addAnnotation(element) } else { parts.append(element) }
        }
        for part in parts where part.isConstraint && part["required"] == nil {
            part.leaveOut(OmissionReason.notValidated)
        }
        parts.removeAll { $0.isConstraint && $0["required"] == nil }
        let isObject =
            parts.contains { importer.outlines.outline(of: $0) == .fields }
            || importer.outlines.outline(of: schema) == .fields
            || hasOwnAlternatives && parts.contains { importer.outlines.outline(of: $0) == .alternatives }
        let hasOwnFields =
            hasOwnAlternatives || schema["properties"] != nil || schema["required"]?.elements?.isEmpty == false
        if isObject && parts.count > 1 || hasOwnFields && importer.outlines.outline(of: schema) == .fields {
            leaveOutTheRest(of: parts)
            return (objectShape(), true)
        }
        guard let first = parts.first, !hasOwnKind else {
            for part in parts { part.leaveOut(OmissionReason.otherPart) }
            return plain()
        }
        // The one that tells most.
        let part = parts.first { importer.outlines.outline(of: $0) != .members } ?? first
        for other in parts where other.range != part.range { other.leaveOut(OmissionReason.otherPart) }
        takeObjectType()
        var inner = context
        if part["$ref"] != nil { inner.shapeName = nil }
        return (importer.type(of: part, inner), false)
    }

    /// Whether the schema says by itself what it is, so that `allOf` can only narrow it.
    private var hasOwnKind: Bool {
        let types = schema.typeNames
        return !types.isEmpty && types != ["object"] || schema["enum"] != nil || schema["const"] != nil
    }

    /// Whether it is one of several objects besides.
    private var hasOwnAlternatives: Bool {
        ["oneOf", "anyOf"].contains { schema[$0].map { !$0.holdsOnlyConstraints } ?? false }
    }

    /// `type: object` says nothing new beside the only part of `allOf`.
    private mutating func takeObjectType() {
        for key in ["type", "required", "properties", "additionalProperties"] {
            reader.leaveOut(key, "the schema in `allOf` says it")
        }
    }

    private mutating func addAnnotation(_ element: DocumentValue) {
        if element.members?.isEmpty == true { return element.leaveOut("it says nothing") }
        guard var part = ObjectReader(element, .schema) else { return }
        let other = SchemaAbout(&part, context)
        about.add(other, of: element)
        part.finish()
    }

    /// What the parts of an object say besides their members.
    private func leaveOutTheRest(of parts: [DocumentValue]) {
        let objects = ObjectFields(importer)
        for part in parts {
            objects.leaveOutTheRest(of: part, OmissionReason.otherDescription)
        }
    }
}

extension OmissionReason {
    static let otherPart = "another part of `allOf` says what it is"
}

extension SchemaImporter {
    /// Adds a shape with the fields of a schema when all schemas that are being read are done.
    func addObject(_ schema: DocumentValue, _ name: String, _ context: SchemaContext, _ about: SchemaAbout) {
        later { [self] in
            let fields = ObjectFields(self).fields(of: schema, context, ofShape: name)
            draft.shapes.append(about.shape(name, context, .object(fields)))
        }
    }

    /// A shape with the fields of a schema that is an alternative of itself.
    func object(of schema: DocumentValue, _ context: SchemaContext) -> DraftType {
        let name = names.name(for: context.name, .shape)
        origins.add(name, schema, context)
        addObject(schema, name, context, SchemaAbout())
        return .named(name)
    }
}
