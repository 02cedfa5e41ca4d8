import NetTaskCore
public import NetTaskDurable

/// Has what a test says that is there.
public final class ManualConditions: ConditionProvider {
    private let latest: Locked<TaskRequirements>
    private let broadcast = Broadcast<TaskRequirements>()

    /// Makes one; by default with nothing there.
    public init(_ current: TaskRequirements = []) {
        latest = Locked(current)
    }

    public var current: TaskRequirements { latest.withLock { $0 } }

    /// Says what is there from now on, and tells those who listen.
    public func set(_ current: TaskRequirements) {
        latest.withLock { $0 = current }
        broadcast.yield(current)
    }

    public func changes() -> AsyncStream<TaskRequirements> {
        broadcast.stream(from: nil, bufferingPolicy: .bufferingNewest(1))
    }
}
