/// The listeners of one task. Made for the first listener. Guarded by the lock of the task's queue.
final class TaskWatchers {
    /// Listeners that are released after the end was delivered.
    struct Listeners {
        var waiters: [@Sendable (TaskOutcome) -> Void] = []
        var events: Broadcast<TaskState>?
        var progress: Broadcast<NetTaskProgress>?
        var subscribers: [Subscriber<TaskState>] = []
        /// The tasks that share the run of this one.
        var followers: [TaskRecord] = []
    }

    var listeners = Listeners()
    /// The record whose run this task shares.
    var leader: TaskRecord?
    var latestProgress: NetTaskProgress?
    /// The delivery of this task's run, which tasks that share the run use too.
    lazy var delivery = SerialDelivery()
    /// Identifies the duplicates of the task.
    var identity: TaskIdentity?
}

/// The callers that wait for the end of a task, or for an empty queue.
struct QueueEnds: Sendable {
    var records: [TaskRecord] = []
    var drained: [Broadcast<Never>] = []
    var waiters: [CheckedContinuation<Void, Never>] = []

    func announce() {
        for record in records { record.announceEnd() }
        for broadcast in drained { broadcast.finish() }
        for waiter in waiters { waiter.resume() }
    }
}

/// A closure of a user, and the moment that it subscribes to.
final class Subscriber<Status: Sendable>: Sendable {
    let moment: NetTaskMoment
    /// The actor on which the closure is called; `nil` for the concurrency pool.
    private let actor: MainActor?
    /// `nil` once the subscription was cancelled.
    private let action: Locked<(@Sendable (Status) -> Void)?>

    init(_ moment: NetTaskMoment, on actor: MainActor? = nil, _ action: @escaping @Sendable (Status) -> Void) {
        self.moment = moment
        self.actor = actor
        self.action = Locked(action)
    }

    var isActive: Bool { action.withLock { $0 != nil } }

    func notify(_ status: Status) async {
        await notify(status, isolation: actor)
    }

    /// Reads the closure on the actor, because the subscription may have been cancelled there meanwhile.
    private func notify(_ status: Status, isolation: isolated (any Actor)?) {
        action.withLock { $0 }?(status)
    }

    func cancel() {
        // The closure is released without the lock.
        _ = action.withLock { action in
            defer { action = nil }
            return action
        }
    }
}

/// The subscription of a closure to the events of a task. It remains in force if this value is released.
public struct NetTaskSubscription: Sendable {
    private let stop: @Sendable () -> Void

    init<Status>(_ subscriber: Subscriber<Status>) {
        // Weak, so that this value does not keep the closure alive after the end of the task.
        stop = { [weak subscriber] in subscriber?.cancel() }
    }

    /// Ends the subscription, and releases the closure. A call that has begun completes. If called on the main actor for a
    /// closure of the main actor, no further call begins.
    public func cancel() {
        stop()
    }
}
