import FlyingFox
import Foundation
import HTTPTypes
import NetTaskRuntime
import Testing

private typealias Answer = FlyingFox.HTTPResponse

/// Sends a message unchanged, without a task.
private func send(
    _ message: HTTPMessage,
    to server: LoopbackServer,
    _ configuration: HTTPConfiguration = HTTPConfiguration()
) async throws -> HTTPReply {
    try await HTTPNetTaskQueueHandler(baseURL: server.baseURL) { $0 = configuration }
        .send(message, context: NetTaskContext(name: "Test"))
}

@Suite("On the wire", .serialized, .timeLimit(.minutes(5)))
struct WireTests {
    private static let hostile = ["& = + # % / ?", " \" ' \\ ", "a\r\nb", "😀é", "", "a%20b", "[]{}|^`~", "&&==;;"]

    @Test("B21: a server decodes a query to the originals")
    func query() async throws {
        try await LoopbackServer.with { server in
            // given
            let message = try pack(.get) { packer in
                for value in Self.hostile { packer.add(escaping: value + "k", value) }
            }
            var relative = message
            relative.uri = "a/b?kept=1"
            // when
            _ = try await send(relative, to: server)
            // then
            let seen = server.seen.value[0]
            #expect(seen.method == "GET")
            #expect(seen.path == "/a/b")
            #expect(seen.query.map(\.name) == ["kept"] + Self.hostile.map { $0 + "k" })
            #expect(seen.query.map(\.value) == ["1"] + Self.hostile)
            #expect(seen.headers[.contentType] == nil)
        }
    }

    @Test("B21, B22: a server decodes a form to the originals")
    func form() async throws {
        try await LoopbackServer.with { server in
            // given
            var message = try pack(.post, .form) { packer in
                for value in Self.hostile { packer.add(escaping: value + "k", value) }
            }
            message.uri = "form"
            // when
            _ = try await send(message, to: server)
            // then
            let seen = server.seen.value[0]
            #expect(seen.query.isEmpty)
            #expect(seen.headers[.contentType] == "application/x-www-form-urlencoded")
            let pairs = String(decoding: seen.body, as: UTF8.self).split(separator: "&").map { pair in
                pair.split(separator: "=", omittingEmptySubsequences: false).map {
                    $0.replacing("+", with: " ").removingPercentEncoding ?? "?"
                }
            }
            #expect(pairs == Self.hostile.map { [$0 + "k", $0] })
        }
    }

    @Test("B23: a server splits a multipart body into the originals")
    func multipart() async throws {
        try await LoopbackServer.with { server in
            // given
            let file = HTTPFile(data: Data(0...255), name: "ü \"q\".bin", contentType: "image/png")
            var message = try pack(.post, .multipart) { packer in
                for value in Self.hostile { packer.add("k", value) }
                packer.add("file", file)
            }
            message.uri = "upload"
            // when
            _ = try await send(message, to: server)
            // then
            let seen = server.seen.value[0]
            let boundary = try #require(seen.headers[.contentType]?.split(separator: "boundary=").last)
            let parts = seen.body.split("--\(boundary)")
            #expect(parts.count == Self.hostile.count + 3)
            for (part, value) in zip(parts.dropFirst(), Self.hostile) {
                #expect(part == Data("\r\nContent-Disposition: form-data; name=\"k\"\r\n\r\n\(value)\r\n".utf8))
            }
            let head =
                "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"ü %22q%22.bin\"\r\n"
                + "Content-Type: image/png\r\n\r\n"
            #expect(parts[parts.count - 2] == Data(head.utf8) + (try file.data()) + Data("\r\n".utf8))
            #expect(parts.last == Data("--\r\n".utf8))
        }
    }

    @Test("B22: JSON arrives with its content type, byte for byte")
    func json() async throws {
        try await LoopbackServer.with { server in
            // given
            let queue = HTTPNetTaskQueue(baseURL: server.baseURL)
            // when
            try await queue.run(Blog.ReplacePost(id: 1, post: Blog.Post(id: 1, title: "é")))
            // then
            let seen = server.seen.value[0]
            #expect(seen.method == "PUT")
            #expect(seen.path == "/posts/1")
            #expect(seen.headers[.contentType] == "application/json; charset=utf-8")
            #expect(String(decoding: seen.body, as: UTF8.self) == #"{"id":1,"title":"é","order":"DESC"}"#)
        }
    }

    @Test("B24: headers arrive, and override what would be generated")
    func headers() async throws {
        try await LoopbackServer.with { server in
            // given
            let message = HTTPMessage(
                method: .post,
                uri: "h",
                headers: [.contentType: "text/x-own", HTTPField.Name("X-Own")!: "ü, 1"],
                body: .data(Data("x".utf8))
            )
            // when
            _ = try await send(message, to: server)
            // then
            let seen = server.seen.value[0]
            #expect(seen.headers[.contentType] == "text/x-own")
            #expect(seen.headers[HTTPHeader("X-Own")] == "ü, 1")
            #expect(String(decoding: seen.body, as: UTF8.self) == "x")
        }
    }

    @Test("B20: a POST without params has an empty body of the length 0")
    func emptyPost() async throws {
        try await LoopbackServer.with { server in
            // when
            _ = try await send(HTTPMessage(method: .post, uri: "p", body: .data(Data())), to: server)
            // then
            #expect(server.seen.value[0].body.isEmpty)
            #expect(server.seen.value[0].headers[.contentLength] ?? "0" == "0")
        }
    }

    @Test("B20: a body of GET arrives, or is rejected if the transport would drop it")
    func bodyOfGet() async throws {
        try await LoopbackServer.with { server in
            // given
            let message = HTTPMessage(method: .get, uri: "p", body: .data(Data("x".utf8)))
            #if canImport(FoundationNetworking)
                // then
                await #expect(throws: TransportError.self) { try await send(message, to: server) }
            #else
                // when
                _ = try await send(message, to: server)
                // then
                #expect(String(decoding: server.seen.value[0].body, as: UTF8.self) == "x")
            #endif
        }
    }

    @Test("B20: a body of DELETE arrives")
    func bodyOfDelete() async throws {
        try await LoopbackServer.with { server in
            // when
            _ = try await send(HTTPMessage(method: .delete, uri: "p", body: .data(Data("x".utf8))), to: server)
            // then
            #expect(server.seen.value[0].method == "DELETE")
            #expect(String(decoding: server.seen.value[0].body, as: UTF8.self) == "x")
        }
    }

    @Test("B26: status, headers and body of a failure reach the caller")
    func failureStatus() async throws {
        let answer: @Sendable (LoopbackServer.Seen) -> Answer = { _ in
            Answer(
                statusCode: .notFound,
                headers: [HTTPHeader("X-Id"): "7"],
                body: Data(#"{"message":"no such post"}"#.utf8)
            )
        }
        try await LoopbackServer.with(answer) { server in
            // given
            let queue = HTTPNetTaskQueue(baseURL: server.baseURL)
            // when
            do throws(NetTaskError<Blog.APIError>) {
                _ = try await queue.run(Blog.GetPost(id: 9))
                Issue.record("no failure")
            } catch .status(.notFound, let body?) {
                // then
                #expect(body.message == "no such post")
            } catch {
                Issue.record("\(error)")
            }
        }
    }

    @Test("A redirect is a reply like others if none are followed", arguments: [301, 302, 307])
    func redirects(code: Int) async throws {
        let answer: @Sendable (LoopbackServer.Seen) -> Answer = { _ in
            Answer(
                statusCode: HTTPStatusCode(code, phrase: "Moved"),
                headers: [.location: "/elsewhere"],
                body: Data("moved".utf8)
            )
        }
        try await LoopbackServer.with(answer) { server in
            // when
            let message = HTTPMessage(method: .post, uri: "p", body: .data(Data("x".utf8)))
            let reply = try await send(message, to: server, HTTPConfiguration { $0.maxRedirects = 0 })
            // then
            #expect(reply.status.code == code)
            #expect(reply.headers[.location] == "/elsewhere")
            #expect(server.seen.value.map(\.path) == ["/p"])
        }
    }

    @Test("A cookie is not sent back")
    func cookies() async throws {
        let answer: @Sendable (LoopbackServer.Seen) -> Answer = { _ in
            Answer(statusCode: .ok, headers: [.setCookie: "a=b"], body: Data())
        }
        try await LoopbackServer.with(answer) { server in
            // given
            let handler = HTTPNetTaskQueueHandler(baseURL: server.baseURL)
            // when
            for _ in 0..<2 {
                _ = try await handler.send(HTTPMessage(uri: "p"), context: NetTaskContext(name: "Test"))
            }
            // then
            #expect(server.seen.value.map { $0.headers[.cookie] } == [nil, nil])
        }
    }

    @Test("A request whose connection is refused was not sent, and is retried for any method")
    func refusedConnection() async throws {
        // given
        var baseURL = ""
        try await LoopbackServer.with { baseURL = $0.baseURL }
        let queue = HTTPNetTaskQueue(baseURL: baseURL)
        let task = Blog.CreatePost(title: "t", body: "b", userId: 1, date: Date())
        // when
        let handle = queue.add(task, .retry(RetryPolicy(maxRetryCount: 1, interval: .zero, when: .unsent)))
        // then
        let result = await handle.result
        guard case .failure(.transport(let error)) = result else { return #expect(Bool(false), "\(result)") }
        #expect(error.kind == .cannotConnect)
        #expect(error.isUnsent)
        #expect(error.attempt == 2)
        #expect(error.url == baseURL + "/posts")
    }
}

extension Data {
    /// The pieces between the occurrences of `separator`.
    fileprivate func split(_ separator: String) -> [Data] {
        var pieces: [Data] = []
        var start = startIndex
        while let range = range(of: Data(separator.utf8), in: start..<endIndex) {
            pieces.append(Data(self[start..<range.lowerBound]))
            start = range.upperBound
        }
        return pieces + [Data(self[start...])]
    }
}
