import NetTaskSpec
import Testing

@testable import NetTaskGenerator

@Suite("Durable tasks: YAML, and the Swift that it becomes")
struct DurableSnippetTests {
    /// The lines of all that is generated that hold one of these words.
    private func lines(_ yaml: String, holding words: String...) throws -> [String] {
        try generate(spec(yaml))[0].text.split(separator: "\n").map { String($0.drop { $0 == " " }) }
            .filter { line in words.contains { line.contains($0) } }
    }

    @Test("without them, no code is emitted")
    func none() throws {
        let text = try generate(
            spec("shapes:\n  S: {fields: {a: Int}}\nendpoints:\n  A: {method: PUT, uri: a, body: S}\n")
        )[0].text
        #expect(!text.contains("tore"))
        #expect(!text.contains("urable"))
    }

    @Test("a spec of several files has the list in the file of its namespace")
    func severalFiles() throws {
        // given
        let texts = [
            "nettask: 1\nclient: API\nextends: 1.nettask.yaml\nendpoints:\n  A: {uri: a, durable: true}\n",
            "nettask: 1\nendpoints:\n  B: {uri: b, durable: true}\n",
        ]
        let sources = texts.enumerated().map { SpecReader.Source(path: "\($0).nettask.yaml", text: $1) }

        // when
        let files = try Generator().files(for: SpecReader.read(sources: sources).specs)

        // then
        #expect(files.map { $0.text.contains("DurableHTTPNetTasks([B.self, A.self])") } == [true, false])
    }

    @Test("a task has its current and former stored names, and the version of the spec")
    func form() throws {
        // given
        let yaml = "version: \"1.4\"\nendpoints:\n  A: {uri: a, durable: true, was: [B, Old.C]}\n"

        // then
        #expect(
            try lines(yaml, holding: "StoredForm(") == [
                #"StoredForm(kind: "API.A", formerKinds: ["API.B", "Old.C"], version: "1.4", hash: "08f44b07b5901a25")"#
            ]
        )
    }

    @Test("a field is read under its former names, too")
    func formerNames() throws {
        let yaml =
            "endpoints:\n  A: {uri: a, durable: true, params: {b: {type: Int, default: 1, was: [c, \"\\\"d\"]}}}\n"
        #expect(
            try lines(yaml, holding: "object.") == [
                #"object.store("b", b)"#, ##"self.b = try object.restore("b", was: ["c", "\\\"d"], default: 1)"##,
            ]
        )
    }

    @Test("a deprecated task warns where it is created, not in the list")
    func deprecated() throws {
        let yaml = "endpoints:\n  A: {uri: a, durable: true, deprecated: use B}\n"
        #expect(
            try swift(for: yaml).contains(
                """
                        @available(*, deprecated, message: "use B")
                        init() {}
                """
            )
        )
        #expect(try lines(yaml, holding: "@available").count == 1)
    }

    @Test(
        "a reply that contains secrets is not stored",
        arguments: [
            ("response: Login", false), ("response: {fields: {token: {type: String, secret: true}}}", false),
            ("response: {type: String, headers: {token: {type: String, secret: true}}}", false),
            ("response: {200: \"[Session]\", 204: none}", false), ("errors: {401: Session}", false),
            ("response: String", true),
            ("response: Plain", true),
        ]
    )
    func replies(response: String, isKept: Bool) throws {
        let yaml = """
            shapes:
              Login: {fields: {token: {type: String, secret: true}}}
              Session: {fields: {login: Login?}}
              Plain: {fields: {a: Int}}
            endpoints:
              A: {uri: a, durable: true, \(response)}

            """
        let expected = isKept ? [] : ["static var keepsReply: Bool { false }"]
        #expect(try lines(yaml, holding: "keepsReply") == expected)
    }

    @Test("shapes are stored only if a durable task contains them, with their ignored fields")
    func shapes() throws {
        let yaml = """
            shapes:
              Held: {fields: {a: {type: Deep, ignored: true}}}
              Deep: {fields: {b: Int}}
              Other: {fields: {c: Int}}
              Size: {enum: [x]}
            endpoints:
              A: {method: PUT, uri: a, durable: true, body: Held, params: {size: {type: Size?, ignored: true}}}
              B: {method: PUT, uri: a, body: Other}

            """
        #expect(
            try lines(yaml, holding: "Stored") == [
                "struct Held: ParameterPackable, StoredObject, Sendable {",
                "func store(into object: inout StoredWriter) {",
                "struct Deep: JSONReadable, ParameterPackable, StoredObject, Sendable {",
                "func store(into object: inout StoredWriter) {",
                "enum Size: RawRepresentable, JSONReadable, ParameterValue, StoredValue, Hashable, Sendable {",
                "struct A: HTTPNetTask, DurableNetTask, StoredObject {",
                "static var storedForm: StoredForm {",
                "StoredForm(kind: \"API.A\", hash: \"722b2bac9ae3ea47\")",
                "func store(into object: inout StoredWriter) {",
            ]
        )
    }
}
