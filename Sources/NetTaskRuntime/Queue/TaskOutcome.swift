/// What an attempt, or a whole task, has come to, without the task's types; ``TaskRecord`` adds them where somebody
/// asks. What a busy queue does all the time would otherwise have to look up a type for each value.
enum TaskOutcome: Sendable {
    /// A response of the task.
    case success(any Sendable)
    /// A ``NetTaskError`` of the task, or what one can be made of.
    case failure(any Error)
    case cancelled(CancellationReason)
    /// What the limit was, if the call said so. Else it is asked of the task only then, since that is code of the user's.
    case timedOut(TimeoutError.Kind, limit: Duration?, attempt: Int)

    var phase: NetTaskPhase {
        switch self {
        case .success: .succeeded
        case .cancelled: .cancelled
        case .failure, .timedOut: .failed
        }
    }
}

/// Where a task stands, without its types.
struct TaskSnapshot: Sendable {
    var phase: NetTaskPhase
    var attempt: Int
    var reply: (any Sendable)?
    /// What it, or its latest attempt, has come to.
    var outcome: TaskOutcome?
    /// How long it waits for its next attempt.
    var wait: Duration
    /// Why its latest retry was decided upon.
    var retryReason: RetryDisposition
}
