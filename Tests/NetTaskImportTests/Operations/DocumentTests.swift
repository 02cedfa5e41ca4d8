import Testing

@testable import NetTaskImport
@testable import NetTaskSpec

@Suite("A document")
struct DocumentTests {
    @Test(
        "of OpenAPI 3.0 or 3.1 is imported, and of a later one with a warning",
        arguments: [("3.0.3", 0), ("3.1.0", 0), ("3.1", 0), ("3.2.0", 1), ("3.9.1", 1)]
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
            diagnostics.first?.notes.first?.message.contains("OpenAPI 3.0 and 3.1 and Swagger 2.0 are supported")
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
                "#/paths/~1pets/get/responses/302/headers: replies of such statuses are not read",
                "#/components/responses/R: nothing refers to it",
                "#/components/headers/H: nothing that is imported refers to it",
                "#/components/headers/I: nothing refers to it",
                "#/components/callbacks/C: nothing refers to it",
                "#/components/examples: examples are for people and tests",
                "#/components/links: links between operations have no place in a spec",
            ]
        )
    }
}
