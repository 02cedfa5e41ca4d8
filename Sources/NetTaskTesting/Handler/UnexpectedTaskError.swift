/// A task reached a ``MockHandler`` without a reply for its type. Such an attempt is never retried.
public struct UnexpectedTaskError: Error, Sendable, Hashable {
    /// The name of the task's operation.
    public var task: String
    /// What is missing, and what to write.
    public var reason: String
}

extension UnexpectedTaskError: CustomStringConvertible {
    public var description: String { "\(task) was not expected: \(reason)" }
}
