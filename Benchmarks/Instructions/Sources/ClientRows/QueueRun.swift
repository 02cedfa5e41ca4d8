@testable import NetTaskCore

/// Tasks of all kinds that go through the rules of a queue. Its clock moves by a millisecond with each change.
struct QueueRun {
    static let taskCount = 2_000

    private var rules = QueueStateMachine<Int>(limit: 16, limitPerKey: 4)
    private let rate = RateShare(RateTokens(NetTaskRate(limit: 100, per: .seconds(1))))
    private var places: [QueuePlace] = []
    private var running: [(job: Int, attempt: Int)] = []
    private var ended = 0
    private var now = Duration.zero

    /// - Returns: the number of ended tasks, after the last event.
    consuming func endedCount() -> Int {
        for job in 0..<Self.taskCount { add(job) }
        while !running.isEmpty || advanceTime() {
            while let (job, attempt) = running.popLast() { end(job, attempt) }
        }
        return ended
    }

    private mutating func add(_ job: Int) {
        let isDependent = job % 7 == 6
        let options = QueueTaskOptions(
            priority: NetTaskPriority.allCases[job % NetTaskPriority.allCases.count],
            key: job % 3 == 0 ? nil : "host-\(job % 40)",
            rate: job % 40 == 1 ? rate : nil,
            notBefore: job % 11 == 10 ? .seconds(1) : nil,
            expiry: job % 13 == 12 ? .seconds(3_600) : nil,
            timeout: .seconds(60),
            deadline: job % 5 == 4 ? .seconds(600) : nil,
            dependencies: isDependent ? [.init(on: places[job - 1], onFailure: .run)] : []
        )
        places.append(change { $0.add(job, id: NetTaskID(UInt64(job)), options) })
    }

    private mutating func end(_ job: Int, _ attempt: Int) {
        let place = places[job]
        if job % 10 == 9, attempt == 1 {
            let retry = TaskDecision(wait: .seconds(2), reason: .transient)
            change { $0.finishAttempt(place, attempt: attempt, .failure(CancellationReason.handler), retry) }
        } else if job % 17 == 16 {
            change { $0.cancel(place, .handle) }
        } else {
            change { $0.succeed(place, attempt: attempt, .success(job)) }
        }
    }

    /// Advances to the next date of a timer.
    private mutating func advanceTime() -> Bool {
        guard let next = rules.nextWake() else { return false }
        now = max(now, next)
        change { _ in }
        return true
    }

    @discardableResult
    private mutating func change<Result>(_ body: (inout QueueStateMachine<Int>) -> Result) -> Result {
        now += .milliseconds(1)
        rules.begin(now: now)
        let result = body(&rules)
        rules.pump()
        for event in rules.events {
            switch event.kind {
            case .started(let attempt, _): running.append((event.job, attempt))
            case .ended: ended += 1
            default: break
            }
        }
        rules.clearEvents()
        return result
    }
}
