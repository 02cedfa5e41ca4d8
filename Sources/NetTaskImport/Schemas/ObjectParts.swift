import NetTaskSpec

/// The members of an object, as one schema has them or several together.
struct ObjectParts {
    /// In the order of the document, without names in Swift.
    private(set) var fields: [(field: FieldDraft, schema: DocumentValue)] = []
    /// The elements of `required`, each once: parts of `allOf` may come again and again.
    private(set) var required: [DocumentValue] = []
    /// What is one of several objects, beside the members.
    private(set) var inline: [(field: FieldDraft, schema: DocumentValue)] = []
    private var requiredPlaces: Set<SourceRange> = []
    private var indices: [String: Int] = [:]

    /// Of two fields of one name the later wins, unless it does not say what its values are.
    mutating func add(_ field: FieldDraft, _ schema: DocumentValue) {
        guard let index = indices[field.wireName] else {
            indices[field.wireName] = fields.count
            fields.append((field, schema))
            return
        }
        let earlier = fields[index]
        guard schema.range != earlier.schema.range else { return }
        guard field.type == .jsonValue, schema.isAnnotation else {
            earlier.schema.leaveOut("a later part of `allOf` has a property of that name")
            fields[index] = (field, schema)
            return
        }
        var merged = earlier.field
        if let description = field.description {
            for key in ["title", "description"] { earlier.schema[key]?.leaveOut(OmissionReason.otherDescription) }
            merged.description = description
        }
        merged.isNullable = merged.isNullable || field.isNullable
        merged.isDeprecated = merged.isDeprecated || field.isDeprecated
        merged.only = merged.only ?? field.only
        fields[index] = (merged, earlier.schema)
    }

    mutating func add(_ other: ObjectParts) {
        for (field, schema) in other.fields { add(field, schema) }
        for (field, schema) in other.inline { addInline(field, schema) }
        addRequired(other.required)
    }

    mutating func addInline(_ field: FieldDraft, _ schema: DocumentValue) {
        guard !inline.contains(where: { $0.schema.range == schema.range }) else { return }
        inline.append((field, schema))
    }

    mutating func addRequired(_ elements: [DocumentValue]) {
        for element in elements where requiredPlaces.insert(element.range).inserted { required.append(element) }
    }
}
