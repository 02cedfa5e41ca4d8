import Foundation
import HTTPTypes
import NetTaskDurableTesting
import NetTaskRuntime
import NetTaskTesting
import Testing

@testable import NetTaskDurable

#if SQLite
    import NetTaskSQLite
#endif

@Suite("Suspending the store with its queue", .timeLimit(.minutes(5)))
struct StoreSuspensionTests {
    let ground = Ground()

    @Test("ends the runs without counting them, and runs nothing until it is resumed")
    func runs() async throws {
        // given
        let handler = HTTPManualHandler()
        let queue = ground.queue(handler: handler, startsSuspended: false)
        let order = try await queue.enqueue(PlaceOrder(article: 1))
        _ = try await handler.next()
        // when
        await queue.suspendStore()
        // then
        #expect(queue.runningCount == 0)
        #expect(!queue.isSuspended)
        let task = try #require(try await ground.store.task(order.id))
        #expect(task.state == .waiting)
        #expect(task.runCount == 0)
        // when
        try await queue.resumeStore()
        try await handler.next().succeed(.json("5"))
        // then
        #expect(try await order.value == 5)
    }

    @Test("leaves a store in memory usable: tasks can be enqueued and cancelled, and run afterward")
    func memory() async throws {
        ground.mock.on(PlaceOrder.self) { _, _ in .json("5") }
        let queue = ground.queue(startsSuspended: false)
        await queue.suspendStore()
        let (first, second) = (
            try await queue.enqueue(PlaceOrder(article: 1)), try await queue.enqueue(PlaceOrder(article: 2))
        )
        #expect(try await queue.cancel(id: second.id) == [second.id])
        #expect(try await queue.explain(first.id)?.reasons == [.suspended])

        try await queue.resumeStore()

        #expect(try await first.value == 5)
        #expect(ground.mock.requests.count == 1)
    }

    @Test("a drain throws during a suspension, and its tasks are not lost")
    func drain() async throws {
        ground.mock.on(PlaceOrder.self) { _, _ in .json("5") }
        let queue = ground.queue()
        try await queue.enqueue(PlaceOrder(article: 1))
        await queue.suspendStore()
        await #expect(throws: TaskStoreError.suspended) { try await queue.drain() }
        try await queue.resumeStore()
        #expect(try await queue.drain().ran == 1)
    }

    @Test("ends a drain")
    func endsDrain() async throws {
        let handler = HTTPManualHandler()
        let queue = ground.queue(handler: handler)
        try await queue.enqueue(PlaceOrder(article: 1))
        async let report = queue.drain()
        _ = try await handler.next()
        await queue.suspendStore()
        let left = try await report.left
        #expect(left == 1)
    }

    @Test("does not resume a queue that was suspended before")
    func suspendedBefore() async throws {
        ground.mock.on(PlaceOrder.self) { _, _ in .json("5") }
        let queue = ground.queue()
        try await queue.enqueue(PlaceOrder(article: 1))
        await queue.suspendStore()
        try await queue.resumeStore()
        #expect(queue.isSuspended)
        #expect(try await queue.drain().ran == 1)
    }

    @Test("completes even if its caller is cancelled")
    func cancelled() async throws {
        let store = SuspendableStore(ground.store)
        let handler = HTTPManualHandler()
        let queue = ground.queue(store: store, handler: handler, startsSuspended: false)
        try await queue.enqueue(PlaceOrder(article: 1))
        _ = try await handler.next()
        let call = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await queue.suspendStore()
        }
        await call.value
        #expect(store.calls.entries == ["suspend"])
        #expect(queue.runningCount == 0)
    }

    @Test("happens in the order of the calls of an actor")
    @MainActor
    func order() async throws {
        let store = SuspendableStore(ground.store)
        let queue = ground.queue(store: store)
        let calls = (0..<20).map { number in
            Task { @MainActor in
                if number.isMultiple(of: 2) { await queue.suspendStore() } else { try await queue.resumeStore() }
            }
        }
        for call in calls { try await call.value }
        #expect(store.calls.entries == (0..<20).map { $0.isMultiple(of: 2) ? "suspend" : "resume" })
    }

    #if SQLite
        @Test("makes calls fail with a typed error, logs no error, and lets handles wait")
        func file() async throws {
            // given
            let file = try StoreFile()
            let store = try SQLiteTaskStore(path: file.path)
            let handler = HTTPManualHandler()
            let queue = ground.queue(store: store, handler: handler, startsSuspended: false)
            let order = try await queue.enqueue(PlaceOrder(article: 1))
            async let value = order.value
            _ = try await handler.next()
            // when
            await queue.suspendStore()
            // then
            await #expect { try await queue.enqueue(PlaceOrder(article: 2)) } throws: { error in
                if case EnqueueError.store(.suspended) = error { true } else { false }
            }
            await #expect(throws: TaskStoreError.suspended) { try await queue.cancel(id: order.id) }
            await #expect(throws: TaskStoreError.suspended) { try await queue.drain() }
            // when
            try await queue.resumeStore()
            try await handler.next().succeed(.json("5"))
            // then
            #expect(try await value == 5)
            #expect(ground.log.entries.filter { $0.level == .error } == [])
        }

        @Test("lets another queue on the store continue after the store is resumed, without a pause")
        func otherQueue() async throws {
            let file = try StoreFile()
            let store = try SQLiteTaskStore(path: file.path)
            ground.mock.on(PlaceOrder.self) { _, _ in .json("5") }
            let other = ground.queue(store: store, startsSuspended: false)
            let queue = ground.queue(store: store)
            await queue.suspendStore()
            #expect(await (try? other.drain()) == nil)
            try await queue.resumeStore()
            #expect(try await other.enqueue(PlaceOrder(article: 1)).value == 5)
            #expect(ground.log.entries.filter { $0.level == .error } == [])
        }
    #endif
}

/// Records its suspensions.
private struct SuspendableStore: ForwardingTaskStore {
    let base: any TaskStore
    let calls = Book<String>()

    init(_ base: any TaskStore) {
        self.base = base
    }

    func suspend(now: Date) async {
        calls.write("suspend")
        await base.suspend(now: now)
    }

    func resume() async throws(TaskStoreError) {
        calls.write("resume")
        try await base.resume()
    }
}
