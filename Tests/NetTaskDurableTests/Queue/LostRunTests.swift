import Foundation
import HTTPTypes
import NetTaskDurable
import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("Changes of a running task by other processes", .timeLimit(.minutes(5)))
struct LostRunTests {
    let ground = Ground()

    @Test("cancel its run if they end it, and free the slot")
    func endedElsewhere() async throws {
        let handler = HTTPManualHandler()
        let queue = ground.queue(handler: handler, limit: 1, startsSuspended: false)
        let handle = try await queue.enqueue(PlaceOrder(article: 1))
        let attempt = try await handler.next()

        _ = try await ground.otherStore().cancel([handle.id], reason: "by the tool", now: ground.now)

        guard case .failure(.cancelled("by the tool")) = await handle.result else {
            Issue.record("\(await handle.result)")
            return
        }
        let second = try await queue.enqueue(PlaceOrder(article: 2))
        let next = try await handler.next()
        #expect(attempt.isCancelled)
        next.succeed(.json("2"))
        #expect(try await second.value == 2)
    }

    @Test("may claim its lease, and the run that lost it does not affect the next one")
    func successor() async throws {
        let store = FailingStore(ground.store)
        let handler = HTTPManualHandler()
        let queue = ground.queue(store: store, handler: handler, startsSuspended: false)
        let handle = try await queue.enqueue(PlaceOrder(article: 1))
        let lost = try await handler.next()
        // As if this process had been considered ended.
        let lease = try #require(store.leases.entries.first)
        _ = try await ground.store.end([TaskEnd(lease, .returned)], now: ground.now)
        let next = try await handler.next()
        lost.succeed(.json("1"))
        while queue.runningCount > 1 { await Task.yield() }
        next.succeed(.json("2"))

        #expect(try await handle.value == 2)
        #expect(try await handle.status().state == .succeeded)
        #expect(!next.isCancelled)
    }

    @Test("report its second end if they retry it from the dead letters")
    func retriedElsewhere() async throws {
        let status = Book<Int>()
        ground.mock.on(PlaceOrder.self) { _, _ in status.count == 0 ? .status(404) : .json("5") }
        let queue = ground.queue()
        let ends = Book<DurableTaskID>()
        queue.onEnd(of: PlaceOrder.self) { ends.write($0.id) }
        let handle = try await queue.enqueue(PlaceOrder(article: 1))
        try await queue.drain()
        #expect(try await handle.status().state == .dead)

        status.write(200)
        _ = try await ground.otherStore().retry([handle.id], now: ground.now)
        try await queue.drain()

        #expect(ends.entries == [handle.id, handle.id])
        #expect(try await queue.handle(for: handle.id, of: PlaceOrder.self).value == 5)
    }
}
