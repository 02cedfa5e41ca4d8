import Testing

/// A team's day with an imported API: what it says itself stands in a spec of its own, and stays when the document changes.
@Suite("A team's day")
struct TeamDayTests {
    private let nettask = Tool()
    private let document = """
        openapi: 3.0.3
        info: {title: Pet Shop, version: '1'}
        servers: [{url: https://pets.example.com}]
        paths:
          /pets:
            get:
              operationId: listPets
              tags: [pets]
              parameters: [{name: limit, in: query, schema: {type: integer}}]
              responses: {'200': {description: All, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}}
            post:
              operationId: addPet
              tags: [pets]
              requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}, required: true}
              responses: {'204': {description: None}}
          /stores:
            get: {operationId: listStores, tags: [stores], responses: {'204': {description: None}}}
        components:
          schemas:
            Pet: {type: object, required: [id], properties: {id: {type: integer}, name: {type: string}}}
        """

    private let overlay = """
        nettask: 1
        extends: imported/petshop.nettask.yaml
        endpoints:
          ListPets:
            retry: {maxRetryCount: 3}
            params: {limit: {type: Int, default: 20}}
          AddPet:
            idempotencyKey: Idempotency-Key
          ListStores:
            timeout: 5s
        shapes:
          Pet:
            conformances: [Hashable]
        """

    @Test("from the import to the next version of the document")
    func day() throws {
        // given: the import, and what the team says of three endpoints
        try nettask.write(document, to: "openapi.yaml")
        #expect(try nettask("import", "openapi.yaml", "--output", "specs/imported").status == 0)
        try nettask.write(overlay, to: "specs/shop.nettask.yaml")

        // then: one client comes out, in a file for each spec
        let first = try nettask("generate", "specs", "--output", "out")
        #expect(first.status == 0, "\(first.errors)")
        #expect(
            try nettask.contents(of: "out") == [
                "imported.pets.nettask.swift", "imported.petshop.nettask.swift", "imported.shapes.nettask.swift",
                "imported.stores.nettask.swift", "shop.nettask.swift",
            ]
        )
        let before = try nettask.text(of: "out/shop.nettask.swift")
        #expect(before.contains("\nenum PetShop {\n"))
        #expect(before.contains("limit: Int = 20"))
        #expect(before.contains("retry.maxRetryCount = 3"))
        #expect(before.contains("timeout = .seconds(5)"))
        #expect(before.contains("Idempotency-Key"))

        // when: an endpoint is renamed, a field is added, and a tag is gone
        let changed = document.replacing("operationId: listPets", with: "operationId: findPets")
            .replacing("name: {type: string}", with: "name: {type: string}, age: {type: integer}")
            .split(separator: "\n").filter { !$0.contains("tores") }.joined(separator: "\n")
        try nettask.write(changed, to: "openapi.yaml")
        let update = try nettask("import", "--update", "specs/imported")
        let broken = try nettask("generate", "specs", "--output", "out")

        // then: the file of the tag is gone, and what the team says of what is gone is wrong at its place
        #expect(update.status == 0)
        #expect(update.output.contains("removed specs/imported/stores.nettask.yaml\n"))
        #expect(broken.status == 1)
        #expect(try nettask.text(of: "out/shop.nettask.swift") == before)
        #expect(
            broken.errors == """
                specs/shop.nettask.yaml:4:3: error: nothing to change: the extended spec has no endpoint `ListPets`; a new one \
                needs `uri` [unmatched-entry]
                  ListPets:
                  ^
                specs/shop.nettask.yaml:4:3: note: did you mean `FindPets`?
                specs/imported/pets.nettask.yaml:10:3: note: it was renamed to `FindPets`
                specs/shop.nettask.yaml:9:3: error: nothing to change: the extended spec has no endpoint `ListStores`; a new \
                one needs `uri` [unmatched-entry]
                  ListStores:
                  ^

                """
        )

        // when: the team does what it is told
        let mended = overlay.replacing("  ListPets:", with: "  FindPets:")
            .replacing("  ListStores:\n    timeout: 5s\n", with: "")
        try nettask.write(mended, to: "specs/shop.nettask.yaml")
        let second = try nettask("generate", "specs", "--output", "out")

        // then: its words are over the new document
        #expect(second.status == 0, "\(second.errors)")
        let after = try nettask.text(of: "out/shop.nettask.swift")
        #expect(after.contains("struct FindPets: HTTPNetTask {"))
        #expect(!after.contains("ListPets:") && !after.contains("ListStores"))
        #expect(after.contains("limit: Int = 20"))
        #expect(after.contains("retry.maxRetryCount = 3"))
        #expect(after.contains("let age: Int?"))
    }
}
