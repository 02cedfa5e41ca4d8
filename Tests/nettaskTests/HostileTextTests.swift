import Foundation
import Testing

#if Tools
    import FlyingFox
    import FlyingSocks
#endif

/// What others wrote must not move the cursor of a terminal, nor change the direction of its text.
@Suite("Hostile text on a terminal", .serialized)
struct HostileTextTests {
    private let nettask = Tool()

    /// As YAML and JSON write it: clears the screen, sets a title, a colour by a control character of one byte, turns the text.
    private let escapes = #"\u001b[2J\u001b]0;pwn\u0007\u009b31m\u202exyz\u2066\u2028\u200b\r"#
    private let text = "\u{1B}[2J\u{1B}]0;pwn\u{7}\u{9B}31m\u{202E}xyz\u{2066}\u{2028}\u{200B}"

    /// Expects nothing in a text that a terminal would not show.
    private func expectVisible(
        _ text: String,
        _ place: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let hidden = text.unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: scalar != "\n"
            default: false
            }
        }
        #expect(hidden.isEmpty, "\(place): \(text.debugDescription)", sourceLocation: sourceLocation)
    }

    private func expectVisible(
        _ result: Tool.Result,
        _ command: [String],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let command = command.joined(separator: " ")
        #expect(!(result.output + result.errors).isEmpty, "\(command)", sourceLocation: sourceLocation)
        expectVisible(result.output, "\(command), output", sourceLocation: sourceLocation)
        expectVisible(result.errors, "\(command), errors", sourceLocation: sourceLocation)
    }

    private var spec: String {
        """
        nettask: 1
        client: API
        baseURL: https://api.example.com
        shapes:
          "A\(escapes)":
            swiftName: Hostile
            description: "\(escapes)"
            fields: {"b\(escapes)": {type: String, swiftName: b, description: "\(escapes)"}}
        endpoints:
          Get:
            description: "\(escapes)"
            method: POST
            encoding: json
            durable: true
            idempotent: true
            uri: "x"
            headers: {x-a: "\\u202exyz"}
            constants: {"c\(escapes)": "d\(escapes)"}
            params: {"p\(escapes)": {type: String?, swiftName: p}}
            response: "A\(escapes)"
        """
    }

    private var wrong: String {
        spec + """

                raw\u{202E}\u{2066}: 1
                "metod\(escapes)": 1
                pages: {cursor: "q\(escapes)", next: "r\(escapes)"}
                errors: {404: "E\(escapes)"}
            """
    }

    @Test("of a spec is escaped by validate, generate and diff, and in the Swift that is generated")
    func specs() throws {
        // given
        let old = "old\u{202E}.nettask.yaml"
        try nettask.write(spec, to: old)
        try nettask.write(spec.replacing("description: ", with: "deprecated: "), to: "new.nettask.yaml")
        try nettask.write(spec.replacing("xyz", with: "abc"), to: "other.nettask.yaml")
        try nettask.write(wrong, to: "wrong\u{202E}.nettask.yaml")
        let commands = [
            ["validate", old], ["validate", "wrong\u{202E}.nettask.yaml"], ["generate", old, "--output", "out"],
            ["generate", old, "--output", "out", "--check", "--verbose"], ["diff", old, "new.nettask.yaml"],
            ["diff", old, "other.nettask.yaml"], ["diff", "--stored", old, "other.nettask.yaml"],
            ["validate", "none\u{202E}.nettask.yaml"],
        ]
        for command in commands {
            for more in [[], ["--format", "json"]] where more.isEmpty || !command.contains("--verbose") {
                // when
                let result = try nettask.run(command + more)
                // then
                expectVisible(result, command + more)
            }
        }
        for file in try nettask.contents(of: "out") { expectVisible(try nettask.text(of: "out/\(file)"), file) }
    }

    @Test("of a document is escaped by import, and in the report that it writes")
    func documents() throws {
        // given
        try nettask.write(
            """
            {"openapi": "3.1.0", "info": {"title": "T\(escapes)", "version": "1\(escapes)", "x-\(escapes)": 1},
             "servers": [{"url": "https://example.com/\(escapes)", "description": "\(escapes)"}],
             "what\(escapes)": 1,
             "paths": {"/a\(escapes)": {"get": {
                "operationId": "get\(escapes)", "tags": ["t\(escapes)"], "summary": "\(escapes)",
                "parameters": [{"name": "p\(escapes)", "in": "query", "schema": {"type": "strin\(escapes)"}},
                               {"name": "q\(escapes)", "in": "nowhere\(escapes)"}],
                "responses": {"200": {"description": "\(escapes)", "content": {"text/x\(escapes)": {"schema":
                    {"$ref": "#/components/schemas/S\(escapes)"}}}}}}}},
             "components": {"schemas": {"S\(escapes)": {"type": "object", "description": "\(escapes)",
                "properties": {"b\(escapes)": {"enum": ["e\(escapes)"], "pattern": "\(escapes)"}}}}}}
            """,
            to: "document.json"
        )
        for more in [["--verbose"], ["--format", "json"]] {
            // when
            let result = try nettask.run(["import", "document.json", "--output", "imported"] + more)
            // then
            expectVisible(result, ["import"] + more)
        }
        expectVisible(try nettask.text(of: "imported/import-report.txt"), "the report")
    }

    #if Tools
        @Test(
            "of a server, and of the spec, is escaped by call",
            arguments: ["text", "json", "key", "failure", "redirect", "type", "stream", "next"]
        )
        func server(kind: String) async throws {
            // given
            let server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled)
            let reply = answer(kind)
            await server.appendRoute("*") { _ in reply }
            let running = Task { try await server.run() }
            defer { running.cancel() }
            try await server.waitUntilListening(timeout: 3_600)
            guard case .ip4(_, let port) = await server.listeningAddress else { throw CancellationError() }
            // when, then
            try await withCheckedThrowingContinuation { continuation in
                Thread.detachNewThread {
                    continuation.resume(with: Result { try call(kind, port: port) })
                }
            }
        }

        private func call(_ kind: String, port: UInt16) throws {
            try nettask.write(
                """
                nettask: 1
                client: API
                baseURL: http://127.0.0.1:\(port)
                endpoints:
                  Free: {uri: x, response: JSONValue}
                  Get: {uri: x, response: {fields: {id: Int, "b\(escapes)": {type: String?, swiftName: b}}}}
                  Text: {uri: x, response: String}
                  Watch: {uri: x, response: {events: JSONValue}}
                  List: {uri: x, params: {after: String?}, response: {fields: {items: "[Int]", next: String}}, pages: {cursor: after, next: next, items: items}}
                  Send:
                    method: POST
                    encoding: json
                    uri: x
                    constants: {"c\(escapes)": "d\(escapes)"}
                    headers: {x-a: "\\u202exyz"}
                """,
                to: "api.nettask.yaml"
            )
            for endpoint in ["Free", "Get", "Text", "Watch", "List", "Send", "G\u{202E}t"] {
                for more in [
                    [], ["--format", "json"], ["--dry-run"], ["--dry-run", "--format", "json"], ["--curl"],
                ] {
                    let command = ["call", "api.nettask.yaml", endpoint] + more
                    let result = try nettask.run(command)
                    // A stream without an element has nothing to show.
                    if !(result.output + result.errors).isEmpty { expectVisible(result, command + [kind]) }
                }
            }
        }

        private func answer(_ kind: String) -> HTTPResponse {
            let type = HTTPHeader("Content-Type")
            switch kind {
            case "text": return HTTPResponse(statusCode: .ok, body: Data(text.utf8))
            case "json": return HTTPResponse(statusCode: .ok, body: Data(#"{"id":"\#(escapes)","\#(escapes)":1}"#.utf8))
            case "key": return HTTPResponse(statusCode: .ok, body: Data(#"{"id":{"\#(escapes)":1}}"#.utf8))
            case "failure": return HTTPResponse(statusCode: .notFound, body: Data(text.utf8))
            case "redirect":
                let location = HTTPHeader("Location")
                return HTTPResponse(
                    statusCode: .found,
                    headers: [location: "file:///\u{9B}31m%1b[2J\u{202E}"],
                    body: Data()
                )
            case "type":
                return HTTPResponse(statusCode: .ok, headers: [type: "text/\u{202E}html"], body: Data("<".utf8))
            case "stream":
                return HTTPResponse(
                    statusCode: .ok,
                    headers: [type: "text/event-stream"],
                    body: Data("data: \"\(escapes)\"\n\ndata: \(text.replacing("\r", with: ""))\n\n".utf8)
                )
            default:
                return HTTPResponse(statusCode: .ok, body: Data(#"{"items":[],"next":"\#(escapes)"}"#.utf8))
            }
        }
    #endif
}
