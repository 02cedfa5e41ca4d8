import Testing

@testable import NetTaskImport
@testable import NetTaskSpec

@Suite("A document")
struct DocumentTests {
    @Test(
        "of OpenAPI 3.0 to 3.2 is imported, and of a later one with a warning",
        arguments: [("3.0.3", 0), ("3.1.0", 0), ("3.1", 0), ("3.2.0", 0), ("3.3.0", 1), ("3.9.1", 1)]
    )
    func versions(_ version: String, _ count: Int) throws {
        let imported = try Imported(paths: "/a: {get: {}}", version: version)
        #expect(imported.spec.endpoints.count == 1)
        #expect(imported.run.diagnostics.diagnostics().map(\.severity) == Array(repeating: .warning, count: count))
    }

    @Test(
        "of another kind is an error that names the supported kinds",
        arguments: [
            "swagger: '1.2'", "openapi: 2.0.0", "openapi: 4.0.0", "openapi: x", "openapi: 3", "openapi: []", "info: {}",
            "[a]", "a",
        ]
    )
    func otherVersions(_ opening: String) throws {
        let diagnostics = try Imported(document: opening).run.diagnostics.diagnostics()
        #expect(diagnostics.map(\.severity) == [.error])
        #expect(
            diagnostics.first?.notes.first?.message.contains("OpenAPI 3.0, 3.1 and 3.2, and Swagger 2.0, are supported")
                == true
        )
    }

    @Test("describes in comments the parts that specs cannot express")
    func info() throws {
        let imported = try Imported(
            document: """
                openapi: 3.1.0
                info:
                  title: Pets
                  summary: All pets
                  description: |
                    Of all kinds.
                  version: 1.2.3
                  contact: {name: We, email: we@example.com, url: 'https://we.example.com'}
                  license: {name: MIT, identifier: MIT}
                  termsOfService: https://terms.example.com
                externalDocs: {url: 'https://docs.example.com'}
                webhooks: {a: {post: {operationId: hook}}}
                paths: {}
                """
        )
        #expect(
            imported.spec.description == """
                Pets

                All pets

                Of all kinds.

                Version 1.2.3.

                Contact: We, we@example.com, https://we.example.com.

                License: MIT, MIT.

                Terms of service: https://terms.example.com.

                See https://docs.example.com.
                """
        )
        #expect(imported.omissions == [])
        #expect(imported.spec.webhooks?.events.map(\.name.written) == ["a"])
    }

    @Test("lists components without references, or with references only from parts that are left out")
    func components() throws {
        let imported = try Imported(
            operation:
                "responses: {'200': {description: d}, '204': {description: d}, '302': {description: d, headers: {H: {$ref: '#/components/headers/H'}}}}",
            """
            components:
              headers: {H: {schema: {type: string}}, I: {schema: {type: string}}}
              responses: {R: {description: d}}
              requestBodies: {}
              examples: {E: {value: 1}}
              links: {L: {operationId: x}}
              callbacks: {C: {}}
            """
        )
        #expect(
            imported.omissions == [
                "#/paths/~1pets/get/responses/302/headers: replies with this status are not read",
                "#/components/responses/R: no endpoint uses it",
                "#/components/headers/H: no imported endpoint uses it",
                "#/components/headers/I: no endpoint uses it",
                "#/components/callbacks/C: no endpoint uses it",
                "#/components/examples: examples are neither sent nor read",
                "#/components/links: a spec cannot contain links between operations",
            ]
        )
    }

    @Test("of OpenAPI 3.2 has query strings, forms of alternatives and a URL of its own")
    func version32() throws {
        let imported = try Imported(
            document: """
                openapi: 3.2.0
                $self: https://example.com/api/openapi.yaml
                info: {title: A, version: '1'}
                servers: [{url: /v1}]
                paths:
                  /a:
                    get:
                      operationId: search
                      parameters:
                        - name: q
                          in: querystring
                          required: true
                          content:
                            application/x-www-form-urlencoded:
                              schema:
                                type: object
                                required: [term]
                                properties: {term: {type: string}, tags: {type: array, items: {type: string}}}
                              encoding: {tags: {explode: false}}
                      responses: {'204': {description: Done}}
                    query: {responses: {'204': {description: Done}}}
                  /b:
                    post:
                      operationId: upload
                      requestBody:
                        required: true
                        content:
                          multipart/form-data:
                            schema:
                              oneOf:
                                - required: [name, file]
                                  properties: {name: {type: string}, file: {type: string, format: binary}}
                                - {required: [name, url], properties: {name: {type: string}, url: {type: string}}}
                      responses: {'204': {description: Done}}
                """
        )
        let search = try #require(imported.spec.endpoints.first { $0.name.written == "Search" })
        let upload = try #require(imported.spec.endpoints.first { $0.name.written == "Upload" })
        #expect(imported.spec.baseURL == "https://example.com/v1")
        #expect(
            search.params.map { "\($0.wireName) \($0.location) \($0.type)" } == [
                "term query String", "tags query [String]?",
            ]
        )
        #expect(search.params.map(\.style) == [nil, .comma])
        #expect(upload.params.map { "\($0.wireName) \($0.type)" } == ["name String", "file File?", "url String?"])
        #expect(imported.omissions.contains("#/paths/~1a/query: NetTask does not send this method"))
    }
}
