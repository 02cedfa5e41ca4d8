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
        for key in ["properties", "required", "additionalProperties", "allOf", "type"] { _ = reader.take(key) }
        reader.leaveOut("discriminator", "only a schema with `oneOf` is one of several types")
        let name = importer.shapeName(context, schema)
        let (importer, schema, context, about) = (importer, schema, context, about)
        importer.later {
            let fields = ObjectFields(importer).fields(of: schema, context, ofShape: name)
            importer.draft.shapes.append(about.shape(name, context, .object(fields)))
        }
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
        let isObject = parts.contains { importer.outlines.outline(of: $0) == .fields }
        let hasOwnFields = schema["properties"] != nil || schema["required"]?.elements?.isEmpty == false
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
