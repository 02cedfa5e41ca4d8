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
    @Test("are followed in the document, and in files beside it")
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
            ("'#/pest/a'", "api.yaml:1:11: `#/pest/a` cannot be resolved: `pest` does not exist; did you mean `pets`?"),
            ("'#/pets/b'", "api.yaml:1:11: `#/pets/b` cannot be resolved: `b` does not exist"),
            ("'#a'", "api.yaml:1:11: `#a` is not a pointer such as `#/components/schemas/Pet`"),
            ("'#/self'", "api.yaml:1:4: this reference refers to itself"),
            ("'no.yaml'", "api.yaml:1:11: `no.yaml` cannot be read: this file does not exist"),
            (
                "'https://x.org/a'",
                "api.yaml:1:11: `https://x.org/a` cannot be resolved: URLs are not loaded; save the file next to the document"
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

    @Test("JSON is read with its lone surrogates")
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

@Suite("Tags of YAML")
struct DocumentTagTests {
    @Test(
        "that agree with their values change nothing",
        arguments: [
            ("!!int 3", true), ("!!int '3'", true), ("!!float 1", true), ("!!bool true", true), ("!!null ''", true),
            ("!!str 3", false), ("! 3", false), ("!!timestamp 2026-11-25", false),
        ]
    )
    func agreeing(_ value: String, _ isPlain: Bool) throws {
        // given
        let root = try document(["api.yaml": "a: \(value)\n!!str 200: {}\nb: !!map {c: !!seq [1]}\n"])

        // when
        guard case .scalar(let scalar)? = root["a"]?.node.content else {
            Issue.record("\(root.node)")
            return
        }

        // then
        #expect(scalar.isPlain == isPlain)
        #expect(root["200"]?.node.isMap == true)
        #expect(errors(root.run) == [])
    }

    @Test(
        "that do not are ignored with a warning",
        arguments: [
            ("!!int three", "`!!int` is ignored: the value is read without its tag"),
            ("!!binary aGk=", "`!!binary` is ignored: the value is read without its tag"),
            ("!!set {x, y}", "`!!set` is ignored: the map is read without its tag"),
            ("!!map [x, y]", "`!!map` is ignored: the list is read without its tag"),
        ]
    )
    func contradicting(_ value: String, _ warning: String) throws {
        // when
        let root = try document(["api.yaml": "a: \(value)\n"])

        // then
        #expect(root.run.diagnostics.diagnostics().map(\.severity) == [.warning])
        #expect(errors(root.run) == ["api.yaml:1:4: the tag \(warning)"])
    }

    @Test("of other programs are errors, because their values are unknown")
    func unknown() throws {
        // when
        let root = try document(["api.yaml": "a: !include b.yaml\nb: !<tag:a.example,2026:x> {}\n"])

        // then
        #expect(root.run.diagnostics.diagnostics().map(\.severity) == [.error, .error])
        #expect(
            errors(root.run) == [
                "api.yaml:1:4: an OpenAPI document cannot have the tag `!include`",
                "api.yaml:2:4: an OpenAPI document cannot have the tag `!<tag:a.example,2026:x>`",
            ]
        )
    }
}

@Suite("The files of a document")
struct DocumentCountTests {
    @Test("can be up to ten thousand")
    func limit() throws {
        // given
        let count = DocumentFiles.limit
        let parts = (1...count).map { ("\($0).yaml", "type: string\n") }
        let references = (1...count).map { "  - {$ref: \($0).yaml}\n" }.joined()
        let texts = Dictionary(parts + [("api.yaml", "a:\n\(references)")]) { first, _ in first }
        let root = try document(texts)

        // when
        let targets = try #require(root["a"]?.elements).map { $0.resolved() }

        // then
        #expect(count == 10_000)
        #expect(targets.count { $0 != nil } == count - 1)
        #expect(errors(root.run) == ["api.yaml:10001:12: more than 10000 files are referred to"])
    }
}

@Suite("Ledger")
struct LedgerTests {
    @Test("counts the values that are carried over, left out and forgotten")
    func counts() throws {
        // given
        let root = try document(["api.yaml": "a: 1\nb: {c: 2, d: [3, 4]}\ne: {}\nf: [5]\n"])

        // when
        _ = root["a"]?.text()
        root["b"]?.leaveOut(.differs(.noEffect, "for no reason"))
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
