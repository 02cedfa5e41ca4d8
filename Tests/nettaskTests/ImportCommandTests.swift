import Foundation
import Testing

@Suite("nettask import")
struct ImportCommandTests {
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
              parameters: [{name: limit, in: query, schema: {type: integer, example: 1}}]
              responses: {'200': {description: All, content: {application/json: {schema: {$ref: '#/components/schemas/Pets'}}}}}
          /stores:
            get: {operationId: listStores, tags: [stores], responses: {'204': {description: None}}}
        components:
          schemas:
            Pets: {type: array, items: {$ref: '#/components/schemas/Pet'}}
            Pet: {type: object, required: [id], properties: {id: {type: integer}, name: {type: string}}}
        """

    @Test("writes specs that generate, and a report of the parts that they lack")
    func imports() throws {
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
                "import-report.txt", "pets.nettask.yaml", "petshop.nettask.yaml",
                "shapes.nettask.yaml", "stores.nettask.yaml",
            ]
        )
        let report = try nettask.text(of: "specs/import-report.txt")
        #expect(report.contains("api/openapi.yaml:9:78: #/paths/~1pets/get/parameters/0/schema/example\n"))
        #expect(generated.status == 0)
        #expect(generated.output.contains("4 specs, 2 endpoints, 1 shape: "))
    }

    @Test("counts the values that it leaves out by reason, and prints those that are sent differently as errors")
    func summary() throws {
        // given
        let more = """

                Keys: {type: object, x-a: 1, example: {}, maxProperties: 4, properties: {}, metod: 1, ab: 2, cd: 3}
                Cup: {allOf: [{type: object, properties: {a: {type: string}}}, {type: string}]}
            """
        let used = "keys: {$ref: '#/components/schemas/Keys'}, cup: {$ref: '#/components/schemas/Cup'}"
        try nettask.write(document.replacing("name: {type: string}", with: used) + more, to: "openapi.yaml")

        // when
        let result = try nettask("import", "openapi.yaml", "--output", "specs")
        let verbose = try nettask("import", "--update", "specs", "--verbose")

        // then
        let summary = """
            see specs/import-report.txt

            Without effect on requests and replies: 3
                   3  OpenAPI does not define this key here

            Only documentation: 3
                   2  examples are neither sent nor read
                   1  NetTask does not use the extensions of other tools

            In Package.swift, the target needs:
                .product(name: "NetTaskRuntime", package: "NetTask"),

            next: beside the folder specs, write a spec with `extends: specs/petshop.nettask.yaml` and your changes, or run `nettask \
            generate specs --output FOLDER`

            """
        #expect(result.output.contains(summary))
        #expect(result.errors.components(separatedBy: "warning: unknown key `").count == 4)
        #expect(result.errors.contains("warning: unknown key `…` in a schema (1 more; --verbose shows each)\n"))
        #expect(
            result.errors.hasSuffix(
                """
                left out: see specs/import-report.txt
                Sent or read differently: 1
                       1  it is not an object, unlike the other parts of `allOf`: openapi.yaml:18:68

                """
            )
        )
        #expect(verbose.errors.components(separatedBy: "warning: unknown key `").count == 4)
        #expect(verbose.errors.contains("unknown key `cd`"))
        #expect(verbose.output.contains("\nunchanged specs/pets.nettask.yaml\n"))
        #expect(!result.errors.contains("unknown key `cd`"))
    }

    @Test("a document that is truncated before its paths removes no specs")
    func cutOff() throws {
        // given
        try nettask.write(document, to: "openapi.yaml")
        _ = try nettask("import", "openapi.yaml", "--output", "specs")
        let before = try nettask.text(of: "specs/pets.nettask.yaml")
        try nettask.write("openapi: 3.0.0\ninfo: {title: Pet Shop, version: '1'}\n", to: "openapi.yaml")

        // when
        let result = try nettask("import", "--update", "specs")

        // then
        #expect(result.status == 1)
        #expect(result.errors.contains("openapi.yaml no longer has an operation to import, so nothing was changed."))
        #expect(try nettask.text(of: "specs/pets.nettask.yaml") == before)
    }

    @Test("an update needs no arguments: it keeps the document, the client, the filters and the separator")
    func update() throws {
        // given
        try nettask.write(document, to: "api/openapi.yaml")
        _ = try nettask("import", "api/openapi.yaml", "--output", "specs", "--tag", "pets", "--client", "Zoo")
        let more = (0..<5).map { ", camelCase\($0): {type: string}" }.joined()
        let changed = document.replacing("name: {type: string}", with: "a: {type: string}" + more)
            .replacing("Pet Shop", with: "Pet Store")
        try nettask.write(changed, to: "api/openapi.yaml")

        // when
        let result = try nettask("import", "--update", "specs")
        let again = try nettask("import", "--update", "specs", "--quiet")

        // then
        #expect([result.status, again.status] == [0, 0])
        #expect(result.errors + again.errors + again.output == "")
        #expect(
            result.output.hasPrefix(
                "updated specs/zoo.nettask.yaml\nupdated specs/shapes.nettask.yaml\n2 files changed, 1 unchanged\n"
            )
        )
        #expect(try nettask.text(of: "specs/shapes.nettask.yaml").contains("wireName: camelCase0"))
        #expect(try nettask.text(of: "specs/import-report.txt").hasPrefix("api/openapi.yaml: "))
    }

    @Test("records the address of a downloaded document, and an update needs the new document")
    func documentOfURL() throws {
        // given
        let url = "https://pets.example.com/openapi.yaml"
        try nettask.write(document, to: "api.yaml")
        _ = try nettask("import", "api.yaml", "--url", url, "--output", "specs")
        try FileManager.default.moveItem(atPath: "\(nettask.folder)/api.yaml", toPath: "\(nettask.folder)/new.yaml")

        // when
        let without = try nettask("import", "--update", "specs")
        let with = try nettask("import", "new.yaml", "--update", "specs")

        // then
        #expect(without.status == 1)
        #expect(without.errors.contains("download \(url), and give its path"))
        #expect(with.status == 0)
        let text = try nettask.text(of: "specs/petshop.nettask.yaml")
        #expect(text.contains("#   document: \"\(url)\"") || text.contains("#   document: \(url)"))
    }

    @Test("prints the entries for Package.swift, and the facts that the document lacks")
    func requirements() throws {
        // given
        let text = """
            openapi: 3.1.0
            info: {title: Pet Shop, version: '1'}
            paths:
              /sales:
                get: {operationId: listSales, responses: {'200': {description: All, content: {text/event-stream: {}}}}}
            webhooks:
              sold: {post: {responses: {}}}
            """
        try nettask.write(text, to: "api.yaml")

        // when
        let result = try nettask("import", "api.yaml", "--output", "specs")

        // then
        #expect(
            result.output.contains(
                """

                In Package.swift, the target needs:
                    .product(name: "NetTaskRuntime", package: "NetTask"),
                    .product(name: "NetTaskStreams", package: "NetTask"),
                    .product(name: "NetTaskWebhooks", package: "NetTask"),
                and the package NetTask `traits: ["Crypto"]`.

                """
            )
        )
        #expect(result.output.contains("\nNot in the document:\n  baseURL: the URL of the server; add `baseURL: "))
    }

    @Test("the next step states a path for `extends` that is relative to the spec beside the folder")
    func nextStep() throws {
        // given
        try nettask.write(document, to: "openapi.yaml")

        // when
        let result = try nettask("import", "openapi.yaml", "--output", "Sources/App/imported/")
        try nettask.write("nettask: 1\nextends: imported/petshop.nettask.yaml\n", to: "Sources/App/pets.nettask.yaml")

        // then
        #expect(result.output.contains("beside the folder Sources/App/imported"))
        #expect(result.output.contains("`extends: imported/petshop.nettask.yaml`"))
        #expect(try nettask("validate", "Sources/App").status == 0)
    }

    @Test("arguments of an update replace the recorded ones, and are recorded")
    func changedArguments() throws {
        // given
        try nettask.write(document, to: "openapi.yaml")
        _ = try nettask("import", "openapi.yaml", "--output", "specs", "--tag", "pets")

        // when
        let result = try nettask("import", "--update", "specs", "--tag", "stores")
        let again = try nettask("import", "--update", "specs")

        // then
        #expect([result.status, again.status] == [0, 0])
        #expect(
            try nettask.contents(of: "specs") == [
                "import-report.txt", "petshop.nettask.yaml", "stores.nettask.yaml",
            ]
        )
    }

    @Test(
        "an import with other arguments into an existing folder is rejected",
        arguments: [["--tag", "pets"], ["--client", "A"]]
    )
    func otherArguments(_ arguments: [String]) throws {
        // given
        try nettask.write(document, to: "openapi.yaml")
        _ = try nettask("import", "openapi.yaml", "--output", "specs")
        let before = try nettask.contents(of: "specs")

        // when
        let same = try nettask("import", "openapi.yaml", "--output", "specs")
        let other = try nettask.run(["import", "openapi.yaml", "--output", "specs"] + arguments)

        // then
        #expect([same.status, other.status] == [0, 1])
        #expect(
            other.errors.hasPrefix(
                "error: specs was imported from ../openapi.yaml as the client PetShop, with other arguments; run"
            )
        )
        #expect(try nettask.contents(of: "specs") == before)
    }

    @Test("an edit by hand is not overwritten")
    func edited() throws {
        // given
        try nettask.write(document, to: "openapi.yaml")
        _ = try nettask("import", "openapi.yaml", "--output", "specs")
        let edited = try nettask.text(of: "specs/pets.nettask.yaml").replacing("limit: Int?", with: "limit: Int32?")
        try nettask.write(edited, to: "specs/pets.nettask.yaml")

        // when
        let result = try nettask("import", "--update", "specs")

        // then
        #expect(result.status == 1)
        #expect(
            result.errors
                == "error: specs/pets.nettask.yaml was edited after an import wrote it, and this import would discard the "
                + "edits; move them to a spec of your own that extends the imported one, restore the file, and import again "
                + "[foreign-file]\n"
        )
        #expect(try nettask.text(of: "specs/pets.nettask.yaml") == edited)
    }

    @Test("needs a folder, and a document for the first import", arguments: [["a.yaml"], ["--output", "a"]])
    func usage(_ arguments: [String]) throws {
        let result = try nettask.run(["import"] + arguments)
        #expect(result.status == 64)
    }

    @Test("a folder without an import cannot be updated")
    func nothingToUpdate() throws {
        let result = try nettask("import", "--update", "specs")
        #expect(result.status == 1)
        #expect(
            result.errors
                == "error: specs does not contain an import; create one with `nettask import DOCUMENT --output specs` [invalid-argument]\n"
        )
    }

    @Test("imports a part of the document, with the shapes that it needs")
    func filters() throws {
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
                "import-report.txt", "shop.nettask.yaml", "stores.nettask.yaml",
            ]
        )
    }

    @Test("writes nothing if the document has an error, or if a file that no import wrote is in the way")
    func refuses() throws {
        // given
        try nettask.write(document.replacing("3.0.3", with: "2.0"), to: "old.yaml")
        try nettask.write(document, to: "openapi.yaml")
        try nettask.write("nettask: 1\nclient: A\n", to: "own/pets.nettask.yaml")

        // when
        let old = try nettask("import", "old.yaml", "--output", "specs")
        let own = try nettask("import", "openapi.yaml", "--output", "own")
        let missing = try nettask("import", "missing.yaml", "--output", "specs")

        // then
        #expect([old.status, own.status, missing.status] == [1, 1, 1])
        #expect(old.errors.hasPrefix("old.yaml:1:10: error: "))
        #expect(own.errors.hasPrefix("error: own/pets.nettask.yaml was not written by an import"))
        #expect(missing.errors == "missing.yaml:1:1: error: this file does not exist [unreadable-file]\n")
        #expect(throws: (any Error).self) { try nettask.contents(of: "specs") }
        #expect(try nettask.contents(of: "own") == ["pets.nettask.yaml"])
    }

    @Test(
        "does not replace a file with the report's name that no import wrote",
        arguments: ["MINE\n", "", "a: 1 values\n"]
    )
    func foreignReport(_ text: String) throws {
        // given
        try nettask.write(document, to: "openapi.yaml")
        try nettask.write(text, to: "specs/import-report.txt")

        // when
        let result = try nettask("import", "openapi.yaml", "--output", "specs")

        // then
        #expect(result.status == 1)
        #expect(
            result.errors
                == "error: specs/import-report.txt is not a report of an import, and this import would replace it; "
                + "rename it, or import into another folder [foreign-file]\n"
        )
        #expect(try nettask.contents(of: "specs") == ["import-report.txt"])
        #expect(try nettask.text(of: "specs/import-report.txt") == text)
    }

    @Test("reads files below a given root")
    func root() throws {
        // given
        let split = document.replacing("#/components/schemas/Pets", with: "../shared/pets.yaml")
        try nettask.write(split, to: "api/openapi.yaml")
        try nettask.write("type: array\nitems: {type: string}\n", to: "shared/pets.yaml")

        // when
        let outside = try nettask("import", "api/openapi.yaml", "--output", "outside")
        let below = try nettask("import", "api/openapi.yaml", "--output", "below", "--root", ".")

        // then
        #expect([outside.status, below.status] == [0, 0])
        #expect(outside.errors.contains("`api/../shared/pets.yaml` is outside the folder of the document"))
        #expect(try nettask.text(of: "outside/pets.nettask.yaml").contains("response: JSONValue"))
        #expect(below.errors == "")
        #expect(try nettask.text(of: "below/pets.nettask.yaml").contains("response: [String]"))
    }

    @Test("an update reads files below the root of the last import")
    func updateBelowRoot() throws {
        // given
        let split = document.replacing("#/components/schemas/Pets", with: "../shared/pets.yaml")
        try nettask.write(split, to: "api/openapi.yaml")
        try nettask.write("type: array\nitems: {type: string}\n", to: "shared/pets.yaml")
        _ = try nettask("import", "api/openapi.yaml", "--output", "specs", "--root", ".")

        // when
        let update = try nettask("import", "--update", "specs")

        // then
        #expect(update.errors == "")
        #expect(try nettask.text(of: "specs/pets.nettask.yaml").contains("response: [String]"))
    }

    @Test("an update applies the overlays of the import before it")
    func overlays() throws {
        // given
        try nettask.write(document, to: "api/openapi.yaml")
        let overlay = "overlay: 1.0.0\nactions: [{target: '$.paths[\"/stores\"]', remove: true}]\n"
        try nettask.write(overlay, to: "changes/overlay.yaml")
        let first = try nettask("import", "api/openapi.yaml", "--output", "specs", "--overlay", "changes/overlay.yaml")
        try nettask.write(overlay.replacing("stores", with: "pets"), to: "changes/overlay.yaml")

        // when
        let update = try nettask("import", "--update", "specs")

        // then
        #expect([first.errors, update.errors] == ["", ""])
        #expect(first.output.contains("specs/pets.nettask.yaml"))
        #expect(try nettask.contents(of: "specs").contains("stores.nettask.yaml"))
        #expect(!(try nettask.contents(of: "specs").contains("pets.nettask.yaml")))
    }

    @Test("an operation of which no endpoint can be made is an error, and all others are written")
    func refusedOperation() throws {
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
        #expect(result.errors.contains(": error: a parameter must be a map, not a single value [invalid-document]\n"))
        #expect(result.errors.contains("note: `GET /stores` is left out because part of it cannot be imported\n"))
        #expect(try nettask.text(of: "specs/pets.nettask.yaml").contains("  ListPets:\n"))
    }
}
