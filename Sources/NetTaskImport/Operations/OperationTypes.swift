import NetTaskSpec

/// The types of what operations send and get: each schema is made a type once, wherever it is reached from.
final class OperationTypes {
    private let schemas: SchemaImporter
    private let draft: SpecDraft
    private var types: [SourceRange: SchemaType] = [:]
    private var fields: [SourceRange: [FieldDraft]?] = [:]
    private var shapes: [String: ShapeDraft] = [:]
    private var shapeCount = 0

    /// What can be done with a type where there is no JSON.
    enum Kind {
        /// A text, number, boolean, date, or one of an enumeration.
        case single
        case listOfSingles
        /// With known fields.
        case object([FieldDraft])
        case dictionary
        case other
    }

    init(_ schemas: SchemaImporter, _ draft: SpecDraft) {
        self.schemas = schemas
        self.draft = draft
    }

    func type(of schema: DocumentValue, _ context: SchemaContext) -> SchemaType {
        if let known = types[schema.range] { return known }
        let type = schemas.type(of: schema, context)
        types[schema.range] = type
        return type
    }

    /// The fields of an object that is described in place.
    func fields(of schema: DocumentValue, _ context: SchemaContext) -> [FieldDraft]? {
        if let known = fields[schema.range] { return known }
        let found = schemas.fields(of: schema, context)
        fields[schema.range] = .some(found)
        return found
    }

    func kind(of type: TypeReference) -> Kind {
        switch type {
        case .array(let element): isSingle(element) ? .listOfSingles : .other
        case .dictionary: .dictionary
        case .optional: .other
        case .scalar, .shape:
            if let fields = fields(of: type), !fields.contains(where: \.isInline) {
                .object(fields)
            } else {
                isSingle(type) ? .single : .other
            }
        }
    }

    /// The fields of an object, those of which the members stand in it included.
    func fields(of type: TypeReference) -> [FieldDraft]? {
        guard case .shape(let name) = type, case .object(let fields) = shape(name)?.kind else { return nil }
        return fields
    }

    private func isSingle(_ type: TypeReference) -> Bool {
        switch type {
        case .scalar(let scalar): scalar != .file && scalar != .jsonValue
        case .shape(let name):
            switch shape(name)?.kind {
            case .enumeration, nil: true
            case .object, .alternatives: false
            }
        case .array, .dictionary, .optional: false
        }
    }

    /// Whether an object or a dictionary can be sent with brackets: `filter[owner][id]=3`.
    func canStandInBrackets(_ type: TypeReference) -> Bool {
        var pending = [type]
        var seen: Set<String> = []
        while let type = pending.popLast() {
            switch type {
            case .dictionary(let value): pending.append(value)
            case .optional: return false
            case .array(let element): guard isSingle(element) else { return false }
            case .scalar: guard isSingle(type) else { return false }
            case .shape(let name):
                if isSingle(type) { continue }
                guard let fields = fields(of: type) else { return false }
                guard seen.insert(name).inserted else { continue }
                for field in fields where field.only != .response {
                    if field.isNullable || field.isInline { return false }
                    pending.append(field.type)
                }
            }
        }
        return true
    }

    private func shape(_ name: String) -> ShapeDraft? {
        for shape in draft.shapes[shapeCount...] { shapes[shape.name] = shape }
        shapeCount = draft.shapes.count
        return shapes[name]
    }
}
