import Foundation
import NetTaskRuntime
import NetTaskTesting
import Testing

/// Uses all threads of the concurrency pool for a short time. `Fuzzing/run stress` runs much longer.
@Suite("Many threads", .timeLimit(.minutes(5)))
struct StressTests {
    private let live = LiveCount()
    private let attempts = Box(BusyHandler.Attempts())
    private let ends = Box<[Int: Int]>([:])

    @Test("B01: each task ends exactly once under concurrent use, and leaves nothing behind")
    func everyTaskEnds() async {
        // when
        await perform(20_000, cancelling: true)
        // then
        #expect(await live.left() == 0)
        #expect(ends.value.count > 5_000)
        #expect(ends.value.values.allSatisfy { $0 == 1 })
    }

    @Test("B02: the limits hold under load")
    func limitUnderLoad() async {
        // when
        await perform(4_000, cancelling: false)
        // then
        #expect(await live.left() == 0)
        #expect(attempts.value.highest == 3)
        #expect(attempts.value.highestOfKey == 2)
        #expect(attempts.value.count == 0)
    }

    @Test(
        "Observers are notified of each task once, in order and one event at a time, under concurrent use"
    )
    func observersUnderLoad() async {
        // given
        let phases = Box<[NetTaskID: Int]>([:])
        let faults = Box<[String]>([])
        let callCount = Box(0)
        let observer = ClosureObserver { event in
            if callCount.update({
                $0 += 1; return $0
            }) != 1 {
                faults.value.append("two at a time")
            }
            let phase = phases.value[event.id]
            switch event.kind {
            case .accepted where phase == nil: phases.value[event.id] = 0
            case .started(let attempt, _) where phase == 2 * attempt - 2: phases.value[event.id] = 2 * attempt - 1
            case .retrying(let retry, _, _) where phase == 2 * retry - 1: phases.value[event.id] = 2 * retry
            case .ended(_, let attempts, _, _) where phase ?? 0 == max(2 * attempts - 1, 0) || phase == 2 * attempts:
                phases.value[event.id] = -1
            default: faults.value.append("\(event.kind) after \(String(describing: phase))")
            }
            callCount.update { $0 -= 1 }
        }
        // when
        await perform(4_000, cancelling: true, observers: [observer])
        // then The reported events retain the task until then.
        #expect(await live.left() == 0)
        #expect(faults.value == [])
        #expect(phases.value.count > 1_000)
        #expect(phases.value.values.allSatisfy { $0 == -1 })
    }

    /// Uses all features of a queue in eight Swift tasks at once, and releases the queue when it is empty.
    ///
    /// - Parameter cancelling: whether tasks are cancelled and limits are changed. A cancelled attempt releases its slot before
    ///   it detects the cancellation, so more attempts than the limit may run for a moment.
    private func perform(_ count: Int, cancelling: Bool, observers: [any NetTaskObserver] = []) async {
        let queue = ChoreGiver.Queue(
            limit: 3,
            limitPerKey: 2,
            handler: BusyHandler(attempts, live),
            observers: observers,
            clock: HastyClock(live),
            wallClock: { Date(timeIntervalSince1970: 0) }
        )
        let handles = Box<[NetTaskHandle<Chore>]>([])
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                var giver = ChoreGiver(
                    queue: queue,
                    live: live,
                    handles: handles,
                    ends: ends,
                    firstNumber: number * count,
                    random: SeededRandom(seed: UInt64(number))
                )
                group.addTask { await giver.perform(count / 8, cancelling: cancelling) }
            }
        }
        await queue.drain()
        #expect(queue.count == 0)
    }

    // STNetTaskQueue: B-ST-15, one table of tasks for all queues and threads. RequestQueue: B-RQ-4.
    @Test("B01: many queues on many threads with one handler do not affect each other")
    func manyQueues() async {
        // given
        let handler = FlakyHandler()
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

/// Answers automatically, sometimes with a failure.
private final class FlakyHandler: NetTaskQueueHandler {
    private let random = Box(SeededRandom(seed: 3))

    func send(_ request: String, context: NetTaskContext) async throws -> String {
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
