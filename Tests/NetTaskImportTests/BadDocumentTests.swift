import Testing

@testable import NetTaskImport
@testable import NetTaskSpec

@Suite("Bad documents")
struct BadDocumentTests {
    @Test(
        "have diagnostics with their places, or become specs without errors",
        arguments: Fixtures.documents(in: "Bad")
    )
    func diagnostics(_ document: String) throws {
        // when
        let result = DocumentImporter.import(path: document, in: try Fixtures.texts(beside: document))

        // then
        #expect(Fixtures.problems(result) == [])
        #expect(!result.files.isEmpty || !result.diagnostics.isEmpty)
        for diagnostic in result.diagnostics {
            #expect(diagnostic.description.hasPrefix("\(document):\(diagnostic.place.range.start.line):"))
        }
        try Fixtures.check(Fixtures.summary(result), document)
    }

    @Test(
        "of great depth are rejected, and those of moderate depth are read",
        arguments: [("[", "]", 5000), ("{a: ", "}", 5000)]
    )
    func depth(_ opening: String, _ closing: String, _ depth: Int) {
        // given
        let nested = String(repeating: opening, count: depth) + String(repeating: closing, count: depth)
        let text = "openapi: 3.0.3\ninfo: {title: A, version: '1'}\npaths: {}\nx-deep: \(nested)\n"

        // when
        let result = DocumentImporter.import(path: "a.yaml", in: ["a.yaml": Array(text.utf8)])

        // then
        #expect(result.files.isEmpty)
        #expect(result.diagnostics.map(\.message) == ["more than 256 nested levels"])
    }

    @Test("a document of more than 128 MB is rejected")
    func tooLarge() {
        let bytes = [UInt8](repeating: UInt8(ascii: " "), count: 128 << 20 + 1)
        let result = DocumentImporter.import(path: "a.json", in: ["a.json": bytes])
        #expect(result.files.isEmpty)
        #expect(result.diagnostics.map(\.message) == ["this file exceeds the limit of 128 MB"])
    }

    @Test("nested schemas are followed up to the depth limit of types; deeper ones become any JSON")
    func nestedSchemas() {
        // given
        let depth = 100
        let schema =
            String(repeating: "{type: array, items: ", count: depth) + "{type: string}"
            + String(repeating: "}", count: depth)
        let text = """
            openapi: 3.0.3
            info: {title: A, version: '1'}
            paths: {}
            components: {schemas: {A: {type: object, properties: {a: \(schema)}}}}
            """

        // when
        let result = DocumentImporter.import(path: "a.yaml", in: ["a.yaml": Array(text.utf8)])

        // then
        #expect(result.files.contains { $0.text.contains("a: \"[[[[JSONValue]]]]?\"") })
        #expect(Set(result.diagnostics.map(\.severity)) == [.warning])
        #expect(Fixtures.problems(result) == [])
    }
}
