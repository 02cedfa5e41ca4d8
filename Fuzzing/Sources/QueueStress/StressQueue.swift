import Foundation
import NetTaskRuntime
import NetTaskTesting

/// A queue, with handles of some of the tasks that were added to it.
final class StressQueue: Sendable {
    typealias Queue = NetTaskQueue<StressRequest, StressReply>

    let number: Int
    /// Whether its running tasks are never cancelled, so that its handler can rely on them.
    let isCalm: Bool
    /// The default policy for equal tasks.
    let duplicates: DuplicatePolicy
    let queue: Queue
    let attempts: AttemptCount
    private let isRetired = Box(false)
    private let handles = Box([(any StressHandle)?](repeating: nil, count: 64))

    init(isCalm: Bool, run: RunRecord, random: inout SeededRandom) {
        let limit = random.number(1...4)
        let limitPerKey = random.number(0...3)
        number = run.nextNumber()
        self.isCalm = isCalm
        let policies = Self.policies(isCalm: isCalm)
        duplicates = random.oneIn(3) ? policies[random.number(0...policies.count - 1)] : .allow
        attempts = AttemptCount(limit: limit, limitPerKey: limitPerKey, faults: run.faults)
        queue = Queue(
            limit: limit,
            limitPerKey: limitPerKey,
            order: random.oneIn(2) ? .fifo : .lifo,
            duplicates: duplicates,
            handler: StressHandler(run, attempts: isCalm ? attempts : nil),
            clock: LiveClock(run.live),
            random: SeededRandom(seed: random.next())
        )
    }

    /// A calm queue replaces no task.
    static func policies(isCalm: Bool) -> [DuplicatePolicy] {
        DuplicatePolicy.allCases.filter { !isCalm || $0 != .cancelOld }
    }

    func suspend() {
        isRetired.update { isRetired in
            if !isRetired { queue.suspend() }
        }
    }

    /// Resumes the queue permanently, because no thread can do so after its release. Threads that wait for its tasks may still
    /// hold it.
    func retire() {
        isRetired.update { isRetired in
            isRetired = true
            queue.resume()
        }
    }

    func keep(_ handle: any StressHandle, at index: Int) {
        // The old one is released outside of the lock.
        let old = handles.update { handles in
            defer { handles[index % handles.count] = handle }
            return handles[index % handles.count]
        }
        withExtendedLifetime(old) {}
    }

    func handle(at index: Int) -> (any StressHandle)? {
        handles.update { $0[index % $0.count] }
    }
}

/// The system's clock, whose lifetime shows whether a queue, its tasks or its timer still need it.
final class LiveClock: Clock {
    private let clock = ContinuousClock()
    private let token: LiveToken

    init(_ live: LiveObjects) {
        token = LiveToken(.clock, live)
    }

    var now: ContinuousClock.Instant { clock.now }
    var minimumResolution: Duration { clock.minimumResolution }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        try await clock.sleep(until: deadline, tolerance: tolerance)
    }
}
