import Testing

@testable import NetTaskGenerator
@testable import NetTaskSpec

@Suite("Streams: YAML, and the Swift that it becomes")
struct StreamSnippetTests {
    @Test("a case for each name of an event")
    func named() throws {
        #expect(
            try body(
                """
                shapes: {Delta: {fields: {text: String}}}
                endpoints:
                  Chat: {uri: chat, response: {events: {output.delta: Delta, note: String, raw: Data, ping: none}}}

                """
            ) == """
                enum Element: Sendable {
                    /// `output.delta`
                    case outputDelta(Delta)
                    /// `note`
                    case note(String)
                    /// `raw`
                    case raw(Data)
                    /// `ping`
                    case ping
                    /// An event that the spec does not list.
                    case unknown(HTTPStreamPiece)
                }
                static var stream: HTTPStreamFormat {
                    HTTPStreamFormat(.events)
                }
                static func element(of piece: HTTPStreamPiece) throws -> Element {
                    switch piece.name {
                    case "output.delta": return .outputDelta(try piece.json())
                    case "note": return .note(try piece.text())
                    case "raw": return .raw(Data(piece.data))
                    case "ping": return .ping
                    default: return .unknown(piece)
                    }
                }
                """
        )
    }

    @Test("lines of text instead of JSON")
    func text() throws {
        #expect(
            try body("endpoints: {Log: {uri: log, response: {lines: String}}}\n") == """
                static var stream: HTTPStreamFormat {
                    HTTPStreamFormat(.lines)
                }
                static func element(of piece: HTTPStreamPiece) throws -> Element {
                    try piece.text()
                }
                """
        )
    }

    @Test("a param that asks for the stream", arguments: [true, false])
    func param(isMutable: Bool) throws {
        let text = try body(
            """
            defaults: {mutable: \(isMutable)}
            endpoints:
              Chat: {uri: chat, params: {stream: Bool?, n: Int}, response: {events: Int, when: {stream: true}, otherwise: Int}}

            """
        )
        #expect(text.contains("HTTPStreamFormat(.events, isConditional: true)"))
        let statements =
            isMutable
            ? ["var task = self", "task.stream = true", "return task"] : ["Self(stream: true, n: n)"]
        #expect(text.contains("var streamed: Self {\n    \(statements.joined(separator: "\n    "))\n}"))
    }

    @Test("a field of the body that asks for the stream", arguments: [true, false])
    func bodyField(isMutable: Bool) throws {
        let text = try body(
            """
            shapes:
              Ask:
                fields: {model: String, mode: {type: Mode, nullable: true}, stream: {type: Bool?, nullable: true}}
                mutable: \(isMutable)
              Mode: {enum: [whole, parts]}
            endpoints:
              Chat:
                {method: POST, uri: chat, params: {n: Int?}, body: Ask,
                 response: {events: Int, when: {stream: true}, otherwise: Int}}
              Ask2:
                {method: POST, encoding: json, uri: chat, requestObject: Ask,
                 response: {lines: Int, when: {mode: parts}, otherwise: Int}}

            """
        )
        let statements =
            isMutable
            ? ["task.body.stream = .value(true)", "task.ask.mode = .some(.parts)"]
            : [
                "Self(n: n, body: Ask(model: body.model, mode: body.mode, stream: .value(true)))",
                "Self(ask: Ask(model: ask.model, mode: .some(.parts), stream: ask.stream))",
            ]
        for statement in statements { #expect(text.contains(statement)) }
    }

    /// What is generated for the stream, without all else.
    private func body(_ yaml: String) throws -> String {
        let lines = try generate(spec(yaml))[0].text.split(separator: "\n", omittingEmptySubsequences: false).map(
            String.init
        )
        var blocks: [String] = []
        var block: [String]?
        let heads = ["enum Element", "static var stream:", "static func element(", "var streamed:"]
        for line in lines {
            let text = line.hasPrefix("        ") ? String(line.dropFirst(8)) : line
            if heads.contains(where: text.hasPrefix) { block = [] }
            block?.append(text)
            if text == "}", let whole = block {
                blocks.append(whole.joined(separator: "\n"))
                block = nil
            }
        }
        return blocks.joined(separator: "\n")
    }
}
