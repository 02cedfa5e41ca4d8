import NetTaskRuntime

/// Has everything at all times; for servers, and for those who would rather try than ask.
public struct UnconstrainedConditions: ConditionProvider {
    /// Makes one; all are the same.
    public init() {}

    /// All that can be required, also what an app has made up.
    public var current: TaskRequirements { TaskRequirements(rawValue: .max) }

    /// Never tells of anything.
    public func changes() -> AsyncStream<TaskRequirements> {
        AsyncStream { $0.finish() }
    }
}
