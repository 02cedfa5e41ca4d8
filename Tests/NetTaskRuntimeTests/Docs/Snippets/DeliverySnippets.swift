import Foundation
import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("Snippets: delivery", .timeLimit(.minutes(5)))
struct DeliverySnippets {
    private let show = Shown()

    /// A queue whose tasks wait.
    private let queue: HTTPNetTaskQueue = {
        let queue = HTTPNetTaskQueue(handler: HTTPMockHandler())
        queue.suspend()
        return queue
    }()

    @Test("keys")
    func keys() async throws {
        let mock = HTTPManualHandler()
        let queue = HTTPNetTaskQueue(handler: mock)
        // snippet: idempotency-key
        let order = queue.add(Shop.PlaceOrder(orderId: "17", item: "tea"), .idempotencyKey("order-17"))
        // end
        #expect(try await mock.next().context.idempotencyKey == "order-17")
        order.cancel()
    }

    @Test("unique")
    func unique() {
        // snippet: unique
        let first = queue.add(Shop.PlaceOrder(orderId: "17", item: "tea"))
        let second = queue.add(Shop.PlaceOrder(orderId: "17", item: "coffee"))
        show(second.status)  // cancelled, as a duplicate of the first
        // end
        #expect(reason(of: second) == .duplicate(of: first.id))
        #expect(queue.tasks.map(\.priority) == [.high])
        queue.cancelAll()
    }

    @Test("calls")
    func calls() {
        // snippet: calls
        let later = queue.add(
            Shop.PlaceOrder(orderId: "18", item: "tea"),
            .priority(.veryLow),
            .expires(.distantFuture),
            .key("imports")
        )
        // end
        #expect(later.status.phase == .waiting)
        #expect(queue.tasks.map(\.priority) == [.veryLow])
        queue.cancelAll()
    }
}
