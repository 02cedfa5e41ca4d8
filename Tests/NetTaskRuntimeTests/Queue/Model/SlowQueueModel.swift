import NetTaskRuntime

/// The rules of a queue once more, slow and obvious: one array of tasks in the order of adding, one of dependencies,
/// and whatever is asked is found by looking at all of them.
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
        /// Its date, or when it is to be retried; the beginning of time if it has no date.
        var heldUntil: Int
        /// The lower, the earlier it became ready.
        var turn = 0
        var attempt = 0
        /// Of the attempt that runs, unless it has been told.
        var timeOutMoment: Int?
        /// From the first start on.
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
            // By itself, as the verdict is about what there is before time has its say.
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

    /// The next moment at which time alone changes something.
    var nextWake: Int? {
        var moments = alarms.map(\.moment)
        if !isSuspended, hasFreeSlot || fault == .wakesThoughFull {
            moments += tasks.filter { $0.state == .held && !hasOpenDependency($0.number) }.map(\.heldUntil)
        }
        return moments.min()
    }
}
