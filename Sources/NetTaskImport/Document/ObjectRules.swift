/// What OpenAPI 3.0 and 3.1 know of each kind of object.
extension ObjectRule {
    // MARK: The document

    static let document = ObjectRule(
        "the document",
        keys: "openapi info servers paths components security tags externalDocs",
        leftOut: [
            "webhooks": OmissionReason.notCalled,
            "jsonSchemaDialect": "schemas are read as OpenAPI 3.1 has them",
            "$self": "files are found beside the document",
        ]
    )
    static let info = ObjectRule("`info`", keys: "title summary description termsOfService contact license version")
    static let contact = ObjectRule("`contact`", keys: "name url email")
    static let license = ObjectRule("`license`", keys: "name identifier url")
    static let externalDocs = ObjectRule("`externalDocs`", keys: "url description")
    static let tag = ObjectRule(
        "a tag",
        keys: "name description externalDocs",
        leftOut: ["summary": OmissionReason.longerDescription, "parent kind": "a spec file stands for itself"]
    )
    static let server = ObjectRule("a server", keys: "url description variables name")
    static let serverVariable = ObjectRule(
        "a variable of a server",
        keys: "default",
        leftOut: [
            "enum": "a base URL has one value; a queue can be given another",
            "description": "a base URL has no variables",
        ]
    )
    static let components = ObjectRule(
        "`components`",
        keys: "schemas securitySchemes parameters responses requestBodies headers pathItems mediaTypes",
        leftOut: [
            "examples": OmissionReason.example,
            "links": OmissionReason.link,
            "callbacks": OmissionReason.notCalled,
        ]
    )
    static let securityScheme = ObjectRule(
        "a security scheme",
        keys: "type description name in scheme bearerFormat",
        leftOut: [
            "flows openIdConnectUrl oauth2MetadataUrl": OmissionReason.token,
            "deprecated": "a scheme cannot be deprecated",
        ]
    )

    // MARK: Paths

    static let pathItem = ObjectRule(
        "a path",
        keys: "summary description servers parameters get put post delete head patch options trace",
        isWholeBesideReference: true
    )
    static let operation = ObjectRule(
        "an operation",
        keys:
            "tags summary description externalDocs operationId parameters requestBody responses deprecated security servers",
        leftOut: ["callbacks": OmissionReason.notCalled],
        isWholeBesideReference: true
    )
    static let parameter = ObjectRule(
        "a parameter",
        keys: "name in description required deprecated style explode schema content",
        leftOut: [
            "example examples": OmissionReason.example,
            "allowEmptyValue": "an empty text is sent anyway, if it is given",
            "allowReserved": OmissionReason.alwaysEscaped,
        ]
    )

    // MARK: Bodies and replies

    static let requestBody = ObjectRule("a request body", keys: "description content required")
    static let mediaType = ObjectRule(
        "a media type",
        keys: "schema encoding",
        leftOut: [
            "example examples": OmissionReason.example,
            "itemSchema itemEncoding prefixEncoding": "bodies are not read or written in parts",
        ]
    )
    static let encoding = ObjectRule(
        "an encoding",
        keys: "style explode",
        leftOut: [
            "contentType": "the type of a part follows from its value",
            "headers": "parts have no headers of their own",
            "allowReserved": OmissionReason.alwaysEscaped,
        ]
    )
    static let response = ObjectRule(
        "a response",
        keys: "description headers content",
        leftOut: ["links": OmissionReason.link, "summary": OmissionReason.longerDescription]
    )
    static let header = ObjectRule(
        "a header",
        keys: "description required deprecated style explode schema content",
        leftOut: [
            "example examples": OmissionReason.example,
            "allowEmptyValue allowReserved": "a header is read as it comes",
        ]
    )

    // MARK: Schemas

    /// What JSON Schema 2020-12 knows, too.
    static let schema = ObjectRule(
        "a schema",
        keys: """
            $ref type format enum const properties required additionalProperties items allOf oneOf anyOf discriminator nullable \
            default title description deprecated readOnly writeOnly contentEncoding $defs definitions x-enum-varnames \
            x-enumNames x-enum-names
            """,
        leftOut: [
            """
            multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems \
            uniqueItems maxProperties minProperties contains minContains maxContains propertyNames dependentRequired \
            dependentSchemas dependencies unevaluatedItems unevaluatedProperties additionalItems not if then else
            """: OmissionReason.notValidated,
            "patternProperties": "members of any name are kept as they are",
            "prefixItems": "the elements of a list have one type",
            "contentMediaType contentSchema": "what a text holds is not looked at",
            "example examples": OmissionReason.example,
            "xml": OmissionReason.xml,
            "externalDocs": "schemas have no place for links",
            "$schema $vocabulary": "all schemas are read in one way",
            "$id $anchor $dynamicAnchor": "schemas are found by where they stand",
            "$dynamicRef": "it means another schema in each place",
            "$comment": "it is for those who write the document",
        ]
    )
    static let discriminator = ObjectRule("a discriminator", keys: "propertyName mapping")
}

/// Why things are left out, where several objects share the reason.
enum OmissionReason {
    static let alwaysEscaped = "reserved characters are always escaped"
    static let asText = "the value is given as the text that is sent"
    static let besideSchema = "there is a `schema` beside it"
    static let danglingReference = "it leads nowhere"
    static let example = "examples are for people and tests"
    static let `extension` = "extensions of others mean nothing to nettask"
    static let headerElsewhere = "OpenAPI says this header elsewhere"
    static let link = "links between operations have no place in a spec"
    static let longerDescription = "its description says more"
    static let noBody = "HTTP has no body there"
    static let noBodySent = "there is no body"
    static let noProperty = "there is no property of that name"
    static let noValues = "nothing is a value of it"
    static let notCalled = "it is called by the server, not by a client"
    static let notImported = "nothing that is imported refers to it"
    static let notValidated = "values are not validated"
    static let nullable = "null is possible anyway"
    static let notRead = "replies of such statuses are not read"
    static let onlyRead = "a header of a reply is only read anyway"
    static let onlySent = "a param is only sent anyway"
    static let otherDefault = "another default is there already"
    static let otherDescription = "another description is there already"
    static let otherForm = "it is another form of the same body"
    static let otherPart = "another part of `allOf` says what it is"
    static let token = "whoever gives the token knows how to get it"
    static let twice = "it is there twice"
    static let unreferenced = "nothing refers to it"
    static let xml = "only JSON is read and written"
}
