/// A task took longer than it may.
public struct TimeoutError: Error, Sendable, Hashable {
    /// Which of a task's limits was passed.
    public enum Kind: Sendable, Hashable, CaseIterable {
        /// `timeout`, which bounds one attempt
        case attempt
        /// ``HTTPTimeouts/connect``: nothing of the request could be sent
        case connect
        /// ``HTTPTimeouts/firstByte``: the request was sent, and no answer came
        case firstByte
        /// ``HTTPTimeouts/idle``: the request or the reply stopped in the middle
        case idle
        /// `deadline`, which bounds all attempts and the waits between them
        case deadline
        /// ``NetTaskOption/expires(_:)``: it was still waiting then
        case expiry
    }

    /// Which of the task's limits was passed.
    public var kind: Kind
    /// The limit that was passed; nil of an expiry, which is a date.
    public var limit: Duration?
    /// The name of the task's operation.
    public var task: String
    /// The number of the attempt that was under way, or the last one, from 1; 0 if there was none.
    public var attempt: Int

    /// Makes an error; queues do so by themselves.
    public init(_ kind: Kind, limit: Duration?, task: String, attempt: Int) {
        self.kind = kind
        self.limit = limit
        self.task = task
        self.attempt = attempt
    }
}

extension TimeoutError: CustomStringConvertible {
    public var description: String {
        switch kind {
        case .attempt: "\(task): attempt \(attempt) took longer than its timeout of \(limit ?? .zero)"
        case .connect: "\(task): attempt \(attempt) found no connection within \(limit ?? .zero)"
        case .firstByte: "\(task): attempt \(attempt) was not answered within \(limit ?? .zero)"
        case .idle: "\(task): attempt \(attempt) stood still for \(limit ?? .zero)"
        case .deadline: "\(task) passed its deadline of \(limit ?? .zero) in attempt \(attempt)"
        case .expiry: "\(task) expired before \(attempt == 0 ? "it was started" : "its next attempt")"
        }
    }
}
