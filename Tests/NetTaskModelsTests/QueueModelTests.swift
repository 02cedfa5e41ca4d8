import NetTaskModels
import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("The models of queues", .timeLimit(.minutes(5)))
@MainActor
struct QueueModelTests {
    @Test("show the tasks in a queue, and the ends of tasks")
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

    @Test("show the progress of a queue since it was last empty")
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
}
