import Testing

@testable import NetTaskImport
@testable import NetTaskSpec

@Suite("The former names of endpoints")
struct FormerNameTests {
    private func document(_ paths: String) -> [String: [UInt8]] {
        let text = "openapi: 3.0.3\ninfo: {title: Pets, version: '1'}\npaths:\n" + paths
        return ["api.yaml": Array(text.utf8)]
    }

    private func operation(_ id: String) -> String { "{operationId: \(id), responses: {'204': {description: D}}}" }

    /// The names of all endpoints after several imports, each over the one before, with their former ones.
    private func names(_ documents: [String]) -> [String] {
        var previous: [ImportedFile] = []
        for text in documents {
            previous =
                DocumentImporter.import(path: "api.yaml", in: document(text), options: .init(previous: previous)).files
        }
        let lines = previous.flatMap { $0.text.split(separator: "\n") }
        let parts = lines.filter {
            $0.hasPrefix("  ") && !$0.hasPrefix("   ") && $0.hasSuffix(":") || $0.contains(" was: ")
        }
        return parts.map { $0.drop { $0 == " " } }.map(String.init)
    }

    @Test("are kept for the same method and path, through several imports")
    func renamed() {
        let names = names([
            "  /pets: {get: \(operation("list"))}",
            "  /pets: {get: \(operation("listPets"))}",
            "  /pets: {get: \(operation("findPets"))}",
            "  /pets: {get: \(operation("findPets"))}",
        ])
        #expect(names == ["FindPets:", "was: [List, ListPets]"])
    }

    @Test("do not depend on the names of the path's params")
    func params() {
        let param = "parameters: [{name: id, in: path, required: true, schema: {type: string}}]"
        let names = names([
            "  /pets/{id}: {\(param), get: \(operation("get"))}",
            "  /pets/{petId}: {\(param.replacing("id,", with: "petId,")), get: \(operation("getPet"))}",
        ])
        #expect(names == ["GetPet:", "was: [Get]"])
    }

    @Test("are dropped if they are ambiguous")
    func undecided() {
        func path(_ param: String, _ id: String) -> String {
            let params = "parameters: [{name: \(param), in: path, required: true, schema: {type: string}}]"
            return "  /pets/{\(param)}: {\(params), get: \(operation(id))}"
        }
        let names = names([path("id", "get"), path("number", "getPet") + "\n" + path("name", "getNamed")])
        #expect(names == ["GetPet:", "GetNamed:"])
    }

    @Test("are those of the same path if two differ only in the names of params")
    func alike() {
        func paths(_ ids: [String]) -> String {
            zip(["id", "name"], ids).map { param, id in
                let params = "parameters: [{name: \(param), in: path, required: true, schema: {type: string}}]"
                return "  /pets/{\(param)}: {\(params), get: \(operation(id))}"
            }.joined(separator: "\n")
        }
        let names = names([paths(["getPet", "getNamed"]), paths(["findPet", "findNamed"])])
        #expect(names == ["FindPet:", "was: [GetPet]", "FindNamed:", "was: [GetNamed]"])
    }

    @Test("are left out if another endpoint has the name now")
    func taken() {
        let names = names([
            "  /pets: {get: \(operation("list"))}",
            "  /pets: {get: \(operation("listPets"))}\n  /users: {get: \(operation("list"))}",
        ])
        #expect(names == ["ListPets:", "List:"])
    }
}
