import Testing

@testable import NetTaskImport
@testable import NetTaskSpec

private let shapes = """
    components:
      schemas:
        Pet: {type: object, properties: {name: {type: string}}}
        Problem: {type: object, properties: {title: {type: string}}}
        Text: {type: object, properties: {text: {type: string}}}
        NotFound: {type: object, properties: {id: {type: string}}}
    """

/// The response, and the errors.
private func replies(_ responses: String, method: String = "get") throws -> String {
    let imported = try Imported(
        operation: "operationId: read\nresponses: {\(responses)}",
        shapes,
        method: method
    )
    #expect(imported.forgotten == [])
    let endpoint = try imported.endpoint()
    let errors = imported.errorSummaries(of: endpoint)
    return endpoint.responseSummary + (errors.isEmpty ? "" : "; " + errors.joined(separator: ", "))
}

private func json(_ schema: String) -> String { "{description: d, content: {application/json: {schema: \(schema)}}}" }
private let pet = json("{$ref: '#/components/schemas/Pet'}")
private let problem = json("{$ref: '#/components/schemas/Problem'}")
private let nothing = "{description: d}"

@Suite("Replies")
struct ReplyTests {
    @Test(
        "of JSON without a schema are replaced by another form",
        arguments: [
            ("application/json: {schema: {}}, text/csv: {schema: {type: string}}", "String"),
            ("application/json: {schema: {}}, image/png: {}", "Data"),
            ("application/json: {schema: {title: Reply}}, text/html: {schema: {type: string}}", "String"),
            ("application/json: {}, application/xml: {}", "JSONValue"),
            ("application/json: {schema: {}}, application/xml: {schema: {}}", "JSONValue"),
            (
                "application/json: {schema: {}, example: {a: 1}}, text/html: {schema: {type: string}}",
                "json: JSONValue, html: String"
            ),
            ("application/json: {schema: {}}", "JSONValue"),
        ]
    )
    func emptyJSON(_ content: String, _ response: String) throws {
        #expect(try replies("'200': {description: d, content: {\(content)}}") == response)
    }

    @Test(
        "of several media types are alternatives, unless they have the same values, or a format that is not read",
        arguments: [
            ("text/csv: {schema: {type: string}}", "json: Pet, csv: String"),
            ("image/png: {schema: {type: string, format: binary}}", "json: Pet, png: Data"),
            ("application/vnd.text+json: {schema: {$ref: '#/components/schemas/Text'}}", "json: Pet, text: Text"),
            ("text/csv: {schema: {$ref: '#/components/schemas/Pet'}}", "Pet"),
            ("application/xml: {schema: {$ref: '#/components/schemas/Text'}}", "Pet"),
        ]
    )
    func contents(_ other: String, _ response: String) throws {
        let content = "{application/json: {schema: {$ref: '#/components/schemas/Pet'}}, \(other)}"
        #expect(try replies("'200': {description: d, content: \(content)}") == response)
    }

    @Test("of text and bytes are read as the document says")
    func textAndBytes() throws {
        for (type, schema) in [("text/csv", "{type: string}"), ("image/png", "{type: string, format: binary}")] {
            let content = "{\(type): {schema: \(schema)}}"
            let imported = try Imported(operation: "responses: {'200': {description: d, content: \(content)}}")
            #expect(imported.omissions.map { $0.split(separator: ": ").last } == ["the reply is text or bytes"])
        }
    }

    @Test("of JSON without anything to say of it give way to a stream")
    func emptyJSONBesideStream() throws {
        // given
        let content = "{application/json: {schema: {}}, application/x-ndjson: {schema: {type: string}}}"

        // when
        let imported = try Imported(operation: "responses: {'200': {description: d, content: \(content)}}")

        // then
        #expect(try imported.endpoint().stream?.framing == .lines)
    }

    @Test(
        "with a success status become the response",
        arguments: [
            ("'200': \(pet)", "Pet"),
            ("'200': \(pet), '201': \(pet)", "Pet"),
            ("'200': \(pet), '204': \(nothing)", "200: Pet, 204: none"),
            ("2XX: \(pet)", "Pet"),
            ("default: \(pet)", "Pet; default: Pet"),
            ("'204': \(nothing)", "none"),
            ("'204': \(pet)", "none"),
            ("'200': \(json("{type: array, items: {type: integer}}"))", "[Int]"),
            ("'200': \(json("{type: string, format: date}"))", "Date date"),
            ("'200': \(json("{type: integer, nullable: true}"))", "Int?"),
            ("'200': \(json("{type: string}"))", "JSONValue"),
            ("'200': \(json("{type: object, properties: {a: {type: string}}}"))", "ReadResponse"),
            ("'200': {description: d, content: {text/html: {schema: {type: string}}}}", "String"),
            ("'200': {description: d, content: {image/png: {}}}", "Data"),
            ("'200': {description: d, content: {'*/*': {schema: {$ref: '#/components/schemas/Pet'}}}}", "Pet"),
        ]
    )
    func responses(_ responses: String, _ expected: String) throws {
        #expect(try replies(responses) == expected)
    }

    @Test(
        "with an error status become errors",
        arguments: [
            ("'204': \(nothing), '404': \(problem), default: \(nothing)", "none; 404: Problem, default: none"),
            ("'200': \(pet), default: \(problem)", "Pet; default: Problem"),
            ("4XX: \(problem), '302': \(nothing)", "none; 4xx: Problem, 302: none"),
            ("'400': {description: d, content: {text/plain: {}}}", "none; 400: String"),
            ("'400': \(json("{type: object, properties: {a: {type: string}}}"))", "none; 400: ReadBadRequest"),
        ]
    )
    func errors(_ responses: String, _ expected: String) throws {
        #expect(try replies(responses) == expected)
    }

    @Test("of HEAD have no body")
    func head() throws {
        #expect(try replies("'200': \(pet), '404': \(problem)", method: "head") == "none; 404: none")
    }

    @Test("with error types of the same name in Swift become any JSON")
    func names() throws {
        let text = "{description: d, content: {text/plain: {}}}"
        #expect(
            try replies("'400': \(json("{$ref: '#/components/schemas/Text'}")), '401': \(text), '402': \(problem)")
                == "none; 400: JSONValue, 401: JSONValue, 402: Problem"
        )
    }

    @Test("of 1XX and 3XX are left out, beside errors of any type", arguments: ["1XX", "3XX"])
    func unnamedHundreds(_ status: String) throws {
        _ = try Imported(
            operation: "responses: {'204': {description: d}, '\(status)': {description: e}, default: {description: f, "
                + "content: {application/json: {}}}}"
        )
    }

    @Test("with invalid statuses are left out, with a warning")
    func badStatus() throws {
        let imported = try Imported(
            operation: "responses: {200: {description: d}, ok: {description: d}, '99': {description: d}}"
        )
        let reason = "is not a status such as `200`, `2XX` or `default`"
        #expect(imported.messages == ["`ok` \(reason)", "`99` \(reason)"])
    }

    @Test("have headers beside their bodies")
    func headers() throws {
        let imported = try Imported(
            operation: """
                responses:
                  '200':
                    description: All of them.
                    headers:
                      X-Total: {required: true, description: How many., schema: {type: integer}}
                      Link: {$ref: '#/components/headers/Link'}
                      since: {schema: {type: string, format: date-time}}
                      tags: {schema: {type: array, items: {type: string}}}
                      body: {schema: {type: string}}
                      odd: {schema: {type: object, properties: {a: {type: string}}}}
                      content-type: {schema: {type: string}}
                    content: {application/json: {schema: {type: integer}}}
                """,
            "components: {headers: {Link: {schema: {type: string}}}}"
        )
        let endpoint = try imported.endpoint()
        #expect(
            endpoint.responseHeaders.map { $0.summary() } == [
                "xTotal as X-Total: Int", "link as Link: String?", "since: Date?", "tags: [String]?",
                "bodyValue as body: String?", "odd: String?",
            ]
        )
        #expect(endpoint.responseHeaders.first { $0.name.written == "xTotal" }?.description == "How many.")
        #expect(endpoint.responseHeaders.first { $0.name.written == "since" }?.format == .iso8601)
        #expect(imported.gathered.notes.lines[.response(endpoint.name.written)]?.first == "All of them.")
        #expect(imported.forgotten == [])
    }

    @Test(
        "of several statuses have their own headers",
        arguments: [
            (
                "'200': \(pet), '202': {description: d, headers: {Location: {required: true, schema: {type: string, format: uri}}}}",
                "200: Pet, 202: none with location as Location: String"
            ),
            (
                "'200': {description: d, headers: {A: {schema: {type: integer}}}}, '202': {description: d, headers: {A: {schema: {type: string}}}}",
                "200: none with a as A: Int?, 202: none with a as A: String?"
            ),
            (
                "'404': {description: d, headers: {body: {schema: {type: integer}}}, content: {application/json: {schema: {type: integer}}}}",
                "none; 404: Int with bodyValue as body: Int?"
            ),
            (
                "'429': {description: d, headers: {Retry-After: {required: true, schema: {type: integer}}}}, default: \(problem)",
                "Problem; 429: none with retryAfter as Retry-After: Int?, default: Problem"
            ),
            (
                "'304': {description: d, headers: {ETag: {schema: {type: string}}}}, '302': {description: d, headers: {Location: {schema: {type: string}}}}",
                "none; 304: none with eTag as ETag: String?, 302: none"
            ),
            (
                "'404': {description: d, headers: {A: {schema: {type: string}}}}, '410': \(json("{$ref: '#/components/schemas/NotFound'}"))",
                "none; 404: none, 410: NotFound"
            ),
            (
                "default: {description: d, headers: {A: {required: true, schema: {type: integer}}}}",
                "none; default: none with a as A: Int?"
            ),
            ("4XX: \(problem), 3XX: \(nothing), 1XX: \(problem)", "none; 4xx: Problem"),
        ]
    )
    func headersByStatus(_ responses: String, _ expected: String) throws {
        #expect(try replies(responses) == expected)
    }

    @Test("have headers without the constraints of their schemas")
    func constrainedHeaders() throws {
        // when
        let imported = try Imported(
            operation: """
                operationId: read
                responses:
                  '200':
                    description: d
                    headers:
                      X-Total: {schema: {type: integer, minimum: 1, exclusiveMinimum: true}}
                      X-Id: {schema: {$ref: '#/components/schemas/Id'}}
                """,
            "components: {schemas: {Id: {type: string, pattern: '^a+$'}}}"
        )

        // then
        #expect(
            try imported.endpoint().responseHeaders.map { $0.summary() } == [
                "xTotal as X-Total: Int?", "xId as X-Id: String?",
            ]
        )
        #expect(
            imported.omissions.sorted() == [
                "#/components/schemas/Id/pattern: values are not validated",
                "#/paths/~1pets/get/responses/200/headers/X-Total/schema/exclusiveMinimum: values are not validated",
                "#/paths/~1pets/get/responses/200/headers/X-Total/schema/minimum: values are not validated",
            ]
        )
    }

    @Test("that several statuses refer to have their headers in each")
    func sharedHeaders() throws {
        let imported = try Imported(
            operation: """
                responses:
                  '200': {description: d}
                  '429': {$ref: '#/components/responses/Slow'}
                  '503': {$ref: '#/components/responses/Slow'}
                """,
            """
            components:
              responses: {Slow: {description: d, headers: {Wait: {schema: {type: string, enum: [short, long]}}}}}
            """
        )
        #expect(
            try imported.endpoint().errors.map(\.summary) == [
                "429: none with wait as Wait: SlowWait?", "503: none with wait as Wait: SlowWait?",
            ]
        )
        #expect(imported.forgotten == [])
    }

    @Test("in several forms are requested in one")
    func accept() throws {
        let imported = try Imported(
            operation: """
                responses:
                  '200': {description: d, content: {application/xml: {}, application/json: {schema: {type: integer}}}}
                """
        )
        let endpoint = try imported.endpoint()
        #expect(endpoint.headers.map(\.name) == ["Accept"])
        #expect(endpoint.headers.map(\.value) == ["application/json"])
        #expect(endpoint.responseSummary == "Int")
    }

    @Test("of a media type with parameters are requested with these")
    func parameters() throws {
        for (type, expected) in [
            ("application/json;odata=verbose", ["application/json;odata=verbose"]),
            ("application/json;charset=utf-8", []),
        ] {
            let imported = try Imported(
                operation: "responses: {'200': {description: d, content: {\(type): {schema: {type: integer}}}}}"
            )
            let endpoint = try imported.endpoint()
            #expect(endpoint.headers.map(\.value) == expected)
            #expect(endpoint.responseSummary == "Int")
        }
    }
}
