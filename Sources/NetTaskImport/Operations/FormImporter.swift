import NetTaskSpec

/// Makes params, or a request object, of the body of a form.
struct FormImporter {
    let types: OperationTypes
    let context: SchemaContext
    let method: String
    let paramNames: [String]

    /// nil for a form whose fields are not known. Of one that need not be sent, no field must be there.
    func body(_ content: ChosenContent, isRequired: Bool) -> BodyDraft? {
        let isMultipart = content.mediaType.isMultipart
        guard let schema = content.schema, let found = fields(schema) else { return nil }
        let encodings = Encodings(content.encoding)
        defer { encodings.finish() }
        let encoding = isMultipart ? "multipart" : nil
        let mustRelax = !isRequired && found.fields.contains { $0.isRequired && $0.only != .response }
        if let shape = found.shape, content.encoding == nil, !mustRelax, canBeRequestObject(shape, found.fields, schema)
        {
            return BodyDraft(encoding: encoding, requestObject: shape)
        }
        var body = BodyDraft(encoding: encoding)
        for field in found.fields {
            guard var param = SentField.param(field, of: schema) else { continue }
            if mustRelax, param.isRequired {
                param.isRequired = false
                SchemaPeek.required(field.wireName, of: schema).forEach {
                    $0.leaveOut("a form that is sent has to have it")
                }
            }
            body.fields.append(part(param, of: schema, isMultipart, encodings))
        }
        return body
    }

    private func fields(_ schema: DocumentValue) -> (fields: [FieldDraft], shape: String?)? {
        if schema["$ref"] == nil {
            guard SchemaPeek.hasProperties(schema), let fields = types.fields(of: schema, context) else { return nil }
            return (withoutInline(fields, schema), nil)
        }
        guard SchemaPeek.isObject(schema) else { return nil }
        let type = types.type(of: schema, context.inside("Body")).type
        guard case .named(let name) = type, let fields = types.fields(of: type) else { return nil }
        let isWhole = !fields.contains(where: \.isInline)
        return (withoutInline(fields, schema), isWhole ? name : nil)
    }

    /// A form is sent field by field, so that it has no alternatives.
    private func withoutInline(_ fields: [FieldDraft], _ schema: DocumentValue) -> [FieldDraft] {
        if fields.contains(where: \.isInline) {
            schema.run.diagnostics.warning(
                "only the properties of this form are sent, not its alternatives",
                at: schema.range
            )
            for key in ["oneOf", "anyOf"] { schema.resolved()?[key]?.leaveOut("a form has no alternatives") }
        }
        return fields.filter { !$0.isInline }
    }

    // MARK: Request objects

    private func canBeRequestObject(_ shape: String, _ fields: [FieldDraft], _ schema: DocumentValue) -> Bool {
        guard !Endpoint.Method.sendsParamsInQuery(method) else { return false }
        let property = CamelCase.propertyName(forType: shape)
        guard !ReservedNames.paramMembers.contains(property),
            !MemberNames.names(for: paramNames, reserved: []).contains(property)
        else { return false }
        return fields.allSatisfy { field in
            guard field.only != .response else { return true }
            guard !field.isNullable, !isBinary(field, of: schema) else { return false }
            switch types.kind(of: field.type) {
            case .single, .listOfSingles: return true
            default: return false
            }
        }
    }

    // MARK: Fields

    private func part(
        _ field: FieldDraft,
        of schema: DocumentValue,
        _ isMultipart: Bool,
        _ encodings: Encodings
    ) -> FieldDraft {
        var param = field
        let style = encodings.style(of: field.wireName)
        if isMultipart, isBinary(field, of: schema) {
            if case .list = field.type { param.type = .list(.file) } else { param.type = .file }
            param.format = nil
            param.defaultValue = nil
            style?.settle(style: false, explode: false)
            return param
        }
        switch types.kind(of: field.type) {
        case .single:
            style?.settle(style: false, explode: false)
        case .listOfSingles:
            switch style?.name {
            case .spaceDelimited: param.style = "space"
            case .pipeDelimited: param.style = "pipe"
            case .deepObject: param.style = "brackets"
            default: param.style = style?.explode == false ? "comma" : nil
            }
            style?.settle(style: true, explode: true)
        case .object, .dictionary:
            guard !isMultipart, style?.name == .deepObject, types.canStandInBrackets(field.type) else { fallthrough }
            param.style = "brackets"
            style?.settle(style: true, explode: false)
        case .other:
            style?.settle(style: false, explode: false)
            param.becomeText(note: FieldDraft.noteOfJSON)
            SchemaPeek.property(field.wireName, of: schema)?.leaveOut(OmissionReason.asText)
        }
        return param
    }

    /// Whether a part is bytes, or a list of such.
    private func isBinary(_ field: FieldDraft, of schema: DocumentValue) -> Bool {
        guard [.string, .data].contains(field.type.element),
            let property = SchemaPeek.property(field.wireName, of: schema)
        else { return false }
        if case .named = field.type { return SchemaPeek.isBinary(property) }
        return property.component()?["items"].map(SchemaPeek.isBinary) ?? false
    }
}

extension DraftType {
    /// The type itself, or that of the elements of a list.
    fileprivate var element: DraftType {
        if case .list(let element) = self { element } else { self }
    }
}
