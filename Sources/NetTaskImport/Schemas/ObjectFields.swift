import NetTaskSpec

/// Imports the fields of objects.
struct ObjectFields {
    let importer: SchemaImporter

    /// - Parameter name: The shape with the fields. Later diagnostics find the elements of `required` by its name.
    func fields(of schema: DocumentValue, _ context: SchemaContext, ofShape name: String? = nil) -> [Field] {
        let parts = parts(of: schema, context, depth: 0)
        var required: [String: DocumentValue] = [:]
        for element in parts.required {
            if let text = element.text(), required[text] == nil { required[text] = element }
        }
        let names = parts.fields.map(\.name)
        let own = parts.fields.map { name, property, context in
            var context = context
            context.siblings = names
            return field(name, property, context)
        }
        var fields = (own + parts.inline.map(\.field)).named(reserved: ReservedNames.fieldMembers)
        for index in fields.indices where !fields[index].isInline {
            fields[index].isRequired = required[fields[index].wireName] != nil
            fillIn(&fields[index])
        }
        let known = Set(names)
        for element in parts.required where !known.contains(element.plainText ?? "") {
            element.leaveOut(.noProperty)
        }
        if let name { importer.origins[name]?.required = required }
        if let additional = parts.additional { fields.append(self.field(additional.type, beside: fields)) }
        return fields
    }

    /// Sets the default of a required field with only one possible value, so that callers need not state it.
    private func fillIn(_ field: inout Field) {
        guard field.isRequired, !field.isNullable, field.defaultValue == nil, case .shape(let name) = field.type,
            let cases = importer.enumerations[name], cases.count == 1
        else { return }
        field.defaultValue = .enumerationCase(cases[0].name.swift)
    }

    private func parts(of schema: DocumentValue, _ context: SchemaContext, depth: Int) -> ObjectParts {
        if let parts = importer.partsOfObjects[schema.range] { return parts }
        guard depth < SchemaImporter.depthLimit else {
            importer.refuseDepth(of: schema)
            return ObjectParts()
        }
        // A reference that leads back here adds nothing.
        importer.partsOfObjects[schema.range] = ObjectParts()
        var parts = ObjectParts()
        if let reference = schema["$ref"] {
            guard let target = schema.referred else {
                reference.leaveOut(.danglingReference)
                return parts
            }
            reference.carry()
            parts = self.parts(of: target, importer.context(ofTarget: target), depth: depth + 1)
        } else {
            var seen: Set<SourceRange> = []
            for part in schema.allOf where !part.isAnnotation {
                if let target = part.referred, !seen.insert(target.range).inserted {
                    part.leaveOut(["$ref"], .twice)
                } else if part.isConstraint, !part.hasRequired {
                    part.leaveOut(.notValidated)
                } else if importer.outline(of: part) == .other, !part.hasRequired {
                    part.leaveOut(.differs(.notAnObject, "it is not an object, unlike the other parts of `allOf`"))
                } else {
                    parts.add(self.parts(of: part, context, depth: depth + 1), context, importer)
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
        addAdditional(of: schema, context, &parts)
        if let required = schema["required"] {
            if let elements = required.elements {
                parts.addRequired(elements)
                if elements.isEmpty { required.leaveOut(.unused(.matchesNothing, "it does not name a property")) }
            } else {
                required.refuse("`required` must be a list of names")
            }
        }
        guard let properties = schema["properties"] else { return }
        guard let members = properties.members else { return properties.refuse("`properties` must be a map") }
        if members.isEmpty { properties.leaveOut(.unused(.matchesNothing, "it does not name a property")) }
        for (name, property, keyRange) in members {
            guard !name.isEmpty else {
                property.warn(.invalidDocument, "a property has no name", at: keyRange)
                property.leaveOut(.differs(.invalidDocument, "a name on the wire cannot be empty"))
                continue
            }
            guard property.plainText != "false" else {
                property.leaveOut(.noValues)
                continue
            }
            parts.add(name, property, context.inside(name), importer)
        }
    }

    /// Adds the schemas of members without a property.
    private func addAdditional(of schema: DocumentValue, _ context: SchemaContext, _ parts: inout ObjectParts) {
        var values = ["additionalProperties", "unevaluatedProperties"].compactMap { schema[$0] }
        if let patterns = schema["patternProperties"] {
            guard let members = patterns.members else { return patterns.refuse("`patternProperties` must be a map") }
            patterns.carry()
            values += members.map(\.value)
        }
        for value in values {
            guard value.plainText != "false" else {
                value.leaveOut(.notValidated)
                continue
            }
            value.carry()
            var type = importer.type(of: value, context.inside("Value", isGeneral: true))
            importer.leaveOutWhatHasNoPlace(type, in: value)
            if type.type.nesting >= SchemaReading.nestingLimit { type = .any }
            parts.addAdditional(type, value)
        }
    }

    /// Returns the last field, which contains the members without a property.
    private func field(_ type: SchemaType, beside fields: [Field]) -> Field {
        var field = Field(wireName: Field.additionalName(beside: fields), isRequired: true)
        let isOptional = type.isNullable && type.type != .jsonValue
        field.type = .dictionary(isOptional ? .optional(type.type) : type.type)
        field.format = type.format
        field.isSecret = type.isSecret
        field.isInline = true
        field.defaultValue = .members([])
        return field
    }

    /// Adds alternatives that are objects as the value of an inline field, beside the members.
    private func addAlternatives(
        _ key: String,
        of schema: DocumentValue,
        _ context: SchemaContext,
        depth: Int,
        _ parts: inout ObjectParts
    ) {
        // Alternatives that extend the schema already have its fields.
        guard let list = schema[key], !importer.shared.holdsItself(list, schema) else { return }
        guard !list.holdsOnlyConstraints else { return list.leaveOut(.notValidated) }
        let elements = (list.elements ?? []).filter { element in
            if importer.outline(of: element) != .other { return true }
            element.leaveOut(.differs(.notAnObject, "it is not an object, but there are properties beside it"))
            return false
        }
        guard let first = elements.first else { return }
        if elements.count == 1 {
            return parts.add(self.parts(of: first, context, depth: depth + 1), context, importer)
        }
        let isAlone =
            schema["properties"] == nil && schema["allOf"] == nil && (schema["oneOf"] == nil || schema["anyOf"] == nil)
        var inner = context.inside("Alternative")
        var field = Field(wireName: "alternative", isRequired: true)
        field.isInline = true
        if isAlone {
            field.type = importer.type(of: schema, inner).type
            if importer.shared.context(of: schema) != nil {
                let name = CamelCase.propertyName(forType: field.type.shape ?? field.type.description)
                (field.wireName, field.path) = (name, [name])
            }
        } else {
            let name = importer.shapeName(&inner, schema)
            field.type = importer.addAlternatives(elements, name, schema["discriminator"], inner, SchemaAbout())
        }
        parts.addInline(field, list)
    }

    private func field(_ name: String, _ property: DocumentValue, _ context: SchemaContext) -> Field {
        let type = importer.type(of: property, context)
        var field = Field(wireName: name, isRequired: false)
        field.take(type)
        field.only = type.only
        return field
    }

    /// Reports the keys of objects that are neither members nor carried over.
    ///
    /// - Parameters:
    ///   - reason: The reason for titles and descriptions. If it is `nil`, the annotations are carried over.
    ///   - keys: Further keys that are carried over.
    func leaveOutTheRest(of schema: DocumentValue, _ reason: OmissionReason?, _ keys: [String] = []) {
        guard var reader = ObjectReader(schema, .schema) else { return }
        let isReference = reader.take("$ref") != nil
        let ofMembers =
            ["properties", "required", "type", "oneOf", "anyOf", "discriminator", "$defs", "definitions"]
            + DocumentValue.membersKeys
        for key in (isReference ? [] : ofMembers) + keys { reader.take(key) }
        if let reason {
            reader.leaveOut(["title", "description"], reason)
        } else {
            for key in DocumentValue.annotations { reader.take(key) }
        }
        guard reader.take("allOf") != nil else { return reader.finish() }
        for part in schema.allOf { leaveOutTheRest(of: part, reason ?? .otherDescription) }
        reader.finish()
    }
}

extension DocumentValue {
    /// The keys for members without a property.
    static let membersKeys = ["additionalProperties", "patternProperties", "unevaluatedProperties"]

    /// Reports that members without a property cannot be sent here.
    func leaveOutAdditional() {
        resolved()?.leaveOut(Self.membersKeys, .differs(.form, "only the members with a property are sent here"))
    }

    /// Whether the schema requires properties without a stated type. Other parts of the same object may have these properties.
    var hasRequired: Bool { self["required"]?.elements?.isEmpty == false && typeNames.isEmpty }
}

/// The members of an object, from one schema or from the parts of `allOf`.
struct ObjectParts {
    /// The properties without duplicates, in the order of the document.
    private(set) var fields: [(name: String, schema: DocumentValue, context: SchemaContext)] = []
    /// The elements of `required` without duplicates. The same part may occur repeatedly in `allOf`.
    private(set) var required: [DocumentValue] = []
    /// The inline fields with alternatives, beside the members.
    private(set) var inline: [(field: Field, schema: DocumentValue)] = []
    /// The type of the members without a property.
    private(set) var additional: (type: SchemaType, schema: DocumentValue)?
    private var requiredPlaces: Set<SourceRange> = []
    private var indices: [String: Int] = [:]

    /// Adds a property. If an earlier part has the same property, the later schema narrows the earlier one.
    mutating func add(
        _ name: String,
        _ schema: DocumentValue,
        _ context: SchemaContext,
        _ importer: SchemaImporter
    ) {
        if let index = indices[name] {
            guard schema.range != fields[index].schema.range else { return }
            fields[index] = (name, importer.combined(fields[index].schema, schema), context)
        } else {
            indices[name] = fields.count
            fields.append((name, schema, context))
        }
    }

    /// - Parameter context: The context of the object that consists of these parts.
    mutating func add(_ other: ObjectParts, _ context: SchemaContext, _ importer: SchemaImporter) {
        for (name, schema, own) in other.fields {
            add(name, schema, indices[name] == nil ? own : context.inside(name), importer)
        }
        for (field, schema) in other.inline { addInline(field, schema) }
        addRequired(other.required)
        if let (type, schema) = other.additional { addAdditional(type, schema) }
    }

    /// Sets the type of members without a property. Two different types become any JSON, because values may have either type.
    mutating func addAdditional(_ type: SchemaType, _ schema: DocumentValue) {
        guard let first = additional, first.schema.range != schema.range else { return additional = (type, schema) }
        if (type.type, type.format) == (first.type.type, first.type.format) { return }
        additional = (.any, first.schema)
        if type.type == .jsonValue || first.type.type == .jsonValue { return }
        schema.leaveOut(.differs(.approximated, "members without a property have several types, so any JSON is kept"))
    }

    mutating func addInline(_ field: Field, _ schema: DocumentValue) {
        guard !inline.contains(where: { $0.schema.range == schema.range }) else { return }
        inline.append((field, schema))
    }

    mutating func addRequired(_ elements: [DocumentValue]) {
        for element in elements where requiredPlaces.insert(element.range).inserted { required.append(element) }
    }
}
