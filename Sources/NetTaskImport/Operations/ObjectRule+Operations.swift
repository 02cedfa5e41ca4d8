extension ObjectRule {
    // MARK: The document

    static let document = ObjectRule(
        "the document",
        keys: ["openapi", "info", "servers", "paths", "components", "security", "tags", "externalDocs"],
        leftOut: [
            "webhooks": OmissionReason.notCalled,
            "jsonSchemaDialect": "schemas are read as OpenAPI 3.1 has them",
            "$self": "files are found beside the document",
        ]
    )

    static let info = ObjectRule(
        "`info`",
        keys: ["title", "summary", "description", "termsOfService", "contact", "license", "version"]
    )

    static let contact = ObjectRule("`contact`", keys: ["name", "url", "email"])

    static let license = ObjectRule("`license`", keys: ["name", "identifier", "url"])

    static let externalDocs = ObjectRule("`externalDocs`", keys: ["url", "description"])

    static let tag = ObjectRule(
        "a tag",
        keys: ["name", "description", "externalDocs"],
        leftOut: [
            "summary": "its description says more",
            "parent": "a spec file stands for itself",
            "kind": "a spec file stands for itself",
        ]
    )

    static let server = ObjectRule(
        "a server",
        keys: ["url", "description", "variables", "name"]
    )

    static let serverVariable = ObjectRule(
        "a variable of a server",
        keys: ["default"],
        leftOut: [
            "enum": "a base URL has one value; a queue can be given another",
            "description": "a base URL has no variables",
        ]
    )

    static let components = ObjectRule(
        "`components`",
        keys: [
            "schemas", "securitySchemes", "parameters", "responses", "requestBodies", "headers", "pathItems",
            "mediaTypes",
        ],
        leftOut: [
            "examples": OmissionReason.example,
            "links": OmissionReason.link,
            "callbacks": OmissionReason.notCalled,
        ]
    )

    static let securityScheme = ObjectRule(
        "a security scheme",
        keys: ["type", "description", "name", "in", "scheme", "bearerFormat"],
        leftOut: [
            "flows": OmissionReason.token,
            "openIdConnectUrl": OmissionReason.token,
            "oauth2MetadataUrl": OmissionReason.token,
            "deprecated": "a scheme cannot be deprecated",
        ]
    )

    // MARK: Paths

    static let pathItem = ObjectRule(
        "a path",
        keys: keysOfPathItem,
        besideReference: keysOfPathItem
    )

    private static let keysOfPathItem = Set(["summary", "description", "servers", "parameters"]).union(PathList.methods)

    static let operation = ObjectRule(
        "an operation",
        keys: keysOfOperation,
        leftOut: ["callbacks": OmissionReason.notCalled],
        besideReference: keysOfOperation
    )

    private static let keysOfOperation: Set = [
        "tags", "summary", "description", "externalDocs", "operationId", "parameters", "requestBody", "responses",
        "deprecated", "security", "servers",
    ]

    static let parameter = ObjectRule(
        "a parameter",
        keys: ["name", "in", "description", "required", "deprecated", "style", "explode", "schema", "content"],
        leftOut: [
            "example": OmissionReason.example,
            "examples": OmissionReason.example,
            "allowEmptyValue": "an empty text is sent anyway, if it is given",
            "allowReserved": "reserved characters are always escaped",
        ]
    )

    // MARK: Bodies and replies

    static let requestBody = ObjectRule("a request body", keys: ["description", "content", "required"])

    static let mediaType = ObjectRule(
        "a media type",
        keys: ["schema", "encoding"],
        leftOut: [
            "example": OmissionReason.example,
            "examples": OmissionReason.example,
            "itemSchema": "bodies are not read or written in parts",
            "itemEncoding": "bodies are not read or written in parts",
            "prefixEncoding": "bodies are not read or written in parts",
        ]
    )

    static let encoding = ObjectRule(
        "an encoding",
        keys: ["style", "explode"],
        leftOut: [
            "contentType": "the type of a part follows from its value",
            "headers": "parts have no headers of their own",
            "allowReserved": "reserved characters are always escaped",
        ]
    )

    static let response = ObjectRule(
        "a response",
        keys: ["description", "headers", "content"],
        leftOut: [
            "links": OmissionReason.link,
            "summary": "its description says more",
        ]
    )

    static let header = ObjectRule(
        "a header",
        keys: ["description", "required", "deprecated", "style", "explode", "schema", "content"],
        leftOut: [
            "example": OmissionReason.example,
            "examples": OmissionReason.example,
            "allowEmptyValue": "a header is read as it comes",
            "allowReserved": "a header is read as it comes",
        ]
    )
}

extension OmissionReason {
    static let link = "links between operations have no place in a spec"
    static let token = "whoever gives the token knows how to get it"
    static let otherForm = "it is another form of the same body"
    static let noBody = "HTTP has no body there"
    static let asText = "the value is given as the text that is sent"
}
