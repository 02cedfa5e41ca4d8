/// What an attempt, or a whole task, has come to, without the task's types; ``TaskRecord`` adds them where somebody
/// asks. What a busy queue does all the time would otherwise have to look up a type for each value.
enum TaskOutcome: Sendable {
    /// A response of the task.
    case success(any Sendable)
    /// A ``NetTaskError`` of the task.
    case failure(any Error)
    case cancelled(CancellationReason)
    case timeout(TimeoutError)
    case refused(NetTaskDependencyError)

    var phase: NetTaskPhase {
        switch self {
        case .success: .succeeded
        case .cancelled: .cancelled
        case .failure, .timeout, .refused: .failed
        }
    }
}

/// Where a task stands, without its types.
struct TaskSnapshot: Sendable {
    var phase: NetTaskPhase
    var attempt: Int
    var reply: (any Sendable)?
    var result: TaskOutcome?
    /// While it waits for a retry: for how long, and after what.
    var wait: Duration
    var outcome: TaskOutcome?
}
