import Foundation
import HTTPTypes
import NetTaskDurable
import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("A durable queue on a store that fails", .timeLimit(.minutes(1)))
struct StoreFailureTests {
    let ground = Ground()
    let store: FailingStore

    init() {
        store = FailingStore(ground.store)
    }

    @Test("says so to who enqueues")
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

    @Test("tries claims again after a second, then two, and does not spin")
    func claimFails() async throws {
        ground.mock.on(PlaceOrder.self) { _, _ in .json("5") }
        store.fail(.claim)
        let queue = ground.queue(store: store, startsSuspended: false)
        let handle = try await queue.enqueue(PlaceOrder(article: 1))
        try await ground.clock.sleeper(until: .seconds(1))
        // Wakes the queue in the middle of its pause.
        try await queue.enqueue(PlaceOrder(article: 2))
        try await ground.clock.advance(to: .seconds(1))
        try await ground.clock.sleeper(until: .seconds(3))
        #expect(store.failures.count == 2)
        #expect(ground.log.entries.contains { $0.level == .error && $0.text.contains("no space left") })

        store.fail()
        try await ground.clock.advance(to: .seconds(3))

        #expect(try await handle.value == 5)
    }

    @Test("keeps the end of a run until it can be stored, and sends nothing again")
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
