import Testing

@testable import NetTaskImport
@testable import NetTaskSpec

private func document(_ texts: [String: String]) throws -> DocumentValue {
    let run = ImportRun(files: DocumentFiles(texts.mapValues { Array($0.utf8) }))
    return try #require(run.files.document("api.yaml", run))
}

private func errors(_ run: ImportRun) -> [String] {
    run.diagnostics.diagnostics().map {
        "\($0.place): \($0.message)" + ($0.suggestion.map { "; did you mean `\($0)`?" } ?? "")
    }
}

@Suite("References")
struct ReferenceTests {
    @Test("lead through the document, and through files beside it")
    func references() throws {
        // given
        let root = try document([
            "api.yaml": "a: {$ref: '#/b~1c/0'}\nb/c: [{$ref: 'more/shapes.yaml#/Pet'}]\n",
            "more/shapes.yaml": "Pet: {$ref: ./other.yaml}\n",
            "more/other.yaml": "type: string\n",
        ])

        // when
        let target = try #require(root["a"]?.resolved())

        // then
        #expect(target["type"]?.text() == "string")
        #expect(errors(root.run) == [])
        #expect(root.run.files.documents.count == 3)
    }

    @Test(
        "that lead nowhere are reported",
        arguments: [
            ("'#/pest/a'", "api.yaml:1:11: `#/pest/a` leads nowhere: there is no `pest`; did you mean `pets`?"),
            ("'#/pets/b'", "api.yaml:1:11: `#/pets/b` leads nowhere: there is no `b`"),
            ("'#a'", "api.yaml:1:11: `#a` is no pointer such as `#/components/schemas/Pet`"),
            ("'#/self'", "api.yaml:1:4: this reference leads back to itself"),
            ("'no.yaml'", "api.yaml:1:11: `no.yaml` cannot be read: there is no such file"),
            (
                "'https://x.org/a'",
                "api.yaml:1:11: `https://x.org/a` is elsewhere; only files beside the document are read"
            ),
        ]
    )
    func broken(_ reference: String, _ error: String) throws {
        // given
        let root = try document(["api.yaml": "a: {$ref: \(reference)}\npets: {}\nself: {$ref: '#/self'}\n"])

        // when
        let target = root["a"]?.resolved()

        // then
        #expect(target == nil)
        #expect(errors(root.run).count == 1)
        if !reference.contains("self") { #expect(errors(root.run) == [error]) }
    }

    @Test("JSON is read with its halves of characters")
    func json() throws {
        // given
        let text = #"{"a": "\ud83d\ude00 \\ud83d\/\u00e9", "b": {"c":[1,true]}}"#

        // when
        let root = try document(["api.yaml": text])

        // then
        #expect(root["a"]?.text() == "😀 \\ud83d/é")
        #expect(root["b"]?["c"]?.elements?[1].bool() == true)
    }
}

@Suite("Ledger")
struct LedgerTests {
    @Test("counts what is carried over, what is left out, and what was forgotten")
    func counts() throws {
        // given
        let root = try document(["api.yaml": "a: 1\nb: {c: 2, d: [3, 4]}\ne: {}\nf: [5]\n"])

        // when
        _ = root["a"]?.text()
        root["b"]?.leaveOut("for no reason")
        _ = root["b"]?["c"]?.text()

        // then
        let count = root.run.ledger.count(root.node)
        #expect(count == (carried: 1, leftOut: 3, forgotten: 2))
        #expect(root.run.ledger.omissions.map { "\($0.path) \($0.leafCount)" } == ["#/b 3"])
    }

    @Test("lists an unknown key of an object, and warns of it")
    func unknownKeys() throws {
        // given
        let root = try document(["api.yaml": "opertionId: a\nx-b: 1\nxml: {name: c}\n"])
        let rule = ObjectRule("an operation", keys: "operationId", leftOut: ["xml": OmissionReason.xml])

        // when
        var reader = try #require(ObjectReader(root, rule))
        #expect(reader.text("operationId") == nil)
        reader.finish()

        // then
        #expect(
            errors(root.run) == [
                "api.yaml:1:1: unknown key `opertionId` in an operation; did you mean `operationId`?"
            ]
        )
        #expect(root.run.ledger.count(root.node).leftOut == 3)
    }
}
