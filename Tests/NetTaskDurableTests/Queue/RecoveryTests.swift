import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskTesting
import Testing

@testable import NetTaskDurable

@Suite("Recovering", .timeLimit(.minutes(5)))
struct RecoveryTests {
    let ground = Ground()

    @Test("tasks that lost one lease run at once")
    func lostOnce() async throws {
        // given
        try await ground.queue().enqueue([PlaceOrder(article: 1), PlaceOrder(article: 2)])
        let next = try await ground.loseLeases(1)
        // when
        let handler = HTTPManualHandler()
        let queue = ground.queue(store: next, handler: handler)
        queue.register(PlaceOrder.self)
        async let report = queue.drain()
        let attempts = [try await handler.next(), try await handler.next()]
        // then
        #expect(handler.inFlightCount == 2)
        attempts.forEach { $0.succeed(.json("1")) }
        #expect(try await report.ran == 2)
    }

    @Test("tasks that lost two leases run one at a time")
    func suspects() async throws {
        try await ground.queue().enqueue([PlaceOrder(article: 1), PlaceOrder(article: 2)])
        let next = try await ground.loseLeases(2)

        let handler = HTTPManualHandler()
        let queue = ground.queue(store: next, handler: handler)
        queue.register(PlaceOrder.self)
        async let report = queue.drain()
        for _ in 0..<2 {
            let attempt = try await handler.next()
            #expect(handler.inFlightCount == 1)
            attempt.succeed(.json("1"))
        }

        #expect(try await report.ran == 2)
        #expect(handler.highestInFlightCount == 1)
    }

    /// A queue whose wall clock differs by the last number in the book.
    private func queue(offBy offset: Book<Double>, startsSuspended: Bool) -> DurableHTTPNetTaskQueue {
        let queue = DurableHTTPNetTaskQueue(store: ground.store, handler: ground.mock) {
            ground.configure(&$0)
            $0.wallClock = { [clock = ground.clock] in clock.date + (offset.entries.last ?? 0) }
        }
        if startsSuspended { queue.suspend() }
        queue.start()
        return queue
    }

    @Test(
        "setting the clock strands no task that waits for its next run",
        arguments: [[-3600], [365 * 86_400], [365 * 86_400, 0]]
    )
    func clockJumps(_ jumps: [Double]) async throws {
        let offset = Book<Double>()
        ground.mock.on(PlaceOrder.self) { _, _ in
            ground.mock.requests.count == jumps.count + 1 ? .json("5") : .status(500)
        }
        let queue = queue(offBy: offset, startsSuspended: true)
        let handle = try await queue.enqueue(PlaceOrder(article: 1))
        try await queue.drain()
        for jump in jumps {
            offset.write(jump)
            try await queue.drain()
            ground.clock.move(by: .seconds(30))
            try await queue.drain()
        }

        #expect(try await handle.status().state == .succeeded)
    }

    @Test("a clock that is set forward is noticed within a minute")
    func noticed() async throws {
        let offset = Book<Double>()
        ground.mock.on(PlaceOrder.self) { _, _ in .json("5") }
        let queue = queue(offBy: offset, startsSuspended: false)
        let handle = try await queue.enqueue(PlaceOrder(article: 1), .notBefore(ground.now + 7200))
        try await ground.clock.sleeper(until: .seconds(60))
        offset.write(7200)
        try await ground.clock.advance(to: .seconds(60))

        #expect(try await handle.value == 5)
    }

    @Test("an expired task goes to the dead letters at its date, and waiting callers are notified")
    func expiry() async throws {
        let queue = ground.queue(startsSuspended: false)
        let handle = try await queue.enqueue(
            PlaceOrder(article: 1),
            .notBefore(ground.now + 500),
            .expires(ground.now + 40)
        )
        async let result = handle.result
        try await ground.clock.advance(to: .seconds(40))

        guard case .failure(.dead(.expired, _, nil)) = await result else {
            Issue.record("the task has expired")
            return
        }
    }

    @Test("a run passes its fault points in order")
    func faultPoints() async throws {
        let points = Book<FaultPoint>()
        ground.mock.on(PlaceOrder.self) { _, _ in .json("1") }
        let queue = DurableHTTPNetTaskQueue(store: ground.store, handler: ground.mock, limit: 1) {
            ground.configure(&$0)
            $0.faults = FaultPoints(reached: points.write)
        }
        try await queue.enqueue(PlaceOrder(article: 1))
        try await queue.drain()

        #expect(points.entries == [.runBeforeSend, .runAfterReply])
    }
}
