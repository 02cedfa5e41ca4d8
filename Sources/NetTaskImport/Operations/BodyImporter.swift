import NetTaskSpec

/// Makes bodies of `requestBody`.
struct BodyImporter {
    let types: OperationTypes
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
            required?.leaveOut("there is no body")
            value["description"]?.leaveOut("there is no body")
            return BodyDraft()
        }
        let isShared = reference["$ref"] != nil
        let shared = reference.context(resolvedTo: value, else: context)
        var body: BodyDraft
        if content.mediaType.isJSON {
            body = json(content, isRequired: isRequired, shared, isShared: isShared)
        } else if content.mediaType.isMultipart || content.mediaType.isForm {
            let form = FormImporter(types: types, context: shared, method: method, paramNames: paramNames)
            if let known = form.body(content, isRequired: isRequired) {
                body = known
            } else if content.mediaType.isMultipart {
                // Whoever gave it as a whole would have to know the boundary between its parts.
                leaveOutParts(content, of: value)
                required?.leaveOut("there is no body")
                return BodyDraft(description: description)
            } else {
                body = whole(content, isRequired: isRequired)
            }
        } else {
            body = whole(content, isRequired: isRequired)
        }
        body.description = description
        if body.body == nil, !isRequired { required?.leaveOut("its fields are sent in any case") }
        return body
    }

    // MARK: JSON

    private func json(_ content: ChosenContent, isRequired: Bool, _ shared: SchemaContext, isShared: Bool) -> BodyDraft
    {
        content.encoding?.leaveOut("JSON has no parts")
        let contentType = content.mediaType.isPlainJSON ? nil : content.mediaType.text
        guard let schema = content.schema else {
            return BodyDraft(body: .jsonValue, isRequired: isRequired, contentType: contentType)
        }
        if contentType == nil, canBeParams(schema, isRequired: isRequired),
            let fields = types.fields(of: schema, isShared ? shared : context)
        {
            return BodyDraft(encoding: "json", fields: fields.compactMap { SentField.param($0, of: schema) })
        }
        let place = isShared ? shared : context.inside("Body")
        let type = types.type(of: schema, place)
        var body = BodyDraft(body: type.type, isRequired: isRequired, contentType: contentType)
        if schema["$ref"] == nil { leaveOutOfBody(schema) }
        // Text and bytes are sent as they are, and dates have no format there.
        if type.type == .string || type.type == .data || type.type.innermost == "Date" || type.format != nil {
            schema.leaveOut("a body that is a single JSON value is given as `JSONValue`")
            body.body = .jsonValue
        }
        return body
    }

    /// Whether the fields of an object are told apart from what else is sent, and all of them are sent or none need be.
    private func canBeParams(_ schema: DocumentValue, isRequired: Bool) -> Bool {
        guard schema["$ref"] == nil, SchemaPeek.hasProperties(schema), !SchemaPeek.hasAlternatives(schema) else {
            return false
        }
        guard isRequired || !SchemaPeek.hasRequired(schema) else { return false }
        let names = MemberNames.names(for: paramNames, reserved: [])
        let own = SchemaPeek.propertyNames(schema).map { MemberNames.names(for: [$0], reserved: [])[0] }
        return Set(names).isDisjoint(with: own)
    }

    private func leaveOutOfBody(_ schema: DocumentValue) {
        Unused.leaveOut(
            ["default", "deprecated", "readOnly", "writeOnly"],
            of: schema,
            "a body as a whole has no such thing"
        )
        Unused.leaveOutNull(of: schema, "a body as a whole is not null")
    }

    // MARK: Other bodies

    private func leaveOutParts(_ content: ChosenContent, of body: DocumentValue) {
        body.run.diagnostics.warning(
            "the fields of this form are not known; the body is left out",
            at: content.schema?.range ?? body.range
        )
        for value in [content.schema, content.encoding] { value?.leaveOut("the fields of the form are not known") }
    }

    private func whole(_ content: ChosenContent, isRequired: Bool) -> BodyDraft {
        content.encoding?.leaveOut("the body is sent as it is")
        content.schema?.leaveOut("the body is sent as it is")
        let isText = content.mediaType.isText || content.mediaType.isForm
        return BodyDraft(
            body: isText ? .string : .file,
            isRequired: isRequired,
            contentType: content.mediaType.isRange ? nil : content.mediaType.text
        )
    }
}
