/// A task took longer than it may.
public struct TimeoutError: Error, Sendable, Hashable {
    /// Which of a task's limits was passed.
    public enum Kind: Sendable, Hashable, CaseIterable {
        /// `timeout`, which bounds one attempt
        case attempt
        /// `deadline`, which bounds all attempts and the waits between them
        case deadline
    }

    /// Which of the task's limits was passed.
    public var kind: Kind
    /// The limit that was passed.
    public var limit: Duration
    /// The name of the task's operation.
    public var task: String
    /// The number of the attempt that was under way, or the last one, from 1.
    public var attempt: Int

    /// Makes an error; queues do so by themselves.
    public init(_ kind: Kind, limit: Duration, task: String, attempt: Int) {
        self.kind = kind
        self.limit = limit
        self.task = task
        self.attempt = attempt
    }
}

extension TimeoutError: CustomStringConvertible {
    public var description: String {
        switch kind {
        case .attempt: "\(task): attempt \(attempt) took longer than its timeout of \(limit)"
        case .deadline: "\(task) passed its deadline of \(limit) in attempt \(attempt)"
        }
    }
}
