import Foundation
import NetTaskDurableTesting
import NetTaskRuntime
import NetTaskTesting
import Testing

@testable import NetTaskDurable

@Suite("The calls of a durable queue to its store", .timeLimit(.minutes(5)))
struct OwnChangesTests {
    let ground = Ground()

    @Test("It is notified of changes by others, and not of its own")
    func ownChanges() async throws {
        // given
        ground.mock.on(PlaceOrder.self) { _, _ in .json("42") }
        let queue = ground.queue()
        let changes = TaskChangeSource.$author.withValue(queue.core.author) { ground.store.changes() }
        // when
        try await queue.enqueue(PlaceOrder(article: 1))
        try await queue.drain()
        let second = try await queue.enqueue(PlaceOrder(article: 2))
        try await second.setPriority(.high)
        try await second.cancel()
        try await queue.drop([second.id])
        try await queue.setPaused(true, kinds: ["Other"])
        let other = try await ground.queue().enqueue(PlaceOrder(article: 3))
        // then
        var iterator = changes.makeAsyncIterator()
        #expect(await iterator.next() == TaskChange(kinds: ["Shop.PlaceOrder"], ids: [other.id]))
    }

    @Test("It claims only if tasks are due")
    func looksFirst() async throws {
        // given
        ground.mock.on(PlaceOrder.self) { _, _ in .json("42") }
        let store = CountingStore(ground.store)
        let queue = ground.queue(store: store)
        // when
        try await queue.enqueue(PlaceOrder(article: 1), .notBefore(ground.now + 60))
        try await queue.drain()
        // then
        #expect(store.claims.count == 0)
        // when
        try await queue.enqueue(PlaceOrder(article: 2))
        try await queue.drain()
        // then
        #expect(store.claims.count == 1)
    }

    @Test("It runs tasks that a cancellation has unblocked")
    func unblocked() async throws {
        // given
        ground.mock.on(PlaceOrder.self) { _, _ in .json("42") }
        let queue = ground.queue(startsSuspended: false)
        let first = try await queue.enqueue(PlaceOrder(article: 1), .group("g"), .notBefore(ground.now + 60))
        let second = try await queue.enqueue(PlaceOrder(article: 2), .group("g"))
        // when
        try await first.cancel()
        // then
        #expect(try await second.value == 42)
    }

    @Test("It runs tasks of a kind that it resumes")
    func resumed() async throws {
        // given
        ground.mock.on(PlaceOrder.self) { _, _ in .json("42") }
        let queue = ground.queue(startsSuspended: false)
        try await queue.setPaused(true, kinds: ["Shop.PlaceOrder"])
        let handle = try await queue.enqueue(PlaceOrder(article: 1))
        // when
        try await queue.setPaused(false, kinds: ["Shop.PlaceOrder"])
        // then
        #expect(try await handle.value == 42)
    }

    @Test("It does not look for work after it has enqueued a task that it cannot run")
    func notRunnable() async throws {
        // given
        let store = CountingStore(ground.store)
        let queue = ground.executing(DurableExecutors(), store: store, startsSuspended: false)
        queue.register(Resize.self)
        try await queue.drain()
        // when
        let before = store.looks.count
        for number in 1...50 {
            try await queue.enqueue(Resize(path: "\(number)"))
            // A pump that was woken would check the store now.
            for _ in 1...200 { await Task.yield() }
        }
        try await queue.drain()
        // then
        #expect(store.looks.count <= before + 5, "some before and after drains")
    }

    @Test("It reports its own ends, even if the store could not list them at first")
    func readAgain() async throws {
        // given
        let store = CountingStore(ground.store)
        let queue = ground.queue(store: store)
        let (ends, teller) = AsyncStream<DurableTaskID>.makeStream()
        queue.onEnd(of: PlaceOrder.self) { teller.yield($0.id) }
        let handle = try await queue.enqueue(PlaceOrder(article: 1))
        // when
        store.failsToRead.withLock { $0 = true }
        try await handle.cancel()
        store.failsToRead.withLock { $0 = false }
        try await ground.clock.sleeper(until: .seconds(1))
        try await ground.clock.advance(to: .seconds(1))
        // then
        var iterator = ends.makeAsyncIterator()
        #expect(await iterator.next() == handle.id)
    }
}

/// Counts the requests of its queue.
private final class CountingStore: ForwardingTaskStore {
    let base: any TaskStore
    let claims = Book<TaskClaim>()
    /// Counts how often the pump has nothing to do.
    let looks = Book<Void>()
    let failsToRead = Locked(false)

    init(_ base: any TaskStore) {
        self.base = base
    }

    func claim(_ claim: TaskClaim, now: Date) async throws(TaskStoreError) -> [ClaimedTask] {
        claims.write(claim)
        return try await base.claim(claim, now: now)
    }

    func tasks(_ ids: [DurableTaskID]) async throws(TaskStoreError) -> [StoredTask] {
        if failsToRead.withLock({ $0 }) { throw .busy("locked") }
        return try await base.tasks(ids)
    }

    func hasOtherOwners() async -> Bool {
        looks.write(())
        return await base.hasOtherOwners()
    }
}
