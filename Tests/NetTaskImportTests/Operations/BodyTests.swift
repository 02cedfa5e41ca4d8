import Testing

@testable import NetTaskImport
@testable import NetTaskSpec

private let pet = """
    components:
      schemas:
        Pet: {type: object, required: [name], properties: {name: {type: string}, tags: {type: array, items: {type: string}}}}
        Scan: {type: object, properties: {scan: {type: string, format: binary}, about: {$ref: '#/components/schemas/Pet'}}}
    """

/// What is sent: params, `request`, `requestObject`, `body` and `contentType`.
private func sent(
    _ requestBody: String,
    at path: String = "/pets",
    method: String = "post",
    _ parameters: String = "[]"
)
    throws -> String
{
    let imported = try Imported(
        operation: "operationId: send\nparameters: \(parameters)\nrequestBody: \(requestBody)",
        pet,
        at: path,
        method: method
    )
    #expect(imported.forgotten == [])
    let endpoint = try imported.endpoint()
    var parts = endpoint.encoding == .form ? [] : ["request \(endpoint.encoding)"]
    parts += endpoint.params.map { $0.summary(in: endpoint) }
    if let object = endpoint.requestObject { parts.append("requestObject \(object.shape)") }
    if let type = endpoint.body { parts.append("body \(type)") }
    if let contentType = endpoint.contentType { parts.append("as \(contentType)") }
    return parts.joined(separator: ", ")
}

private func content(_ type: String, _ schema: String, _ rest: String = "") -> String {
    "{required: true, content: {\(type): {schema: \(schema)\(rest)}}}"
}

private let object = "{type: object, required: [a], properties: {a: {type: integer}, b: {type: string}}}"

@Suite("Bodies")
struct BodyTests {
    @Test("that can be forms of both kinds become forms with files")
    func forms() throws {
        let types = ["application/x-www-form-urlencoded", "multipart/form-data"].map { "\($0): {schema: \(object)}" }
        let body = "{required: true, content: {\(types.joined(separator: ", "))}}"
        #expect(try sent(body) == "request multipart, a: Int, b: String?")
    }

    @Test(
        "of a patch are sent in the form that fits the schema, preferably a merge patch",
        arguments: [
            (
                ["json-patch", "merge-patch"], "{type: object}",
                "body [String: JSONValue], as application/merge-patch+json"
            ),
            (
                ["json-patch", "strategic-merge-patch"], "{type: object}",
                "body [String: JSONValue], as application/strategic-merge-patch+json"
            ),
            (
                ["strategic-merge-patch", "merge-patch"], "{$ref: '#/components/schemas/Pet'}",
                "body Pet, as application/merge-patch+json"
            ),
            (
                ["merge-patch", "json-patch"], "{type: array, items: {type: object}}",
                "body [[String: JSONValue]], as application/json-patch+json"
            ),
        ]
    )
    func patches(_ forms: [String], _ schema: String, _ body: String) throws {
        let types = forms.map { "application/\($0)+json: {schema: \(schema)}" }
        #expect(try sent("{required: true, content: {\(types.joined(separator: ", "))}}", method: "patch") == body)
    }

    @Test(
        "of JSON without a schema are replaced by another form",
        arguments: [
            ("{schema: {}}", "{schema: \(object)}", "request multipart, a: Int, b: String?"),
            ("{}", "{schema: \(object)}", "request multipart, a: Int, b: String?"),
            ("{schema: {}, example: {a: 1}}", "{schema: \(object)}", "body Send.Body"),
        ]
    )
    func emptyJSON(_ json: String, _ form: String, _ body: String) throws {
        let content = "{application/json: \(json), multipart/form-data: \(form)}"
        #expect(try sent("{required: true, content: \(content)}") == body)
    }

    @Test(
        "of JSON become the body, or params if they are objects without a name",
        arguments: [
            (content("application/json", object), "request json, a: Int, b: String?"),
            (content("application/json; charset=utf-8", object), "request json, a: Int, b: String?"),
            (content("application/json", "{$ref: '#/components/schemas/Pet'}"), "body Pet"),
            (content("application/json", "{type: array, items: {$ref: '#/components/schemas/Pet'}}"), "body [Pet]"),
            (
                content("application/json", "{type: object, additionalProperties: {type: integer}}"),
                "body [String: Int]"
            ),
            (content("application/json", "{type: integer}"), "body Int"),
            (content("application/json", "{type: string}"), "body JSONValue"),
            (content("application/json", "{type: string, format: date}"), "body JSONValue"),
            (content("application/json", "{}"), "body JSONValue"),
            ("{required: true, content: {application/json: {}}}", "body JSONValue"),
            (content("application/vnd.api+json", object), "body SendBody, as application/vnd.api+json"),
            ("{content: {application/json: {schema: \(object)}}}", "body SendBody?"),
            ("{content: {application/json: {schema: {properties: {b: {type: string}}}}}}", "request json, b: String?"),
        ]
    )
    func json(_ requestBody: String, _ expected: String) throws {
        #expect(try sent(requestBody) == expected)
    }

    @Test("have a shape if a param has the name of a field")
    func clash() throws {
        let parameters = "[{name: a, in: path, required: true, schema: {type: string}}]"
        #expect(
            try sent(content("application/json", object), at: "/pets/{a}", method: "put", parameters)
                == "a: String, body SendBody"
        )
    }

    @Test("of a method without one are reported")
    func locations() throws {
        let json = content("application/json", object)
        #expect(try sent(json, method: "delete") == "request json, body a: Int, body b: String?")
        let query = "[{name: q, in: query, schema: {type: string}}]"
        #expect(try sent(json, query) == "request json, query q: String?, a: Int, b: String?")
        #expect(
            try sent(content("application/json", "{$ref: '#/components/schemas/Pet'}"), query) == "q: String?, body Pet"
        )
    }

    @Test(
        "of forms are params or a request object",
        arguments: [
            (content("application/x-www-form-urlencoded", object), "a: Int, b: String?"),
            (content("application/x-www-form-urlencoded", "{$ref: '#/components/schemas/Pet'}"), "requestObject Pet"),
            (
                content("multipart/form-data", "{$ref: '#/components/schemas/Pet'}"),
                "request multipart, requestObject Pet"
            ),
            (
                content("multipart/form-data", "{$ref: '#/components/schemas/Scan'}"),
                "request multipart, scan: File?, about: String?"
            ),
            (
                content(
                    "multipart/form-data",
                    "{properties: {files: {type: array, items: {type: string, format: binary}}, text: {type: string, format: byte}}}"
                ),
                "request multipart, files: [File]?, text: Data?"
            ),
            (
                content(
                    "application/x-www-form-urlencoded",
                    "{properties: {l: {type: array, items: {type: string}}, o: \(object)}}",
                    ", encoding: {l: {explode: false}, o: {style: deepObject}}"
                ),
                "l: [String]? comma, o: SendO? brackets"
            ),
            (content("application/x-www-form-urlencoded", "{}"), "body String, as application/x-www-form-urlencoded"),
        ]
    )
    func forms(_ requestBody: String, _ expected: String) throws {
        #expect(try sent(requestBody) == expected)
    }

    @Test("of forms have typed params for lists of objects, clearing texts, and numbers or words")
    func bracketForms() throws {
        let properties = """
            items: {type: array, items: {type: object, properties: {price: {type: string}}}}, \
            address: {anyOf: [{type: object, properties: {city: {type: string}}}, {type: string, enum: ['']}]}, \
            tags: {anyOf: [{type: array, items: {type: string}}, {type: string, enum: ['']}]}, \
            inner: {type: object, properties: {day: {anyOf: [{type: integer}, {type: string, enum: ['']}]}}}, \
            trial: {anyOf: [{type: string, enum: [now]}, {type: integer}]}
            """
        let styles = ["items", "address", "tags", "inner"].map { "\($0): {style: deepObject, explode: true}" }
        let body = content(
            "application/x-www-form-urlencoded",
            "{type: object, properties: {\(properties)}}",
            ", encoding: {\(styles.joined(separator: ", "))}"
        )
        #expect(
            try sent(body) == """
                items: [SendItem]? brackets, address: SendAddress? brackets, tags: SendTags? brackets, \
                inner: SendInner? brackets, trial: SendTrial?
                """
        )
    }

    @Test("of forms without a style send objects as JSON")
    func objectsWithoutStyle() throws {
        let list = "{type: array, items: \(object)}"
        let schema = "{type: object, properties: {o: \(list)}}"
        #expect(try sent(content("application/x-www-form-urlencoded", schema)) == "o: String?")
    }

    @Test(
        "of other kinds become files and texts",
        arguments: [
            ("application/octet-stream", "body File, as application/octet-stream"),
            ("image/png", "body File, as image/png"),
            ("text/csv", "body String, as text/csv"), ("'*/*'", "body File"), ("'image/*'", "body File"),
        ]
    )
    func others(_ type: String, _ expected: String) throws {
        #expect(try sent(content(type, "{type: string, format: binary}")) == expected)
    }

    @Test("in several forms become JSON, or else forms; the others are listed")
    func choice() throws {
        let imported = try Imported(
            operation: """
                operationId: send
                requestBody:
                  content:
                    text/plain: {schema: {type: string}}
                    multipart/form-data: {schema: {properties: {b: {type: string}}}}
                    application/json: {schema: {properties: {a: {type: string}}}}
                """,
            method: "post"
        )
        let endpoint = try imported.endpoint()
        #expect(
            endpoint.bodies.map { "\($0.name.swift): \($0.type)" } == [
                "json: SendBody", "text: String", "multipart: SendForm",
            ]
        )
        #expect(endpoint.body?.isOptional == true)
        let place = "#/paths/~1pets/post/requestBody/content/text~1plain/schema"
        #expect(imported.omissions == ["\(place): the body is sent unchanged"])
    }

    @Test("with the same media type in another case are left out")
    func sameMediaType() throws {
        // given
        let types = [
            "application/json: {schema: {type: object, properties: {a: {type: string}}}}",
            "text/csv: {schema: {type: string}}", "text/CSV: {schema: {type: string, maxLength: 3}}",
        ]
        let operation = "operationId: send\nrequestBody: {content: {\(types.joined(separator: ", "))}}"

        // when
        let imported = try Imported(operation: operation, method: "post")

        // then
        #expect(try imported.endpoint().bodies.map(\.mediaType) == ["application/json", "text/csv"])
    }

    @Test(
        "in other forms with the same values are left out, unless a form has files",
        arguments: [
            ("{type: object, properties: {a: {type: string}}}", ["a: String?"], [String]()),
            (
                "{type: object, properties: {a: {type: string, format: binary}}}", [],
                ["application/json: SendBody", "multipart/form-data: SendForm"]
            ),
        ]
    )
    func sameValues(_ schema: String, _ params: [String], _ bodies: [String]) throws {
        // given
        let types = ["application/json", "application/xml", "multipart/form-data"].map { "\($0): {schema: \(schema)}" }
        let operation = "operationId: send\nrequestBody: {content: {\(types.joined(separator: ", "))}}"

        // when
        let imported = try Imported(operation: operation, method: "post")

        // then
        let endpoint = try imported.endpoint()
        #expect(endpoint.paramSummaries == params)
        #expect(endpoint.bodies.map { "\($0.mediaType): \($0.type)" } == bodies)
        let place = "#/paths/~1pets/post/requestBody/content/application~1xml"
        #expect(imported.omissions.contains("\(place): the imported content type has the same values"))
    }

    @Test("do not send read-only values")
    func directions() throws {
        let schema = "{properties: {id: {type: integer, readOnly: true}, pin: {type: string, writeOnly: true}}}"
        #expect(try sent(content("application/json", schema)) == "request json, pin: String?")
    }

    @Test(
        "of forms that need not be sent are whole bodies, if they have fields that must be there",
        arguments: [
            (object, "body SendForm?"), ("{$ref: '#/components/schemas/Pet'}", "body Pet?"),
        ]
    )
    func optionalForms(_ schema: String, _ expected: String) throws {
        let body = "{content: {application/x-www-form-urlencoded: {schema: \(schema)}}}"
        #expect(try sent(body) == "\(expected), as application/x-www-form-urlencoded")
    }

    @Test(
        "of JSON are sent with the parameters of their media type",
        arguments: [
            ("application/json;odata=verbose", "body SendBody, as application/json;odata=verbose"),
            ("application/json; charset=latin1", "body SendBody, as application/json; charset=latin1"),
            ("application/json;charset=UTF-8", "request json, a: Int, b: String?"),
        ]
    )
    func parameters(_ type: String, _ expected: String) throws {
        #expect(try sent(content(type, object)) == expected)
    }

    @Test("of any media type become JSON, unless they are text or bytes")
    func anyType() throws {
        let cases = [
            ("{type: integer}", "body Int"), ("{type: array, items: {type: string}}", "body [String]"),
            ("{oneOf: [{type: integer}, {type: boolean}]}", "body SendBody"),
            ("{type: string, enum: [a, b]}", "body SendBody"), ("{type: string}", "body File"),
            ("{type: string, format: binary}", "body File"), ("{}", "body File"),
        ]
        for (schema, expected) in cases { #expect(try sent(content("'*/*'", schema)) == expected) }
    }

    @Test("of multipart with unknown fields leave out the endpoint, which would otherwise be another one")
    func unknownParts() throws {
        let alternatives = "{oneOf: [{type: object, properties: {a: {type: string}}}, {type: string}]}"
        let imported = try Imported(
            operation: "operationId: send\nrequestBody: \(content("multipart/form-data", alternatives))",
            method: "post"
        )
        #expect(imported.spec.endpoints.isEmpty)
        #expect(imported.messages == ["the fields of this form are unknown"])
        #expect(imported.forgotten == [])
    }

    @Test("of multipart with unknown fields are left out beside others")
    func unknownPartsBesideOthers() throws {
        // given
        let types = "text/csv: {schema: {type: string}}, multipart/form-data: {schema: {type: object}}"
        let operation = "operationId: send\nrequestBody: {required: true, content: {\(types)}}"

        // when
        let imported = try Imported(operation: operation, method: "post")

        // then
        let endpoint = try imported.endpoint()
        #expect(endpoint.bodies.isEmpty)
        #expect(endpoint.body == .scalar(.string))
        #expect(endpoint.contentType == "text/csv")
        let place = "#/paths/~1pets/post/requestBody/content"
        #expect(
            imported.omissions.contains("\(place)/multipart~1form-data: another content type of the same body is used")
        )
    }
}
