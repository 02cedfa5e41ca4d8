/// Those who watch one task. Made for the first of them; guarded by the lock of the task's queue.
final class TaskWatchers {
    /// Those who go once they have been told of the end.
    struct Audience {
        var waiters: [@Sendable (TaskOutcome) -> Void] = []
        var events: Broadcast<TaskState>?
        var progress: Broadcast<NetTaskProgress>?
        var subscribers: [Subscriber<TaskState>] = []
        /// Tasks that share the run of this one.
        var followers: [TaskRecord] = []
    }

    var audience = Audience()
    /// The task that runs, if this one shares its run.
    var leader: TaskRecord?
    var latestProgress: NetTaskProgress?
    /// Of a task whose run others share, theirs too.
    lazy var delivery = SerialDelivery()
    /// What makes the task the same as others.
    var identity: TaskIdentity?
}

/// Those who wait for the end of a task, or of all.
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

/// One closure of a user's, and what it is to be told.
final class Subscriber<Status: Sendable>: Sendable {
    let moment: NetTaskMoment
    /// Where the closure is called; nil for the concurrency pool.
    private let actor: MainActor?
    /// Nil once the subscription was cancelled.
    private let action: Locked<(@Sendable (Status) -> Void)?>

    init(_ moment: NetTaskMoment, on actor: MainActor? = nil, _ action: @escaping @Sendable (Status) -> Void) {
        self.moment = moment
        self.actor = actor
        self.action = Locked(action)
    }

    var isActive: Bool { action.withLock { $0 != nil } }

    func tell(_ status: Status) async {
        await tell(status, isolation: actor)
    }

    /// Looks for the closure there, since it may have been cancelled there meanwhile.
    private func tell(_ status: Status, isolation: isolated (any Actor)?) {
        action.withLock { $0 }?(status)
    }

    func cancel() {
        // The closure goes without the lock.
        _ = action.withLock { action in
            defer { action = nil }
            return action
        }
    }
}

/// A closure that is called when something happens to a task. It stays in force if this value is dropped.
public struct NetTaskSubscription: Sendable {
    private let stop: @Sendable () -> Void

    init<Status>(_ subscriber: Subscriber<Status>) {
        // Weak, so that who keeps this does not keep the closure beyond the end of the task.
        stop = { [weak subscriber] in subscriber?.cancel() }
    }

    /// Stops calls of the closure, and lets go of it. A call that is under way goes on; on the main actor none can begin
    /// after this was called there.
    public func cancel() {
        stop()
    }
}
