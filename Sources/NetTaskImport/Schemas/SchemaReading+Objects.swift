import NetTaskSpec

extension SchemaReading {
    mutating func object() -> Kind {
        if outline(of: schema) == .fields { return (objectShape(), true) }
        reader.carry(["properties"])
        reader.leaveOut(["required"], .noProperty)
        let any = SchemaType(type: .dictionary(.jsonValue))
        reader.leaveOut(["unevaluatedProperties"], .notValidated)
        let patterns = reader.take("patternProperties")
        let additional = reader.take("additionalProperties")
        let isClosed = additional?.plainText == "false"
        if isClosed { additional?.leaveOut(.notValidated) }
        var values = patterns?.members?.map(\.value) ?? []
        if !isClosed, let additional { values.append(additional) }
        guard let value = values.first, values.count == 1 else {
            for value in values {
                value.leaveOut(.differs(.approximated, "members of several types are kept as any JSON"))
            }
            return (any, false)
        }
        return (wrapped(value, "Value") { .dictionary($0) }, false)
    }

    /// Returns a shape with the fields of the schema and of all parts of its `allOf`.
    mutating func objectShape() -> SchemaType {
        for key in ["properties", "required", "allOf", "oneOf", "anyOf", "type"] + DocumentValue.membersKeys {
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
        let elements = schema.allOf
        guard !elements.isEmpty else {
            all.refuse("`allOf` must be a list of schemas")
            return plain()
        }
        var parts: [DocumentValue] = []
        // Later annotations replace earlier ones.
        for element in elements.reversed() {
            if element.isAnnotation {
                addAnnotation(element)
            } else if element.isConstraint, element["required"] == nil {
                element.leaveOut(.notValidated)
            } else {
                parts.insert(element, at: 0)
            }
        }
        let hasAlternatives = schema.hasAlternatives
        let isObject =
            parts.contains { outline(of: $0) == .fields } || outline(of: schema) == .fields
            || hasAlternatives && parts.contains { outline(of: $0) == .alternatives }
        let hasOwnFields =
            hasAlternatives || schema["properties"] != nil || schema["required"]?.elements?.isEmpty == false
        if isObject && parts.count > 1 || hasOwnFields && outline(of: schema) == .fields {
            // Records the results for the other keys of the parts.
            let objects = ObjectFields(importer: importer)
            for part in parts.reversed() {
                if schema.run.combined[schema.range] != nil, part["$ref"] == nil {
                    addAnnotations(of: part)
                } else {
                    objects.leaveOutTheRest(of: part, .otherDescription)
                }
            }
            return (objectShape(), true)
        }
        let types = schema.typeNames
        // If the schema states its own type, `allOf` can only narrow it.
        let hasOwnKind = !types.isEmpty && types != ["object"] || schema["enum"] != nil || schema["const"] != nil
        guard !parts.isEmpty, !hasOwnKind else {
            for part in parts { part.leaveOut(.otherPart) }
            return plain()
        }
        // `type: object` is redundant beside the only part of `allOf`.
        reader.leaveOut(
            ["type", "required", "properties", "additionalProperties"],
            .unused(.redundant, "the schema in `allOf` already states it")
        )
        return parts.count > 1 ? (narrowed(parts), false) : single(parts[0])
    }

    /// Returns the type whose values are values of all parts. Reports a part that contradicts a later one.
    private mutating func narrowed(_ parts: [DocumentValue]) -> SchemaType {
        let lists = parts.filter { $0["items"] != nil }
        if lists.count == parts.count {
            for part in parts.reversed() {
                part["type"]?.carry()
                addAnnotations(of: part, ["items"])
            }
            let items = parts.compactMap { $0["items"] }
            return wrapped(items.dropFirst().reduce(items[0], importer.combined), "Item") { .array($0) }
        }
        // Starts with the last part. If this part becomes a shape, the shape gets the name of the whole.
        var result: SchemaType?
        for part in parts.reversed() {
            let type = single(part).type
            guard let later = result else {
                result = type
                continue
            }
            guard let narrower = later.narrowed(by: type, importer.enumerations) else {
                part.leaveOut(.contradicted)
                continue
            }
            if later.description != nil {
                importer.leaveOut(["title", "description"], inside: part, .otherDescription)
            }
            if type.defaultValue != nil, type.defaultValue != narrower.defaultValue {
                importer.leaveOut(["default"], inside: part, .otherDefault)
            }
            result = narrower
        }
        return result ?? .any
    }

    /// Adds the annotations of a part, and reports its other keys.
    private mutating func addAnnotations(of part: DocumentValue, _ keys: [String] = []) {
        guard var reader = ObjectReader(part, .schema) else { return }
        about.add(SchemaAbout(&reader, context), of: part)
        ObjectFields(importer: importer).leaveOutTheRest(of: part, nil, keys)
    }

    mutating func addAnnotation(_ element: DocumentValue) {
        if element.members?.isEmpty == true { return element.leaveOut(.unused(.matchesNothing, "it is empty")) }
        guard var part = ObjectReader(element, .schema) else { return }
        about.add(SchemaAbout(&part, context), of: element)
        part.finish()
    }
}

extension SchemaImporter {
    /// Adds a shape with the fields of a schema.
    func addObject(_ schema: DocumentValue, _ context: SchemaContext, _ about: SchemaAbout) -> TypeReference {
        var context = context
        let name = shapeName(&context, schema)
        return addShape(name, context, about) { [self] in
            .object(ObjectFields(importer: self).fields(of: schema, context, ofShape: name))
        }
    }
}
