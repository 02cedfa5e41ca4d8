import NetTaskRuntime

/// What follows from a run that did not succeed.
enum RunVerdict: Sendable, Hashable {
    /// It counts, and there is to be another after that wait.
    case failed(wait: Duration, priority: NetTaskPriority)
    /// There is to be no other.
    case died(TaskDeathReason)
    /// It does not count, and there is to be another after that wait.
    case postponed(wait: Duration, reason: String)
}
