import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("Bearer credentials", .timeLimit(.minutes(5)))
struct BearerCredentialsTests {
    private let clock = TestClock()
    private let asked = Box<[BearerCredentials.Token?]>([])

    /// Returns the tokens `t1`, `t2` and so on, each valid for `lifetime` seconds.
    private func credentials(
        _ token: BearerCredentials.Token? = nil,
        lifetime: TimeInterval? = nil,
        hosts: Set<String>? = nil,
        before: @escaping @Sendable () async throws -> Void = {}
    ) -> BearerCredentials {
        BearerCredentials(token, hosts: hosts, wallClock: { clock.date }) { [asked, clock] old in
            let number = asked.update { asked in
                asked.append(old)
                return asked.count
            }
            try await before()
            return .init("t\(number)", expires: lifetime.map { clock.date + $0 })
        }
    }

    /// A server that accepts only these tokens.
    private func server(_ accepted: String...) -> HTTPMockTransport {
        HTTPMockTransport { request in
            let token = request.head.headerFields[.authorization]?.split(separator: " ").last.map(String.init) ?? ""
            let isAccepted = accepted.contains(token)
            return .status(isAccepted ? .ok : .unauthorized, #"{"id":1,"title":"t"}"#)
        }
    }

    private func queue(_ credentials: BearerCredentials, _ transport: HTTPMockTransport) -> HTTPNetTaskQueue {
        HTTPNetTaskQueue(transport: transport) {
            $0.middleware = [credentials]
        }
    }

    private func sent(_ transport: HTTPMockTransport) -> [String?] {
        transport.requests.map { $0.head.headerFields[.authorization] }
    }

    @Test("The first token is requested before the first request, and then reused")
    func first() async throws {
        // given
        let transport = server("t1")
        let queue = queue(credentials(), transport)
        // when
        _ = try await queue.run(Blog.GetPost(id: 1))
        _ = try await queue.run(Blog.GetPost(id: 1))
        // then
        #expect(sent(transport) == ["Bearer t1", "Bearer t1"])
        #expect(asked.value == [nil])
    }

    @Test("A token is replaced 30 seconds before it expires")
    func proactive() async throws {
        // given
        let transport = server("old", "t1")
        let old = BearerCredentials.Token("old", expires: clock.date + 60)
        let queue = queue(credentials(old), transport)
        // when
        clock.move(by: .seconds(29))
        _ = try await queue.run(Blog.GetPost(id: 1))
        clock.move(by: .seconds(1))
        _ = try await queue.run(Blog.GetPost(id: 1))
        // then
        #expect(sent(transport) == ["Bearer old", "Bearer t1"])
        #expect(asked.value == [old])
    }

    @Test("A rejected token is replaced, and the request resent once")
    func refused() async throws {
        // given
        let transport = server("t1")
        // when
        _ = try await queue(credentials(.init("old")), transport).run(Blog.GetPost(id: 1))
        // then
        #expect(sent(transport) == ["Bearer old", "Bearer t1"])
    }

    @Test("If the new token is rejected, too, this is the reply")
    func refusedTwice() async {
        // given
        let transport = server()
        // when
        let result = await queue(credentials(.init("old")), transport).add(Blog.GetPost(id: 1)).result
        // then
        guard case .failure(.status(.unauthorized, _)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(sent(transport) == ["Bearer old", "Bearer t1"])
    }

    @Test("An empty token is not sent, whether first or new", arguments: [true, false])
    func empty(isFirst: Bool) async {
        // given
        let transport = server()
        let credentials = BearerCredentials(isFirst ? .init("") : nil) { _ in .init("") }
        // when
        let result = await queue(credentials, transport).add(Blog.GetPost(id: 1)).result
        // then
        guard case .failure(.other(let error as BearerCredentialsError)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(error == .emptyToken)
        #expect(transport.requests.isEmpty)
    }

    @Test("A new token is requested once for all waiting requests")
    func singleFlight() async throws {
        // given
        let gate = Signal()
        let transport = server("t1")
        let queue = queue(credentials(before: { await gate.wait() }), transport)
        // when
        let handles = (0..<50).map { queue.add(Blog.GetPost(id: $0)) }
        gate.report()
        // then
        for handle in handles {
            _ = try await handle.value
        }
        #expect(asked.value.count == 1)
        #expect(Set(sent(transport)) == ["Bearer t1"])
    }

    @Test("Cancelling a request that waits for a token does not affect the others")
    func cancelledWhileWaiting() async throws {
        // given
        let gate = Signal()
        let begun = Signal()
        let transport = server("t1")
        let queue = queue(
            credentials(before: {
                begun.report()
                await gate.wait()
            }),
            transport
        )
        let first = queue.add(Blog.GetPost(id: 1))
        let second = queue.add(Blog.GetPost(id: 2))
        await begun.wait()
        // when
        first.cancel()
        gate.report()
        // then
        #expect(try await second.value.title == "t")
        #expect(asked.value.count == 1)
    }

    @Test("The rejection of a token that was replaced meanwhile does not request another")
    func lateRefusal() async throws {
        // given
        let credentials = credentials(.init("old"))
        let transport = server("t1")
        let call = HTTPCall(
            request: HTTPRequest(method: .get, scheme: "https", authority: "a.test", path: "/"),
            operation: HTTPOperation(name: "Test")
        )
        // when: while the first is on its way, another gets a new token
        let reply = try await credentials.send(call) { sent in
            if sent.request.headerFields[.authorization] == "Bearer old" {
                _ = try await queue(credentials, transport).run(Blog.GetPost(id: 1))
                return HTTPReply(status: .unauthorized)
            }
            return HTTPReply(status: .ok)
        }
        // then
        #expect(reply.status == .ok)
        #expect(asked.value.count == 1)
    }

    @Test("A failed refresh is the error of all waiting requests, and the next one refreshes again")
    func failure() async throws {
        // given
        let fails = Box(true)
        let transport = server("t2")
        let queue = queue(
            credentials(before: {
                if fails.update({ value in
                    defer { value = false }
                    return value
                }) {
                    throw TransportError(.cannotConnect, reason: "no login")
                }
            }),
            transport
        )
        // when
        let result = await queue.add(Blog.GetPost(id: 1)).result
        // then
        guard case .failure(.transport(let error)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(error.reason == "no login")
        #expect(try await queue.run(Blog.GetPost(id: 1)).title == "t")
    }

    @Test(
        "A refresh that does not return fails the waiting requests after its timeout, and the next one refreshes again"
    )
    func endlessRefresh() async throws {
        // given
        let asked = Box(0)
        let credentials = BearerCredentials(timeout: .seconds(20), clock: clock) { _ in
            if asked.update({
                $0 += 1
                return $0
            }) == 1 {
                // Ignores everything, even cancellation.
                await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
            }
            return .init("t2")
        }
        let queue = queue(credentials, server("t2"))
        let handle = queue.add(Blog.GetPost(id: 1))
        // when
        try await clock.advance(by: .seconds(20))
        // then
        guard case .failure(.other(BearerCredentialsError.timeout)) = await handle.result else {
            Issue.record("\(await handle.result)")
            return
        }
        #expect(try await queue.run(Blog.GetPost(id: 1)).title == "t")
    }

    @Test("A cancelled request stops waiting for a refresh that does not return")
    func cancelledDuringEndlessRefresh() async throws {
        // given
        let begun = Signal()
        let credentials = BearerCredentials { _ in
            begun.report()
            await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
            return .init("never")
        }
        let handler = HTTPNetTaskQueueHandler(transport: server()) {
            $0.middleware = [credentials]
        }
        let sending = Task {
            try await handler.send(HTTPMessage(uri: "http://a.test/"), context: NetTaskContext(name: "Test"))
        }
        await begun.wait()
        // when
        sending.cancel()
        // then
        await #expect(throws: CancellationError.self) { try await sending.value }
    }

    @Test("A server that rejects all tokens is not asked repeatedly for more")
    func excessive() async {
        // given
        let queue = queue(credentials(.init("old")), server())
        // when
        for _ in 0..<5 { _ = await queue.add(Blog.GetPost(id: 1)).result }
        let result = await queue.add(Blog.GetPost(id: 1)).result
        // then
        guard case .failure(.other(BearerCredentialsError.excessiveRefresh)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(asked.value.count == 5)
        // when
        clock.move(by: .seconds(30))
        _ = await queue.add(Blog.GetPost(id: 1)).result
        // then
        #expect(asked.value.count == 6)
    }

    @Test("It is sent only to its hosts, and does not replace other credentials")
    func hosts() async throws {
        // given
        let transport = HTTPMockTransport { _ in .status(200, #"{"id":1,"title":"t"}"#) }
        let queue = queue(credentials(hosts: ["blog.test"]), transport)
        // when
        _ = try await queue.run(Blog.GetPost(id: 1))
        _ = try await queue.run(Blog.GetPost(id: 1), .baseURL("http://other.test"))
        _ = try await queue.run(Blog.GetPost(id: 1), .headers(["Authorization": "own"]))
        // then
        #expect(sent(transport) == ["Bearer t1", nil, "own"])
    }

    @Test("A token that a header cannot contain is an error", arguments: ["a\r\nX: b", "a\u{0}", " a"])
    func unusable(token: String) async {
        // given
        let credentials = BearerCredentials { _ in .init(token) }
        // when
        let result = await queue(credentials, server()).add(Blog.GetPost(id: 1)).result
        // then
        guard case .failure(.other(BearerCredentialsError.unusableToken)) = result else {
            Issue.record("\(result)")
            return
        }
    }

    @Test("A body that can be sent once is not sent again after a rejection")
    func stream() async throws {
        // given
        let transport = server()
        let handler = HTTPNetTaskQueueHandler(transport: transport) {
            $0.middleware = [credentials(.init("old"))]
        }
        let stream = FileStream(length: 0) { nil }
        let message = HTTPMessage(method: .post, uri: "http://a.test/", body: .file(HTTPFile(stream: stream)))
        // when
        let reply = try await handler.send(message, context: NetTaskContext(name: "Test"))
        // then
        #expect(reply.status == .unauthorized)
        #expect(sent(transport) == ["Bearer old"])
        #expect(asked.value.isEmpty)
    }
}
