public import NetTaskHTTP

/// An attempt of a task that reached a ``MockHandler`` or a ``ManualHandler``.
public struct MockCall<T: NetTask>: Sendable {
    /// The task as it was added to the queue.
    public let task: T
    /// The packed request of this attempt.
    public let request: T.Request
    /// The number of the attempt, from 1.
    public let attempt: Int
    /// The tags that the task was added with.
    public let tags: [String]
}
