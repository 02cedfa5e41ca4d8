import NetTaskSpec

/// Rules for types in places without JSON.
struct TextPlaces {
    /// Returns the kind of a shape, or `nil` if the shape was not read yet.
    let kind: (String) -> Shape.Kind?

    private var extents: ValueExtents {
        ValueExtents(
            alternatives: { name in
                guard case .alternatives(let alternatives) = kind(name) else { return nil }
                return alternatives.cases.map(\.type)
            },
            isObject: { name in
                if case .object = kind(name) { true } else { false }
            }
        )
    }

    func extent(of type: TypeReference) -> ValueExtent { extents.greatest(of: type) }

    /// Whether values are single values or lists of them, and always have one type.
    func isPlain(_ type: TypeReference) -> Bool {
        if let name = type.shape, case .alternatives = kind(name) { return false }
        return extent(of: type) <= .list
    }

    /// Whether a nested value can be sent with brackets: `filter[owner][id]=3`, `items[0][price]=5`.
    func canStandInBrackets(_ type: TypeReference) -> Bool {
        let extents = extents
        var pending = [type]
        var seen: Set<String> = []
        while let type = pending.popLast() {
            switch type {
            case .dictionary(let value): pending.append(value.unwrapped)
            case .array(let element):
                if element.isOptional || extents.areMixed(of: element) { return false }
                pending.append(element)
            case .scalar, .optional: continue
            case .shape(let name):
                guard seen.insert(name).inserted else { continue }
                switch kind(name) {
                case .alternatives(let alternatives): pending += alternatives.cases.map(\.type)
                case .object(let fields):
                    for field in fields where field.only != .response {
                        if field.isNullable || field.isInlineShape { return false }
                        pending.append(field.type.unwrapped)
                    }
                case .enumeration, .custom, nil: break
                }
            }
        }
        return true
    }
}

extension SchemaImporter {
    var textPlaces: TextPlaces { TextPlaces { self.kinds[$0] } }

    /// The fields of an object, including inline fields.
    func fields(of type: TypeReference) -> [Field]? {
        guard case .shape(let name) = type, case .object(let fields) = kinds[name] else { return nil }
        return fields
    }
}

extension ShapeCompletion {
    /// Sends params as JSON text if their types were widened to any JSON.
    func widenParams() {
        let places = TextPlaces { self.shape(.shape($0))?.kind }
        for (index, endpoint) in spec.endpoints.enumerated() {
            for (param, field) in endpoint.params.enumerated() {
                let isInJSON = endpoint.encoding == .json && field.location == .body
                guard !isInJSON, field.type.scalar != .file else { continue }
                let type = field.type.unwrapped
                let canStand =
                    field.style == .brackets ? places.canStandInBrackets(type) : places.extent(of: type) <= .list
                if !canStand { spec.endpoints[index].params[param].becomeText(isJSON: true) }
            }
            for form in endpoint.bodyForms where form.formEncoding != nil {
                self[fieldsOf: form.type] = self[fieldsOf: form.type]?.map { field in
                    var field = field
                    let isPlain = field.type.innermost == .file || field.style == .brackets
                    if !isPlain, places.extent(of: field.type.unwrapped) > .list { field.becomeText(isJSON: true) }
                    return field
                }
            }
        }
    }
}
