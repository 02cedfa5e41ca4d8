/// One Swift task that makes attempts: it takes the next as soon as it is done with one, so that a busy queue makes
/// no Swift task for each of its own.
///
/// An attempt that is no longer wanted takes its worker with it, since a Swift task that is cancelled stays so.
///
/// Unchecked, because `task` and `isDismissed` are touched only by who holds the lock of the scheduler.
final class QueueWorker: @unchecked Sendable {
    let priority: TaskPriority
    var task: Task<Void, Never>?
    /// Whether it may make no other attempt.
    var isDismissed = false

    init(priority: TaskPriority) {
        self.priority = priority
    }

    func run(_ first: QueueStart) async {
        var next: QueueStart? = first
        while let start = next {
            next = await start.job.run(attempt: start.attempt, on: self)
        }
    }
}
