import Foundation
import NetTaskDurable
import NetTaskDurableTesting
import NetTaskRuntime
import NetTaskTesting
import Testing

/// A store with leases of 30 seconds, which records the operations on them.
private final class LeasingStore: ForwardingTaskStore {
    let base: any TaskStore
    let renewals = Book<[TaskLease]>()
    let fails = Locked(false)
    let endFails = Locked(false)

    init(_ base: any TaskStore) {
        self.base = base
    }

    var leaseDuration: Duration? { .seconds(30) }

    func renew(_ leases: [TaskLease], now: Date) async throws(TaskStoreError) -> [TaskLease] {
        renewals.write(leases)
        if fails.withLock({ $0 }) { throw .unavailable("the server is away") }
        return try await base.renew(leases, now: now)
    }

    func end(_ ends: [TaskEnd], now: Date) async throws(TaskStoreError) -> [[DurableTaskID]?] {
        if endFails.withLock({ $0 }) { throw .unavailable("the server is away") }
        return try await base.end(ends, now: now)
    }
}

@Suite("B45: a lease that runs out", .timeLimit(.minutes(5)))
struct LeaseRenewalTests {
    let ground = Ground()

    @Test("is renewed during the run, three times in its duration")
    func renewed() async throws {
        // given
        let store = LeasingStore(ground.store)
        let handler = HTTPManualHandler()
        let queue = ground.queue(store: store, handler: handler, startsSuspended: false)
        let handle = try await queue.enqueue(PlaceOrder(article: 1))
        let attempt = try await handler.next()
        let before = store.renewals.count
        // when
        for count in 1...4 {
            try await ground.clock.advance(by: .seconds(10))
            while store.renewals.count < before + count { await Task.yield() }
        }
        // then
        #expect(!attempt.isCancelled)
        attempt.succeed(.json("2"))
        #expect(try await handle.value == 2)
    }

    @Test("cancels the run when it ended without a renewal, not earlier")
    func cutOff() async throws {
        // given
        let store = LeasingStore(ground.store)
        let handler = HTTPManualHandler()
        let queue = ground.queue(store: store, handler: handler, startsSuspended: false)
        try await queue.enqueue(PlaceOrder(article: 1))
        let attempt = try await handler.next()
        store.fails.withLock { $0 = true }
        // when
        try await ground.clock.advance(by: .seconds(29))
        while store.renewals.count < 1 { await Task.yield() }
        let isCutOffEarly = attempt.isCancelled
        try await ground.clock.advance(by: .seconds(1))
        while !attempt.isCancelled { await Task.yield() }
        // then
        #expect(!isCutOffEarly)
        while !ground.log.entries.contains(where: { $0.text.contains("could not be renewed for 30") }) {
            await Task.yield()
        }
    }

    @Test("is renewed while the end of its run cannot be stored")
    func whileEnding() async throws {
        // given
        let store = LeasingStore(ground.store)
        let handler = HTTPManualHandler()
        let queue = ground.queue(store: store, handler: handler, startsSuspended: false)
        let handle = try await queue.enqueue(PlaceOrder(article: 1))
        let attempt = try await handler.next()
        store.endFails.withLock { $0 = true }
        // when
        attempt.succeed(.json("2"))
        while !ground.log.entries.contains(where: { $0.text.contains("could not be stored") }) { await Task.yield() }
        let before = store.renewals.count
        try await ground.clock.advance(by: .seconds(10))
        while store.renewals.count == before { await Task.yield() }
        // then
        #expect(store.renewals.entries.last?.map(\.id) == [handle.id])
        store.endFails.withLock { $0 = false }
        while try await ground.store.task(handle.id)?.state == .running {
            try await ground.clock.advance(by: .seconds(10))
        }
        #expect(try await handle.value == 2)
    }
}
