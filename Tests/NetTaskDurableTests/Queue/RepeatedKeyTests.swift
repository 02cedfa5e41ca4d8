import HTTPTypes
import NetTaskDurable
import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("A key that was sent before", .timeLimit(.minutes(5)))
struct RepeatedKeyTests {
    let ground = Ground()

    @Test("does not exist in the first run, whose 409 concerns its own request")
    func firstRun() async throws {
        ground.mock.on(PlaceOrder.self) { _, _ in .status(409) }
        let queue = ground.queue()
        let handle = try await queue.enqueue(PlaceOrder(article: 1))
        try await queue.drain()

        #expect(try await queue.task(handle.id)?.deathReason == .abandoned)
    }
}
