import NetTaskRuntime
import NetTaskTesting
import Testing

/// Answers by itself, now and then with a failure, and counts how many attempts are under way.
private final class BusyHandler: NetTaskQueueHandler {
    let count = Box((now: 0, highest: 0))
    private let random = Box(SeededRandom(seed: 3))

    func send(_ request: String, context: NetTaskContext) async throws -> String {
        count.update { $0 = ($0.now + 1, max($0.highest, $0.now + 1)) }
        defer { count.update { $0.now -= 1 } }
        await Task.yield()
        if random.update({ Int.random(in: 0..<3, using: &$0) == 0 }) {
            throw TestError.transient
        }
        return request
    }

    func disposition(of error: any Error, context: NetTaskContext) -> RetryDisposition {
        error is TestError ? .transient : .final
    }
}

@Suite("Many threads", .timeLimit(.minutes(1)))
struct StressTests {
    @Test("B01: every task ends exactly once, whatever happens at the same time")
    func everyTaskEnds() async {
        // given
        let handler = BusyHandler()
        let queue = TestQueue(limit: 4, handler: handler, clock: TestClock())
        // when
        let ends = await withTaskGroup(of: [Int].self) { group in
            for worker in 0..<8 {
                group.addTask {
                    var random = SeededRandom(seed: UInt64(worker))
                    var handles: [NetTaskHandle<Say>] = []
                    for number in 0..<500 {
                        handles.append(queue.add(Say("\(number)"), retries(2, interval: .zero)))
                        switch Int.random(in: 0..<20, using: &random) {
                        case 0...3: handles.randomElement(using: &random)?.cancel()
                        case 4: queue.suspend()
                        case 5: queue.resume()
                        case 6: queue.limit = Int.random(in: 1...4, using: &random)
                        default: break
                        }
                    }
                    queue.resume()
                    var ends: [Int] = []
                    for handle in handles {
                        queue.resume()
                        _ = await handle.result
                        var count = 0
                        for await event in handle.events {
                            if case .ended = event { count += 1 }
                        }
                        ends.append(count)
                    }
                    return ends
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        // then
        #expect(ends == Array(repeating: 1, count: 4_000))
        #expect(queue.count == 0)
    }

    @Test("B02: the limit holds under load")
    func limitUnderLoad() async {
        // given
        let handler = BusyHandler()
        let queue = TestQueue(limit: 3, handler: handler, clock: TestClock())
        // when
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for handle in (0..<300).map({ queue.add(Say("\($0)"), retries(2, interval: .zero)) }) {
                        _ = await handle.result
                    }
                }
            }
        }
        // then
        #expect(handler.count.value.highest == 3)
        #expect(handler.count.value.now == 0)
    }

    // STNetTaskQueue: B-ST-15, one table of tasks for all queues and threads. RequestQueue: B-RQ-4.
    @Test("B01: many queues at once, from many threads and over one handler, do not get in each other's way")
    func manyQueues() async {
        // given
        let handler = BusyHandler()
        let queues = (0..<8).map { TestQueue(limit: $0 % 3, handler: handler, clock: TestClock()) }
        // when
        let ends = await withTaskGroup(of: [Int].self) { group in
            for worker in 0..<8 {
                group.addTask {
                    var random = SeededRandom(seed: UInt64(worker))
                    var handles: [NetTaskHandle<Say>] = []
                    for number in 0..<200 {
                        let queue = queues[(worker + number) % queues.count]
                        handles.append(queue.add(Say("\(number)"), retries(2, interval: .zero)))
                        switch Int.random(in: 0..<40, using: &random) {
                        case 0...9: handles.randomElement(using: &random)?.cancel()
                        case 10: queue.cancelAll()
                        default: break
                        }
                    }
                    var ends: [Int] = []
                    for handle in handles {
                        var count = 0
                        for await event in handle.events {
                            if case .ended = event { count += 1 }
                        }
                        ends.append(count)
                    }
                    return ends
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        // then
        #expect(ends == Array(repeating: 1, count: 1_600))
        #expect(queues.map(\.count) == Array(repeating: 0, count: 8))
    }
}
