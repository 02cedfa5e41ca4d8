import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskStreams
import Testing

@testable import NetTaskTesting

@Suite("The life of a stream")
struct StreamLifeTests {
    @Test("Leaving the loop closes the connection, and frees the slot")
    func leaving() async throws {
        let (queue, transport) = queue(limit: 1) { request in
            request.number == 1 ? .events([data("a"), data("b")], end: .silence) : .events([data("c"), done])
        }
        for try await chunk in queue.stream(Chat()) {
            #expect(chunk.text == "a")
            #expect(queue.tasks.first?.phase == .running)
            break
        }
        try await transport.waitForActiveRequests(atMost: 0)
        #expect(await queue.stream(Chat()).collect().elements.map(\.text) == ["c"])
    }

    @Test("Cancelling the Swift task that reads ends the stream")
    func cancellingReader() async throws {
        let (queue, transport) = queue { _ in .events([data("a")], end: .silence) }
        let hasBegun = HTTPPace()
        let reader = Task {
            var count = 0
            do {
                for try await _ in queue.stream(Chat()) {
                    count += 1
                    hasBegun.releaseAll()
                }
                return "ended"
            } catch NetTaskError<String>.cancelled {
                return "cancelled after \(count)"
            }
        }
        try await hasBegun.next()
        reader.cancel()
        #expect(try await reader.value == "cancelled after 1")
        try await transport.waitForActiveRequests(atMost: 0)
    }

    @Test("Cancelling the task ends the stream, and drops waiting elements")
    func cancellingTask() async throws {
        let (queue, transport) = queue { _ in .events([data("a"), data("b")], end: .silence) }
        let handle = queue.add(HTTPStream(Chat()))
        var iterator = handle.elements.makeAsyncIterator()
        _ = try await iterator.next()
        handle.cancel()
        await #expect(throws: NetTaskError<String>.self) {
            while try await iterator.next() != nil {}
        }
        #expect(handle.status.phase == .cancelled)
        try await transport.waitForActiveRequests(atMost: 0)
    }

    @Test("Two readers of one stream share its elements, and both reach the end")
    func twoReaders() async throws {
        let (queue, _) = queue { _ in .events([data("a"), data("b"), done]) }
        let handle = queue.add(HTTPStream(Chat()))
        async let first = handle.elements.collect()
        async let second = handle.elements.collect()
        let (elements, others) = await (first.elements, second.elements)
        #expect((elements + others).map(\.text).sorted() == ["a", "b"])
    }

    @Test("The timeout of an attempt ends with the head; the idle timeout ends the stream")
    func timeouts() async throws {
        let clock = TestClock()
        let pace = HTTPPace()
        let (queue, transport) = queue(clock: clock) { _ in
            .events([data("a"), data("b")], pace: pace, end: .silence)
        }
        var iterator = queue.stream(Chat()).makeAsyncIterator()
        pace.release(1)
        #expect(try await iterator.next()?.text == "a")
        // The time-out is 5 seconds, idleness 30.
        clock.move(by: .seconds(20))
        pace.release(1)
        #expect(try await iterator.next()?.text == "b")
        try await clock.advance(by: .seconds(31))
        let error = try await #require(throws: NetTaskError<String>.self) { try await iterator.next() }
        #expect((error.underlying as? NetTaskTimeoutError)?.kind == .idle)
        try await transport.waitForActiveRequests(atMost: 0)
    }

    @Test("The timeout of an attempt runs until the head arrives")
    func headTimeout() async throws {
        let clock = TestClock()
        let (queue, transport) = queue(clock: clock) { _ in .fault(.silence) }
        async let outcome = queue.stream(Chat(), .retry(RetryPolicy())).collect()
        try await transport.waitForRequests(1)
        try await clock.advance(by: .seconds(6))
        #expect((await outcome.error?.underlying as? NetTaskTimeoutError)?.kind == .attempt)
    }

    @Test("A deadline ends a running stream")
    func deadline() async throws {
        let clock = TestClock()
        let (queue, transport) = queue(clock: clock) { _ in .events([data("a")], end: .silence) }
        var iterator = queue.stream(Chat(), .deadline(.seconds(10))).makeAsyncIterator()
        _ = try await iterator.next()
        try await clock.advance(by: .seconds(11))
        let error = try await #require(throws: NetTaskError<String>.self) { try await iterator.next() }
        #expect((error.underlying as? NetTaskTimeoutError)?.kind == .deadline)
        try await transport.waitForActiveRequests(atMost: 0)
    }

    @Test("A transport sends only what fits the buffer, and the timeout is paused meanwhile")
    func backPressure() async throws {
        let clock = TestClock()
        let transport = FullTransport(piece: Data(data(String(repeating: "x", count: 10_000)).utf8), count: 1_000)
        let queue = HTTPNetTaskQueue(transport: transport, baseURL: "http://127.0.0.1") {
            $0.clock = clock
        }
        var iterator = queue.stream(Feed()).makeAsyncIterator()
        _ = try await iterator.next()
        try await transport.waitUntilFull()
        #expect(transport.broughtCount < 40)
        clock.move(by: .seconds(3_600))
        var count = 1
        while try await iterator.next() != nil { count += 1 }
        #expect(count == 1_000)
    }

    @Test("The timeout is paused while a transport is suspended, even before it waits for space")
    func heldTime() async throws {
        // given a transport that knows that there is no room, and does not wait for it yet
        let clock = TestClock()
        let gate = Watched(false)
        let piece = Data(data(String(repeating: "x", count: 10_000)).utf8)
        let transport = FullTransport(piece: piece, count: 40) { try? await gate.wait { $0 ? () : nil } }
        let queue = HTTPNetTaskQueue(transport: transport, baseURL: "http://127.0.0.1") { $0.clock = clock }
        var iterator = queue.stream(Feed()).makeAsyncIterator()
        _ = try await iterator.next()
        try await transport.waitUntilFull()
        // when all is read, and the timer goes off
        var count = 1
        while count < transport.broughtCount, try await iterator.next() != nil { count += 1 }
        clock.move(by: .seconds(3_600))
        for _ in 0..<1_000 { await Task.yield() }
        gate.update { $0 = true }
        // then
        while try await iterator.next() != nil { count += 1 }
        #expect(count == 40)
    }

    @Test("Events with ids continue after a lost connection; attempts with elements are not counted")
    func reconnection() async throws {
        let clock = TestClock()
        let (queue, transport) = queue(clock: clock) { request in
            switch request.number {
            case 4: .status(.noContent)
            case let number: .events(["retry: 2000\nid: \(number)\n" + data("\(number)")], end: .lost)
            }
        }
        async let outcome = queue.stream(Feed()).collect()
        for _ in 1...3 {
            try await clock.advance(by: .seconds(2))
        }
        let (chunks, error) = await outcome
        #expect(chunks.map(\.text) == ["1", "2", "3"])
        #expect(error == nil)
        #expect(transport.requests.map { $0.values(of: "Last-Event-ID") } == [[], ["1"], ["2"], ["3"]])
    }

    @Test("A stream without new elements ends when no retries are left")
    func fruitless() async throws {
        let clock = TestClock()
        let (queue, transport) = queue(clock: clock) { request in
            request.number == 1 ? .events(["id: 1\n" + data("a")], end: .lost) : .events([], end: .lost)
        }
        async let outcome = queue.stream(Feed()).collect()
        try await clock.advance(by: .seconds(3))
        let (chunks, error) = await outcome
        #expect(chunks.map(\.text) == ["a"])
        #expect((error?.underlying as? TransportError)?.kind == .connectionLost)
        #expect(transport.requests.count == 2)
    }
}

/// Brings the same piece many times, as fast as there is room for it.
private final class FullTransport: HTTPTransport {
    private let piece: Data
    private let count: Int
    private let state = Watched((brought: 0, isFull: false))
    private let beforeWait: @Sendable () async -> Void

    init(piece: Data, count: Int, beforeWait: @escaping @Sendable () async -> Void = {}) {
        (self.piece, self.count, self.beforeWait) = (piece, count, beforeWait)
    }

    var broughtCount: Int { state.value.brought }

    func waitUntilFull() async throws {
        try await state.wait { $0.isFull ? () : nil }
    }

    func send(_ request: HTTPRequest, body: HTTPRequestBody?, exchange: HTTPExchange) async throws {
        try exchange.receive(HTTPResponse(status: .ok, headerFields: [.contentType: "text/event-stream"]))
        for _ in 1...count {
            try exchange.receive(piece)
            state.update { $0.brought += 1 }
            if exchange.isFull {
                state.update { $0.isFull = true }
                await beforeWait()
                await withCheckedContinuation { room in exchange.whenReady { room.resume() } }
            }
        }
    }
}
