import Testing

@testable import NetTaskImport
@testable import NetTaskSpec

@Suite("Operations")
struct OperationTests {
    @Test(
        "are named by their ids, or by their methods and paths",
        arguments: [
            ("get: {operationId: list-pets}", "/pets", "ListPets"), ("get: {}", "/pets/{id}", "GetPetsById"),
            ("put: {}", "/a/{b-c}/d.json", "PutAByBCDJson"), ("get: {operationId: ''}", "/", "Get"),
            ("get: {operationId: Response}", "/a", "ResponseTask"), ("get: {operationId: Pets}", "/a", "PetsTask"),
        ]
    )
    func names(_ operation: String, _ path: String, _ expected: String) throws {
        let imported = try Imported(paths: "\(path):\n  \(operation)")
        #expect(try imported.endpoint().name.written == expected)
    }

    @Test("with one id get different names, with a warning that shows both")
    func duplicateIds() throws {
        let imported = try Imported(paths: "/a: {get: {operationId: x}}\n/b: {get: {operationId: x}}")
        #expect(imported.spec.endpoints.map(\.name.written) == ["X", "XTask"])
        #expect(imported.messages == ["duplicate `operationId` `x`"])
        #expect(imported.run.diagnostics.diagnostics().first?.notes.count == 1)
    }

    @Test(
        "have uris that the language accepts",
        arguments: [
            ("/", "/"), ("/pets", "pets"), ("/pets/", "pets/"), ("/a b/ü", "a%20b/%C3%BC"),
            ("/a%20b/50%", "a%20b/50%25"),
            ("/pets:search", "pets%3Asearch"), ("/a/:b", "a/%3Ab"), ("/a/b:c", "a/b:c"),
            ("/a?beta=true", "a?beta=true"),
            ("/a#b", "a"), ("/a#{b}", "a"), ("/#b", "/"), ("/{a#b}", "{aB}"), ("/{id}.json", "{id}.json"),
            ("/{a}/x/{a}", "{a}/x/{a}"), ("/{self}", "{selfValue}"),
        ]
    )
    func uris(_ path: String, _ expected: String) throws {
        let imported = try Imported(paths: "'\(path)':\n  get: {}")
        #expect(try imported.endpoint().uri.written == expected)
    }

    @Test(
        "whose paths cannot be uris are left out, with an error",
        arguments: ["/a//b", "//a", "//", "//{a}", "/a/../b", "/{a", "/a}", "/{}", "/a?b={c}"]
    )
    func impossiblePaths(_ path: String) throws {
        let imported = try Imported(paths: "'\(path)':\n  get: {operationId: a, summary: b}")
        #expect(imported.spec.endpoints.isEmpty)
        #expect(imported.messages.count == 1)
        #expect(
            imported.omissions.map { $0.split(separator: ":")[1] } == [
                " an operation is imported completely or not at all"
            ]
        )
    }

    @Test("have the method of the document, for all methods of OpenAPI", arguments: LocatedOperation.methods.sorted())
    func methods(_ method: String) throws {
        let imported = try Imported(paths: "/a:\n  \(method): {operationId: a, parameters: [{name: b, in: query}]}")
        #expect(try imported.endpoint().method.rawValue == method.uppercased())
        #expect(imported.messages == [])
    }

    @Test("with TRACE have no body, because HTTP does not allow one")
    func trace() throws {
        let imported = try Imported(
            operation:
                "requestBody: {content: {application/json: {schema: {type: object, properties: {a: {type: string}}}}}}",
            method: "trace"
        )
        #expect(try imported.endpoint().params.isEmpty)
        #expect(try imported.endpoint().body == nil)
        #expect(imported.omissions == ["#/paths/~1pets/trace/requestBody: this request or reply cannot have a body"])
    }

    @Test("combine the descriptions in several places of the document")
    func words() throws {
        let imported = try Imported(
            operation: """
                summary: Makes a pet
                description: Makes a pet
                externalDocs: {url: 'https://a.example.com', description: More}
                requestBody: {description: The pet., content: {application/json: {}}}
                deprecated: true
                """,
            method: "post"
        )
        let endpoint = try imported.endpoint()
        #expect(endpoint.description == "Makes a pet\n\nBody: The pet.\n\nSee https://a.example.com (More).")
        #expect(endpoint.deprecation != nil)
    }

    @Test("are in the file of their first tag, and unused tags are listed")
    func tags() throws {
        let imported = try Imported(
            operation: "tags: [b, a]",
            "tags: [{name: a, description: A}, {name: b, description: B, externalDocs: {url: 'https://b.example.com'}}]"
        )
        #expect(try imported.gathered.homes[imported.endpoint().name.written] == .tag("b"))
        #expect(imported.gathered.tags.map(\.name) == ["b"])
        #expect(imported.gathered.tags.map(\.description) == ["B\n\nSee https://b.example.com."])
        #expect(
            imported.omissions == [
                "#/paths/~1pets/get/tags/1: an endpoint is in the file of its first tag",
                "#/tags/0: no endpoint has this tag",
            ]
        )
    }

    @Test("are found through references to paths, with the shared descriptions there")
    func references() throws {
        let imported = try Imported(
            paths: "/a: {$ref: '#/components/pathItems/P', summary: S}\n/b: {$ref: '#/components/pathItems/P'}",
            "components: {pathItems: {P: {get: {description: D}}, Q: {get: {}}}}",
            version: "3.1.0"
        )
        #expect(imported.spec.endpoints.map(\.name.written) == ["GetA", "GetB"])
        #expect(
            imported.omissions == [
                "#/components/pathItems/Q: no endpoint uses it"
            ]
        )
    }

    @Test("that refer to themselves or nowhere are left out, with an error")
    func badReferences() throws {
        for reference in ["#/paths/~1a", "#/nowhere", "a.yaml", "https://a.example.com/a.yaml"] {
            let imported = try Imported(paths: "/a: {$ref: '\(reference)'}")
            #expect(imported.spec.endpoints.isEmpty)
            let diagnostics = imported.run.diagnostics.diagnostics()
            #expect(diagnostics.map(\.severity) == [.error])
            let note = "the path `/a` is left out because it cannot be read"
            #expect(diagnostics.first?.notes.map(\.message) == [note])
        }
    }

    @Test("have no description and no name if the document has null, and the report lists it")
    func null() throws {
        let imported = try Imported(operation: "operationId: null\nsummary: null\ndescription: ~\nx-a: 1")
        #expect(try imported.endpoint().name.written == "GetPets")
        #expect(try imported.endpoint().description == nil)
        #expect(imported.messages == [])
        #expect(
            imported.omissions.filter { $0.hasSuffix(": it is null") } == [
                "#/paths/~1pets/get/operationId: it is null", "#/paths/~1pets/get/summary: it is null",
                "#/paths/~1pets/get/description: it is null",
            ]
        )
    }

    @Test("keep `null` in quotes")
    func quotedNull() throws {
        #expect(try Imported(operation: "summary: 'null'").endpoint().description == "null")
    }
}
