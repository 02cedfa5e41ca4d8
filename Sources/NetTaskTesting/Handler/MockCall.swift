public import NetTaskRuntime

/// One attempt of a task, as it reached a ``MockHandler`` or a ``ManualHandler``.
public struct MockCall<T: NetTask>: Sendable {
    /// The task as it was added to the queue.
    public let task: T
    /// What the task was packed into for this attempt.
    public let request: T.Request
    /// What the queue told the handler about the attempt: its tags, for one.
    public let context: NetTaskContext

    /// The number of the attempt, from 1.
    public var attempt: Int { context.attempt }
}
