/// Provides the conditions that tasks may require, such as a network.
public protocol ConditionProvider: Sendable {
    /// The current conditions. Called often, on a thread of the concurrency pool; must not block.
    var current: TaskRequirements { get }
    /// Returns a stream of all later changes. Each call makes a separate stream.
    func changes() -> AsyncStream<TaskRequirements>
}

/// Always meets all conditions. Use it for servers, and for apps that start runs under any conditions.
public struct UnconstrainedConditions: ConditionProvider {
    /// Makes a value. All values are equal.
    public init() {}

    /// All conditions, including custom ones.
    public var current: TaskRequirements { .everything }

    /// Returns a stream without values.
    public func changes() -> AsyncStream<TaskRequirements> {
        AsyncStream { $0.finish() }
    }
}
