import Testing

@testable import NetTaskImport
@testable import NetTaskSpec

private func imported(_ filter: OperationFilter) throws -> Imported {
    try Imported(
        paths: """
            /pets: {get: {operationId: listPets, tags: [pets]}, post: {operationId: addPet, tags: [pets, admin]}}
            /pets/{id}: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], get: {operationId: getPet}}
            /users: {get: {operationId: listUsers, tags: [users]}}
            """,
        "components: {parameters: {p: {name: p, in: query, schema: {type: string}}}}",
        filter: filter
    )
}

@Suite("A filter of operations")
struct FilterTests {
    @Test(
        "selects the operations that meet one of its conditions",
        arguments: [
            (OperationFilter(), ["ListPets", "AddPet", "GetPet", "ListUsers"]),
            (OperationFilter(tags: ["admin"]), ["AddPet"]),
            (OperationFilter(tags: ["pets"], operations: ["listUsers"]), ["ListPets", "AddPet", "ListUsers"]),
            (OperationFilter(paths: ["/pets"]), ["ListPets", "AddPet"]),
            (OperationFilter(paths: ["/pets/*", "/us*rs"]), ["GetPet", "ListUsers"]),
            (OperationFilter(paths: ["*t*{*}"]), ["GetPet"]),
        ]
    )
    func conditions(_ filter: OperationFilter, _ expected: [String]) throws {
        let imported = try imported(filter)
        let names = imported.spec.endpoints.map(\.name.written)
        #expect(names == expected)
        #expect(imported.messages == [])
        #expect(imported.forgotten.filter { !$0.hasPrefix("#/components") } == [])
    }

    @Test("lists the others once")
    func omissions() throws {
        #expect(
            try imported(OperationFilter(tags: ["pets"])).omissions == [
                "#/paths/~1pets/post/tags/1: an endpoint is in the file of its first tag",
                "#/paths/~1pets~1{id}/get: filtered out", "#/paths/~1users/get: filtered out",
                "#/paths/~1pets~1{id}/parameters/0: none of its operations uses it",
                "#/components/parameters/p: no endpoint uses it",
            ]
        )
    }

    @Test(
        "that selects nothing is an error with a suggestion",
        arguments: [
            (OperationFilter(tags: ["pet"]), "no operation of the document has the tag `pet`", "pets"),
            (OperationFilter(paths: ["/user"]), "no operation of the document has the path `/user`", "/users"),
            (
                OperationFilter(operations: ["listpets"]),
                "no operation of the document has the `operationId` `listpets`", "listPets"
            ),
        ]
    )
    func nothing(_ filter: OperationFilter, _ message: String, _ suggestion: String) throws {
        let diagnostics = try imported(filter).run.diagnostics.diagnostics()
        #expect(diagnostics.map(\.message) == [message])
        #expect(diagnostics.map(\.severity) == [.error])
        #expect(diagnostics.map(\.suggestion) == [suggestion])
    }
}
