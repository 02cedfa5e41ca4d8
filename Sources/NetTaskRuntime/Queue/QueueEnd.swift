/// How the rules of a queue end a task.
enum QueueEnd: Sendable, Equatable {
    /// With what the last attempt brought.
    case finished
    case cancelled(CancellationReason)
    case deadlinePassed
    case expired
    /// It was never accepted.
    case refused(NetTaskDependencyError)
}
