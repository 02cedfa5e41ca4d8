import NetTaskSpec
import Testing

@testable import NetTaskImport

@Suite("Streams of a document")
struct StreamTests {
    /// The endpoints of a document with these responses of `GET /a`, and perhaps params.
    private func endpoint(_ content: String, params: String = "") -> String {
        let document = """
            openapi: 3.2.0
            info: {title: Bot, version: '1'}
            paths:
              /a:
                get:
                  operationId: getA
                  \(params)
                  responses: {'200': {description: 'It goes on until [DONE].', content: {\(content)}}}
            components:
              schemas: {Chunk: {type: object, properties: {text: {type: string}}}}
            """
        let result = DocumentImporter.import(path: "bot.yaml", in: ["bot.yaml": Array(document.utf8)])
        let text = result.files.map(\.text).joined()
        let lines = text.split(separator: "\n").drop { !$0.contains("response:") }
        return lines.isEmpty ? "\(result.diagnostics)" : lines.joined(separator: "\n")
    }

    private let chunk = "schema: {$ref: '#/components/schemas/Chunk'}"

    @Test("events with their types, and the event that ends them")
    func events() {
        #expect(
            endpoint("text/event-stream: {\(chunk)}")
                == "    response: {events: Chunk, until: \"[DONE]\"}  # It goes on until [DONE]."
        )
    }

    @Test(
        "lines of JSON",
        arguments: ["application/jsonl", "application/x-ndjson", "application/json-seq", "application/stream+json"]
    )
    func lines(mediaType: String) {
        #expect(
            endpoint("\(mediaType): {item\(chunk.prefix(1).uppercased())\(chunk.dropFirst())}").contains(
                "{lines: Chunk}"
            )
        )
        #expect(
            endpoint("\(mediaType): {schema: {type: array, items: {$ref: '#/components/schemas/Chunk'}}}")
                .contains("{lines: Chunk}")
        )
        #expect(endpoint("\(mediaType): {}").contains("{lines: JSONValue}"))
    }

    @Test("both forms of one operation, with the param that selects one")
    func bothForms() {
        let param = "parameters: [{name: stream, in: query, schema: {type: boolean}}]"
        let content = "application/json: {schema: {type: integer}}, text/event-stream: {\(chunk)}"
        #expect(
            endpoint(content, params: param)
                == "    response: {events: Chunk, until: \"[DONE]\", when: {stream: true}, otherwise: Int}  # It goes on until [DONE]."
        )
        // Nothing asks for the stream.
        #expect(!endpoint(content).contains("events"))
    }

    @Test("both forms of one operation, with the field of the body that selects one")
    func bodySwitch() {
        let document = """
            openapi: 3.0.0
            info: {title: Bot, version: '1'}
            paths:
              /chat:
                post:
                  operationId: chat
                  requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Ask'}}}}
                  responses:
                    '200':
                      description: OK
                      content:
                        application/json: {schema: {type: integer}}
                        text/event-stream: {schema: {type: string}}
            components:
              schemas:
                Ask:
                  required: [prompt]
                  properties:
                    prompt: {type: string}
                    stream: {type: boolean, nullable: true, default: false, description: "Ends with `data: [DONE]`."}
            """
        let result = DocumentImporter.import(path: "bot.yaml", in: ["bot.yaml": Array(document.utf8)])
        let text = result.files.map(\.text).joined()
        let response = "response: {events: String, until: \"[DONE]\", when: {stream: true}, otherwise: Int}  # OK"
        #expect(text.contains(response), "\(text)")
        #expect(Fixtures.problems(result) == [])
    }

    @Test("events as objects of OpenAPI 3.2")
    func objects() {
        let data =
            "data: {type: string, contentMediaType: application/json, contentSchema: {$ref: '#/components/schemas/Chunk'}}"
        #expect(
            endpoint("text/event-stream: {itemSchema: {type: object, properties: {id: {type: string}, \(data)}}}")
                .contains("{events: Chunk, until")
        )
        #expect(
            endpoint("text/event-stream: {itemSchema: {properties: {event: {type: string}, data: {type: string}}}}")
                .contains("{events: String, until")
        )
        let named = """
            text/event-stream: {itemSchema: {oneOf: [{properties: {event: {const: add}, \(data)}}, \
            {properties: {event: {const: bye}, data: {type: string}}}]}}
            """
        let lines = endpoint(named).split(separator: "\n").map { $0.drop { $0 == " " } }
        #expect(lines.contains("add: Chunk"))
        #expect(lines.contains("bye: String"))
    }
}
