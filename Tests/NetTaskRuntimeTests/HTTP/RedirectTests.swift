import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("Redirects")
struct RedirectTests {
    /// Sends a message to a server with given answers, and returns the reply and the requests.
    private func send(
        _ message: HTTPMessage,
        _ configuration: HTTPConfiguration = HTTPConfiguration(),
        _ answer: @escaping @Sendable (String, Int) -> HTTPResponse
    ) async -> (reply: Result<HTTPReply, any Error>, asked: [HTTPSeenRequest]) {
        let transport = HTTPMockTransport { request in
            let url = "\(request.head.scheme ?? "")://\(request.head.authority ?? "")\(request.head.path ?? "")"
            let response = answer(url, request.number)
            return .status(response.status, "x", headers: response.headerFields)
        }
        let handler = HTTPNetTaskQueueHandler(transport: transport, baseURL: "https://a.test") {
            $0 = configuration
        }
        let context = NetTaskContext(name: "Test")
        do {
            return (.success(try await handler.send(message, context: context)), transport.requests)
        } catch {
            return (.failure(error), transport.requests)
        }
    }

    private func redirect(_ code: Int, to location: String) -> HTTPResponse {
        HTTPResponse(status: .init(code: code), headerFields: [.location: location])
    }

    private func urls(_ requests: [HTTPSeenRequest]) -> [String] {
        requests.map { "\($0.head.scheme ?? "")://\($0.head.authority ?? "")\($0.head.path ?? "")" }
    }

    private static let form = HTTPMessage(
        method: .post,
        uri: "p",
        headers: [
            .contentType: "text/plain", .contentLanguage: "en", .transferEncoding: "chunked", .accept: "*/*",
        ],
        body: .data(Data("body".utf8))
    )

    @Test(
        "After 301 and 302 a POST becomes a GET without a body, after 303 anything but HEAD does",
        arguments: [
            (301, HTTPRequest.Method.post, HTTPRequest.Method.get), (302, .post, .get), (303, .post, .get),
            (303, .put, .get), (303, .head, .head), (303, .get, .get), (301, .put, .put), (302, .delete, .delete),
            (307, .post, .post), (308, .post, .post), (307, .patch, .patch),
        ]
    )
    func methods(code: Int, method: HTTPRequest.Method, expected: HTTPRequest.Method) async throws {
        // given
        var message = Self.form
        message.method = method
        // when
        let (reply, asked) = await send(message) { _, number in
            number == 1 ? redirect(code, to: "/q") : HTTPResponse(status: .ok)
        }
        // then
        #expect(try reply.get().status == .ok)
        #expect(asked.map(\.head.method) == [method, expected])
        let isKept = method == expected && (code != 303 || method == .head || method == .get)
        #expect(asked[1].body == Data((isKept ? "body" : "").utf8))
        #expect(asked[1].head.headerFields[.contentType] == (isKept ? "text/plain" : nil))
        #expect(asked[1].head.headerFields[.contentLanguage] == (isKept ? "en" : nil))
        #expect(asked[1].head.headerFields[.transferEncoding] == (isKept ? "chunked" : nil))
        #expect(asked[1].head.headerFields[.accept] == "*/*")
    }

    @Test(
        "A location is relative to the request's URL, and a reply has the URL that answered",
        arguments: [
            ("/q?x=1", "https://a.test/q?x=1"), ("q", "https://a.test/v1/q"), ("../q", "https://a.test/q"),
            ("//b.test/q", "https://b.test/q"), ("http://c.test:8080/q#part", "http://c.test:8080/q"),
            ("?only=query", "https://a.test/v1/p?only=query"), ("/ü /é", "https://a.test/%C3%BC%20/%C3%A9"),
            ("/[a]%2f?x=[1]%20", "https://a.test/%5Ba%5D%2f?x=%5B1%5D%20"),
            ("HTTPS://A.TEST/q", "https://A.TEST/q"),
        ]
    )
    func locations(location: String, expected: String) async throws {
        // when
        let (reply, asked) = await send(HTTPMessage(uri: "v1/p")) { _, number in
            number == 1 ? redirect(302, to: location) : HTTPResponse(status: .ok)
        }
        // then
        #expect(urls(asked) == ["https://a.test/v1/p", expected])
        #expect(try reply.get().url == expected)
    }

    @Test(
        "An invalid location is an error with the reason",
        arguments: [
            "::::", "http://", "ftp://a.test/q", "file:///etc/passwd", "javascript:alert(1)", "http://\u{0}",
            "http://127.0.0.1:99999/q", "http://localhost:73616/q", "//a.test:0/q",
        ]
    )
    func unusable(location: String) async {
        // when
        let (reply, asked) = await send(HTTPMessage(uri: "p")) { _, _ in redirect(302, to: location) }
        // then
        #expect(throws: (any Error).self) { try reply.get() }
        guard case .failure(let error as TransportError) = reply else {
            Issue.record("\(reply)")
            return
        }
        #expect(error.kind == .redirect)
        #expect(error.url == "https://a.test/p")
        #expect(asked.count == 1)
    }

    @Test(
        "Credentials, cookies and secrets are sent only within the origin; other values follow the redirect",
        arguments: [
            ("/q", true), ("https://a.test:443/q", true), ("https://A.test/q", true), ("https://b.test/q", false),
            ("http://a.test/q", false), ("https://a.test:8443/q", false), ("https://a.test.b.test/q", false),
            ("https://user:pw@a.test/q", true),
        ]
    )
    func credentials(location: String, isKept: Bool) async {
        // given
        var message = HTTPMessage(
            uri: "p",
            headers: [
                .authorization: "Bearer t", .cookie: "a=b", .proxyAuthorization: "Basic x",
                HTTPField.Name("X-API-Key")!: "hidden", .accept: "*/*",
            ]
        )
        message.secrets = ["hidden"]
        // when
        let (_, asked) = await send(message) { _, number in
            number == 1 ? redirect(307, to: location) : HTTPResponse(status: .ok)
        }
        // then
        let names: [HTTPField.Name] = [.authorization, .cookie, .proxyAuthorization, HTTPField.Name("X-API-Key")!]
        for name in names {
            #expect(asked.last?.head.headerFields.contains(name) == isKept, "\(name)")
        }
        #expect(asked.last?.head.headerFields[.accept] == "*/*")
    }

    @Test(
        "A host header of the task is sent only to its own origin",
        arguments: [("/q", "own.test"), ("https://b.test/q", nil)]
    )
    func host(location: String, expected: String?) async throws {
        // given
        let host = try #require(HTTPField.Name("Host"))
        // when
        let (_, asked) = await send(HTTPMessage(uri: "p", headers: [host: "own.test"])) { _, number in
            number == 1 ? redirect(307, to: location) : HTTPResponse(status: .ok)
        }
        // then
        #expect(asked.map { $0.head.headerFields[host] } == ["own.test", expected])
    }

    /// The places that can contain a secret, except for headers.
    private static func login(
        _ method: HTTPRequest.Method = .post,
        uri: String = "login",
        body: String? = #"{"password":"HUN\"TER2"}"#
    ) -> HTTPMessage {
        HTTPMessage(
            method: method,
            uri: uri,
            body: body.map { .data(Data($0.utf8)) },
            secrets: ["HUN\"TER2"]
        )
    }

    @Test(
        "A secret in a body is not sent on to another origin, nor in a URL",
        arguments: [
            (307, login(), "https://evil.test/"), (308, login(), "http://a.test/login"),
            (308, login(), "https://a.test:8443/"), (301, login(.put), "https://evil.test/"),
            (302, login(.patch), "//evil.test/"), (303, login(), "https://evil.test/?p=HUN%22TER2"),
            (307, login(.get, uri: "l?p=HUN%22TER2", body: nil), "http://a.test/l?p=HUN%22TER2"),
            (302, login(.get, uri: "l/HUN%22TER2/x", body: nil), "https://evil.test/l/HUN%22TER2/x"),
            (302, login(.get, uri: "l?p=HUN%22TER2", body: nil), "https://evil.test/?q=%48UN%22TER2"),
            (307, HTTPMessage(method: .post, uri: "p", body: .data(Data("no secret".utf8))), "http://a.test/p"),
        ]
    )
    func secrets(code: Int, message: HTTPMessage, location: String) async {
        // when
        let (reply, asked) = await send(message) { _, number in
            number == 1 ? redirect(code, to: location) : HTTPResponse(status: .ok)
        }
        let allowing = HTTPConfiguration { $0.redirectsSecrets = true }
        let (allowed, all) = await send(message, allowing) { _, number in
            number == 1 ? redirect(code, to: location) : HTTPResponse(status: .ok)
        }
        // then
        #expect(asked.count == 1)
        guard case .failure(let error as TransportError) = reply else {
            Issue.record("\(reply)")
            return
        }
        #expect(error.kind == .redirect)
        #expect(error.reason.contains("HTTPConfiguration.redirectsSecrets"), "\(error)")
        #expect(!"\(error)".contains("TER2"), "\(error)")
        #expect((try? allowed.get())?.status == .ok)
        #expect(all.count == 2)
    }

    @Test(
        "A redirect without secrets is followed to another origin",
        arguments: [
            (307, login(), "/elsewhere"), (308, login(), "https://A.test:443/"), (303, login(), "https://b.test/"),
            (302, login(), "https://b.test/"), (303, login(.put), "http://a.test/"),
            (302, login(.get, uri: "l?p=HUN%22TER2", body: nil), "https://b.test/file"),
            (307, HTTPMessage(method: .post, uri: "p", body: .data(Data("no secret".utf8))), "https://b.test/p"),
            (307, HTTPMessage(uri: "p"), "http://b.test/p"),
        ]
    )
    func withoutSecrets(code: Int, message: HTTPMessage, location: String) async {
        // when
        let (reply, asked) = await send(message) { _, number in
            number == 1 ? redirect(code, to: location) : HTTPResponse(status: .ok)
        }
        // then
        #expect((try? reply.get())?.status == .ok)
        #expect(asked.count == 2)
    }

    @Test("A secret in a header is removed, and the body is sent on, from origin to origin")
    func secretInHeader() async {
        // given
        var message = HTTPMessage(method: .post, uri: "p", headers: [.init("X-API-Key")!: "hidden"])
        message.body = .data(Data("text".utf8))
        message.secrets = ["hidden"]
        // when
        let (_, asked) = await send(message) { _, number in
            number < 3 ? redirect(307, to: "https://b\(number).test/") : HTTPResponse(status: .ok)
        }
        // then
        #expect(asked.map(\.bodyText) == ["text", "text", "text"])
        #expect(asked.map { $0.head.headerFields[.init("X-API-Key")!] } == ["hidden", nil, nil])
    }

    @Test("A body on disk may contain a secret, too")
    func secretOnDisk() async throws {
        // given
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data("HUNTER2".utf8).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let message = HTTPMessage(method: .post, uri: "p", body: .file(HTTPFile(at: url)), secrets: ["HUNTER2"])
        // when
        let (reply, asked) = await send(message) { _, _ in redirect(308, to: "https://evil.test/") }
        // then
        guard case .failure(let error as TransportError) = reply else {
            Issue.record("\(reply)")
            return
        }
        #expect(error.kind == .redirect)
        #expect(asked.count == 1)
    }

    @Test("Removed credentials are not restored when a redirect returns to the origin")
    func wayBack() async {
        // given
        let message = HTTPMessage(uri: "p", headers: [.authorization: "Bearer t"])
        // when
        let (_, asked) = await send(message) { _, number in
            switch number {
            case 1: redirect(302, to: "https://b.test/")
            case 2: redirect(302, to: "https://a.test/back")
            default: HTTPResponse(status: .ok)
            }
        }
        // then
        #expect(asked.map { $0.head.headerFields.contains(.authorization) } == [true, false, false])
    }

    @Test("Ten redirects are followed, and an eleventh is an error; the limit can be set", arguments: [10, 2])
    func limit(limit: Int) async throws {
        // when
        let (endless, asked) = await send(
            HTTPMessage(uri: "p"),
            HTTPConfiguration {
                $0.maxRedirects = limit
            }
        ) { _, number in
            redirect(302, to: "/\(number)")
        }
        let (enough, _) = await send(
            HTTPMessage(uri: "p"),
            HTTPConfiguration {
                $0.maxRedirects = limit
            }
        ) { _, number in
            number <= limit ? redirect(302, to: "/\(number)") : HTTPResponse(status: .ok)
        }
        // then
        guard case .failure(let error as TransportError) = endless else {
            Issue.record("\(endless)")
            return
        }
        #expect(error.kind == .redirect)
        #expect(asked.count == limit + 1)
        #expect(try enough.get().status == .ok)
    }

    @Test(
        "A 3xx reply without a location, or that is not a redirect, is a reply like others",
        arguments: [300, 302, 304, 305]
    )
    func replies(code: Int) async throws {
        // when
        let (reply, asked) = await send(HTTPMessage(uri: "p")) { _, _ in
            code == 302 ? HTTPResponse(status: .found) : redirect(code, to: "/q")
        }
        // then
        #expect(try reply.get().status.code == code)
        #expect(asked.count == 1)
    }

    @Test("A body that can be sent only once does not follow a redirect")
    func stream() async {
        // given
        let stream = FileStream(length: 1) { nil }
        let message = HTTPMessage(method: .post, uri: "p", body: .file(HTTPFile(stream: stream)))
        let transport = ReadingTransport { HTTPResponse(status: .init(code: 307), headerFields: [.location: "/q"]) }
        // when
        let error = await #expect(throws: TransportError.self) {
            try await HTTPNetTaskQueueHandler(transport: transport, baseURL: "https://a.test")
                .send(message, context: NetTaskContext(name: "Test"))
        }
        // then
        #expect(error?.kind == .redirect)
    }

    @Test("An unreachable server after a redirect does not count as an unsent request")
    func unsentAfterRedirect() async {
        // given
        let transport = HTTPMockTransport { request in
            if request.number > 1 { throw TransportError(.cannotConnect, reason: "refused") }
            return .status(.seeOther, headers: [.location: "/q"])
        }
        let queue = HTTPNetTaskQueue(transport: transport)
        let task = Blog.CreatePost(title: "t", body: "b", userId: 1, date: Date())
        // when
        let result = await queue.add(task, .retry(RetryPolicy(maxRetryCount: 1, interval: .zero))).result
        // then
        guard case .failure(.transport(let error)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(error.kind == .connectionLost)
        #expect(transport.requests.count == 2)
    }
}

extension RedirectTests {
    @Test("A connect timeout after a redirect is a lost connection")
    func lateAfterRedirect() async {
        // given
        let transport = HTTPMockTransport { request in
            if request.number > 1 {
                throw NetTaskTimeoutError(.connect, limit: .seconds(1), task: "Test", attempt: 1)
            }
            return .status(.seeOther, headers: [.location: "/q"])
        }
        let handler = HTTPNetTaskQueueHandler(transport: transport, baseURL: "https://a.test")
        // when
        let error = await #expect(throws: TransportError.self) {
            try await handler.send(HTTPMessage(uri: "p"), context: NetTaskContext(name: "Test"))
        }
        // then
        #expect(error?.kind == .connectionLost)
        #expect(error?.url == "https://a.test/q")
    }
}

/// Reads the body like a real transport, and answers.
private struct ReadingTransport: HTTPTransport {
    let answer: @Sendable () -> HTTPResponse

    func send(_ request: HTTPRequest, body: HTTPRequestBody?, exchange: HTTPExchange) async throws {
        let reader = body?.makeReader()
        while (try? await reader?.next()) != nil {}
        try exchange.receive(answer())
    }
}
