import NetTaskSpec

/// Makes the fields of objects.
struct ObjectFields {
    let importer: SchemaImporter

    init(_ importer: SchemaImporter) {
        self.importer = importer
    }

    /// - Parameter name: The shape that they are for, so that later what is amiss with them can be told.
    func fields(of schema: DocumentValue, _ context: SchemaContext, ofShape name: String? = nil) -> [FieldDraft] {
        let parts = parts(of: schema, context, depth: 0)
        var required: [String: DocumentValue] = [:]
        for element in parts.required {
            if let text = element.text(), required[text] == nil { required[text] = element }
        }
        var fields = (parts.fields + parts.inline).map(\.field)
        let swiftNames = MemberNames.names(for: fields.map(\.wireName), reserved: ReservedNames.fieldMembers)
        for index in fields.indices {
            fields[index].name = swiftNames[index]
            if fields[index].isInline { continue }
            fields[index].isRequired = required[fields[index].wireName] != nil
            fillIn(&fields[index])
        }
        let known = Set(parts.fields.map(\.field.wireName))
        for element in parts.required where !known.contains(element.plainText ?? "") {
            element.leaveOut("there is no property of that name")
        }
        if let name { importer.origins[name]?.required = required }
        return fields
    }

    /// Nobody has to say what can have but one value.
    private func fillIn(_ field: inout FieldDraft) {
        guard field.isRequired, !field.isNullable, field.defaultValue == nil, case .named(let name) = field.type,
            let enumeration = importer.enumerations[name], enumeration.cases.count == 1
        else { return }
        let value = enumeration.cases[0].value
        field.defaultValue = enumeration.isOfIntegers ? .number(value) : .text(value)
    }

    private func parts(of schema: DocumentValue, _ context: SchemaContext, depth: Int) -> ObjectParts {
        if let parts = importer.partsOfObjects[schema.range] { return parts }
        guard depth < SchemaImporter.depthLimit else {
            importer.run.diagnostics.warning(
                "more than \(SchemaImporter.depthLimit) schemas in each other",
                at: schema.range
            )
            schema.leaveOut("it is nested too deep")
            return ObjectParts()
        }
        // What leads back here adds nothing.
        importer.partsOfObjects[schema.range] = ObjectParts()
        var parts = ObjectParts()
        if let reference = schema["$ref"] {
            guard let target = schema.referred else {
                reference.leaveOut("it leads nowhere")
                return parts
            }
            reference.carry()
            parts = self.parts(of: target, importer.context(ofTarget: target), depth: depth + 1)
        } else {
            var seen: Set<SourceRange> = []
            for part in schema["allOf"]?.elements ?? [] where !part.isAnnotation {
                if let target = part.referred, !seen.insert(target.range).inserted {
                    part["$ref"]?.leaveOut("it is there twice")
                } else if part.isConstraint, !part.hasRequired {
                    part.leaveOut(OmissionReason.notValidated)
                } else if importer.outlines.outline(of: part) == .other, !part.hasRequired {
                    part.leaveOut("it is no object, which the other parts of `allOf` are")
                } else {
                    parts.add(self.parts(of: part, context, depth: depth + 1))
                }
            }
            addOwn(of: schema, context, &parts)
            for key in ["oneOf", "anyOf"] { addAlternatives(key, of: schema, context, depth: depth, &parts) }
        }
        importer.partsOfObjects[schema.range] = parts
        return parts
    }

    private func addOwn(of schema: DocumentValue, _ context: SchemaContext, _ parts: inout ObjectParts) {
        schema["type"]?.carry()
        schema["additionalProperties"]?.leaveOut("members that no field names are not kept")
        if let required = schema["required"] {
            if let elements = required.elements {
                parts.addRequired(elements)
                if elements.isEmpty { required.leaveOut("it names no property") }
            } else {
                required.refuse("`required` must be a list of names")
            }
        }
        guard let properties = schema["properties"] else { return }
        guard let members = properties.members else { return properties.refuse("`properties` must be a map") }
        if members.isEmpty { properties.leaveOut("it names no property") }
        for (name, property, keyRange) in members {
            guard !name.isEmpty else {
                importer.run.diagnostics.warning("a property has no name", at: keyRange)
                property.leaveOut("a name on the wire cannot be empty")
                continue
            }
            guard property.plainText != "false" else {
                property.leaveOut("nothing is a value of it")
                continue
            }
            parts.add(field(name, property, context), property)
        }
    }

    /// What is one of several objects stands beside the members, as the value of an inline field.
    private func addAlternatives(
        _ key: String,
        of schema: DocumentValue,
        _ context: SchemaContext,
        depth: Int,
        _ parts: inout ObjectParts
    ) {
        // Those that extend the schema have its fields themselves.
        guard let list = schema[key], !importer.hierarchy.holdsItself(list, schema) else { return }
        guard !list.holdsOnlyConstraints else { return list.leaveOut(OmissionReason.notValidated) }
        var elements: [DocumentValue] = []
        for element in list.elements ?? [] {
            if importer.outlines.outline(of: element) != .other {
                elements.append(element)
            } else {
                element.leaveOut("it is no object, which the properties beside it are")
            }
        }
        guard let first = elements.first else { return }
        if elements.count == 1 { return parts.add(self.parts(of: first, context, depth: depth + 1)) }
        let isAlone =
            schema["properties"] == nil && schema["allOf"] == nil && (schema["oneOf"] == nil || schema["anyOf"] == nil)
        let type: DraftType
        let word: String
        if isAlone {
            type = importer.type(of: schema, context.inside("Alternative")).type
            word =
                importer.shared.context(of: schema) == nil
                ? "alternative" : CamelCase.propertyName(forType: type.innermost)
        } else {
            type = importer.alternatives(elements, beside: schema, context.inside("Alternative"))
            word = "alternative"
        }
        var field = FieldDraft(name: "", wireName: word, type: type, isRequired: true)
        field.isInline = true
        parts.addInline(field, list)
    }

    private func field(_ name: String, _ property: DocumentValue, _ context: SchemaContext) -> FieldDraft {
        let type = importer.type(of: property, context.inside(name))
        var field = FieldDraft(name: "", wireName: name, type: type.type, isRequired: false)
        field.isNullable = type.isNullable
        field.format = type.format
        field.defaultValue = type.isSecret ? nil : type.defaultValue
        field.description = type.description
        field.isSecret = type.isSecret
        field.isDeprecated = type.isDeprecated
        field.only = type.only
        return field
    }

    /// Lists what schemas of objects say besides their members, where there is no place for it.
    func leaveOutTheRest(of schema: DocumentValue, _ reason: String) {
        guard var reader = ObjectReader(schema, .schema) else { return }
        let isReference = reader.take("$ref") != nil
        for key in isReference
            ? [] : ["properties", "required", "additionalProperties", "type", "$defs", "definitions"]
        {
            _ = reader.take(key)
        }
        for key in ["title", "description"] { reader.leaveOut(key, reason) }
        for part in reader.take("allOf")?.elements ?? [] { leaveOutTheRest(of: part, reason) }
        reader.finish()
    }
}

extension DocumentValue {
    /// Whether it demands properties, be it of other parts of the same object.
    var hasRequired: Bool { self["required"]?.elements?.isEmpty == false && typeNames.isEmpty }
}
