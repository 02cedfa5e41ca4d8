import NetTaskSpec

/// What can be done with types where there is no JSON.
extension SchemaImporter {
    enum Kind {
        /// A text, number, boolean, date, or one of an enumeration.
        case single
        case listOfSingles
        /// With known fields.
        case object([FieldDraft])
        case dictionary
        case other
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
        guard case .shape(let name) = type, case .object(let fields) = kinds[name] else { return nil }
        return fields
    }

    private func isSingle(_ type: TypeReference) -> Bool {
        switch type {
        case .scalar(let scalar): scalar != .file && scalar != .jsonValue
        case .shape(let name):
            switch kinds[name] {
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
}
