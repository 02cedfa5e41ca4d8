import Foundation
import HTTPTypes
import NetTaskDurable
import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("An end of a durable task", .timeLimit(.minutes(5)))
struct EndTellingTests {
    let ground = Ground()
    let ends = Book<DurableTaskID>()
    let hookEnds = Book<DurableTaskID>()

    /// A queue whose ends are recorded, with as many relaunches as a test needs.
    func queue() -> DurableHTTPNetTaskQueue {
        let queue = ground.queue(
            store: ground.otherStore(),
            hooks: DurableHooks(didEnd: { [hookEnds] in hookEnds.write($0.id) })
        )
        queue.onEnd(of: PlaceOrder.self) { [ends] in ends.write($0.id) }
        return queue
    }

    @Test("is reported once, however often it is read")
    func lookedAtAgain() async throws {
        ground.mock.on(PlaceOrder.self) { _, _ in .json("42") }
        let queue = queue()
        let id = try await queue.enqueue(PlaceOrder(article: 17)).id
        try await queue.drain()
        for _ in 0..<3 {
            #expect(try await queue.handle(for: id, of: PlaceOrder.self).value == 42)
        }

        #expect(ends.entries == [id])
        #expect(hookEnds.entries == [id])
    }

    @Test("of an earlier process is reported only to handles")
    func earlierLife() async throws {
        ground.mock.on(PlaceOrder.self) { _, _ in .json("42") }
        let first = ground.queue()
        let id = try await first.enqueue(PlaceOrder(article: 17)).id
        try await first.drain()
        await first.shutdown()
        ground.clock.move(by: .seconds(1))

        let next = queue()
        for _ in 0..<2 {
            #expect(try await next.handle(for: id, of: PlaceOrder.self).value == 42)
        }

        #expect(ends.entries == [])
        #expect(hookEnds.entries == [])
    }

    @Test("in another process is reported once, to the first reader")
    func unseen() async throws {
        ground.mock.on(PlaceOrder.self) { _, _ in .json("42") }
        let here = queue()
        let there = ground.queue()
        let id = try await there.enqueue(PlaceOrder(article: 17)).id
        ground.clock.move(by: .seconds(1))
        try await there.drain()
        for _ in 0..<2 {
            _ = await here.handle(for: id, of: PlaceOrder.self).result
        }

        #expect(ends.entries == [id])
        #expect(hookEnds.entries == [id])
    }

    @Test("in another process is reported to a waiting handle, even if the clock is set back")
    func waitedFor() async throws {
        ground.mock.on(PlaceOrder.self) { _, _ in .json("42") }
        let here = queue()
        let (told, teller) = AsyncStream<Void>.makeStream()
        here.onEnd(of: PlaceOrder.self) { _ in teller.yield() }
        let handle = try await here.enqueue(PlaceOrder(article: 17))
        let there = DurableHTTPNetTaskQueue(store: ground.store, handler: ground.mock) {
            $0.clock = ground.clock
            $0.wallClock = { [ground] in ground.now - 3600 }
        }
        there.register(PlaceOrder.self)
        try await there.cancel(id: handle.id)
        _ = await handle.result
        for await _ in told { break }

        #expect(ends.entries == [handle.id])
    }

    @Test("after a retry is reported again")
    func endsAgain() async throws {
        ground.mock.on(PlaceOrder.self) { _, _ in .status(404) }
        let queue = queue()
        let id = try await queue.enqueue(PlaceOrder(article: 17)).id
        try await queue.drain()
        try await queue.retry([id])
        try await queue.drain()
        _ = await queue.handle(for: id, of: PlaceOrder.self).result
        try await queue.retry([id])
        try await queue.cancel(id: id)
        _ = await queue.handle(for: id, of: PlaceOrder.self).result

        #expect(ends.entries == [id, id, id])
        #expect(hookEnds.entries == [id, id, id])
    }
}
