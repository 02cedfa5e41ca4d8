/// A task of a queue, as far as the queue need know it. ``TaskRecord`` is the one kind there is; this is what the
/// scheduler, which knows no types of tasks, sees of it.
///
/// Unchecked, because all that varies, here and in the subclass, is touched only by who holds the lock of `scheduler`.
class QueueJob: @unchecked Sendable {
    final let scheduler: QueueScheduler
    /// What its attempts run with: that of the one who added the task, not of the one whose task made way for it.
    final let threadPriority = Task.currentPriority
    final var place = QueuePlace(slot: 0, id: NetTaskID())
    /// Who makes the attempt that is under way.
    final var worker: QueueWorker?
    /// What makes it the same as others.
    final var identity: TaskIdentity?

    init(scheduler: QueueScheduler) {
        self.scheduler = scheduler
    }

    // MARK: Called under the lock

    /// Whether it has succeeded; nil until it has ended.
    var hasSucceeded: Bool? { fatalError("abstract") }

    /// An attempt begins.
    func begin(attempt: Int) { fatalError("abstract") }
    /// The attempt has failed, and there will be another.
    func retry(after wait: Duration) { fatalError("abstract") }
    /// Whether the attempt is still open, and ends with this as one that took too long.
    func claimTimeOut(attempt: Int) -> Bool { fatalError("abstract") }
    /// It has left the queue.
    func end(_ end: QueueEnd) { fatalError("abstract") }
    /// Has these delegates told that it has ended.
    func tell(_ delegates: [DelegateRegistration]) { fatalError("abstract") }
    /// Ends those of its followers that are meant.
    ///
    /// - Returns: who has ended, and whether the job has to end too since nobody is left who wants it.
    func cancelSeats(_ reason: CancellationReason, where isMeant: (QueueJob) -> Bool) -> (ended: [QueueJob], all: Bool)
    {
        fatalError("abstract")
    }
    func isTagged(_ tag: String) -> Bool { fatalError("abstract") }
    /// What the queue tells of it.
    func summary(priority: NetTaskPriority) -> NetTaskSummary { fatalError("abstract") }

    // MARK: Called without the lock

    /// Makes an attempt, and has the queue settle what came of it.
    ///
    /// - Returns: what the worker is to do next.
    func run(attempt: Int, on worker: QueueWorker) async -> QueueStart? { fatalError("abstract") }
    /// Has the queue settle an attempt that took too long.
    func settleTimeOut(attempt: Int) { fatalError("abstract") }
    /// Wakes those who wait for the end. Called once, after ``end(_:)``.
    func announceEnd() { fatalError("abstract") }
    /// Whether its type is that.
    func isTask<T: NetTask>(_ type: T.Type) -> Bool { fatalError("abstract") }
}

/// An attempt that is to be made.
struct QueueStart: Sendable {
    let job: QueueJob
    let attempt: Int
}

/// What tells whether two tasks are the same.
struct TaskIdentity: Hashable {
    let type: ObjectIdentifier
    let value: AnyHashable
}
