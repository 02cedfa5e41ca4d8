import NetTaskRuntime

/// When to do what a queue does now and then.
struct Housekeeping: Sendable {
    /// The least time between two looks at leases that were lost.
    static let recoverInterval = Duration.seconds(5)
    static let pruneInterval = Duration.seconds(3600)

    private var lastRecovery: Duration?
    private var lastPruning: Duration?

    mutating func isTimeToRecover(at now: Duration) -> Bool {
        if let last = lastRecovery, now < last + Self.recoverInterval { return false }
        lastRecovery = now
        return true
    }

    mutating func isTimeToPrune(at now: Duration) -> Bool {
        if let last = lastPruning, now < last + Self.pruneInterval { return false }
        lastPruning = now
        return true
    }

    /// What was to be done was not.
    mutating func repeatAll() {
        (lastRecovery, lastPruning) = (nil, nil)
    }
}
