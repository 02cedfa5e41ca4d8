/// The keys of each kind of object of OpenAPI 3.0, 3.1 and 3.2.
extension ObjectRule {
    // MARK: The document

    static let document = ObjectRule(
        "the document",
        keys: "openapi $self info servers paths webhooks components security tags externalDocs",
        leftOut: [
            "jsonSchemaDialect": .unused(.noEffect, "schemas are always read as in OpenAPI 3.1")
        ]
    )
    static let info = ObjectRule("`info`", keys: "title summary description termsOfService contact license version")
    static let contact = ObjectRule("`contact`", keys: "name url email")
    static let license = ObjectRule("`license`", keys: "name identifier url")
    static let externalDocs = ObjectRule("`externalDocs`", keys: "url description")
    static let tag = ObjectRule(
        "a tag",
        keys: "name summary description externalDocs",
        leftOut: ["parent kind": .words(.documentation, "the spec files of tags are not nested")]
    )
    static let server = ObjectRule("a server", keys: "url description variables name")
    static let serverVariable = ObjectRule(
        "a variable of a server",
        keys: "default",
        leftOut: [
            "enum": .unused(.noEffect, "a base URL has only one value; to change it, configure the queue"),
            "description": .words(.documentation, "a base URL has no variables"),
        ]
    )
    static let components = ObjectRule(
        "`components`",
        keys: "schemas securitySchemes parameters responses requestBodies headers pathItems mediaTypes callbacks",
        leftOut: ["examples": OmissionReason.example, "links": OmissionReason.link]
    )
    static let securityScheme = ObjectRule(
        "a security scheme",
        keys: "type description name in scheme bearerFormat flows openIdConnectUrl oauth2MetadataUrl",
        leftOut: ["deprecated": .words(.documentation, "a scheme cannot be deprecated")],
        swagger: .securityScheme
    )
    static let oauthFlows = ObjectRule(
        "the flows of a security scheme",
        keys: "implicit password clientCredentials authorizationCode deviceAuthorization"
    )
    static let oauthFlow = ObjectRule(
        "a flow",
        keys: "authorizationUrl deviceAuthorizationUrl tokenUrl refreshUrl scopes"
    )

    // MARK: Paths

    static let pathItem = ObjectRule(
        "a path",
        keys: "summary description servers parameters get put post delete head patch options trace",
        leftOut: ["query additionalOperations": .differs(.operationLeftOut, "NetTask does not send this method")],
        isWholeBesideReference: true,
        swagger: .pathItem
    )
    static let operation = ObjectRule(
        "an operation",
        keys:
            "tags summary description externalDocs operationId parameters requestBody responses deprecated security servers callbacks",
        isWholeBesideReference: true
    )
    static let parameter = ObjectRule(
        "a parameter",
        keys: "name in description required deprecated style explode schema content",
        leftOut: [
            "example examples": OmissionReason.example,
            "allowEmptyValue": .unused(.noEffect, "an empty value can always be sent"),
            "allowReserved": OmissionReason.alwaysEscaped,
        ],
        swagger: .parameter
    )

    // MARK: Bodies and replies

    static let requestBody = ObjectRule("a request body", keys: "description content required", swagger: .requestBody)
    static let mediaType = ObjectRule(
        "a media type",
        keys: "schema itemSchema encoding",
        leftOut: [
            "example examples": OmissionReason.example,
            "itemEncoding prefixEncoding": .differs(.form, "NetTask does not send bodies in parts"),
        ]
    )
    static let encoding = ObjectRule(
        "an encoding",
        keys: "style explode",
        leftOut: [
            "contentType": .differs(.form, "the type of a part follows from its value"),
            "headers": .differs(.form, "parts cannot have headers"),
            "allowReserved": OmissionReason.alwaysEscaped,
        ]
    )
    static let response = ObjectRule(
        "a response",
        keys: "description headers content",
        leftOut: ["links": OmissionReason.link, "summary": OmissionReason.longerDescription],
        swagger: .response
    )
    static let header = ObjectRule(
        "a header",
        keys: "description required deprecated style explode schema content",
        leftOut: [
            "example examples": OmissionReason.example,
            "allowEmptyValue allowReserved": .unused(.noEffect, "a header is read unchanged"),
        ],
        swagger: .header
    )

    // MARK: Schemas

    /// Includes the keys of JSON Schema 2020-12.
    static let schema = ObjectRule(
        "a schema",
        keys: """
            $ref type format enum const properties required additionalProperties patternProperties unevaluatedProperties \
            items allOf oneOf anyOf discriminator nullable \
            default title description deprecated readOnly writeOnly contentEncoding $defs definitions
            """,
        leftOut: [
            """
            multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems \
            uniqueItems maxProperties minProperties contains minContains maxContains propertyNames dependentRequired \
            dependentSchemas dependencies unevaluatedItems additionalItems not if then else
            """: OmissionReason.notValidated,
            "prefixItems": .differs(.approximated, "the elements of a list have one type"),
            "contentMediaType contentSchema": .unused(.notValidated, "the content of strings is not checked"),
            "example examples": OmissionReason.example,
            "xml": OmissionReason.xml,
            "collectionFormat": .unused(.noEffect, "JSON has its own lists"),
            "externalDocs": .words(.documentation, "shapes cannot contain links"),
            "$schema $vocabulary": .unused(.noEffect, "all schemas are read in the same way"),
            "$id $anchor $dynamicAnchor": .unused(.noEffect, "references find schemas by their paths"),
            "$dynamicRef": .differs(.approximated, "its target depends on the context"),
            "$comment": .words(.documentation, "it is a note for authors of the document"),
        ]
    )
    static let discriminator = ObjectRule(
        "a discriminator",
        keys: "propertyName mapping",
        leftOut: [
            "defaultMapping": .differs(.discriminator, "an object with another value is read as the unknown case")
        ]
    )
}
