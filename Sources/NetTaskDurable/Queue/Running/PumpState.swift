import NetTaskCore

/// The state of a ``Pump``, and the waits for its changes.
final class PumpState: Sendable {
    struct Run {
        var control: RunControl
        var isSuspect: Bool
        var drains: [Int]
        /// When its lease was last known to be valid.
        var renewedAt: Duration
    }

    /// A wait until no due task is left.
    struct Drain {
        /// The number of runs that it may still begin; nil for no limit.
        var remaining: Int?
        var ran = 0
        var underWay = 0
        var isOver = false
        var error: TaskStoreError?
    }

    struct Content {
        /// The largest number of current runs.
        var limit: Int
        var isStarted = false
        var isSuspended = false
        /// Whether the queue has suspended its store.
        var isStoreSuspended = false
        var isStopped = false
        var isClaiming = false
        /// Whether the last claim reached its limit, so that more tasks may be due.
        fileprivate var expectsMore = false
        var runs: [TaskLease: Run] = [:]
        var drains: [Int: Drain] = [:]
        fileprivate var lastNumber = 0
        fileprivate var failureCount = 0
        fileprivate var pausedUntil = Duration.zero
        fileprivate var sleeper: (due: Duration, task: Task<Void, Never>)?
        fileprivate var waits: [Int: Wait] = [:]

        var isIdle: Bool { runs.isEmpty && !isClaiming }

        /// The number of runs that could begin if enough slots were free.
        fileprivate var allowance: Int {
            if isStopped || isStoreSuspended { return 0 }
            if isStarted, !isSuspended { return .max }
            return drains.values.filter { !$0.isOver }.map { $0.remaining ?? .max }.max() ?? 0
        }
    }

    fileprivate struct Wait {
        var isOver: @Sendable (Content) -> Bool
        var continuation: CheckedContinuation<Void, Never>
    }

    /// The claim to make.
    struct Request {
        var limit: Int
        var suspectLimit: Int
        /// Whether no slot is free although more tasks could be run.
        var isFull: Bool
        /// The drains that are over if the claim finds nothing.
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

    /// Changes the content, and ends the waits whose condition is now true.
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
    var isStoreSuspended: Bool { content.withLock { $0.isStoreSuspended } }
    var runningCount: Int { content.withLock { $0.runs.count } }
    var hasSuspect: Bool { content.withLock { $0.runs.values.contains(where: \.isSuspect) } }
    var allControls: [RunControl] { content.withLock { $0.runs.values.map(\.control) } }

    /// Whether a run of the task is active in this queue.
    func runs(_ id: DurableTaskID) -> Bool {
        content.withLock { content in content.runs.keys.contains { $0.id == id } }
    }

    func controls(of leases: [TaskLease]) -> [RunControl] {
        content.withLock { content in leases.compactMap { content.runs[$0]?.control } }
    }

    /// The leases of runs that have not ended and were not stopped.
    var heldLeases: [TaskLease] {
        content.withLock { content in
            content.runs.filter { !$0.value.control.isEnding && $0.value.control.reason == nil }.map(\.key)
        }
    }

    /// The leases of all runs, including those that are about to report their end.
    var allLeases: [TaskLease] { content.withLock { Array($0.runs.keys) } }

    func leases(renewedAtLatest date: Duration) -> [TaskLease] {
        content.withLock { content in content.runs.filter { $0.value.renewedAt <= date }.map(\.key) }
    }

    /// The oldest renewal of a lease; nil if nothing runs.
    var oldestRenewal: Duration? { content.withLock { $0.runs.values.map(\.renewedAt).min() } }

    func recordRenewal(_ leases: [TaskLease], at date: Duration) {
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
                // A current run may make another task due, even if the run ends before the claim does.
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

    /// - Returns: the tasks to run, and the tasks to return.
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

    func setStoreSuspended(_ isStoreSuspended: Bool) {
        update { $0.isStoreSuspended = isStoreSuspended }
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
            drain.isOver = content.isStopped || content.isStoreSuspended || drain.remaining == 0
            drain.error = content.isStoreSuspended ? .suspended : nil
            content.drains[content.lastNumber] = drain
            return content.lastNumber
        }
    }

    func removeDrain(_ number: Int) -> Drain? {
        update { $0.drains.removeValue(forKey: number) }
    }

    /// Ends these drains after a claim that found nothing, unless something still runs.
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
        content.withLock { !$0.isStopped && !$0.isStoreSuspended && now >= $0.pausedUntil }
    }

    func succeeded() {
        content.withLock { content in
            content.failureCount = 0
            content.pausedUntil = .zero
        }
    }

    /// - Returns: the pause: one second, doubled with each failure, up to one minute. None for a suspended store, which reports
    ///   a change when it is resumed.
    func failed(_ error: TaskStoreError, at now: Duration) -> Duration {
        update { content in
            let isSuspended = error == .suspended
            let pause = isSuspended ? .zero : Duration.seconds(min(1 << min(content.failureCount, 6), 60))
            content.failureCount += isSuspended ? 0 : 1
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

    /// Waits until a condition is true, the limit is over, or the caller is cancelled.
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
