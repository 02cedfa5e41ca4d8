/// Where a group stands. A snapshot: all of it is from one moment.
public struct NetTaskGroupStatus: Sendable {
    /// A stage of a group's life. The last three are ends.
    public enum Phase: Sendable, Hashable, CaseIterable {
        /// Not all of its tasks have ended.
        case running
        /// All of its tasks have succeeded.
        case succeeded
        /// One of its tasks has failed.
        case failed
        /// It was cancelled, or one of its tasks was.
        case cancelled
    }

    /// The stage that the group has come to.
    public var phase: Phase
    /// How many tasks have succeeded.
    public var completed: Int
    /// How many tasks there are.
    public var total: Int
    /// The error of the task that failed or was cancelled first, a ``NetTaskError``.
    public var error: (any Error)?

    /// The share of tasks that have succeeded, from 0 to 1. Of a group without tasks it is 1.
    public var fraction: Double { total == 0 ? 1 : Double(completed) / Double(total) }
    /// Whether it is over: succeeded, failed or cancelled.
    public var isEnded: Bool { phase != .running }
}
