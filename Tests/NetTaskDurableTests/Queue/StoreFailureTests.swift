import Foundation
import HTTPTypes
import NetTaskDurable
import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("A durable queue on a store that fails", .timeLimit(.minutes(5)))
struct StoreFailureTests {
    let ground = Ground()
    let store: FailingStore

    init() {
        store = FailingStore(ground.store)
    }

    @Test("reports this to the enqueuing caller")
    func insertFails() async throws {
        store.fail(.insert)
        let queue = ground.queue(store: store)

        await #expect {
            try await queue.enqueue(PlaceOrder(article: 1))
        } throws: { error in
            guard case EnqueueError.store(.full) = error else { return false }
            return true
        }
    }

    @Test("retries claims after a second, then two, and not in a tight loop")
    func claimFails() async throws {
        ground.mock.on(PlaceOrder.self) { _, _ in .json("5") }
        store.fail(.claim)
        let queue = ground.queue(store: store, startsSuspended: false)
        let handle = try await queue.enqueue(PlaceOrder(article: 1))
        try await ground.clock.sleeper(until: .seconds(1))
        // Wakes the queue during its pause.
        try await queue.enqueue(PlaceOrder(article: 2))
        try await ground.clock.advance(to: .seconds(1))
        try await ground.clock.sleeper(until: .seconds(3))
        #expect(store.failures.count == 2)
        #expect(ground.log.entries.contains { $0.level == .error && $0.text.contains("no space left") })

        store.fail()
        try await ground.clock.advance(to: .seconds(3))

        #expect(try await handle.value == 5)
    }

    @Test(
        "runs tasks although its housekeeping fails, and retries the housekeeping",
        arguments: [
            FailingStore.Operation.recover, .expire, .prune, .counts,
        ]
    )
    func housekeepingFails(_ operation: FailingStore.Operation) async throws {
        ground.mock.on(PlaceOrder.self) { _, _ in .json("5") }
        store.fail(operation)
        let queue = ground.queue(store: store, startsSuspended: false)
        let handle = try await queue.enqueue(PlaceOrder(article: 1))
        #expect(try await handle.value == 5)
        // After the first failure.
        try await ground.clock.sleeper(until: .seconds(1))

        #expect(store.failures.entries.contains(operation))
        #expect(ground.log.entries.contains { $0.level == .error && $0.text.contains("no space left") })
    }

    @Test("checks for other processes each 5 seconds, even without a free slot")
    func fullBesideOthers() async throws {
        let handler = HTTPManualHandler()
        store.hasCompany.withLock { $0 = true }
        let queue = ground.queue(store: store, handler: handler, limit: 1, startsSuspended: false)
        try await queue.enqueue(PlaceOrder(article: 1))
        let attempt = try await handler.next()

        try await ground.clock.sleeper(until: .seconds(5))
        #expect(queue.runningCount == 1)
        attempt.succeed(.json("1"))
    }

    @Test("ends its work when the store is closed, and reports this once")
    func closed() async throws {
        let queue = ground.queue(store: store, startsSuspended: false)
        queue.register(PlaceOrder.self)
        try await ground.clock.sleeper(until: .seconds(3600))
        await ground.store.close()
        for _ in 0..<5 {
            queue.resume()
            _ = try? await queue.drain()
        }

        #expect(ground.log.entries.filter { $0.text.contains("closed") }.count == 1)
        #expect(ground.clock.sleeperCount == 0)
    }

    @Test("keeps the end of a run until it can be stored, and does not send the request again")
    func endFails() async throws {
        ground.mock.on(PlaceOrder.self) { _, _ in .json("5") }
        store.fail(.end)
        let queue = ground.queue(store: store, startsSuspended: false)
        let handle = try await queue.enqueue(PlaceOrder(article: 1))
        try await ground.clock.advance(to: .seconds(1))
        try await ground.clock.sleeper(until: .seconds(3))
        #expect(try await handle.status().state == .running)

        store.fail()
        try await ground.clock.advance(to: .seconds(3))

        #expect(try await handle.value == 5)
        #expect(ground.mock.requests.count == 1)
    }
}
