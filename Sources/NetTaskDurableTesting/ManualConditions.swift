import NetTaskCore
public import NetTaskDurable

/// Conditions that a test sets.
public final class ManualConditions: ConditionProvider {
    private let latest: Locked<TaskRequirements>
    private let broadcast = Broadcast<TaskRequirements>()

    /// Makes conditions. Default: nothing is fulfilled.
    public init(_ current: TaskRequirements = []) {
        latest = Locked(current)
    }

    public var current: TaskRequirements { latest.withLock { $0 } }

    /// Sets the fulfilled requirements, and notifies the listeners.
    public func set(_ current: TaskRequirements) {
        latest.withLock { $0 = current }
        broadcast.yield(current)
    }

    public func changes() -> AsyncStream<TaskRequirements> {
        broadcast.stream(from: nil, bufferingPolicy: .bufferingNewest(1))
    }
}
