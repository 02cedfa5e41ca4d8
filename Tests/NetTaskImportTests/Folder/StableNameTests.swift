import Testing

@testable import NetTaskImport
@testable import NetTaskSpec

@Suite("The names of shapes in the next import")
struct StableNameTests {
    private let thing = "{type: object, properties: {id: {type: integer}}}"

    /// The names of the shapes after each of several imports, each over the one before.
    private func names(_ documents: [String], path: String = "api.yaml") -> [[String]] {
        var previous: [ImportedFile] = []
        return documents.map { schemas in
            let opening = "openapi: 3.1.0\ninfo: {title: Pets, version: '1'}\npaths: {}\ncomponents:\n  schemas:\n    "
            let text = opening + schemas.split(separator: "\n").joined(separator: "\n    ")
            let result = DocumentImporter.import(
                path: path,
                in: [path: Array(text.utf8)],
                options: .init(previous: previous)
            )
            #expect(Fixtures.problems(result) == [])
            previous = result.files
            return Fixtures.read(result).specs.first?.shapes.map(\.name.written) ?? []
        }
    }

    @Test("are the same for the same document, and so are the files")
    func same() {
        let schemas = "A: {properties: {b_c: \(thing), bC: \(thing)}}"
        let names = names([schemas, schemas])
        #expect(names == [["A", "ABC", "ABC2"], ["A", "ABC", "ABC2"]])
    }

    @Test("do not change if the document names another schema so")
    func schemaBefore() {
        let schemas = "Pet: {properties: {owner: \(thing)}}"
        let names = names([schemas, "PetOwner: \(thing)\n" + schemas])
        #expect(names == [["Pet", "PetOwner"], ["PetOwner2", "Pet", "PetOwner"]])
    }

    @Test("do not change if the document adds a title, a sibling, or an alternative")
    func better() {
        func shop(_ element: String, _ rest: String) -> String {
            let element = "{\(element)type: object, properties: {id: {type: integer}}}"
            return "Shop: {properties: {orders: {type: array, items: \(element)}\(rest)}}\n"
        }
        func contact(_ first: String) -> String {
            "Contact: {oneOf: [\(first)\(alternative("email")), \(alternative("phone"))]}"
        }
        func alternative(_ name: String) -> String {
            "{type: object, required: [\(name)], properties: {\(name): {type: string}}}"
        }
        let names = names([
            shop("", "") + contact(""),
            shop("title: Paid order, ", ", order: \(thing)") + contact(alternative("fax") + ", "),
        ])
        let contacts = ["Contact", "ContactEmail", "ContactPhone"]
        #expect(names[0] == ["Shop", "ShopOrder"] + contacts)
        #expect(names[1].filter(names[0].contains) == names[0])
    }

    @Test("go to a schema that the document moves")
    func moved() {
        let names = names([
            "Pet: {properties: {owner: \(thing)}}",
            "Pet: {properties: {owner: {$ref: '#/components/schemas/PetOwner'}}}\nPetOwner: \(thing)",
        ])
        #expect(names == [["Pet", "PetOwner"], ["Pet", "PetOwner"]])
    }

    @Test("are kept without packages if another package has the same name now")
    func packages() {
        let kinds = (0..<10).map { "io.core.v1.Kind\($0): \(thing)\n" }.joined()
        let names = names([kinds, "io.apps.v1.Kind3: \(thing)\n" + kinds])
        #expect(names[0].contains("Kind3"))
        #expect(names[1].filter { $0.hasSuffix("Kind3") } == ["AppsV1Kind3", "Kind3"])
    }

    @Test("of invalid records are ignored")
    func invalid() {
        let file = ImportedFile(
            name: "pets.nettask.yaml",
            text: FormerShapeNames.lines([("a b", "#/components/schemas/A"), ("String", "#/components/schemas/B")])
        )
        let text =
            "openapi: 3.1.0\ninfo: {title: Pets, version: '1'}\ncomponents: {schemas: {A: \(thing), B: \(thing)}}"
        let result = DocumentImporter.import(
            path: "api.yaml",
            in: ["api.yaml": Array(text.utf8)],
            options: .init(previous: [file])
        )
        #expect(Fixtures.read(result).specs.first?.shapes.map(\.name.written) == ["A", "B"])
    }
}
