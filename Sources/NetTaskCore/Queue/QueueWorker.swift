/// An attempt that is to be made.
typealias QueueStart = (record: TaskRecord, attempt: Int)

/// One Swift task that makes attempts: it takes the next as soon as it is done with one, so that a busy queue makes
/// no Swift task for each of its own.
///
/// A worker ends when its attempt is cancelled, because a Swift task stays cancelled.
///
/// Unchecked: every variable property is read and written only under the lock of the scheduler.
final class QueueWorker: @unchecked Sendable {
    let firstPriority: TaskPriority
    private(set) var priority: TaskPriority
    var task: Task<Void, Never>?
    /// Whether it may make no other attempt.
    var isDismissed = false

    init(priority: TaskPriority) {
        (firstPriority, self.priority) = (priority, priority)
    }

    /// Raises the priority of its thread, where the system can.
    func escalate(to priority: TaskPriority) {
        self.priority = max(self.priority, priority)
        #if compiler(>=6.2)
            if self.priority > firstPriority, #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
                task?.escalatePriority(to: self.priority)
            }
        #endif
    }
}
