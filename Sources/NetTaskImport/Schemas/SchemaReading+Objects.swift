import NetTaskSpec

extension SchemaReading {
    mutating func object() -> Kind {
        if outline(of: schema) == .fields { return (objectShape(), true) }
        reader.carry(["properties"])
        reader.leaveOut(["required"], .noProperty)
        let any = SchemaType(type: .dictionary(.jsonValue))
        guard let value = reader.take("additionalProperties") else { return (any, false) }
        guard value.plainText != "false" else {
            value.leaveOut(.notValidated)
            return (any, false)
        }
        return (wrapped(value, "Value") { .dictionary($0) }, false)
    }

    /// A shape with the fields of the schema and of all that `allOf` has.
    mutating func objectShape() -> SchemaType {
        for key in ["properties", "required", "additionalProperties", "allOf", "oneOf", "anyOf", "type"] {
            reader.take(key)
        }
        if schema["oneOf"] != nil || schema["anyOf"] != nil {
            reader.take("discriminator")
        } else if let type = descendants() {
            return type
        }
        return SchemaType(type: importer.addObject(schema, context, about))
    }

    // MARK: allOf

    mutating func allOf(_ all: DocumentValue) -> Kind {
        guard let elements = all.elements, !elements.isEmpty else {
            all.refuse("`allOf` must be a list of schemas")
            return plain()
        }
        var parts: [DocumentValue] = []
        for element in elements {
            if element.isAnnotation {
                addAnnotation(element)
            } else if element.isConstraint, element["required"] == nil {
                element.leaveOut(.notValidated)
            } else {
                parts.append(element)
            }
        }
        let hasAlternatives = schema.hasAlternatives
        let isObject =
            parts.contains { outline(of: $0) == .fields } || outline(of: schema) == .fields
            || hasAlternatives && parts.contains { outline(of: $0) == .alternatives }
        let hasOwnFields =
            hasAlternatives || schema["properties"] != nil || schema["required"]?.elements?.isEmpty == false
        if isObject && parts.count > 1 || hasOwnFields && outline(of: schema) == .fields {
            // What the parts of an object say besides their members.
            let objects = ObjectFields(importer: importer)
            for part in parts { objects.leaveOutTheRest(of: part, .otherDescription) }
            return (objectShape(), true)
        }
        let types = schema.typeNames
        // Where the schema says by itself what it is, `allOf` can only narrow it.
        let hasOwnKind = !types.isEmpty && types != ["object"] || schema["enum"] != nil || schema["const"] != nil
        guard let first = parts.first, !hasOwnKind else {
            for part in parts { part.leaveOut(.otherPart) }
            return plain()
        }
        // The one that tells most.
        let part = parts.first { outline(of: $0) != .members } ?? first
        for other in parts where other.range != part.range { other.leaveOut(.otherPart) }
        // `type: object` says nothing new beside the only part of `allOf`.
        reader.leaveOut(
            ["type", "required", "properties", "additionalProperties"],
            .unused(.redundant, "the schema in `allOf` says it")
        )
        return single(part)
    }

    mutating func addAnnotation(_ element: DocumentValue) {
        if element.members?.isEmpty == true { return element.leaveOut(.unused(.matchesNothing, "it says nothing")) }
        guard var part = ObjectReader(element, .schema) else { return }
        about.add(SchemaAbout(&part, context), of: element)
        part.finish()
    }
}

extension SchemaImporter {
    /// A shape with the fields of a schema.
    func addObject(_ schema: DocumentValue, _ context: SchemaContext, _ about: SchemaAbout) -> TypeReference {
        let name = shapeName(context, schema)
        return addShape(name, context, about) { [self] in
            .object(ObjectFields(importer: self).fields(of: schema, context, ofShape: name))
        }
    }
}
