import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskTesting
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Gets any text.
private struct GetText: HTTPNetTask {
    typealias Response = String
    var path = "x"

    static var endpoint: HTTPEndpoint { HTTPEndpoint(settings: NetTaskSettings(timeout: .seconds(30))) }
    var uri: String { path }
    func parse(_ reply: HTTPReply) throws -> String { try reply.text() }
}

/// Sends a request that must not be sent twice.
private struct PostNothing: HTTPNetTask {
    typealias Response = Void

    static var endpoint: HTTPEndpoint { HTTPEndpoint(nil, .post) }
    var uri: String { "x" }
}

@Suite("Servers that misbehave, through URLSession", .serialized, .timeLimit(.minutes(5)))
struct HostileServerTests {
    private func failure(of reply: String) async throws -> NetTaskError<Never>? {
        var result: Result<String, NetTaskError<Never>>?
        try await RawServer.answering(reply) { server in
            result = await HTTPNetTaskQueue(baseURL: server.baseURL).add(GetText()).result
        }
        guard case .failure(let error)? = result else { return nil }
        return error
    }

    @Test("B29: a cancelled task ends at once although the server is silent, and the next one starts")
    func cancelSilent() async throws {
        // given
        let arrived = Signal()
        let closed = Signal()
        let script: @Sendable (RawServer.Connection) async throws -> Void = { connection in
            let head = try await connection.readHead()
            if head.hasPrefix("GET /silent ") {
                arrived.report()
                await connection.untilClosed()
                closed.report()
            } else {
                try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nnext")
            }
        }
        try await RawServer.with(script) { server in
            let queue = HTTPNetTaskQueue(baseURL: server.baseURL, limit: 1)
            let caller = Task { try await queue.run(GetText(path: "silent")) }
            await arrived.wait()
            let next = queue.add(GetText())
            // when
            caller.cancel()
            // then
            let result = await caller.result
            guard case .failure(NetTaskError<Never>.cancelled(.caller)) = result else {
                Issue.record("\(result)")
                return
            }
            let text = try await next.value
            #expect(text == "next")
            await closed.wait()
        }
    }

    @Test("B29: an attempt that exceeds its timeout is cancelled, and its connection closed")
    func timeout() async throws {
        // given
        let clock = TestClock()
        let arrived = Signal()
        let closed = Signal()
        let script: @Sendable (RawServer.Connection) async throws -> Void = { connection in
            _ = try await connection.readHead()
            arrived.report()
            await connection.untilClosed()
            closed.report()
        }
        try await RawServer.with(script) { server in
            let handle = HTTPNetTaskQueue(baseURL: server.baseURL) { $0.clock = clock }.add(GetText())
            await arrived.wait()
            // when
            try await clock.advance(to: .seconds(30))
            // then
            let result = await handle.result
            guard case .failure(.timeout(let error)) = result else {
                Issue.record("\(result)")
                return
            }
            #expect(error.kind == .attempt)
            await closed.wait()
        }
    }

    @Test(
        "B26: an incomplete reply is a lost connection, also after a 200",
        arguments: [
            "",
            "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n0123456789",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n01234\r\n",
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n",
        ]
    )
    func incomplete(reply: String) async throws {
        // when
        let error = try await failure(of: reply)
        // then
        guard case .transport(let error)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error.kind == .connectionLost)
        #expect(!error.isUnsent)
    }

    @Test(
        "B26: a reply with ambiguous framing is malformed",
        arguments: [
            "Content-Length: 5\r\nContent-Length: 4\r\n\r\n01234",
            "Content-Length: 5, 4\r\n\r\n01234",
            "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n01234\r\n0\r\n\r\n",
            "Content-Length: 1\(String(repeating: "0", count: 23))\r\n\r\n01234",
        ]
    )
    func framing(reply: String) async throws {
        // when
        let error = try await failure(of: "HTTP/1.1 200 OK\r\n\(reply)")
        // then
        guard case .transport(let error)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error.kind == .malformedReply)
    }

    #if canImport(FoundationNetworking)
        // On other systems, Foundation accepts some of these.
        @Test(
            "A reply that is not HTTP is malformed or lost, and not reported as an unsent request",
            arguments: [
                "no HTTP at all\r\n\r\n",
                "\u{0}\u{1}\u{2}\u{3}",
                "HTTP/1.1 99999 Huge\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 000 Zero\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 099 Low\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 abc Odd\r\nContent-Length: 0\r\n\r\n",
                "HTTP/0.9 200 OK\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n01234",
                "HTTP/1.1 200 OK\r\nno colon\r\nContent-Length: 5\r\n\r\n01234",
                "HTTP/1.1 200 OK\r\nX: \(String(repeating: "a", count: 300_000))\r\nContent-Length: 5\r\n\r\n01234",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n01234\r\n",
                "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\n01234",
            ]
        )
        func garbage(reply: String) async throws {
            // when
            let error = try await failure(of: reply)
            // then
            guard case .transport(let error)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect([.malformedReply, .connectionLost].contains(error.kind))
        }
    #endif

    @Test(
        "Odd but complete replies are successes",
        arguments: [
            "HTTP/1.1 200 \r\nContent-Length: 5\r\n\r\n01234",
            "HTTP/1.1 200 OK\r\n\r\n01234",
            "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n01234",
            "HTTP/1.1 299 Own\r\nContent-Type: ;;;===\r\nContent-Length: 5\r\n\r\n01234",
            "HTTP/1.1 200 OK\r\nX: \(String(repeating: "a", count: 60_000))\r\nContent-Length: 5\r\n\r\n01234",
            "HTTP/1.1 200 OK\r\n\(String(repeating: "X: a\r\n", count: 10_000))Content-Length: 5\r\n\r\n01234",
        ]
    )
    func odd(reply: String) async throws {
        try await RawServer.answering(reply) { server in
            // when
            let text = try await HTTPNetTaskQueue(baseURL: server.baseURL).run(GetText())
            // then
            #expect(text == "01234")
        }
    }

    @Test("A 204 without a body is a success")
    func noContent() async throws {
        try await RawServer.answering("HTTP/1.1 204 No Content\r\n\r\n") { server in
            try await HTTPNetTaskQueue(baseURL: server.baseURL).run(PostNothing())
        }
    }

    @Test(
        "B26: a status that requires another step first is a failure with that status",
        arguments: [
            (300, "Location: /elsewhere"),
            (304, "ETag: x"),
            (401, "WWW-Authenticate: Basic realm=\"x\""),
            (401, "WWW-Authenticate: Digest"),
            (407, "Proxy-Authenticate: Basic realm=\"x\""),
        ]
    )
    func status(code: Int, header: String) async throws {
        // when
        let body = code == 304 ? "" : "Content-Length: 5\r\n\r\n01234"
        let error = try await failure(of: "HTTP/1.1 \(code) X\r\n\(header)\r\n\(body.isEmpty ? "\r\n" : body)")
        // then
        guard case .status(let error, _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error.code == code)
        #expect(String(decoding: error.body, as: UTF8.self) == (code == 304 ? "" : "01234"))
    }

    @Test("A cookie that was set is not sent with the next request")
    func cookies() async throws {
        // given
        let heads = Box<[String]>([])
        let script: @Sendable (RawServer.Connection) async throws -> Void = { connection in
            let head = try await connection.readHead()
            heads.update { $0.append(head) }
            try await connection.write(
                "HTTP/1.1 200 OK\r\nSet-Cookie: a=b; Path=/\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            )
        }
        try await RawServer.with(script) { server in
            let queue = HTTPNetTaskQueue(baseURL: server.baseURL)
            // when
            _ = try await queue.run(GetText())
            _ = try await queue.run(GetText())
        }
        // then
        #expect(heads.value.count == 2)
        #expect(!heads.value.contains { $0.lowercased().contains("cookie") })
    }

    @Test("A POST whose connection is refused was not sent, and is retried")
    func refused() async throws {
        // given a port that nobody listens on any more
        var baseURL = ""
        try await RawServer.with({ _ in }) { baseURL = $0.baseURL }
        let queue = HTTPNetTaskQueue(baseURL: baseURL)
        // when
        let handle = queue.add(PostNothing(), retries(2, interval: .zero))
        // then
        let result = await handle.result
        guard case .failure(.transport(let error)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(error.kind == .cannotConnect)
        #expect(error.attempt == 3)
    }

    @Test("A POST whose connection is lost may have arrived, and is not retried")
    func lost() async throws {
        try await RawServer.answering("") { server in
            // when
            let handle = HTTPNetTaskQueue(baseURL: server.baseURL).add(PostNothing(), retries(2, interval: .zero))
            // then
            _ = await handle.result
            #expect(handle.status.attempt == 1)
        }
    }

    @Test("The caller's configuration of a session is not changed")
    func configuration() {
        // given
        let configuration = URLSessionConfiguration.default
        configuration.timeoutIntervalForRequest = 7
        // when
        _ = URLSessionTransport(configuration: configuration)
        // then
        #expect(configuration.timeoutIntervalForRequest == 7)
        #expect(configuration.httpShouldSetCookies)
        #expect(configuration.urlCache != nil)
    }
}
