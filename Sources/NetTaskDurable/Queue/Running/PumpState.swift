import NetTaskCore

/// What a ``Pump`` knows of itself, and who waits for that to change.
final class PumpState: Sendable {
    struct Run {
        var control: RunControl
        var isSuspect: Bool
        var drains: [Int]
        /// When its lease was last known to be held.
        var renewedAt: Duration
    }

    /// Somebody who waits until nothing due is left.
    struct Drain {
        /// How many runs may still be begun for it; nil: any number.
        var remaining: Int?
        var ran = 0
        var underWay = 0
        var isOver = false
        var error: TaskStoreError?
    }

    struct Content {
        /// How many runs may be under way.
        var limit: Int
        var isStarted = false
        var isSuspended = false
        var isStopped = false
        var isClaiming = false
        /// Whether the last claim took all that it may, so that there may be more.
        fileprivate var expectsMore = false
        var runs: [TaskLease: Run] = [:]
        var drains: [Int: Drain] = [:]
        fileprivate var lastNumber = 0
        fileprivate var failureCount = 0
        fileprivate var pausedUntil = Duration.zero
        fileprivate var sleeper: (due: Duration, task: Task<Void, Never>)?
        fileprivate var waits: [Int: Wait] = [:]

        var isIdle: Bool { runs.isEmpty && !isClaiming }

        /// How many runs may be begun, were there slots enough.
        fileprivate var allowance: Int {
            if isStopped { return 0 }
            if isStarted, !isSuspended { return .max }
            return drains.values.filter { !$0.isOver }.map { $0.remaining ?? .max }.max() ?? 0
        }
    }

    fileprivate struct Wait {
        var isOver: @Sendable (Content) -> Bool
        var continuation: CheckedContinuation<Void, Never>
    }

    /// What to claim.
    struct Request {
        var limit: Int
        var suspectLimit: Int
        /// Whether there is no slot, though more could be run.
        var isFull: Bool
        /// Who has nothing to wait for if nothing comes of it.
        var drains: [Int]
    }

    private let content: Locked<Content>

    init(limit: Int) {
        content = Locked(Content(limit: max(limit, 1)))
    }

    var limit: Int {
        get { content.withLock { $0.limit } }
        set { content.withLock { $0.limit = max(newValue, 1) } }
    }

    /// Changes the content, and ends the waits that the change is for.
    private func update<Result>(_ body: (inout Content) -> Result) -> Result {
        let (result, ended) = content.withLock { content in
            let result = body(&content)
            let ended = content.waits.filter { $0.value.isOver(content) }
            ended.keys.forEach { content.waits[$0] = nil }
            return (result, ended.values.map(\.continuation))
        }
        ended.forEach { $0.resume() }
        return result
    }

    var isSuspended: Bool { content.withLock { $0.isSuspended } }
    var runningCount: Int { content.withLock { $0.runs.count } }
    var hasSuspect: Bool { content.withLock { $0.runs.values.contains(where: \.isSuspect) } }
    var allControls: [RunControl] { content.withLock { $0.runs.values.map(\.control) } }

    /// Whether a run of that task is under way here.
    func runs(_ id: DurableTaskID) -> Bool {
        content.withLock { content in content.runs.keys.contains { $0.id == id } }
    }

    func controls(of leases: [TaskLease]) -> [RunControl] {
        content.withLock { content in leases.compactMap { content.runs[$0]?.control } }
    }

    /// Those of runs that have not ended and were not cut off.
    var heldLeases: [TaskLease] {
        content.withLock { content in
            content.runs.filter { !$0.value.control.isEnding && $0.value.control.reason == nil }.map(\.key)
        }
    }

    /// Those of all runs, the ones included that are about to tell the store of their end.
    var allLeases: [TaskLease] { content.withLock { Array($0.runs.keys) } }

    func leases(renewedAtLatest date: Duration) -> [TaskLease] {
        content.withLock { content in content.runs.filter { $0.value.renewedAt <= date }.map(\.key) }
    }

    /// When the lease was renewed that has waited longest since; nil if nothing runs.
    var oldestRenewal: Duration? { content.withLock { $0.runs.values.map(\.renewedAt).min() } }

    func noteRenewed(_ leases: [TaskLease], at date: Duration) {
        content.withLock { content in
            for lease in leases { content.runs[lease]?.renewedAt = date }
        }
    }

    // MARK: Claims and runs

    func beginClaim() -> Request {
        update { content in
            content.isClaiming = true
            let free = max(content.limit - content.runs.count, 0)
            let hasSuspect = content.runs.values.contains(where: \.isSuspect)
            return Request(
                limit: min(free, content.allowance),
                suspectLimit: hasSuspect ? 0 : 1,
                isFull: free == 0 && content.allowance > 0,
                // What runs now may make something due, also if it ends before the claim does.
                drains: content.runs.isEmpty ? Array(content.drains.keys) : []
            )
        }
    }

    var expectsMore: Bool {
        get { content.withLock { $0.expectsMore } }
        set { content.withLock { $0.expectsMore = newValue } }
    }

    func endClaim() {
        update { $0.isClaiming = false }
    }

    /// - Returns: those to run, and those that are not to be run any more.
    func begin(_ tasks: [ClaimedTask], at date: Duration) -> ([(ClaimedTask, RunControl)], [ClaimedTask]) {
        update { content in
            var started: [(ClaimedTask, RunControl)] = []
            var refused: [ClaimedTask] = []
            for task in tasks {
                guard content.allowance > 0 else {
                    refused.append(task)
                    continue
                }
                let drains = content.drains.filter { !$0.value.isOver && $0.value.remaining != 0 }.map(\.key)
                for drain in drains {
                    content.drains[drain]?.remaining? -= 1
                    content.drains[drain]?.underWay += 1
                }
                let control = RunControl()
                let isSuspect = TaskRules.isSuspect(lostLeaseCount: task.task.lostLeaseCount)
                content.runs[task.lease] = Run(
                    control: control,
                    isSuspect: isSuspect,
                    drains: drains,
                    renewedAt: date
                )
                started.append((task, control))
            }
            return (started, refused)
        }
    }

    func finish(_ lease: TaskLease) {
        update { content in
            for drain in content.runs.removeValue(forKey: lease)?.drains ?? [] {
                content.drains[drain]?.ran += 1
                content.drains[drain]?.underWay -= 1
                if content.drains[drain]?.remaining == 0, content.drains[drain]?.underWay == 0 {
                    content.drains[drain]?.isOver = true
                }
            }
        }
    }

    // MARK: Suspending

    func start() {
        update { $0.isStarted = true }
    }

    func setSuspended(_ isSuspended: Bool) {
        update { $0.isSuspended = isSuspended }
    }

    func endDrains() {
        update { content in
            content.drains.keys.forEach { content.drains[$0]?.isOver = true }
        }
    }

    func stop() {
        let sleeper = update { content in
            content.isStopped = true
            content.drains.keys.forEach { content.drains[$0]?.isOver = true }
            defer { content.sleeper = nil }
            return content.sleeper
        }
        sleeper?.task.cancel()
    }

    // MARK: Draining

    func addDrain(limit: Int?) -> Int {
        update { content in
            content.lastNumber += 1
            var drain = Drain(remaining: limit.map { max($0, 0) })
            drain.isOver = content.isStopped || drain.remaining == 0
            content.drains[content.lastNumber] = drain
            return content.lastNumber
        }
    }

    func removeDrain(_ number: Int) -> Drain? {
        update { $0.drains.removeValue(forKey: number) }
    }

    /// A claim brought nothing: these drains are over, unless something still runs.
    func foundNothing(_ drains: [Int]) {
        update { content in
            guard content.runs.isEmpty else { return }
            for drain in drains {
                content.drains[drain]?.isOver = true
            }
        }
    }

    // MARK: Failures of the store

    func mayTry(at now: Duration) -> Bool {
        content.withLock { !$0.isStopped && now >= $0.pausedUntil }
    }

    func succeeded() {
        content.withLock { content in
            content.failureCount = 0
            content.pausedUntil = .zero
        }
    }

    /// - Returns: how long to pause: a second, and twice as long each time, up to a minute.
    func failed(_ error: TaskStoreError, at now: Duration) -> Duration {
        update { content in
            let pause = Duration.seconds(min(1 << min(content.failureCount, 6), 60))
            content.failureCount += 1
            content.pausedUntil = now + pause
            content.isClaiming = false
            for drain in content.drains.keys {
                content.drains[drain]?.error = error
                content.drains[drain]?.isOver = true
            }
            return pause
        }
    }

    // MARK: Sleeping and waiting

    var sleeperDue: Duration? { content.withLock { $0.sleeper?.due } }

    func setSleeper(due: Duration, _ make: () -> Task<Void, Never>) {
        let task = make()
        let old: Task<Void, Never>? = content.withLock { content in
            if content.isStopped { return task }
            defer { content.sleeper = (due, task) }
            return content.sleeper?.task
        }
        old?.cancel()
    }

    /// Waits until something is true of it, for at most that long, or until the caller is cancelled.
    func wait(
        atMost limit: Duration?,
        _ source: TimeSource,
        until isOver: @escaping @Sendable (Content) -> Bool
    ) async {
        let isCutOff = Locked(false)
        let cutOff: @Sendable () -> Void = { [self] in
            isCutOff.withLock { $0 = true }
            update { _ in }
        }
        let due = limit.map { source.now() + $0 }
        let timer = due.map { due in
            Task.detached {
                try? await source.sleep(due)
                if !Task.isCancelled {
                    cutOff()
                }
            }
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                update { content in
                    content.lastNumber += 1
                    content.waits[content.lastNumber] = Wait(
                        isOver: { content in isCutOff.withLock { $0 } || isOver(content) },
                        continuation: continuation
                    )
                }
            }
        } onCancel: {
            cutOff()
        }
        timer?.cancel()
    }
}
