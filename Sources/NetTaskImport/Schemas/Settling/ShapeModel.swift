import NetTaskSpec

/// Drafts as the language's own checks see them.
struct ShapeModel {
    /// Whether they are only read: then null is as good as nothing.
    var isRead: Bool

    func shape(_ draft: ShapeDraft) -> Shape {
        let name = Name(draft.name)
        switch draft.kind {
        case .object(let fields):
            return Shape(name: name, kind: .object(fields.map(field)))
        case .enumeration(let enumeration):
            let cases = enumeration.cases.map { name, value in
                let number = enumeration.isOfIntegers ? Int(value) : nil
                return EnumerationCase(name: Name(name), value: number.map { .integer($0) } ?? .string(value))
            }
            return Shape(name: name, kind: .enumeration(cases), catchAll: enumeration.isClosed ? nil : "unknown")
        case .alternatives(let alternatives):
            let cases = alternatives.cases.map {
                Alternative(name: Name($0.name), type: Self.type($0.type), values: $0.values)
            }
            let kind = Shape.Kind.alternatives(
                Alternatives(cases: cases, discriminator: alternatives.discriminator, choice: alternatives.choice)
            )
            return Shape(name: name, kind: kind, catchAll: alternatives.discriminator == nil ? nil : "unknown")
        }
    }

    private func field(_ draft: FieldDraft) -> Field {
        let type = Self.type(draft.type)
        // The way that it does not travel there is no value for it.
        let isOptional = !draft.isRequired || draft.only == (isRead ? .request : .response)
        var field = Field(
            name: Name(draft.name),
            type: isOptional ? .optional(type) : type,
            wireName: draft.wireName,
            format: draft.format.flatMap { Field.Format(rawValue: $0) }
        )
        field.isNullable = draft.isNullable && draft.type != .jsonValue && (draft.isRequired || !isRead)
        field.isInline = draft.isInline
        if draft.type.innermost == "Date", field.format == nil { field.format = .iso8601 }
        return field
    }

    static func type(_ draft: DraftType) -> TypeReference {
        switch draft {
        case .named(let name): TypeReference.Scalar(rawValue: name).map { .scalar($0) } ?? .shape(name)
        case .list(let element): .array(type(element))
        case .dictionary(let value): .dictionary(type(value))
        case .optional(let wrapped): .optional(type(wrapped))
        }
    }
}
