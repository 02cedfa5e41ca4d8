import NetTaskSpec

/// Gives a parameter its type, and the style in which its place can take that.
struct ParamPlacing {
    let types: OperationTypes
    let style: ParamStyle
    /// The parameter.
    let value: DocumentValue
    let context: SchemaContext

    /// The param; or several, for an object whose fields are params of their own.
    func params(_ field: FieldDraft, _ schema: DocumentValue) -> [ParamDraft] {
        let location = field.location ?? .query
        let takesObjects = location == .query && (style.name == .deepObject || style.name == .form && style.explode)
        if SchemaPeek.isListOfObjects(schema) || !takesObjects && SchemaPeek.isObject(schema) {
            return [text(field, schema)]
        }
        if location == .query, style.name == .form, schema["$ref"] == nil, SchemaPeek.hasProperties(schema),
            let fields = types.fields(of: schema, context)
        {
            return exploded(field, fields, schema)
        }
        let type = types.type(of: schema, context)
        switch types.kind(of: type.type) {
        case .single: return [single(field, type, schema)]
        case .listOfSingles where location != .path: return [list(field, type, schema)]
        case .object where location == .query && style.name == .deepObject && types.canStandInBrackets(type.type),
            .dictionary where location == .query && style.name == .deepObject && types.canStandInBrackets(type.type):
            var param = typed(field, type, schema)
            param.style = "brackets"
            style.settle(style: true, explode: false)
            return [ParamDraft(field: param)]
        case .object(let fields) where location == .query && style.name == .form:
            return exploded(field, fields, schema)
        default: return [text(field, schema)]
        }
    }

    private func typed(_ field: FieldDraft, _ type: SchemaType, _ schema: DocumentValue) -> FieldDraft {
        var result = field
        result.type = type.type
        result.format = type.format
        result.isNullable = type.isNullable
        result.defaultValue = type.defaultValue
        result.isSecret = type.isSecret
        result.isDeprecated = field.isDeprecated || type.isDeprecated
        var words = Paragraphs()
        words.add(field.description)
        words.add(type.description)
        result.description = words.text
        if schema["$ref"] == nil {
            Unused.leaveOut(["readOnly", "writeOnly"], of: schema, "a param is only sent anyway")
        }
        return result
    }

    private func single(_ field: FieldDraft, _ type: SchemaType, _ schema: DocumentValue) -> ParamDraft {
        var field = typed(field, type, schema)
        guard field.location == .path else {
            style.settle(style: false, explode: false)
            return ParamDraft(field: field)
        }
        if field.isNullable {
            Unused.leaveOutNull(of: schema, "a variable of a path always has a value")
            field.isNullable = false
        }
        style.settle(style: true, explode: false)
        switch style.name {
        case .label: return ParamDraft(field: field, uriPrefix: ".")
        case .matrix: return ParamDraft(field: field, uriPrefix: ";\(field.wireName)=")
        default: return ParamDraft(field: field)
        }
    }

    private func list(_ field: FieldDraft, _ type: SchemaType, _ schema: DocumentValue) -> ParamDraft {
        var field = typed(field, type, schema)
        let isHeader = field.location == .header
        field.style =
            switch style.name {
            case .deepObject: "brackets"
            case .simple, .label, .matrix: "comma"
            case .form, .spaceDelimited, .pipeDelimited:
                style.explode
                    ? nil : style.name == .form ? "comma" : style.name == .pipeDelimited ? "pipe" : "space"
            }
        style.settle(style: true, explode: !isHeader && style.name != .deepObject)
        return ParamDraft(field: field)
    }

    /// The fields of an object as params of their own, which is what `form` makes of it.
    private func exploded(_ field: FieldDraft, _ fields: [FieldDraft], _ schema: DocumentValue) -> [ParamDraft] {
        let reason = "the fields of its object are params of their own"
        for key in ["name", "description"] { value[key]?.leaveOut(reason) }
        style.settle(style: true, explode: true)
        return fields.compactMap { inner in
            guard var param = SentField.param(inner, of: schema) else { return nil }
            param.location = field.location
            param.isRequired = inner.isRequired && field.isRequired
            param.isDeprecated = inner.isDeprecated || field.isDeprecated
            switch types.kind(of: param.type) {
            case .single, .listOfSingles: break
            default:
                param.becomeText(note: FieldDraft.noteOfText)
                SchemaPeek.property(inner.wireName, of: schema)?.leaveOut(OmissionReason.asText)
            }
            return ParamDraft(field: param, property: SchemaPeek.property(inner.wireName, of: schema) ?? schema)
        }
    }

    private func text(_ field: FieldDraft, _ schema: DocumentValue) -> ParamDraft {
        var field = field
        field.becomeText(note: FieldDraft.noteOfText)
        schema.leaveOut(OmissionReason.asText)
        style.settle(style: false, explode: false)
        return ParamDraft(field: field)
    }
}
