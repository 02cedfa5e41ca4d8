import NetTaskRuntime

/// A second implementation of the rules of a queue, slow and obvious. It has an array of tasks in the order in which they were
/// added, and an array of dependencies, and searches them for each call.
struct SlowQueueModel: Sendable {
    enum State: Sendable {
        /// Waits for its date, a dependency or its next attempt.
        case held
        case ready
        case running
    }

    struct Task: Sendable {
        let number: Int
        var priority: NetTaskPriority
        let key: String?
        let group: Int
        let timeout: Int?
        let deadline: Int?
        let expiry: Int?
        let addedAt: Int
        var state = State.held
        /// Its date, or the date of its retry. Without a date, the earliest possible date.
        var heldUntil: Int
        /// A lower number became ready earlier.
        var turn = 0
        var attempt = 0
        /// The priority of the running attempt, unless it has been reported.
        var timeOutMoment: Int?
        /// Set at the first start.
        var deadlineMoment: Int?
    }

    /// A dependency on a task that is still in the queue.
    struct Edge: Sendable {
        let task: Int
        let on: Int
        let onFailure: NetTaskDependency.FailurePolicy
    }

    var limit: Int
    var limitPerKey: Int
    var order: NetTaskOrder
    var isSuspended = false
    var isReleased = false
    var isShutDown = false
    var tasks: [Task] = []
    var edges: [Edge] = []
    var turns = 0
    /// Since the last call.
    var actions: [QueueAction] = []
    let fault: ModelFault?

    init(_ setup: QueueSetup, fault: ModelFault? = nil) {
        limit = setup.limit
        limitPerKey = setup.limitPerKey
        order = setup.order
        self.fault = fault
    }

    mutating func take(_ step: QueueStep) -> QueueReport {
        let now = step.now
        var verdict: QueueVerdict?
        actions.removeAll()
        if case .addDependency(let number, let dependency) = step.call {
            // Separate, because the result depends on the state before time-based changes.
            verdict = addDependency(of: number, dependency)
        } else {
            makeDueTasksReady(now: now)
            change(step.call, now: now)
            ringAlarms(now: now)
            if !forgetsToRefill(after: step.call) {
                pump(now: now)
            }
        }
        return QueueReport(
            actions: actions,
            verdict: verdict,
            count: tasks.count,
            runningCount: runningCount,
            nextWake: nextWake
        )
    }

    // MARK: What is asked of all tasks

    func index(of number: Int) -> Int? {
        tasks.firstIndex { $0.number == number }
    }

    var runningCount: Int {
        tasks.count { $0.state == .running }
    }

    var hasFreeSlot: Bool {
        let more = fault == .limitIsOneMore ? 1 : 0
        return limit <= 0 || runningCount < limit + more
    }

    func isFull(key: String?) -> Bool {
        guard let key, limitPerKey > 0, fault != .keyLimitIsIgnored else { return false }
        return tasks.count { $0.state == .running && $0.key == key } >= limitPerKey
    }

    func hasOpenDependency(_ number: Int) -> Bool {
        edges.contains { $0.task == number }
    }

    /// The next time at which the state changes without a call.
    var nextWake: Int? {
        var moments = alarms.map(\.moment)
        if !isSuspended, hasFreeSlot || fault == .wakesThoughFull {
            moments += tasks.filter { $0.state == .held && !hasOpenDependency($0.number) }.map(\.heldUntil)
        }
        return moments.min()
    }
}
