import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("The behavior that SYNQueue's tests require", .timeLimit(.minutes(5)))
struct SYNQueueTests {
    // testInitialization.
    @Test("B03: a queue has its initial settings, and is not suspended")
    func initialization() {
        // when
        let queue = TextQueue(limit: 2, limitPerKey: 3, order: .lifo).queue
        // then
        #expect(queue.limit == 2)
        #expect(queue.limitPerKey == 3)
        #expect(queue.order == .lifo)
        #expect(!queue.isSuspended)
        #expect(queue.count == 0)
        #expect(queue.tasks.isEmpty)
    }

    // testEnqueuingPerformance adds the same task again and again.
    @Test("A task that is added several times runs once, and all callers are notified", arguments: [false, true])
    func manyTimes(shares: Bool) async throws {
        // given
        let text = TextQueue(duplicates: shares ? .coalesce : .rejectNew)
        // when
        let handles = (0..<10_000).map { _ in text.add("a") }
        // then
        #expect(text.queue.count == 1)
        try await text.handler.next().succeed("x")
        #expect(try await handles[0].value == "X")
        for handle in handles.dropFirst() {
            switch await handle.result {
            case .success("X") where shares: continue
            case .failure(.cancelled(.duplicate(of: handles[0].id))) where !shares: continue
            case let other: return #expect(Bool(false), "\(other)")
            }
        }
        #expect(text.queue.count == 0)
        #expect(text.handler.requests == ["a"])
    }
}
