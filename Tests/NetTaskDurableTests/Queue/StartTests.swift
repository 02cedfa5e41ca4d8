import Foundation
import NetTaskDurable
import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("Starting a durable queue", .timeLimit(.minutes(5)))
struct StartTests {
    private let ground = Ground()

    private func queue() -> DurableHTTPNetTaskQueue {
        DurableHTTPNetTaskQueue(store: ground.store, handler: ground.mock) { ground.configure(&$0) }
    }

    @Test("B36: a queue runs nothing before its start, and then the due tasks")
    func start() async throws {
        // given
        ground.mock.on(PlaceOrder.self) { _, _ in .json("1") }
        let queue = queue()
        let handle = try await queue.enqueue(PlaceOrder(article: 1))
        #expect(try await queue.counts().map(\.state) == [.waiting])
        #expect(ground.mock.requests.isEmpty)
        // when
        queue.start()
        queue.start()
        // then
        #expect(try await handle.value == 1)
        #expect(ground.mock.requests.count == 1)
    }

    @Test("a drain runs the due tasks, and does not start the queue")
    func drain() async throws {
        // given
        ground.mock.on(PlaceOrder.self) { _, _ in .json("1") }
        let queue = queue()
        _ = try await queue.enqueue(PlaceOrder(article: 1))
        // when
        let report = try await queue.drain()
        let later = try await queue.enqueue(PlaceOrder(article: 2))
        // then
        #expect(report.ran == 1)
        #expect(try await queue.counts().contains { $0.state == .waiting })
        #expect(try await later.status().state == .waiting)
    }

    @Test("run returns after its caller is cancelled and the runs in progress have ended")
    func run() async throws {
        // given
        ground.mock.on(PlaceOrder.self) { _, _ in .json("1") }
        let queue = queue()
        let handle = try await queue.enqueue(PlaceOrder(article: 1))
        // when
        let running = Task { await queue.run() }
        #expect(try await handle.value == 1)
        running.cancel()
        await running.value
        // then
        let later = try await queue.enqueue(PlaceOrder(article: 2))
        #expect(try await later.status().state == .waiting)
        #expect(queue.runningCount == 0)
    }
}
