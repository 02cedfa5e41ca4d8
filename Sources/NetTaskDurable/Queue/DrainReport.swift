public import Foundation
import NetTaskRuntime

/// What became of a ``DurableNetTaskQueue/drain(until:limit:)``.
public struct DrainReport: Sendable, Hashable {
    /// How many runs ended, however they did.
    public var ran = 0
    /// How many tasks have not ended, of all kinds and in all states.
    public var left = 0
    /// When to come back: when the next of them is due, or expires, were all there that it requires. nil: never, or only
    /// after something else has happened.
    public var nextRun: Date?
    /// What those require that wait, of the first 1,000 of them; for telling a system what to wait for.
    public var requirements: TaskRequirements = []
}
