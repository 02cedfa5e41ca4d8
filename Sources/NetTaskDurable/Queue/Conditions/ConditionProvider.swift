import NetTaskRuntime

/// Says what is there of what tasks require, such as a network.
public protocol ConditionProvider: Sendable {
    /// What is there now. Called often, on a thread of the concurrency pool; must not block.
    var current: TaskRequirements { get }
    /// Tells of each change from now on: a new subscription at each use.
    func changes() -> AsyncStream<TaskRequirements>
}
