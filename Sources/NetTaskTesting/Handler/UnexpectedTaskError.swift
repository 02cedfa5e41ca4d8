/// A task reached a ``MockHandler`` that was not told how to answer it. Such an attempt is never retried.
public struct UnexpectedTaskError: Error, Sendable, Hashable {
    /// The name of the task's operation.
    public var task: String
    /// What is missing, and what to write.
    public var reason: String
}

extension UnexpectedTaskError: CustomStringConvertible {
    public var description: String { "\(task) was not expected: \(reason)" }
}
