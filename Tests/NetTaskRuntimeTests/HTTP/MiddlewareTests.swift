import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("Middleware", .timeLimit(.minutes(5)))
struct MiddlewareTests {
    private let transport = HTTPMockTransport { _ in .status(200, #"{"id":1,"title":"t"}"#) }

    private func queue(
        _ middleware: any HTTPMiddleware...,
        transport: HTTPMockTransport? = nil
    ) -> HTTPNetTaskQueue {
        HTTPNetTaskQueue(transport: transport ?? self.transport) {
            $0.middleware = middleware
        }
    }

    @Test("Each sees the request and the reply; the first one sees the request first and the reply last")
    func order() async throws {
        // given
        let log = Box<[String]>([])
        let first = Tap { call, next in
            log.value.append("first out")
            var call = call
            call.request.headerFields[.accept] = "first"
            let reply = try await next(call)
            log.value.append("first back \(reply.status.code)")
            return reply
        }
        let second = Tap { call, next in
            log.value.append("second out, \(call.request.headerFields[.accept] ?? "")")
            var reply = try await next(call)
            reply.status = .created
            log.value.append("second back")
            return reply
        }
        // when
        let handle = queue(first, second).add(Blog.GetPost(id: 1))
        _ = try await handle.value
        // then
        #expect(log.value == ["first out", "second out, first", "second back", "first back 201"])
        #expect(handle.status.reply?.status == .created)
        #expect(transport.requests[0].head.headerFields[.accept] == "first")
    }

    @Test("It gets the operation of the spec for each attempt")
    func operation() async throws {
        // given
        let operations = Box<[HTTPOperation]>([])
        let tap = Tap { call, next in
            operations.value.append(call.operation)
            return try await next(call)
        }
        let transport = HTTPMockTransport { request in
            .status(request.number == 1 ? .tooManyRequests : .ok, #"{"id":1,"title":"t"}"#)
        }
        // when
        let retry = RetryPolicy(maxRetryCount: 1, interval: .zero)
        let handle = queue(tap, transport: transport).add(Blog.GetPost(id: 1), .tag("feed"), .retry(retry))
        _ = try await handle.value
        // then
        #expect(operations.value.map(\.attempt) == [1, 2])
        #expect(operations.value.map(\.retryReason) == [nil, .throttled(after: nil)])
        let operation = operations.value[0]
        #expect(operation.id == handle.id)
        #expect(operation.name == Blog.GetPost.name)
        #expect(operation.method == .get)
        #expect(operation.uriTemplate == "posts/{id}")
        #expect(operation.tags == ["feed"])
        #expect(operation.isIdempotent)
    }

    @Test("It can change the URL of a request, but not to an invalid port")
    func port() async {
        // given
        let tap = Tap { call, next in
            var call = call
            call.request.authority = "127.0.0.1:65616"
            return try await next(call)
        }
        // when
        let result = await queue(tap).add(Blog.GetPost(id: 1)).result
        // then
        guard case .failure(.transport(let error)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(error.kind == .invalidRequest)
        #expect(transport.requests.isEmpty)
    }

    @Test("Its error is the error of the attempt, and it may send nothing")
    func failure() async throws {
        // given
        let refusing = Tap { _, _ in throw TransportError(.notSecure, reason: "not today") }
        let answering = Tap { _, _ in HTTPReply(status: .ok, body: Data(#"{"id":7,"title":"own"}"#.utf8)) }
        // when
        let result = await queue(refusing).add(Blog.GetPost(id: 1)).result
        let post = try await queue(answering).run(Blog.GetPost(id: 1))
        // then
        guard case .failure(.transport(let error)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(error.reason == "not today")
        #expect(post.title == "own")
        #expect(transport.requests.isEmpty)
    }

    // MARK: Basic credentials

    @Test("User name and password are sent (RFC 7617, section 2), even with an empty password")
    func basic() async throws {
        // when
        _ = try await queue(BasicCredentials(user: "Aladdin", password: "open sesame")).run(Blog.GetPost(id: 1))
        _ = try await queue(BasicCredentials(user: "test", password: "123\u{A3}")).run(Blog.GetPost(id: 1))
        _ = try await queue(BasicCredentials(user: "u")).run(Blog.GetPost(id: 1))
        // then
        let sent = transport.requests.map { $0.head.headerFields[.authorization] }
        #expect(sent == ["Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==", "Basic dGVzdDoxMjPCow==", "Basic dTo="])
    }

    @Test("They are sent only to their hosts, and do not replace others")
    func basicHosts() async throws {
        // given
        let credentials = BasicCredentials(user: "u", hosts: ["BLOG.test"])
        // when
        _ = try await queue(credentials).run(Blog.GetPost(id: 1))
        _ = try await queue(credentials).run(Blog.GetPost(id: 1), .baseURL("http://blog.test.evil.test"))
        _ = try await queue(credentials).run(Blog.GetPost(id: 1), .headers(["authorization": "own"]))
        // then
        let sent = transport.requests.map { $0.head.headerFields[.authorization] }
        #expect(sent == ["Basic dTo=", nil, "own"])
    }

    // MARK: Logs

    @Test("A request can be printed as a shell command, without secrets")
    func curl() {
        // given
        let call = HTTPCall(
            request: HTTPRequest(
                method: .post,
                scheme: "https",
                authority: "a.test",
                path: "/p?key=s%26t&x=1",
                headerFields: [.authorization: "Bearer abc", .contentType: "text/plain"]
            ),
            body: .data(Data("it's s&t\n$HOME".utf8)),
            secrets: ["s&t"],
            operation: HTTPOperation(name: "Test")
        )
        // then
        #expect(
            call.curl == """
                curl 'https://a.test/p?key=<secret>&x=1' -X 'POST' -H 'Authorization: <secret>' \
                -H 'Content-Type: text/plain' --data-raw 'it'\\''s <secret>
                $HOME'
                """
        )
    }

    @Test("A binary body is described, and one in a file is sent from the file")
    func curlOfBytes() {
        // given
        var call = HTTPCall(
            request: HTTPRequest(method: .get, scheme: "https", authority: "a.test", path: "/"),
            operation: HTTPOperation(name: "Test")
        )
        // then
        #expect(call.curl == "curl 'https://a.test/'")
        call.body = .data(Data([0xFF, 0x00]))
        #expect(call.curl == "curl 'https://a.test/' -X 'GET' # and a body of 2 bytes")
    }

    @Test("Descriptions of a call, a message, a configuration and credentials contain no secrets")
    func descriptions() throws {
        // given
        let headers: HTTPFields = [.authorization: "Bearer abcdef", .cookie: "id=cookieval", .accept: "see;me"]
        var message = HTTPMessage(
            method: .post,
            baseURL: "https://user:pass-word@a.test",
            uri: "p/s%2Fecret",
            query: "k=s%2Fecret",
            headers: headers,
            body: .data(Data("s/ecret".utf8))
        )
        message.secrets = ["s/ecret"]
        var operation = HTTPOperation(name: "Test")
        operation.idempotencyKey = "s/ecret"
        operation.handlerOptions = ["s/ecret"]
        let call = HTTPCall(
            request: HTTPRequest(
                method: .get,
                scheme: "https",
                authority: "a.test",
                path: "/s%2Fecret",
                headerFields: headers
            ),
            body: .data(Data("s/ecret".utf8)),
            secrets: ["s/ecret"],
            operation: operation
        )
        let values: [Any] = [
            message, call, operation,
            HTTPConfiguration {
                $0.baseURL = "https://user:pass-word@a.test"
                $0.headers = headers
            }, BasicCredentials(user: "user", password: "pass-word"),
            BearerCredentials.Token("abcdef"), BearerCredentials(.init("abcdef")) { _ in .init("") },
            NetTaskOption.headers(["Authorization": "Bearer abcdef"]),
            HTTPReply(status: .ok, headers: [.setCookie: "id=cookieval"], body: Data("s/ecret".utf8)),
        ]
        // when
        var text = ""
        for value in values {
            text += "\(value)\n" + String(reflecting: value)
            dump(value, to: &text)
        }
        // then
        let encoded = Data("user:pass-word".utf8).base64EncodedString()
        for secret in ["abcdef", "cookieval", "s/ecret", "s%2Fecret", "pass-word", encoded] {
            #expect(!text.contains(secret), "\(secret)")
        }
        #expect(text.contains("see;me"))
    }
}

/// A middleware that is a closure.
private struct Tap: HTTPMiddleware {
    let body: @Sendable (HTTPCall, @Sendable (HTTPCall) async throws -> HTTPReply) async throws -> HTTPReply

    init(
        _ body: @escaping @Sendable (HTTPCall, @Sendable (HTTPCall) async throws -> HTTPReply) async throws -> HTTPReply
    ) {
        self.body = body
    }

    static func keeping(_ secrets: [String]) -> Tap {
        Tap { call, next in
            var call = call
            call.secrets += secrets
            return try await next(call)
        }
    }

    func send(_ call: HTTPCall, next: Next) async throws -> HTTPReply {
        try await body(call, next)
    }
}
