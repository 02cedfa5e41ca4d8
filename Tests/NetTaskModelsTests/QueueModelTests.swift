import HTTPTypes
import NetTaskDurable
import NetTaskModels
import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("The models of queues", .timeLimit(.minutes(5)))
@MainActor
struct QueueModelTests {
    @Test("show what is in a queue, and how tasks ended")
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    func queue() async throws {
        // given
        let model = NetTaskQueueModel()
        let handler = ManualHandler<String, String>()
        let queue = NetTaskQueue(limit: 1, handler: handler, observers: [model], clock: TestClock())
        // when
        let handles = ["a", "b", "c"].map { queue.add(Say(word: $0), .tag($0)) }
        let attempt = try await handler.next()
        // then
        await until { model.tasks.count == 3 && model.runningCount == 1 }
        #expect(model.tasks.map(\.id) == handles.map(\.id))
        #expect(model.tasks.map(\.tags) == [["a"], ["b"], ["c"]])
        #expect(model.tasks.map(\.phase) == [.running, .waiting, .waiting])
        #expect(model.waitingCount == 2)
        #expect(model.fraction == 0)
        // when
        attempt.succeed("A")
        try await handler.next().fail(Trouble())
        handles[2].cancel()
        // then
        await until { model.tasks.isEmpty }
        #expect(model.endCounts == [.succeeded: 1, .failed: 1, .cancelled: 1])
        #expect(model.lastError is Trouble)
        #expect(model.fraction == 1)
    }

    @Test("show how far a queue has come since there was nothing in it")
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    func fraction() async throws {
        // given
        let model = NetTaskQueueModel()
        let handler = ManualHandler<String, String>()
        let queue = NetTaskQueue(handler: handler, observers: [model])
        #expect(model.fraction == 1)
        for word in ["a", "b"] {
            queue.add(Say(word: word))
            try await handler.next().succeed("A")
        }
        await queue.drain()
        // when
        for word in ["c", "d", "e", "f"] { queue.add(Say(word: word)) }
        try await handler.next().succeed("C")
        // then
        await until { model.tasks.count == 3 && model.endedCount == 1 }
        #expect(model.fraction == 0.25)
        queue.cancelAll()
    }

    @Test("show what a durable queue is still to do, and act on it")
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    func durable() async throws {
        // given
        let mock = HTTPMockHandler()
        mock.on(PlaceOrder.self) { task, _ in task.article == 1 ? .json("1") : .status(400) }
        let queue = DurableHTTPNetTaskQueue(store: MemoryTaskStore(), handler: mock)
        let model = DurableNetTaskQueueModel(queue)
        await until { model.isLoaded }
        #expect(model.tasks.isEmpty)
        // when
        let orders = try await queue.enqueue([PlaceOrder(article: 1), PlaceOrder(article: 2)]).map { try $0.get() }
        // then
        await until { model.waitingCount == 2 }
        #expect(model.tasks.map(\.id) == orders.map(\.id))
        // when
        try await queue.drain()
        // then
        await until { model.tasks.count == 1 && model.deadCount == 1 }
        // when
        model.retry([orders[1].id])
        // then
        await until { model.waitingCount == 1 }
        // when
        model.cancel(orders[1].id)
        // then
        await until { model.tasks.isEmpty }
        #expect(model.error == nil)
    }

    @Test("do not keep a durable queue's model")
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    func released() async throws {
        let queue = DurableHTTPNetTaskQueue(store: MemoryTaskStore(), handler: HTTPMockHandler())
        var model: DurableNetTaskQueueModel? = DurableNetTaskQueueModel(queue)
        weak let released = model
        model = nil
        #expect(released == nil)
    }
}
