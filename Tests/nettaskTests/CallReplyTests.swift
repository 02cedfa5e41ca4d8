#if Tools
    import FlyingFox
    import Foundation
    import Testing

    @Suite("The replies and errors of nettask call", .serialized)
    struct CallReplyTests {
        @Test("masks a short secret only where it is a whole word")
        func shortSecret() async throws {
            let environment = ["NETTASK_API_KEY": "t", "NETTASK_PIN_CODE": "1"]
            let result = try await call(["Secret"], environment) { _ in
                .json(#"{"id": 1, "title": "t is that, %74 or t.", "target": "http://a/t?pin_code=1&id=11"}"#)
            }
            #expect(
                result.output.hasSuffix(
                    """
                    title: "<secret> is that, %74 or <secret>."
                    tags: []
                    target: "http://a/<secret>?pin_code=<secret>&id=11"

                    """
                ),
                "\(result.output)"
            )
        }

        @Test("shows null for a secret that is null")
        func nullSecret() async throws {
            let result = try await call(["Account"]) { _ in .json(#"{"token": null, "pin": "x"}"#) }
            let json = try await call(["Account", "--format", "json"]) { _ in .json(#"{"token": null, "pin": "x"}"#) }
            #expect(result.output == "200 ok\ntoken: nil\npin: <secret>\n")
            #expect(json.output.contains(#""response":{"pin":"<secret>","token":null}"#), "\(json.output)")
        }

        @Test("identifies the element of a stream that cannot be read, and hides a secret in it")
        func invalidElement() async throws {
            let lines = #"{"id": 1, "title": "T"}"# + "\n\n" + #"{"id": "x", "title": "T"}"# + "\n"
            let result = try await call(["Log", "streams=1"]) { _ in .json(lines) }
            let end = "/log?streams=1 (attempt 1): element 2 of the stream could not be read at id, byte 7: "
            #expect(result.errors.hasPrefix("error: GET http://127.0.0.1:"))
            #expect(result.errors.contains(end), "\(result.errors)")
            let secret = try await call(["Tokens"]) { _ in .json("\n{\"token\": \"a\"}\n{\"token\": 17}\n") }
            #expect(secret.output == "token: <secret>\n")
            #expect(
                secret.errors.contains("element 2 of the stream could not be read at token, byte 10: "),
                "\(secret.errors)"
            )
            #expect(!secret.errors.contains("17"))
            #expect(secret.status == 1)
        }

        @Test("names the request in errors, and no type of the command", arguments: ["Slow", "SlowLog"])
        func errors(endpoint: String) async throws {
            let end = DispatchSemaphore(value: 0)
            let result = try await call([endpoint]) { _ in
                end.wait()
                return .json("{}")
            }
            end.signal()
            #expect(
                result.errors.contains("/slow (attempt 1): it took longer than its timeout of 0.01 seconds"),
                "\(result.errors)"
            )
            #expect(result.errors.hasPrefix("error: GET http://127.0.0.1:"))
        }

        @Test("prints numbers with the digits of the server")
        func digits() async throws {
            let body = #"{"price": 1.10, "share": 1e2, "any": [12345678901234567890, 1e400, 0.10]}"#
            let json = try await call(["Numbers", "--format", "json"]) { _ in .json(body) }
            let text = try await call(["Numbers"]) { _ in .json(body) }
            #expect(
                json.output.contains(#""response":{"any":[12345678901234567890,1e400,0.10],"price":1.10,"share":1e2}"#),
                "\(json.output)"
            )
            #expect(text.output.contains("price: 1.10\nshare: 1e2\n"), "\(text.output)")
        }

        private func call(
            _ arguments: [String],
            _ environment: [String: String] = [:],
            answer: @escaping @Sendable (CallServer.Request) -> HTTPResponse
        ) async throws -> Tool.Result {
            try await CallServer.call(arguments, by: spec, environment, answer: answer)
        }

        private let spec = """
            nettask: 1
            client: API
            baseURL: http://127.0.0.1:PORT
            auth: {apiKey: {type: apiKey, name: X-API-Key}}
            shapes:
              Post: {fields: {id: Int, title: String, tags: {type: [String], default: []}, target: String?}}
              Token: {fields: {token: {type: String, secret: true}}}
            endpoints:
              Secret: {uri: secret, auth: apiKey, params: {pinCode: {type: String, secret: true}}, response: Post}
              Log: {uri: log, params: {streams: Int}, response: {lines: Post}}
              Account:
                uri: account
                response: {fields: {token: {type: String?, secret: true}, pin: {type: String, secret: true}}}
              Tokens: {uri: tokens, response: {lines: Token}}
              Slow: {uri: slow, timeout: 10ms}
              SlowLog: {uri: slow, timeout: 10ms, response: {lines: Post}}
              Numbers: {uri: numbers, response: {fields: {price: Decimal, share: Double, any: JSONValue}}}
            """
    }
#endif
