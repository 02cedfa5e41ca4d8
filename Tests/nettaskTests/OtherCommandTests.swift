import Foundation
import Testing

@Suite("nettask init and validate")
struct OtherCommandTests {
    private let nettask = Tool()

    @Test("init writes a spec that is valid, and that generates")
    func initialises() throws {
        // when
        let initialised = try nettask("init")
        let validated = try nettask("validate", "api.nettask.yaml")
        let generated = try nettask("generate", "api.nettask.yaml", "-o", "out", "--quiet")

        // then
        #expect(initialised.status == 0)
        #expect(validated.output == "1 spec is valid\n")
        #expect(generated.output == "")
        #expect(try nettask.contents(of: "out") == ["api.nettask.swift"])
    }

    @Test("init prints the next step, and writes the schema outside of targets, with a line that names it")
    func schema() throws {
        // given
        try nettask.write("", to: "Package.swift")

        // when
        let result = try nettask("init", "Sources/App/api.nettask.yaml")

        // then
        #expect(
            result.output.hasPrefix(
                "wrote Sources/App/api.nettask.yaml\nnext, generate the Swift with one of:\n    the build plugin:"
            )
        )
        let spec = try nettask.text(of: "Sources/App/api.nettask.yaml")
        #expect(spec.hasPrefix("# yaml-language-server: $schema=../../nettask.schema.json\n"))
        #expect(try nettask.text(of: "nettask.schema.json") == nettask("schema").output)
        #expect(try nettask.contents(of: "Sources/App") == ["api.nettask.yaml"])
    }

    @Test("init --from imports a document, and writes a spec that extends it and generates")
    func startsFromADocument() throws {
        // given
        try nettask.write(document, to: "api/pets.openapi.yaml")

        // when
        let named = try nettask("init", "--from", "api/pets.openapi.yaml", "Sources/App/zoo.nettask.yaml")
        let unnamed = try nettask("init", "--from", "api/pets.openapi.yaml")
        let generated = try nettask("generate", "Sources", "--output", "out", "--quiet")

        // then
        #expect([named.status, unnamed.status, generated.status] == [0, 0, 0])
        #expect(named.errors + unnamed.errors + generated.errors == "")
        let imported = "Sources/App/imported"
        #expect(named.output.hasPrefix("imported api/pets.openapi.yaml: see \(imported)/import-report.txt\n"))
        #expect(named.output.contains("\nNot in the document:\n  baseURL: the URL of the server; "))
        #expect(
            named.output.hasSuffix(
                """

                In Package.swift, the target needs:
                    .product(name: "NetTaskRuntime", package: "NetTask"),

                """
            )
        )
        let spec = try nettask.text(of: "Sources/App/zoo.nettask.yaml")
        #expect(spec.contains("\nextends: imported/petshop.nettask.yaml\n"))
        #expect(try nettask.text(of: "petshop.nettask.yaml").contains("\nextends: imported/petshop.nettask.yaml\n"))
        #expect(try nettask.text(of: "out/App.zoo.nettask.swift").contains("enum PetShop {"))
    }

    @Test("init --from writes the spec even if an operation is left out, and exits with 1")
    func startsFromAFaultyDocument() throws {
        // given
        let broken = document + "  /b: {get: {operationId: b, parameters: [a]}}\n"
        try nettask.write(broken, to: "openapi.yaml")
        try nettask.write("openapi: 2\n", to: "worse.yaml")

        // when
        let result = try nettask("init", "--from", "openapi.yaml", "a.nettask.yaml")
        let worse = try nettask("init", "--from", "worse.yaml", "other/b.nettask.yaml")

        // then
        #expect([result.status, worse.status] == [1, 1])
        #expect(result.errors.contains("`GET /b` is left out"))
        #expect(try nettask("validate", "a.nettask.yaml").status == 0)
        #expect(worse.errors.hasPrefix("worse.yaml:1:10: error: "))
        #expect(throws: (any Error).self) { try nettask.contents(of: "other") }
    }

    @Test("init --from extends only its own import")
    func keepsToItsImport() throws {
        // given
        try nettask.write(document, to: "pets.yaml")
        try nettask.write(document.replacing("Pet Shop", with: "Zoo"), to: "zoo.yaml")
        _ = try nettask("import", "pets.yaml", "--output", "imported")

        // when
        let result = try nettask("init", "--from", "zoo.yaml", "a.nettask.yaml")

        // then
        #expect(result.status == 1)
        #expect(result.errors.contains("was imported from ../pets.yaml"))
        #expect(result.output == "")
        #expect(throws: (any Error).self) { try nettask.text(of: "a.nettask.yaml") }
    }

    @Test("init --from imports nothing if the spec already exists")
    func initFromKeepsFiles() throws {
        // given
        try nettask.write(document, to: "openapi.yaml")
        try nettask.write("mine", to: "petshop.nettask.yaml")

        // when
        let result = try nettask("init", "--from", "openapi.yaml")

        // then
        #expect(result.status == 1)
        #expect(result.errors == "error: petshop.nettask.yaml already exists; give another path\n")
        #expect(try nettask.text(of: "petshop.nettask.yaml") == "mine")
        #expect(throws: (any Error).self) { try nettask.contents(of: "imported") }
    }

    private let document = """
        openapi: 3.0.3
        info: {title: Pet Shop, version: '1'}
        paths:
          /a: {get: {operationId: listPets, responses: {'204': {description: None}}}}

        """

    @Test(
        "an OpenAPI document is not a spec, and must be imported first",
        arguments: ["openapi: 3.0.3", "{swagger: '2'}"]
    )
    func documentForSpec(text: String) throws {
        // given
        try nettask.write(text + "\n", to: "pets.yaml")

        // when
        let result = try nettask("generate", "pets.yaml", "--output", "out")

        // then
        #expect(result.status == 1)
        #expect(
            result.errors.contains("error: this is an OpenAPI document; import it first [openapi-document]\n")
        )
        #expect(result.errors.contains("note: run `nettask import pets.yaml --output imported`"))
        #expect(result.errors.split(separator: "\n").filter { $0.contains("error: ") }.count == 1)
    }

    @Test(
        "a misspelled subcommand is reported with a suggestion, and exits with 64",
        arguments: [
            (["validat", "a"], "error: there is no `nettask validat`; did you mean `nettask validate`?\n"),
            (["help", "validat"], "error: there is no `nettask validat`; did you mean `nettask validate`?\n"),
            (
                ["templates", "exprt"],
                "error: there is no `nettask templates exprt`; did you mean `nettask templates export`?\n"
            ),
            (
                ["x"],
                "error: there is no `nettask x`\nUsage: nettask <subcommand>\nSubcommands: generate, call, mock, test, import, "
            ),
        ]
    )
    func misspelt(arguments: [String], message: String) throws {
        let result = try nettask.run(arguments)
        #expect(result.status == 64)
        #expect(result.errors.hasPrefix(message))
    }

    @Test("init does not overwrite files")
    func initKeepsFiles() throws {
        // given
        try nettask.write("mine", to: "api.nettask.yaml")

        // when
        let result = try nettask("init")

        // then
        #expect(result.status == 1)
        #expect(result.errors == "error: api.nettask.yaml already exists; give another path\n")
        #expect(try nettask.text(of: "api.nettask.yaml") == "mine")
    }

    @Test("validate reports the errors of all files, and exits with 1")
    func validates() throws {
        // given
        try nettask.write("nettask: 2\n", to: "specs/a.nettask.yaml")
        try nettask.write("client: 5x\n", to: "specs/b.nettask.yaml")
        try nettask.write("", to: "empty/readme.txt")

        // when
        let result = try nettask("validate", "empty", "specs")

        // then
        #expect(result.status == 1)
        #expect(result.errors.contains("specs/a.nettask.yaml:1:10: error: "))
        #expect(result.errors.contains("specs/b.nettask.yaml:1:9: error: "))
        #expect(result.errors.contains("error: empty holds no *.nettask.yaml"))
    }

    @Test(
        "templates export writes the built-in templates, which give the same Swift, and replaces changed ones only with --force"
    )
    func templates() throws {
        // given
        try nettask.write("nettask: 1\nclient: A\n", to: "a.nettask.yaml")
        _ = try nettask("generate", "a.nettask.yaml", "-o", "out")

        // when
        let exported = try nettask("templates", "export")
        let again = try nettask("templates", "export")
        let same = try nettask("generate", "a.nettask.yaml", "-o", "out", "--templates", "Templates", "--check")
        try nettask.write("{{mark}}\n", to: "Templates/file.mustache")
        let refused = try nettask("templates", "export")
        let forced = try nettask("templates", "export", "--force")

        // then
        #expect(exported.status == 0)
        #expect(exported.output.contains("wrote Templates/task.mustache\n"))
        #expect(try nettask.text(of: "Templates/Names.md").contains("## The view `task`\n"))
        #expect(again.output == "Templates already has all templates, unchanged\n")
        #expect(same.status == 0)
        #expect(refused.status == 1)
        #expect(
            refused.errors
                == "Templates/file.mustache: error: this is not what NetTask wrote; say --force to replace it "
                + "[invalid-template]\n"
        )
        #expect(forced.output == "wrote Templates/file.mustache\n")
    }

    @Test(
        "--help describes each command",
        arguments: [[], ["generate"], ["validate"], ["diff"], ["init"], ["templates", "export"]]
    )
    func help(command: [String]) throws {
        let result = try nettask.run(command + ["--help"])
        #expect(result.status == 0)
        #expect(result.output.hasPrefix("OVERVIEW: "))
    }
}
