public import NetTaskHTTP

/// One attempt of a task, as it reached a ``MockHandler`` or a ``ManualHandler``.
public struct MockCall<T: NetTask>: Sendable {
    /// The task as it was added to the queue.
    public let task: T
    /// What the task was packed into for this attempt.
    public let request: T.Request
    /// The number of the attempt, from 1.
    public let attempt: Int
    /// The tags that the task was added with.
    public let tags: [String]
}
