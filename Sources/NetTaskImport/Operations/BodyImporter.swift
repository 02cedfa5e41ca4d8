import NetTaskSpec

/// Makes bodies of `requestBody`.
struct BodyImporter {
    let schemas: SchemaImporter
    /// Of the endpoint, for shapes that are described in place.
    let context: SchemaContext
    /// In capitals.
    let method: String
    /// The names on the wire of what else is sent.
    let paramNames: [String]

    func body(_ reference: DocumentValue) -> BodyDraft {
        guard var reader = ObjectReader(reference, .requestBody) else { return BodyDraft() }
        let value = reader.value
        let description = reader.text("description")
        let required = reader.take("required")
        let isRequired = required?.bool() ?? false
        let content = reader.take("content").flatMap { ChosenContent($0, .request) }
        reader.finish()
        guard let content else {
            required?.leaveOut(.noBodySent)
            value["description"]?.leaveOut(.noBodySent)
            return BodyDraft()
        }
        let isShared = reference["$ref"] != nil
        let shared = reference.context(resolvedTo: value, else: context)
        var body: BodyDraft
        if content.mediaType.isJSON {
            body = json(content, isRequired: isRequired, shared, isShared: isShared)
        } else if let form = form(content, isRequired: isRequired, shared) {
            body = form
        } else if content.mediaType.isMultipart {
            // Whoever gave it as a whole would have to know the boundary between its parts.
            value.warn(
                "the fields of this form are not known; the body is left out",
                at: content.schema?.range ?? value.range
            )
            for value in [content.schema, content.encoding] { value?.leaveOut("the fields of the form are not known") }
            required?.leaveOut(.noBodySent)
            return BodyDraft(description: description)
        } else {
            for value in [content.schema, content.encoding] { value?.leaveOut(.unused("the body is sent as it is")) }
            let isText = content.mediaType.isText || content.mediaType.isForm
            body = BodyDraft(
                type: isText ? .string : .file,
                contentType: content.mediaType.isRange ? nil : content.mediaType.text
            )
        }
        body.isRequired = isRequired
        body.description = description
        if body.type == nil, !isRequired { required?.leaveOut("its fields are sent in any case") }
        return body
    }

    // MARK: JSON

    private func json(_ content: ChosenContent, isRequired: Bool, _ shared: SchemaContext, isShared: Bool) -> BodyDraft
    {
        content.encoding?.leaveOut(.unused("JSON has no parts"))
        let contentType = content.mediaType.isPlainJSON ? nil : content.mediaType.text
        guard let schema = content.schema else { return BodyDraft(type: .jsonValue, contentType: contentType) }
        if contentType == nil, canBeParams(schema, isRequired: isRequired),
            let fields = schemas.fields(of: schema, isShared ? shared : context)
        {
            return BodyDraft(encoding: "json", fields: fields.compactMap { $0.sent(in: schema) })
        }
        let type = schemas.type(of: schema, isShared ? shared : context.inside("Body"))
        if schema["$ref"] == nil {
            let reason = OmissionReason.unused("a body as a whole has no such thing")
            schema.leaveOut(["default", "deprecated", "readOnly", "writeOnly"], reason)
            schema.leaveOutNull("a body as a whole is not null")
        }
        // Text and bytes are sent as they are, and dates have no format there.
        guard type.type == .string || type.type == .data || type.type.scalar == .date || type.format != nil else {
            return BodyDraft(type: type.type, contentType: contentType)
        }
        schema.leaveOut("a body that is a single JSON value is given as `JSONValue`")
        return BodyDraft(type: .jsonValue, contentType: contentType)
    }

    /// Whether the fields of an object are told apart from what else is sent, and all of them are sent or none need be.
    private func canBeParams(_ schema: DocumentValue, isRequired: Bool) -> Bool {
        guard schema["$ref"] == nil, SchemaPeek.hasProperties(schema), !SchemaPeek.hasAlternatives(schema),
            isRequired || !SchemaPeek.hasRequired(schema)
        else { return false }
        let own = SchemaPeek.propertyNames(schema).map { MemberNames.names(for: [$0])[0] }
        return Set(MemberNames.names(for: paramNames)).isDisjoint(with: own)
    }

    // MARK: Forms

    /// Params, or a request object; nil for what is no form, or one whose fields are not known. Of one that need not be sent, no
    /// field must be there.
    private func form(_ content: ChosenContent, isRequired: Bool, _ context: SchemaContext) -> BodyDraft? {
        let isMultipart = content.mediaType.isMultipart
        guard isMultipart || content.mediaType.isForm, let schema = content.schema,
            let found = fields(ofForm: schema, context)
        else { return nil }
        var encodings = content.encoding?.entries("`encoding`") ?? []
        var body = BodyDraft(encoding: isMultipart ? "multipart" : nil)
        let mustRelax = !isRequired && found.fields.contains { $0.isRequired && $0.only != .response }
        if let shape = found.shape, content.encoding == nil, !mustRelax, canBeRequestObject(shape, found.fields, schema)
        {
            body.requestObject = shape
            return body
        }
        for field in found.fields {
            guard var param = field.sent(in: schema) else { continue }
            if mustRelax, param.isRequired {
                param.isRequired = false
                for value in SchemaPeek.required(field.wireName, of: schema) {
                    value.leaveOut("a form that is sent has to have it")
                }
            }
            take(style(of: field.wireName, &encodings), &param, of: schema, isMultipart)
            body.fields.append(param)
        }
        for encoding in encodings { encoding.value.leaveOut(.unused("the form has no such field")) }
        return body
    }

    /// Those that are sent, and the shape that has them and no others.
    private func fields(
        ofForm schema: DocumentValue,
        _ context: SchemaContext
    ) -> (fields: [FieldDraft], shape: String?)? {
        var shape: String?
        var fields: [FieldDraft]?
        if schema["$ref"] == nil {
            if SchemaPeek.hasProperties(schema) { fields = schemas.fields(of: schema, context) }
        } else if SchemaPeek.isObject(schema) {
            let type = schemas.type(of: schema, context.inside("Body")).type
            fields = schemas.fields(of: type)
            shape = type.shape
        }
        guard let fields else { return nil }
        guard fields.contains(where: \.isInline) else { return (fields, shape) }
        // A form is sent field by field, so that it has no alternatives.
        schema.warn("only the properties of this form are sent, not its alternatives")
        schema.resolved()?.leaveOut(["oneOf", "anyOf"], "a form has no alternatives")
        return (fields.filter { !$0.isInline }, nil)
    }

    private func canBeRequestObject(_ shape: String, _ fields: [FieldDraft], _ schema: DocumentValue) -> Bool {
        let property = CamelCase.propertyName(forType: shape)
        guard !Endpoint.Method.sendsParamsInQuery(method), !ReservedNames.paramMembers.contains(property),
            !MemberNames.names(for: paramNames).contains(property)
        else { return false }
        return fields.filter { $0.only != .response }.allSatisfy { field in
            !field.isNullable && !isBinary(field, of: schema) && schemas.textPlaces.isPlain(field.type)
        }
    }

    /// What `encoding` says of a field, which is taken out; nil for nothing.
    private func style(of field: String, _ encodings: inout [DocumentValue.Member]) -> ParamStyle? {
        guard let index = encodings.firstIndex(where: { $0.key == field }),
            var reader = ObjectReader(encodings.remove(at: index).value, .encoding)
        else { return nil }
        defer { reader.finish() }
        return ParamStyle(&reader, .body)
    }

    /// Gives a field the style in which it is sent.
    private func take(_ style: ParamStyle?, _ param: inout FieldDraft, of schema: DocumentValue, _ isMultipart: Bool) {
        if isMultipart, isBinary(param, of: schema) {
            if case .array = param.type { param.type = .array(.file) } else { param.type = .file }
            param.format = nil
            param.defaultValue = nil
            style?.settle(style: false, explode: false)
            return
        }
        let places = schemas.textPlaces
        switch places.extent(of: param.type) {
        case .single:
            style?.settle(style: false, explode: false)
        case .list:
            switch style?.name {
            case .spaceDelimited: param.style = "space"
            case .pipeDelimited: param.style = "pipe"
            case .deepObject: param.style = "brackets"
            default: param.style = style?.explode == false ? "comma" : nil
            }
            style?.settle(style: true, explode: true)
        case .nested where !isMultipart && style?.name == .deepObject && places.canStandInBrackets(param.type):
            param.style = "brackets"
            style?.settle(style: true, explode: false)
        case .nested, .impossible:
            style?.settle(style: false, explode: false)
            param.becomeText(isJSON: true)
            SchemaPeek.property(param.wireName, of: schema)?.leaveOut(.asText)
        }
    }

    /// Whether a part is bytes, or a list of such.
    private func isBinary(_ field: FieldDraft, of schema: DocumentValue) -> Bool {
        guard let property = SchemaPeek.property(field.wireName, of: schema) else { return false }
        switch field.type {
        case .string, .data: return SchemaPeek.isBinary(property)
        case .array(.string), .array(.data): return property.component()?["items"].map(SchemaPeek.isBinary) ?? false
        default: return false
        }
    }
}
