/// Says what is there of what tasks require, such as a network.
public protocol ConditionProvider: Sendable {
    /// What is there now. Called often, on a thread of the concurrency pool; must not block.
    var current: TaskRequirements { get }
    /// Tells of each change from now on: a new subscription at each use.
    func changes() -> AsyncStream<TaskRequirements>
}

/// Has everything at all times; for servers, and for those who would rather try than ask.
public struct UnconstrainedConditions: ConditionProvider {
    /// Makes one; all are the same.
    public init() {}

    /// All that can be required, also what an app has made up.
    public var current: TaskRequirements { .everything }

    /// Never tells of anything.
    public func changes() -> AsyncStream<TaskRequirements> {
        AsyncStream { $0.finish() }
    }
}
