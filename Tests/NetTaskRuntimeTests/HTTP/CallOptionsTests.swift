import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("Options per call and per queue", .timeLimit(.minutes(5)))
struct CallOptionsTests {
    private let transport = HTTPMockTransport { _ in .status(200, #"{"id":1,"title":"t"}"#) }

    private func queue(
        baseURL: String? = nil,
        _ configuration: HTTPConfiguration = HTTPConfiguration()
    ) -> HTTPNetTaskQueue {
        HTTPNetTaskQueue(transport: transport, baseURL: baseURL) {
            $0 = configuration
        }
    }

    private func header(_ name: HTTPField.Name) -> String? { transport.requests.last?.head.headerFields[name] }

    @Test("B24: headers of a call replace those of the task, and these replace those of the queue, in any case")
    func headers() async throws {
        // given
        let configuration = HTTPConfiguration {
            $0.headers = [
                .accept: "queue", .acceptLanguage: "queue", .contentType: "queue",
            ]
        }
        let task = Blog.CreatePost(title: "t", body: "b", userId: 1, date: Date())
        // when
        _ = await queue(configuration).add(task, .headers(["ACCEPT": "call"])).result
        // then
        #expect(header(.accept) == "call")
        #expect(header(.acceptLanguage) == "queue")
        #expect(header(.contentType) == "application/x-www-form-urlencoded")
        // when
        _ = await queue(configuration).add(task, .headers(["Content-Type": "call"])).result
        // then
        #expect(header(.contentType) == "call")
    }

    @Test("Cookies of a call replace all others, as any header of a call does")
    func cookies() async throws {
        // given
        let configuration = HTTPConfiguration { $0.headers = [.cookie: "a=queue; b=queue"] }
        // when
        _ = try await queue(configuration).run(GetWithCookie(), .headers(["Cookie": "a=call"]))
        // then
        #expect(header(.cookie) == "a=call")
    }

    @Test(
        "A header of a call that could become another is rejected, and nothing is sent",
        arguments: [
            ("X-A", "a\r\nX-B: b"), ("X-A", "a\nb"), ("X-A", "a\u{0}"), ("X-A\r\nX-B", "b"), ("X A", "b"), ("", "b"),
            ("X-A", "\u{7F}"), ("X-Ä", "b"),
        ]
    )
    func badHeaders(name: String, value: String) async {
        // when
        let result = await queue().add(Blog.GetPost(id: 1), .headers([name: value])).result
        // then
        guard case .failure(.transport(let error)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(error.kind == .invalidRequest)
        #expect(transport.requests.isEmpty)
    }

    @Test("B25: the base URL of a call replaces that of the queue, and this replaces that of the client")
    func baseURL() async throws {
        // when
        _ = try await queue().run(Blog.GetPost(id: 1))
        _ = try await queue(baseURL: "https://queue.test/v2").run(Blog.GetPost(id: 1))
        _ = try await queue(baseURL: "https://queue.test/v2").run(Blog.GetPost(id: 1), .baseURL("http://call.test:81/"))
        // then
        let urls = transport.requests.map {
            "\($0.head.scheme ?? "")://\($0.head.authority ?? "")\($0.head.path ?? "")"
        }
        #expect(
            urls == ["http://blog.test/v1/posts/1", "https://queue.test/v2/posts/1", "http://call.test:81/posts/1"]
        )
    }

    @Test("Tasks share the limit of the call's host")
    func limitPerHost() async throws {
        // given
        let queue = HTTPNetTaskQueue(transport: HTTPMockTransport { _ in .fault(.silence) }, limitPerKey: 1)
        // when
        let handles = [
            queue.add(Blog.GetPost(id: 1)), queue.add(Blog.GetPost(id: 2)),
            queue.add(Blog.GetPost(id: 3), .baseURL("http://other.test")),
        ]
        // then
        #expect(handles.map(\.status.phase) == [.running, .waiting, .running])
        queue.cancelAll()
    }

    @Test("A request has a user agent by default, unless it has its own or the configuration has none")
    func userAgent() async throws {
        // when
        _ = try await queue().run(Blog.GetPost(id: 1))
        #expect(header(.userAgent)?.hasPrefix("NetTask/") == true)
        _ = try await queue(HTTPConfiguration { $0.userAgent = "App/2" }).run(Blog.GetPost(id: 1))
        #expect(header(.userAgent) == "App/2")
        _ = try await queue().run(Blog.GetPost(id: 1), .headers(["user-agent": "Own/3"]))
        #expect(header(.userAgent) == "Own/3")
        _ = try await queue(HTTPConfiguration { $0.userAgent = nil }).run(Blog.GetPost(id: 1))
        #expect(header(.userAgent) == nil)
    }

    @Test("B08: the call's predicate sees the error of each retry, and can end the task")
    func predicate() async {
        // given
        let errors = Box<[String]>([])
        let busy = HTTPMockTransport { _ in .status(503) }
        let retry = NetTaskOption.retry(RetryPolicy(maxRetryCount: 5, interval: .zero))
        let predicate = NetTaskOption.retryIf { error in
            errors.update { $0.append("\((error as? StatusError)?.code ?? 0)") }
            return errors.value.count < 3
        }
        // when
        let result = await HTTPNetTaskQueue(transport: busy).add(Blog.GetPost(id: 1), retry, predicate).result
        // then
        guard case .failure(.status(.serviceUnavailable, _)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(errors.value == ["503", "503", "503"])
        #expect(busy.requests.count == 3)
    }

    @Test("B08: the call's predicate is not called if the policy or the handler allows no retry, or none is left")
    func predicateIsLast() async {
        // given
        let count = Box(0)
        let predicate = NetTaskOption.retryIf { _ in
            count.update { $0 += 1 }
            return true
        }
        let retry = NetTaskOption.retry(RetryPolicy(maxRetryCount: 1, interval: .zero))
        // when
        _ = await HTTPNetTaskQueue(transport: HTTPMockTransport { _ in .status(404) }).add(
            Blog.GetPost(id: 1),
            retry,
            predicate
        ).result
        #expect(count.value == 0)
        _ = await HTTPNetTaskQueue(transport: HTTPMockTransport { _ in .status(503) }).add(
            Blog.GetPost(id: 1),
            retry,
            predicate
        ).result
        // then
        #expect(count.value == 1)
    }

    @Test("A retry is reported with its reason, in events and to the handler")
    func reason() async throws {
        // given
        let transport = HTTPMockTransport { request in
            switch request.number {
            case 1: throw TransportError(.connectionLost, reason: "lost")
            case 2: .status(.tooManyRequests, headers: [.retryAfter: "0"])
            default: .status(.ok, #"{"id":1,"title":"t"}"#)
            }
        }
        let retry = NetTaskOption.retry(RetryPolicy(maxRetryCount: 5, interval: .zero))
        let queue = HTTPNetTaskQueue(transport: transport)
        queue.suspend()
        let handle = queue.add(Blog.GetPost(id: 1), retry)
        let events = handle.events
        // when
        queue.resume()
        var reasons: [RetryDisposition] = []
        for await event in events {
            if case .retrying(_, _, let reason, _) = event { reasons.append(reason) }
        }
        // then
        #expect(reasons == [.transient, .throttled(after: .zero)])
    }

    @Test("B06: An unsent request is resent at once, in the same attempt")
    func transparentRetry() async throws {
        // given
        let transport = HTTPMockTransport { request in
            if request.number == 1 { throw TransportError(.cannotConnect, reason: "stale connection") }
            return .status(.ok, #"{"id":1,"title":"t"}"#)
        }
        // when
        let handle = HTTPNetTaskQueue(transport: transport).add(Blog.GetPost(id: 1))
        // then
        #expect(try await handle.value.title == "t")
        #expect(handle.status.attempt == 1)
        #expect(transport.requests.count == 2)
    }

    @Test("B06: It is resent at most once in each attempt, and observers and middleware see it")
    func seenResends() async {
        // given
        let transport = HTTPMockTransport { _ in throw TransportError(.cannotConnect, reason: "refused") }
        let seen = Box<[String]>([])
        let queue = HTTPNetTaskQueue(transport: transport, observers: [ResendObserver(seen: seen)]) {
            $0.middleware = [ResendMiddleware(seen: seen)]
        }
        // when
        let result = await queue.add(Blog.GetPost(id: 1), .retry(RetryPolicy(maxRetryCount: 1, interval: .zero))).result
        // then
        guard case .failure(.transport(let error)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(error.kind == .cannotConnect)
        #expect(transport.requests.count == 4)
        let calls = seen.value.filter { $0.hasPrefix("call") }
        #expect(calls == ["call 1", "call 1 again", "call 2", "call 2 again"])
        #expect(seen.value.filter { $0.hasPrefix("resent") } == ["resent 1 cannotConnect", "resent 2 cannotConnect"])
    }

    @Test(
        "B06: It is not resent if a middleware had a reply before, or sent nothing",
        arguments: [true, false]
    )
    func noResend(repliesFirst: Bool) async {
        // given
        let transport = HTTPMockTransport { request in
            if request.number == 1 { return .status(503) }
            throw TransportError(.cannotConnect, reason: "refused")
        }
        let seen = Box<[String]>([])
        let queue = HTTPNetTaskQueue(transport: transport, observers: [ResendObserver(seen: seen)]) {
            $0.middleware = [TwiceMiddleware(sends: repliesFirst)]
        }
        // when
        _ = await queue.add(Blog.GetPost(id: 1)).result
        // then
        #expect(transport.requests.count == (repliesFirst ? 2 : 0))
        #expect(seen.value.isEmpty)
    }
}

private struct ResendObserver: NetTaskObserver {
    let seen: Box<[String]>

    func observe(_ event: NetTaskQueueEvent) {
        guard case .resent(let attempt) = event.kind else { return }
        let kind = (event.error as? TransportError).map { "\($0.kind)" } ?? "without an error"
        seen.update { $0.append("resent \(attempt) \(kind)") }
    }
}

private struct ResendMiddleware: HTTPMiddleware {
    let seen: Box<[String]>

    func send(_ call: HTTPCall, next: Next) async throws -> HTTPReply {
        seen.update { $0.append("call \(call.operation.attempt)" + (call.isResend ? " again" : "")) }
        return try await next(call)
    }
}

/// Sends a call twice, or fails as if there were no connection.
private struct TwiceMiddleware: HTTPMiddleware {
    let sends: Bool

    func send(_ call: HTTPCall, next: Next) async throws -> HTTPReply {
        guard sends else { throw TransportError(.cannotConnect, reason: "no token") }
        _ = try await next(call)
        return try await next(call)
    }
}

private struct GetWithCookie: HTTPNetTask {
    typealias Response = Void
    var uri: String { "http://blog.test/" }

    func pack(into packer: inout ParameterPacker) {
        packer.add("c", "task", in: .cookie)
    }
}
