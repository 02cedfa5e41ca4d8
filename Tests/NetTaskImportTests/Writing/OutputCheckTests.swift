import Testing

@testable import NetTaskImport
@testable import NetTaskSpec

@Suite("Specs with an error, which no import writes")
struct OutputCheckTests {
    private static let document = """
        openapi: 3.1.0
        info: {title: Shop, version: '1'}
        paths:
          /pets:
            get:
              operationId: listPets
              responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}}
            post:
              operationId: addPet
              requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}
              responses: {'204': {description: ok}}
        webhooks:
          paid: {post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}, responses: {}}}
        components:
          schemas:
            Pet: {type: object, properties: {name: {type: string}, age: {type: integer}}}
            Order: {type: object, required: [pet], properties: {pet: {type: string}, note: {type: string}}}
        """

    private let run = ImportRun(files: DocumentFiles(["a.yaml": Array(document.utf8)]))

    /// What is written after a fault is made in what was gathered.
    private func specs(_ makeFault: (inout Spec) throws -> Void) throws -> String? {
        let imported = try #require(DocumentImporter.gather("a.yaml", run, .init()))
        try makeFault(&imported.spec)
        let files = OutputCheck(imported: imported, run: run, separator: nil).specs()?.files
        let sources = (files ?? []).map { SpecReader.Source(path: $0.name, text: $0.text) }
        #expect(SpecReader.read(sources: sources).diagnostics.map(\.description) == [])
        return files?.map(\.text).joined()
    }

    /// Gives the first field of a shape a format that its type does not have.
    private func spoil(_ shape: String, of spec: inout Spec) throws {
        let index = try #require(spec.shapes.firstIndex { $0.name.written == shape })
        guard case .object(var fields) = spec.shapes[index].kind else {
            Issue.record("\(shape) has no fields")
            return
        }
        fields[0].format = .unix
        spec.shapes[index].kind = .object(fields)
    }

    private var messages: [String] { run.diagnostics.diagnostics().map { "\($0.severity): \($0.message)" } }

    @Test("leave out an optional field")
    func field() throws {
        // when
        let text = try specs { spec in try spoil("Pet", of: &spec) }

        // then
        #expect(text?.contains("age: Int?") == true)
        #expect(text?.contains("name: String") == false)
        #expect(messages.count == 1)
        let message = try #require(messages.first)
        let start =
            "warning: the field `name` of `Pet` is left out: its spec would have an error, which is a fault in NetTask"
        #expect(message.hasPrefix(start))
        #expect(run.ledger.omissions.contains { "\($0.path)" == "#/components/schemas/Pet/properties/name" })
    }

    @Test("use any JSON for a shape with a required field")
    func shape() throws {
        // when
        let text = try specs { spec in try spoil("Order", of: &spec) }

        // then
        #expect(text?.contains("  Order:\n    oneOf: {other: JSONValue}\n") == true)
        #expect(text?.contains("body: Order") == true)
        #expect(messages.count == 1)
    }

    @Test("leave out an operation, which is an error")
    func endpoint() throws {
        // when
        let text = try specs { spec in spec.endpoints[0].uri = URITemplate(written: "{nothing", parts: []) }

        // then
        #expect(text?.contains("ListPets") == false)
        #expect(text?.contains("AddPet") == true)
        #expect(messages.count == 1)
        let message = try #require(messages.first)
        let start = "error: `GET /pets` is left out: its spec would have an error, which is a fault in NetTask"
        #expect(message.hasPrefix(start))
        #expect(message.contains("a fault in NetTask"))
        #expect(run.refusedOperations.count == 1)
        #expect(!run.hasFailed)
    }

    @Test("leave out an event")
    func event() throws {
        // when
        let text = try specs { spec in spec.webhooks?.events[0].payload = .type(.shape("Nothing")) }

        // then
        #expect(text?.contains("Webhook") == false || text?.contains("paid") == false)
        #expect(messages.count == 1)
    }

    @Test(
        "are not written if the caller gives the client an invalid name",
        arguments: [
            ("isIdempotent", "the name `isIdempotent` is reserved: Swift or generated code uses it"),
            ("my shop", "`my shop` cannot be a Swift name; it would become `MyShop`"),
            ("", "an empty string cannot be a Swift name"),
        ]
    )
    func client(_ name: String, _ reason: String) {
        // given
        var options = DocumentImporter.Options()
        options.client = name

        // when
        let result = DocumentImporter.import(
            path: "a.yaml",
            in: ["a.yaml": Array(Self.document.utf8)],
            options: options
        )

        // then
        #expect(result.files == [])
        #expect(result.diagnostics.map(\.message) == ["invalid name of the client: \(reason)"])
        #expect(result.diagnostics.flatMap(\.notes).map(\.message) == ["choose another name with `--client`"])
    }

    @Test("are not written if no part can be left out")
    func failure() throws {
        // when
        let text = try specs { spec in spec.baseURL = "no URL" }

        // then
        #expect(text == nil)
        #expect(messages.count == 1)
        #expect(messages.first?.contains("which is a fault in NetTask; nothing is written") == true)
        #expect(run.hasFailed)
    }
}
