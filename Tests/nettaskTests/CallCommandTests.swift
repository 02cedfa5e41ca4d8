#if Tools
    import FlyingFox
    import FlyingSocks
    import Foundation
    import Testing

    @Suite("nettask call", .serialized)
    struct CallCommandTests {
        @Test("sends what the spec says, and shows the reply as its type")
        func text() async throws {
            // when
            let result = try await call(["Posts.Get", "id=7", "tags=a b", "tags=c"]) { request in
                .json(#"{"id": 7, "title": "T", "tags": ["x"], "target": "\#(request.target)"}"#)
            }

            // then
            #expect(result.errors == "")
            #expect(
                result.output == """
                    200 ok  Post
                    id: 7
                    title: "T"
                    tags:
                      - "x"
                    target: "/posts/7?tags=a%20b&tags=c"

                    """
            )
            #expect(result.status == 0)
        }

        @Test("takes values of shapes as JSON, of files by their paths, and sends the body that the encoding says")
        func bodies() async throws {
            // when
            let json = try await call(["Create", "title=true", #"post={"id": 1, "title": "x"}"#, "--format", "json"]) {
                .json($0.body.isEmpty ? "null" : #"{"id": 1, "title": \#(quoted($0.body)), "target": ""}"#)
            }
            let file = try await call(["Upload", "photo@photo.txt"]) {
                .json(#"{"id": 2, "title": "\#($0.body.contains("the bytes"))", "target": ""}"#)
            }

            // then
            #expect(json.output.contains(##"{\"title\":\"true\",\"post\":{\"id\":1,\"title\":\"x\",\"tags\":[]}}"##))
            #expect(file.output.contains("title: \"true\"\n"))
        }

        @Test("ends with status 1 where the reply is an error, and shows its typed body")
        func failure() async throws {
            let result = try await call(["Posts.Get", "id=7"]) { _ in .json(#"{"reason": "gone"}"#, status: 404) }
            #expect(result.status == 1)
            #expect(result.output == "404 not found\nreason: \"gone\"\n")
        }

        @Test("ends with status 1 where a reply cannot be read, and says where")
        func unreadable() async throws {
            let result = try await call(["Posts.Get", "id=7"]) { _ in .json(#"{"id": "x"}"#) }
            #expect(result.status == 1)
            #expect(result.output.contains("at id, byte 7"))
        }

        @Test("takes credentials and secrets from the environment, and never shows them")
        func credentials() async throws {
            // given
            let environment = ["NETTASK_API_KEY": "hunter2", "NETTASK_PIN_CODE": "1234"]

            // when
            let sent = try await call(["Secret"], environment) { request in
                let key = request.headers["x-api-key"] ?? "none"
                return .json(#"{"id": 1, "title": "\#(key)", "target": "\#(request.target)"}"#)
            }
            let shown = try await call(["Secret", "--dry-run"], environment)
            let curl = try await call(["Secret", "--curl"], environment)

            // then
            #expect(sent.output.contains(#"title: "hunter2""#))
            #expect(sent.output.contains("/secret?pin_code=1234"))
            #expect(shown.output.contains("X-API-Key: <secret>"))
            #expect(shown.output.contains("/secret?pin_code=<secret>\n"))
            #expect(curl.output.hasPrefix("curl 'http://"))
            #expect(!(shown.output + curl.output).contains("hunter2"))
            #expect(!(shown.output + curl.output).contains("1234"))
        }

        @Test(
            "says what is wrong with the command line",
            arguments: [
                (["Posts.Gett", "id=1"], "there is no endpoint `Posts.Gett`; did you mean `Posts.Get`?"),
                (["API.Posts.Gt", "id=1"], "there is no endpoint `API.Posts.Gt`; did you mean `Posts.Get`?"),
                (["Get", "id=1"], "there is no endpoint `Get`; did you mean `Posts.Get`?"),
                (["Posts.Get"], "Posts.Get needs id (Int)"),
                (["Posts.Get", "di=1"], "Posts.Get has no param `di`; did you mean `id`?"),
                (["Posts.Get", "id=one"], "id: `one` is no Int"),
                (["Posts.Get", "id=1", "id=2"], "id: it is given twice, and is no list"),
                (["Posts.Get", "id"], "`id` is neither NAME=VALUE nor NAME@PATH"),
                (["Posts.Get", "id=1", "order=as"], "order: `as` is none of asc, desc; did you mean `asc`?"),
                (["Create", "title=x", "post={}"], "post: it is no JSON of Post: id: it is missing"),
                (["Upload", "photo=x"], "photo: a file is given as NAME@PATH"),
                (["Upload", "photo@nowhere"], "/nowhere cannot be read"),
                (["Secret", "pinCode=1"], "pinCode is secret, and not given on the command line"),
                (["Secret"], "Secret needs pinCode (secret: NETTASK_PIN_CODE)"),
            ]
        )
        func mistakes(arguments: [String], message: String) async throws {
            let result = try await call(arguments)
            #expect(result.errors.contains(message))
            #expect(result.status == 64)
        }

        @Test("asks for credentials that are not there")
        func missingCredentials() async throws {
            let result = try await call(["Secret"], ["NETTASK_PIN_CODE": "1"])
            #expect(result.errors == "error: Secret needs the credentials `apiKey`: set NETTASK_API_KEY\n")
        }

        @Test("says that nothing came back where there is no server")
        func noServer() async throws {
            let result = try await call(["Posts.Get", "id=1", "--base-url", "http://127.0.0.1:1"])
            #expect(result.status == 1)
            #expect(result.errors.hasPrefix("error: "))
        }

        // MARK: The server, and the spec

        private struct Seen: Sendable {
            let target: String
            let headers: [String: String]
            let body: String
        }

        private func call(
            _ arguments: [String],
            _ environment: [String: String] = [:],
            answer: @escaping @Sendable (Seen) -> HTTPResponse = { _ in .json("{}") }
        ) async throws -> Tool.Result {
            let server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled)
            await server.appendRoute("*") { request in
                let headers = request.headers.map { ($0.key.rawValue.lowercased(), $0.value) }
                return answer(
                    Seen(
                        target: request.target.rawValue,
                        headers: Dictionary(headers) { first, _ in first },
                        body: String(decoding: try await request.bodyData, as: UTF8.self)
                    )
                )
            }
            let running = Task { try await server.run() }
            defer { running.cancel() }
            try await server.waitUntilListening(timeout: 3_600)
            guard case .ip4(_, let port) = await server.listeningAddress else { throw CancellationError() }
            // The program waits for the server, which must not wait for its thread.
            return try await withCheckedThrowingContinuation { continuation in
                Thread.detachNewThread {
                    continuation.resume(with: Result { try run(arguments, port: port, environment) })
                }
            }
        }

        private func run(
            _ arguments: [String],
            port: UInt16,
            _ environment: [String: String]
        ) throws -> Tool.Result {
            var result: Tool.Result?
            try Tool.inTemporaryFolder { nettask in
                try nettask.write(spec.replacingOccurrences(of: "PORT", with: "\(port)"), to: "api.nettask.yaml")
                try nettask.write("the bytes", to: "photo.txt")
                result = try nettask.run(["call", "api.nettask.yaml"] + arguments, environment: environment)
            }
            return try #require(result)
        }

        private let spec = """
            nettask: 1
            client: API
            baseURL: http://127.0.0.1:PORT
            auth: {apiKey: {type: apiKey, name: X-API-Key}}
            shapes:
              Post: {fields: {id: Int, title: String, tags: {type: [String], default: []}, target: String?}}
              Problem: {fields: {reason: String}}
              Order: {enum: [asc, desc], closed: true}
            endpoints:
              Create: {method: POST, encoding: json, uri: posts, params: {title: String, post: Post}, response: Post}
              Upload: {method: POST, encoding: multipart, uri: photos, params: {photo: File}, response: Post}
              Secret: {uri: secret, auth: apiKey, params: {pinCode: {type: String, secret: true}}, response: Post}
            groups:
              Posts:
                uri: posts
                endpoints:
                  Get: {uri: "{id}", params: {id: Int, tags: {type: [String], default: []}, order: Order?}, response: Post, errors: {404: Problem}}
            """
    }

    private func quoted(_ text: String) -> String {
        let data = try? JSONSerialization.data(withJSONObject: text, options: .fragmentsAllowed)
        return String(decoding: data ?? Data(), as: UTF8.self)
    }

    extension HTTPResponse {
        fileprivate static func json(_ text: String, status: Int = 200) -> HTTPResponse {
            HTTPResponse(statusCode: HTTPStatusCode(status, phrase: ""), body: Data(text.utf8))
        }
    }
#endif
