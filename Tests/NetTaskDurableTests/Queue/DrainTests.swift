import Foundation
import HTTPTypes
import NetTaskDurable
import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("Draining, expiring and shutting down", .timeLimit(.minutes(5)))
struct DrainTests {
    @Test("to an invalid date end at once, or never", arguments: [Double.nan, -.infinity, .infinity])
    func noDate(_ seconds: Double) async throws {
        ground.mock.on(PlaceOrder.self) { _, _ in .json("5") }
        let queue = ground.queue()
        try await queue.enqueue(PlaceOrder(article: 1))

        try await queue.drain(until: Date(timeIntervalSinceReferenceDate: seconds))
    }

    @Test("reads no payloads for its report")
    func noPayloads() async throws {
        let store = FailingStore(ground.store)
        let queue = ground.queue(store: store)
        try await queue.enqueue(PlaceOrder(article: 1), .notBefore(ground.now + 60))
        try await queue.drain()

        #expect(!store.queries.entries.isEmpty)
        #expect(store.queries.entries.allSatisfy { !$0.includesPayloads })
        #expect(try await ground.store.tasks(TaskQuery(includesPayloads: false)).map(\.task.payload) == [Data()])
    }

    let ground = Ground()

    @Test("a drain runs the due tasks, and returns the rest, the next date and its reason")
    func report() async throws {
        ground.mock.on(PlaceOrder.self) { _, _ in .json("1") }
        let queue = ground.queue()
        try await queue.enqueue(PlaceOrder(article: 1))
        try await queue.enqueue(PlaceOrder(article: 2))
        try await queue.enqueue(PlaceOrder(article: 3), .notBefore(ground.now + 600), .requires(.network))

        let report = try await queue.drain()

        #expect(report.ran == 2)
        #expect(report.left == 1)
        #expect(report.nextRun == ground.now + 600)
        #expect(report.requirements == .network)
        #expect(queue.isSuspended)
    }

    @Test("a suspended queue checks for expired tasks each minute")
    func expiryWhileSuspended() async throws {
        let queue = ground.queue()
        let handle = try await queue.enqueue(PlaceOrder(article: 1), .expires(ground.now + 150))
        for second in [60, 120, 150] {
            try await ground.clock.sleeper(until: .seconds(second))
            try await ground.clock.advance(to: .seconds(second))
        }

        guard case .failure(.dead(.expired, _, _)) = await handle.result else {
            Issue.record("It has not expired")
            return
        }
        #expect(queue.isSuspended)
    }

    @Test("a drain starts at most as many runs as its limit")
    func limit() async throws {
        ground.mock.on(PlaceOrder.self) { _, _ in .json("1") }
        let queue = ground.queue()
        for article in 1...5 {
            try await queue.enqueue(PlaceOrder(article: article))
        }

        #expect(try await queue.drain(limit: 2).ran == 2)
        #expect(ground.mock.requests.count == 2)
        #expect(try await queue.drain(limit: 0).ran == 0)
        #expect(ground.mock.requests.count == 2)
        #expect(try await queue.drain().left == 0)
    }

    @Test("a drain returns at its deadline, and running tasks continue")
    func deadline() async throws {
        let handler = HTTPManualHandler()
        let queue = ground.queue(handler: handler)
        let handle = try await queue.enqueue(PlaceOrder(article: 1))
        async let report = queue.drain(until: ground.now + 25)
        let attempt = try await handler.next()
        try await ground.clock.advance(to: .seconds(25))

        #expect(try await report.left == 1)
        attempt.succeed(.json("7"))
        #expect(try await handle.value == 7)
    }

    @Test("a drain fails if the store fails")
    func failingStore() async throws {
        let queue = ground.queue()
        try await queue.enqueue(PlaceOrder(article: 1))
        await ground.store.close()

        await #expect(throws: TaskStoreError.closed) { try await queue.drain() }
    }

    @Test("at the end of the time, runs are cancelled and returned without being counted")
    func expire() async throws {
        let handler = HTTPManualHandler()
        let queue = ground.queue(handler: handler)
        let handle = try await queue.enqueue(PlaceOrder(article: 1))
        async let report = queue.drain()
        let attempt = try await handler.next()

        await queue.expire()

        #expect(attempt.isCancelled)
        _ = try await report
        let task = try await handle.status()
        #expect(task.state == .waiting)
        #expect(task.runCount == 0)
        #expect(task.dueAt <= ground.now)
        #expect(queue.isSuspended)
        #expect(try await queue.runs(of: handle.id).map(\.outcome) == [.returned])
    }

    @Test("returned tasks run again in the next drain, with the same key")
    func runsAgain() async throws {
        let handler = HTTPManualHandler()
        let queue = ground.queue(handler: handler)
        let handle = try await queue.enqueue(PlaceOrder(article: 1))
        async let first = queue.drain()
        let attempt = try await handler.next()
        await queue.expire()
        _ = try await first

        async let second = queue.drain()
        let again = try await handler.next()
        again.succeed(.json("7"))
        #expect(try await second.ran == 1)

        #expect(again.context.idempotencyKey == attempt.context.idempotencyKey)
        #expect(try await handle.value == 7)
    }

    @Test("a shutdown lets runs end, and starts no others")
    func shutdown() async throws {
        let handler = HTTPManualHandler()
        let queue = ground.queue(handler: handler, limit: 1, startsSuspended: false)
        let first = try await queue.enqueue(PlaceOrder(article: 1))
        let second = try await queue.enqueue(PlaceOrder(article: 2))
        let attempt = try await handler.next()
        async let over: Void = queue.shutdown()
        try await ground.clock.sleeper(until: .seconds(25))
        attempt.succeed(.json("1"))
        await over

        #expect(try await first.status().state == .succeeded)
        #expect(try await second.status().state == .waiting)
    }

    @Test("a shutdown returns tasks that have not ended after the grace time")
    func grace() async throws {
        let handler = HTTPManualHandler()
        let queue = ground.queue(handler: handler, startsSuspended: false)
        let handle = try await queue.enqueue(PlaceOrder(article: 1))
        _ = try await handler.next()
        async let over: Void = queue.shutdown(grace: .seconds(3))
        try await ground.clock.advance(to: .seconds(3))
        await over

        #expect(try await handle.status().state == .waiting)
        #expect(try await handle.status().runCount == 0)
    }

    @Test("B35: a suspended queue starts nothing, and running tasks continue")
    func suspend() async throws {
        let handler = HTTPManualHandler()
        let queue = ground.queue(handler: handler, limit: 1, startsSuspended: false)
        let first = try await queue.enqueue(PlaceOrder(article: 1))
        let second = try await queue.enqueue(PlaceOrder(article: 2))
        let attempt = try await handler.next()
        queue.suspend()
        attempt.succeed(.json("1"))
        #expect(try await first.value == 1)
        #expect(handler.requests.count == 1)

        queue.resume()
        try await handler.next().succeed(.json("2"))
        #expect(try await second.value == 2)
    }
}
