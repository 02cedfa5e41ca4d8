import NetTaskSpec

/// Imports bodies from `requestBody`.
struct BodyImporter {
    let schemas: SchemaImporter
    /// The context of the endpoint, for inline shapes.
    let context: SchemaContext
    /// The wire names of the other params.
    let paramNames: [String]
    /// The params that are sent in the body.
    private(set) var fields: [Field] = []
    /// The description of the body in the document.
    private(set) var description: String?
    private(set) var isRequired = false

    mutating func add(_ reference: DocumentValue, to endpoint: inout Endpoint) {
        guard var reader = ObjectReader(reference, .requestBody) else { return }
        let value = reader.value
        let words = reader.text("description")
        let required = reader.take("required")
        isRequired = required?.bool() ?? false
        let content = reader.take("content").flatMap { ChosenContent($0, .request) }
        reader.finish()
        guard let content else {
            required?.leaveOut(.noBodySent)
            value["description"]?.leaveOut(.noBodySent)
            return
        }
        description = words
        let isShared = reference["$ref"] != nil
        let shared = reference.context(resolvedTo: value, else: context)
        if !content.others.isEmpty {
            addAlternatives([content] + content.others, isShared ? shared : context, to: &endpoint)
        } else if content.mediaType.isJSON {
            addJSON(content, shared, isShared: isShared, to: &endpoint)
        } else if let form = form(content, shared, of: &endpoint) {
            fields = form
        } else if content.mediaType.isMultipart {
            // A caller cannot provide such a body as a whole, because the caller does not know the boundary between its parts.
            value.warn(
                .unsupportedPart,
                "the fields of this form are unknown; the body is left out",
                at: content.schema?.range ?? value.range
            )
            for value in [content.schema, content.encoding] {
                value?.leaveOut(.differs(.form, "the fields of the form are unknown"))
            }
            required?.leaveOut(.noBodySent)
            return
        } else {
            setBody(type(ofWhole: content), of: &endpoint)
            endpoint.contentType = content.mediaType.isRange ? nil : content.mediaType.text
        }
        for index in fields.indices { fields[index].location = .body }
        if endpoint.body == nil, !isRequired { required?.leaveOut(.differs(.form, "its fields are always sent")) }
    }

    /// Returns the type of a body that is text or bytes.
    private func type(ofWhole content: ChosenContent) -> TypeReference {
        for value in [content.schema, content.encoding] {
            value?.leaveOut(.unused(.noEffect, "the body is sent unchanged"))
        }
        return content.mediaType.isText || content.mediaType.isForm ? .string : .file
    }

    /// Sets several bodies, one for each media type. A request has one of them.
    private func addAlternatives(
        _ contents: [ChosenContent],
        _ context: SchemaContext,
        to endpoint: inout Endpoint
    ) {
        let types = contents.map { content in
            if content.mediaType.isJSON { return typeOfJSON(content, context.inside("Body", isGeneral: true)) }
            return formShape(content, context, isMultipart: content.mediaType.isMultipart) ?? type(ofWhole: content)
        }
        endpoint.setBodies(
            BodyContent.list(zip(contents, types).map { ($0.mediaType.text, $1) }),
            isOptional: !isRequired
        )
    }

    private func setBody(_ type: TypeReference, of endpoint: inout Endpoint) {
        endpoint.body = isRequired ? type : .optional(type)
    }

    // MARK: JSON

    private mutating func addJSON(
        _ content: ChosenContent,
        _ shared: SchemaContext,
        isShared: Bool,
        to endpoint: inout Endpoint
    ) {
        content.encoding?.leaveOut(.unused(.noEffect, "JSON has no parts"))
        endpoint.contentType = content.mediaType.isPlainJSON ? nil : content.mediaType.text
        if let schema = content.schema, endpoint.contentType == nil, canBeParams(schema),
            let fields = schemas.fields(of: schema, isShared ? shared : context)
        {
            endpoint.encoding = .json
            self.fields = fields.compactMap { $0.sent(in: schema) }
            return
        }
        let inner = isShared ? shared : context.inside("Body", isGeneral: true)
        setBody(typeOfJSON(content, inner), of: &endpoint)
    }

    private func typeOfJSON(_ content: ChosenContent, _ context: SchemaContext) -> TypeReference {
        guard let schema = content.schema else { return .jsonValue }
        let type = schemas.type(of: schema, context)
        schema.leaveOut(ofWhole: "a body")
        schemas.leaveOutConstraints(of: type, in: schema)
        // Bodies that are text or bytes are sent without JSON's quotes, and dates in bodies have no format.
        guard type.type == .string || type.type == .data || type.type.scalar == .date || type.format != nil else {
            return type.type
        }
        schema.leaveOut(.differs(.givenAsIs, "a body that is a single JSON value is a `JSONValue`"))
        return .jsonValue
    }

    /// Whether the fields of an object can be params. The object must have no other members, and no names that other params have.
    /// In addition, the body must be required, or all fields must be optional.
    private func canBeParams(_ schema: DocumentValue) -> Bool {
        guard schema["$ref"] == nil, SchemaPeek.hasProperties(schema), !SchemaPeek.hasAlternatives(schema),
            !SchemaPeek.hasAdditional(schema),
            isRequired || !SchemaPeek.hasRequired(schema)
        else { return false }
        let own = SchemaPeek.propertyNames(schema).map { MemberNames.names(for: [$0])[0] }
        return Set(MemberNames.names(for: paramNames)).isDisjoint(with: own)
    }

    // MARK: Forms

    /// Returns the params of a form, or sets a request object. Returns `nil` if the content is not a form or its fields are
    /// unknown. If an optional form has required fields, the form is the body as a whole.
    private func form(_ content: ChosenContent, _ context: SchemaContext, of endpoint: inout Endpoint) -> [Field]? {
        let isMultipart = content.mediaType.isMultipart
        guard isMultipart || content.mediaType.isForm, let schema = content.schema,
            let found = fields(ofForm: schema, context)
        else { return nil }
        if !isRequired, found.fields.contains(where: { $0.isRequired && $0.only != .response }) {
            guard let type = formShape(content, found, context, isMultipart) else { return nil }
            endpoint.contentType = content.mediaType.text
            setBody(type, of: &endpoint)
            return []
        }
        if isMultipart { endpoint.encoding = .multipart }
        if let shape = found.shape, content.encoding == nil,
            let object = requestObject(shape, found.fields, schema, endpoint.method)
        {
            endpoint.requestObject = object
            return []
        }
        return sentFields(of: content, found.fields, schema, isMultipart)
    }

    private func sentFields(
        of content: ChosenContent,
        _ fields: [Field],
        _ schema: DocumentValue,
        _ isMultipart: Bool
    ) -> [Field] {
        var encodings = content.encoding?.entries("`encoding`") ?? []
        var params: [Field] = []
        for field in fields {
            guard var param = field.sent(in: schema) else { continue }
            take(style(of: field.wireName, &encodings), &param, of: schema, isMultipart)
            params.append(param)
        }
        for encoding in encodings { encoding.value.leaveOut(.unused(.matchesNothing, "the form lacks this field")) }
        return params
    }

    /// Returns the shape of a whole form: the document's shape, if its fields can be sent unchanged. Returns `nil` if the fields
    /// are unknown.
    private func formShape(_ content: ChosenContent, _ context: SchemaContext, isMultipart: Bool) -> TypeReference? {
        guard isMultipart || content.mediaType.isForm, let schema = content.schema else { return nil }
        return fields(ofForm: schema, context).flatMap { formShape(content, $0, context, isMultipart) }
    }

    private func formShape(
        _ content: ChosenContent,
        _ found: (fields: [Field], shape: String?),
        _ context: SchemaContext,
        _ isMultipart: Bool
    ) -> TypeReference? {
        guard let schema = content.schema else { return nil }
        if let shape = found.shape, content.encoding == nil, isPlain(found.fields, schema) { return .shape(shape) }
        var context = context.inside("Form", isGeneral: true)
        let fields = sentFields(of: content, found.fields, schema, isMultipart).map { field in
            var field = field
            field.isNullable = false
            return field
        }
        let name = schemas.shapeName(&context, schema)
        return schemas.addShape(name, context, SchemaAbout()) { .object(fields) }
    }

    /// Returns the fields that are sent, and the shape that has exactly these fields.
    private func fields(
        ofForm schema: DocumentValue,
        _ context: SchemaContext
    ) -> (fields: [Field], shape: String?)? {
        if SchemaPeek.isChoiceOfForms(schema) { return (fields(ofChoice: schema, context), nil) }
        var shape: String?
        var fields: [Field]?
        if schema["$ref"] == nil {
            if SchemaPeek.hasProperties(schema) { fields = schemas.fields(of: schema, context) }
        } else if SchemaPeek.isObject(schema) {
            let type = schemas.type(of: schema, context.inside("Body", isGeneral: true)).type
            fields = schemas.fields(of: type)
            shape = type.shape
        }
        guard let fields else { return nil }
        guard fields.contains(where: \.isInline) else { return (fields, shape) }
        if fields.contains(where: \.isAdditional) { schema.leaveOutAdditional() }
        guard fields.contains(where: \.isInlineShape) else { return (fields.filter { !$0.isInline }, nil) }
        // A form is sent field by field. Therefore it has no alternatives.
        schema.warn(.unsupportedPart, "only the properties of this form are sent, not its alternatives")
        schema.resolved()?.leaveOut(["oneOf", "anyOf"], .differs(.form, "a form has no alternatives"))
        return (fields.filter { !$0.isInline }, nil)
    }

    /// Returns the fields of all alternatives. A field is required only if all alternatives require it.
    private func fields(ofChoice schema: DocumentValue, _ context: SchemaContext) -> [Field] {
        let choices = schema.resolved()?.choices ?? []
        schema["$ref"]?.carry()
        schema.resolved()?.leaveOut(["discriminator"], .differs(.form, "a form has no alternatives"))
        var fields: [Field] = []
        for choice in choices {
            let context = context.inside(choice.referred?.key ?? choice.titleWithLetters ?? "Form")
            let own = schemas.fields(of: choice, context) ?? []
            for (index, field) in fields.enumerated() where !own.contains(where: { $0.wireName == field.wireName }) {
                fields[index].isRequired = false
            }
            for var field in own {
                if let index = fields.firstIndex(where: { $0.wireName == field.wireName }) {
                    fields[index].isRequired = fields[index].isRequired && field.isRequired
                } else {
                    field.isRequired = field.isRequired && choice.range == choices.first?.range
                    fields.append(field)
                }
            }
        }
        for field in fields where !field.isRequired {
            for value in choices.flatMap({ SchemaPeek.required(field.wireName, of: $0) }) {
                value.leaveOut(.differs(.form, "the fields of the alternatives of a form are optional"))
            }
        }
        return fields.named(reserved: ReservedNames.fieldMembers)
    }

    private func requestObject(
        _ shape: String,
        _ fields: [Field],
        _ schema: DocumentValue,
        _ method: Endpoint.Method
    ) -> Endpoint.Property? {
        let property = CamelCase.propertyName(forType: shape)
        guard !method.sendsParamsInQuery, !ReservedNames.paramMembers.contains(property),
            !MemberNames.names(for: paramNames).contains(property)
        else { return nil }
        return isPlain(fields, schema) ? Endpoint.Property(name: Name(property), shape: shape) : nil
    }

    /// Whether the fields are sent in a form in the same way as in JSON.
    private func isPlain(_ fields: [Field], _ schema: DocumentValue) -> Bool {
        fields.filter(\.isSent).allSatisfy { field in
            !field.isNullable && !isBinary(field, of: schema) && schemas.textPlaces.isPlain(field.type.unwrapped)
        }
    }

    /// Removes the style of a field from `encoding` and returns it. Returns `nil` if there is none.
    private func style(of field: String, _ encodings: inout [DocumentValue.Member]) -> ParamStyle? {
        guard let index = encodings.firstIndex(where: { $0.key == field }),
            var reader = ObjectReader(encodings.remove(at: index).value, .encoding)
        else { return nil }
        defer { reader.finish() }
        return ParamStyle(&reader, .body)
    }

    /// Sets the style in which a field is sent.
    private func take(_ style: ParamStyle?, _ param: inout Field, of schema: DocumentValue, _ isMultipart: Bool) {
        if isMultipart, isBinary(param, of: schema) {
            let type = if case .array = param.type.unwrapped { TypeReference.array(.file) } else { TypeReference.file }
            param.type = param.isRequired ? type : .optional(type)
            param.format = nil
            param.defaultValue = nil
            style?.record(style: false, explode: false)
            return
        }
        let places = schemas.textPlaces
        switch places.extent(of: param.type.unwrapped) {
        case .single:
            style?.record(style: false, explode: false)
        case .list:
            switch style?.name {
            case .spaceDelimited: param.style = .space
            case .pipeDelimited: param.style = .pipe
            case .deepObject: param.style = .brackets
            default: param.style = style?.explode == false ? .comma : nil
            }
            style?.record(style: true, explode: true)
        case .nested
        where !isMultipart && style?.name == .deepObject && places.canStandInBrackets(param.type.unwrapped):
            param.style = .brackets
            style?.record(style: true, explode: false)
        case .nested, .impossible:
            style?.record(style: false, explode: false)
            param.becomeText(isJSON: true)
            SchemaPeek.property(param.wireName, of: schema)?.leaveOut(.asText)
        }
    }

    /// Whether a part contains bytes or a list of bytes.
    private func isBinary(_ field: Field, of schema: DocumentValue) -> Bool {
        let schemas = [schema] + (schema.resolved()?.choices ?? [])
        guard let property = schemas.lazy.compactMap({ SchemaPeek.property(field.wireName, of: $0) }).first else {
            return false
        }
        switch field.type.unwrapped {
        case .string, .data: return SchemaPeek.isBinary(property)
        case .array(.string), .array(.data): return property.component()?["items"].map(SchemaPeek.isBinary) ?? false
        default: return false
        }
    }
}
