/// Where a stored task stands. The last three are ends.
public enum TaskState: String, Sendable, Hashable, CaseIterable, Codable {
    /// It runs once its date has come, what it requires is there, and it is its turn.
    case waiting
    /// It waits for other tasks: those it depends on, or those before it in its group.
    case blocked
    /// A run is under way.
    case running
    case succeeded
    /// It is in the dead letters; ``StoredTask/deathReason`` says why.
    case dead
    case cancelled

    /// Whether it is over.
    public var isEnd: Bool {
        switch self {
        case .waiting, .blocked, .running: false
        case .succeeded, .dead, .cancelled: true
        }
    }
}

/// Why a task is in the dead letters.
public enum TaskDeathReason: String, Sendable, Hashable, CaseIterable, Codable {
    /// All of its runs have failed.
    case exhausted
    /// A run failed in a way that another would, too.
    case abandoned
    /// Its time was over before it had succeeded.
    case expired
    /// The process ended in the middle of its run, for the third time.
    case crashed
    /// What is stored of it could not be read as a task of its type. Kept until it is retried or dropped: no retention
    /// counts for it.
    case undecodable
}
