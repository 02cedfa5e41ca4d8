/// The state of a stored task. The last three states are ends.
public enum TaskState: String, Sendable, Hashable, CaseIterable, Codable {
    /// The task runs when its date has come, its requirements are fulfilled, and it is its turn.
    case waiting
    /// The task waits for other tasks: its dependencies, or earlier tasks of its group.
    case blocked
    /// A run is active.
    case running
    /// The task has succeeded.
    case succeeded
    /// The task is in the dead letters. ``StoredTask/deathReason`` has the reason.
    case dead
    /// The task was cancelled.
    case cancelled

    /// Whether the task has ended.
    public var isEnd: Bool {
        switch self {
        case .waiting, .blocked, .running: false
        case .succeeded, .dead, .cancelled: true
        }
    }
}

/// Why a task is in the dead letters.
public enum TaskDeathReason: String, Sendable, Hashable, CaseIterable, Codable {
    /// All its runs failed.
    case exhausted
    /// A run failed with an error that another run would not avoid.
    case abandoned
    /// The task expired before it succeeded.
    case expired
    /// The process ended during a run of the task, for the third time.
    case crashed
    /// The stored task could not be decoded. It is kept until it is retried or dropped, whatever the retention.
    case undecodable
}
