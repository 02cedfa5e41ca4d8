import Foundation
import Testing

@Suite("nettask import")
struct ImportCommandTests {
    private let document = """
        openapi: 3.0.3
        info: {title: Pet Shop, version: '1'}
        servers: [{url: https://pets.example.com}]
        paths:
          /pets:
            get:
              operationId: listPets
              tags: [pets]
              parameters: [{name: limit, in: query, schema: {type: integer, minimum: 1}}]
              responses: {'200': {description: All, content: {application/json: {schema: {$ref: '#/components/schemas/Pets'}}}}}
          /stores:
            get: {operationId: listStores, tags: [stores], responses: {'204': {description: None}}}
        components:
          schemas:
            Pets: {type: array, items: {$ref: '#/components/schemas/Pet'}}
            Pet: {type: object, required: [id], properties: {id: {type: integer}, name: {type: string}}}
        """

    @Test("writes specs that generate, and a report of what they do not say")
    func imports() throws {
        try Tool.inTemporaryFolder { nettask in
            // given
            try nettask.write(document, to: "api/openapi.yaml")

            // when
            let result = try nettask("import", "api/openapi.yaml", "--output", "specs")
            let generated = try nettask("generate", "specs", "--output", "out")

            // then
            #expect(result.status == 0)
            #expect(result.errors == "")
            #expect(
                try nettask.contents(of: "specs") == [
                    ".nettask-import", "import-report.txt", "pets.nettask.yaml", "petshop.nettask.yaml",
                    "shapes.nettask.yaml", "stores.nettask.yaml",
                ]
            )
            let report = try nettask.text(of: "specs/import-report.txt")
            #expect(report.contains("api/openapi.yaml:9:78: #/paths/~1pets/get/parameters/0/schema/minimum\n"))
            #expect(generated.status == 0)
            #expect(generated.output.contains("4 specs, 2 endpoints, 1 shape: "))
        }
    }

    @Test("a second import brings in what changed, and keeps what the team wrote")
    func merges() throws {
        try Tool.inTemporaryFolder { nettask in
            // given
            try nettask.write(document, to: "openapi.yaml")
            _ = try nettask("import", "openapi.yaml", "--output", "specs")
            let pets = try nettask.text(of: "specs/pets.nettask.yaml")
            let own = pets.replacing("    # retry: {maxRetryCount: 3,", with: "    retry: {maxRetryCount: 5,")
                .replacing("limit: Int?", with: "limit: Int32?")
            try nettask.write(own, to: "specs/pets.nettask.yaml")
            let changed = document.replacing("name: {type: string}", with: "label: {type: string}")
                .replacing("type: integer, minimum", with: "type: number, minimum")
            try nettask.write(changed, to: "openapi.yaml")

            // when
            let result = try nettask("import", "openapi.yaml", "--output", "specs")
            let again = try nettask("import", "openapi.yaml", "--output", "specs", "--quiet")

            // then
            #expect(result.status == 0)
            #expect(try nettask.text(of: "specs/pets.nettask.yaml") == own)
            #expect(try nettask.text(of: "specs/shapes.nettask.yaml").contains("      label: String?\n"))
            #expect(result.output.hasSuffix("\nnext: nettask generate specs --output Sources/Client\n"))
            #expect(result.output.contains("`shapes.Pet.fields.label` is new in the document\n"))
            let kept = "specs/pets.nettask.yaml:10:7: note: `endpoints.ListPets.params.limit` is `Double?`"
            #expect(result.errors.contains(kept))
            #expect(again.output == "")
            #expect(again.errors == "")
        }
    }

    @Test("a second import keeps the separator, by which the team's own names go too")
    func separator() throws {
        try Tool.inTemporaryFolder { nettask in
            // given
            try nettask.write(document, to: "openapi.yaml")
            _ = try nettask("import", "openapi.yaml", "--output", "specs")
            let more = (0..<5).map { ", camelCase\($0): {type: string}" }.joined()
            try nettask.write(
                document.replacing("name: {type: string}", with: "a: {type: string}" + more),
                to: "openapi.yaml"
            )

            // when
            let result = try nettask("import", "openapi.yaml", "--output", "specs")
            let fresh = try nettask("import", "openapi.yaml", "--output", "fresh")

            // then
            #expect([result.status, fresh.status] == [0, 0])
            #expect(try nettask.text(of: "specs/shapes.nettask.yaml").contains("wireName: camelCase0"))
            #expect(try !nettask.text(of: "specs/petshop.nettask.yaml").contains("separator"))
            #expect(try nettask.text(of: "fresh/petshop.nettask.yaml").contains("separator: keep"))
        }
    }

    @Test("another client is not imported into a folder, so that no API is there twice")
    func otherClient() throws {
        try Tool.inTemporaryFolder { nettask in
            // given
            try nettask.write(document, to: "openapi.yaml")
            _ = try nettask("import", "openapi.yaml", "--output", "specs")
            try nettask.write(document.replacing("Pet Shop", with: "Zoo"), to: "openapi.yaml")

            // when
            let refused = try nettask("import", "openapi.yaml", "--output", "specs")
            let named = try nettask("import", "openapi.yaml", "--output", "specs", "--client", "PetShop")

            // then
            #expect(refused.status == 1)
            #expect(
                refused.errors.hasPrefix(
                    "error: specs holds the client PetShop, and this import makes Zoo; say --client"
                )
            )
            #expect(named.status == 0)
        }
    }

    @Test("takes a part of the document, with the shapes that it needs")
    func filters() throws {
        try Tool.inTemporaryFolder { nettask in
            // given
            try nettask.write(document, to: "openapi.yaml")

            // when
            let result = try nettask(
                "import",
                "openapi.yaml",
                "--output",
                "specs",
                "--tag",
                "stores",
                "--client",
                "Shop"
            )

            // then
            #expect(result.status == 0)
            #expect(
                try nettask.contents(of: "specs") == [
                    ".nettask-import", "import-report.txt", "shop.nettask.yaml", "stores.nettask.yaml",
                ]
            )
        }
    }

    @Test("writes nothing if the document has an error, or if the folder holds specs of another kind")
    func refuses() throws {
        try Tool.inTemporaryFolder { nettask in
            // given
            try nettask.write(document.replacing("3.0.3", with: "2.0"), to: "old.yaml")
            try nettask.write(document, to: "openapi.yaml")
            try nettask.write("nettask: 1\nclient: A\n", to: "own/a.nettask.yaml")

            // when
            let old = try nettask("import", "old.yaml", "--output", "specs")
            let own = try nettask("import", "openapi.yaml", "--output", "own")
            let missing = try nettask("import", "missing.yaml", "--output", "specs")

            // then
            #expect([old.status, own.status, missing.status] == [1, 1, 1])
            #expect(old.errors.hasPrefix("old.yaml:1:10: error: "))
            #expect(own.errors.hasPrefix("error: own "))
            #expect(missing.errors == "missing.yaml:1:1: error: there is no such file\n")
            #expect(throws: (any Error).self) { try nettask.contents(of: "specs") }
            #expect(try nettask.contents(of: "own") == ["a.nettask.yaml"])
        }
    }

    @Test("replaces no file of the report's name that no import wrote", arguments: ["MINE\n", "", "a: 1 values\n"])
    func foreignReport(_ text: String) throws {
        try Tool.inTemporaryFolder { nettask in
            // given
            try nettask.write(document, to: "openapi.yaml")
            try nettask.write(text, to: "specs/import-report.txt")

            // when
            let result = try nettask("import", "openapi.yaml", "--output", "specs")

            // then
            #expect(result.status == 1)
            #expect(
                result.errors
                    == "error: specs/import-report.txt is no report of an import, which would replace it; rename "
                    + "it, or import into another folder\n"
            )
            #expect(try nettask.contents(of: "specs") == ["import-report.txt"])
            #expect(try nettask.text(of: "specs/import-report.txt") == text)
        }
    }

    @Test("keeps a folder that has the name of a file on its way")
    func stagedFolder() throws {
        try Tool.inTemporaryFolder { nettask in
            // given
            try nettask.write(document, to: "openapi.yaml")
            try nettask.write("precious", to: "specs/pets.nettask.yam~/file")

            // when
            let result = try nettask("import", "openapi.yaml", "--output", "specs")

            // then
            #expect(result.status == 0)
            #expect(try nettask.text(of: "specs/pets.nettask.yam~/file") == "precious")
        }
    }

    @Test("reads files below a root that it is given")
    func root() throws {
        try Tool.inTemporaryFolder { nettask in
            // given
            let split = document.replacing("#/components/schemas/Pets", with: "../shared/pets.yaml")
            try nettask.write(split, to: "api/openapi.yaml")
            try nettask.write("type: array\nitems: {type: string}\n", to: "shared/pets.yaml")

            // when
            let outside = try nettask("import", "api/openapi.yaml", "--output", "outside")
            let below = try nettask("import", "api/openapi.yaml", "--output", "below", "--root", ".")

            // then
            #expect([outside.status, below.status] == [0, 0])
            #expect(outside.errors.contains("`api/../shared/pets.yaml` is not below the folder of the document"))
            #expect(try nettask.text(of: "outside/pets.nettask.yaml").contains("response: JSONValue"))
            #expect(below.errors == "")
            #expect(try nettask.text(of: "below/pets.nettask.yaml").contains("response: [String]"))
        }
    }

    @Test("an operation of which no endpoint can be made is an error, and all others are written")
    func refusedOperation() throws {
        try Tool.inTemporaryFolder { nettask in
            // given
            let broken = document.replacing(
                "{operationId: listStores,",
                with: "{operationId: listStores, parameters: [a],"
            )
            try nettask.write(broken, to: "openapi.yaml")

            // when
            let result = try nettask("import", "openapi.yaml", "--output", "specs")

            // then
            #expect(result.status == 1)
            #expect(result.errors.contains("error: `GET /stores` is left out, since not all of it is understood\n"))
            #expect(try nettask.text(of: "specs/pets.nettask.yaml").contains("  ListPets:\n"))
        }
    }
}
