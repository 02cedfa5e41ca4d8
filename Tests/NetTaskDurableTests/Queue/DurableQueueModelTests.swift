import HTTPTypes
import NetTaskDurable
import NetTaskRuntime
import NetTaskTesting
import Observation
import Testing

@Suite("The model of a durable queue", .timeLimit(.minutes(5)))
@MainActor
struct DurableQueueModelTests {
    @Test("shows the tasks that have not ended, and can change them")
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

    @Test("is not retained by the queue")
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    func released() async throws {
        let queue = DurableHTTPNetTaskQueue(store: MemoryTaskStore(), handler: HTTPMockHandler())
        var model: DurableNetTaskQueueModel? = DurableNetTaskQueueModel(queue)
        weak let released = model
        model = nil
        #expect(released == nil)
    }

    /// Waits until a condition on a model holds.
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    private func until(_ condition: @MainActor () -> Bool) async {
        while !condition() {
            await withCheckedContinuation { continuation in
                withObservationTracking {
                    _ = condition()
                } onChange: {
                    continuation.resume()
                }
            }
        }
    }
}
