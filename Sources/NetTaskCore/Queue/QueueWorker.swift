/// An attempt to make.
typealias QueueStart = (record: TaskRecord, attempt: Int)

/// A Swift task that makes attempts one after the other, so that a busy queue does not need a Swift task for each attempt.
///
/// A worker ends when its attempt is cancelled, because a Swift task stays cancelled.
///
/// Unchecked: all variable properties are accessed only with the lock of the scheduler held.
final class QueueWorker: @unchecked Sendable {
    let firstPriority: TaskPriority
    private(set) var priority: TaskPriority
    var task: Task<Void, Never>?
    /// Whether the worker may make no further attempt.
    var isDismissed = false

    init(priority: TaskPriority) {
        (firstPriority, self.priority) = (priority, priority)
    }

    /// Raises the priority of the Swift task, on systems that support it.
    func escalate(to priority: TaskPriority) {
        self.priority = max(self.priority, priority)
        #if compiler(>=6.2)
            if self.priority > firstPriority, #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
                task?.escalatePriority(to: self.priority)
            }
        #endif
    }
}
