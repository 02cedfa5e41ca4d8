import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("Timeouts of HTTP")
struct HTTPTimeoutTests {
    private let clock = TestClock()
    private let standing = Signal()
    private let timeouts = HTTPTimeouts(connect: .seconds(2), firstByte: .seconds(5), idle: .seconds(3))

    /// Adds a task whose transport performs the steps and then sends nothing more.
    private func add(
        reportsConnection: Bool = true,
        _ options: NetTaskOption...,
        steps: @escaping @Sendable (HTTPExchange) throws -> Void
    ) -> NetTaskHandle<GetAnywhere> {
        let transport = SteppingTransport(reportsConnection: reportsConnection, standing: standing, steps: steps)
        let queue = HTTPNetTaskQueue(transport: transport, baseURL: "http://a.test") {
            $0.timeouts = timeouts
            $0.clock = clock
        }
        return queue.add(GetAnywhere(uri: "x"), options: options)
    }

    private func expect(
        _ kind: NetTaskTimeoutError.Kind,
        _ limit: Duration,
        of handle: NetTaskHandle<GetAnywhere>,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        let result = await handle.result
        guard case .failure(.timeout(let error)) = result else {
            Issue.record("\(result)", sourceLocation: sourceLocation)
            return
        }
        #expect(error.kind == kind, sourceLocation: sourceLocation)
        #expect(error.limit == limit, sourceLocation: sourceLocation)
        #expect(error.attempt == 1, sourceLocation: sourceLocation)
    }

    @Test("A request without a connection ends after the connect timeout")
    func connect() async throws {
        // given
        let handle = add { _ in }
        // when
        try await clock.advance(to: .seconds(2))
        // then
        await expect(.connect, .seconds(2), of: handle)
    }

    @Test("A limit of zero ends the request before it begins")
    func zero() async {
        // given
        let handle = add(.timeouts(HTTPTimeouts(connect: .zero))) { _ in Issue.record("the request has begun") }
        // then
        await expect(.connect, .zero, of: handle)
    }

    @Test("A transport that reports no connections has the timeout for the first byte")
    func noConnectTold() async throws {
        // given
        let handle = add(reportsConnection: false) { _ in }
        // when
        try await clock.advance(to: .seconds(5))
        // then
        await expect(.firstByte, .seconds(5), of: handle)
    }

    @Test("A request without a reply ends after the timeout for the first byte")
    func firstByte() async throws {
        // given
        let handle = add { exchange in
            exchange.didConnect()
            exchange.didSendRequest()
        }
        // when
        await standing.wait()
        try await clock.advance(to: .seconds(2))
        try await clock.advance(to: .seconds(5))
        // then
        await expect(.firstByte, .seconds(5), of: handle)
    }

    @Test("A request whose body makes no progress ends after the idle timeout")
    func sending() async throws {
        // given
        let handle = add { exchange in
            exchange.didConnect()
            exchange.didSend(10)
        }
        // when
        await standing.wait()
        try await clock.advance(to: .seconds(2))
        try await clock.advance(to: .seconds(3))
        // then
        await expect(.idle, .seconds(3), of: handle)
    }

    @Test("A reply without further data ends after the idle timeout")
    func receiving() async throws {
        // given
        let handle = add { exchange in
            exchange.didConnect()
            exchange.didSendRequest()
            try exchange.receive(HTTPResponse(status: .ok))
            try exchange.receive(Data("x".utf8))
        }
        // when
        await standing.wait()
        try await clock.advance(to: .seconds(2))
        try await clock.advance(to: .seconds(3))
        // then
        await expect(.idle, .seconds(3), of: handle)
    }

    @Test("Each transfer restarts the idle timeout")
    func signs() async throws {
        // given
        let exchanges = Box<[HTTPExchange]>([])
        let handle = add { exchange in
            exchange.didConnect()
            exchange.didSendRequest()
            try exchange.receive(HTTPResponse(status: .ok))
            exchanges.value = [exchange]
        }
        await standing.wait()
        try await clock.advance(to: .seconds(2))
        try await clock.sleeper(until: .seconds(3))
        // when
        try exchanges.value[0].receive(Data("x".utf8))
        try await clock.advance(to: .seconds(3))
        // then
        try await clock.sleeper(until: .seconds(5))
        #expect(handle.status.phase == .running)
        try await clock.advance(to: .seconds(5))
        await expect(.idle, .seconds(3), of: handle)
    }

    @Test("A call can have its own timeouts, or none")
    func perCall() async throws {
        // given
        let patient = add(.timeouts(.none)) { _ in }
        let hasty = add(.timeouts(HTTPTimeouts(connect: .milliseconds(100)))) { _ in }
        // when
        try await clock.advance(to: .milliseconds(100))
        // then
        await expect(.connect, .milliseconds(100), of: hasty)
        clock.move(by: .seconds(1_000))
        #expect(patient.status.phase == .running)
        patient.cancel()
    }

    @Test("A call can replace the task's timeout and deadline")
    func attemptAndDeadline() async throws {
        // given
        let attempt = add(.timeout(.seconds(1))) { _ in }
        let all = add(
            .deadline(.milliseconds(1_500)),
            .retry(RetryPolicy(maxRetryCount: 9, interval: .seconds(1)))
        ) { _ in
            throw TransportError(.connectionLost, reason: "lost")
        }
        // when
        try await clock.advance(to: .seconds(1))
        // then
        await expect(.attempt, .seconds(1), of: attempt)
        guard case .failure(.transport) = await all.result else {
            Issue.record("not the last error")
            return
        }
    }

    @Test("Nothing was sent without a connection, so that a POST is retried")
    func retryOfConnect() async throws {
        // given
        let count = Box(0)
        let transport = SteppingTransport(reportsConnection: true, standing: standing) { _ in count.update { $0 += 1 } }
        let queue = HTTPNetTaskQueue(transport: transport) {
            $0.timeouts = timeouts
            $0.clock = clock
        }
        let task = Blog.CreatePost(title: "t", body: "b", userId: 1, date: Date())
        // when
        let handle = queue.add(task, .retry(RetryPolicy(maxRetryCount: 1, interval: .zero)))
        try await clock.advance(to: .seconds(2))
        try await clock.advance(to: .seconds(4))
        // then
        guard case .failure(.timeout(let error)) = await handle.result else {
            Issue.record("no time-out")
            return
        }
        #expect(error.kind == .connect)
        #expect(count.value == 2)
    }

    @Test("A transport that ignores cancellation does not block other tasks")
    func deaf() async throws {
        // given
        let gate = Signal()
        let queue = HTTPNetTaskQueue(transport: DeafTransport(gate: gate), baseURL: "http://a.test") {
            $0.timeouts = timeouts
            $0.clock = clock
        }
        let handle = queue.add(GetAnywhere(uri: "x"))
        // when
        try await clock.advance(to: .seconds(5))
        // then
        await expect(.firstByte, .seconds(5), of: handle)
        gate.report()
    }
}

/// Performs the steps, and then waits until it is cancelled.
private struct SteppingTransport: HTTPTransport {
    let reportsConnection: Bool
    /// Notified when all steps are done.
    let standing: Signal
    let steps: @Sendable (HTTPExchange) throws -> Void

    func send(_ request: HTTPRequest, body: HTTPRequestBody?, exchange: HTTPExchange) async throws {
        try steps(exchange)
        standing.report()
        await Signal().wait()  // until it is cancelled
        throw CancellationError()
    }
}

/// Ignores cancellation.
private struct DeafTransport: HTTPTransport {
    let gate: Signal

    func send(_ request: HTTPRequest, body: HTTPRequestBody?, exchange: HTTPExchange) async throws {
        await Task.detached { await gate.wait() }.value
    }
}
