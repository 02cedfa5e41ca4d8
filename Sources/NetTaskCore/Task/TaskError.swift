import Foundation

/// What ended a task that did not succeed.
///
/// Each case holds what is needed to act on it. `Rejection` is the protocol's error for a reply that the task does not accept.
/// `Failure` is the typed body that the task reads from such a reply. HTTP's name for this type is ``NetTaskError``.
public enum TaskError<Rejection: Error, Failure: Sendable>: Error {
    /// The server answered with a status that the task does not accept; with the typed body, if it could be read.
    case status(Rejection, Failure?)
    /// The server answered with an accepted status and something that is not the response.
    case parse(ParseError)
    /// No complete answer came.
    case transport(TransportError)
    /// An attempt, or all of them together, took too long.
    case timeout(NetTaskTimeoutError)
    /// The task could not be made into a request; nothing was sent.
    case pack(PackError)
    /// The task was cancelled.
    case cancelled(CancellationReason)
    /// Anything else that a handler or a task of the user's own threw.
    case other(any Error)

    /// Sorts an error into its case. A rejection gets no typed body here.
    public init(_ error: any Error) {
        switch error {
        case let error as TaskError<Rejection, Failure>: self = error
        case let error as Rejection: self = .status(error, nil)
        case let error as ParseError: self = .parse(error)
        case let error as TransportError: self = .transport(error)
        case let error as NetTaskTimeoutError: self = .timeout(error)
        case let error as PackError: self = .pack(error)
        case let reason as CancellationReason: self = .cancelled(reason)
        case is CancellationError: self = .cancelled(.handler)
        default: self = .other(error)
        }
    }

    /// The error without its case and typed body: a `Rejection`, a ``ParseError`` …
    public var underlying: any Error {
        switch self {
        case .status(let error, _): error
        case .parse(let error): error
        case .transport(let error): error
        case .timeout(let error): error
        case .pack(let error): error
        case .cancelled(let reason): reason
        case .other(let error): error
        }
    }
}

extension TaskError: DescribedError {
    public var description: String { String(describing: underlying) }
}

/// Who or what cancelled a task.
public enum CancellationReason: Error, Sendable, Hashable {
    /// `cancel()` of a handle
    case handle
    /// The Swift task that awaited `run` was cancelled.
    case caller
    /// `cancelAll()` or `cancel(id:)` of the queue
    case queue
    /// `cancel(tag:)` of the queue, with this tag
    case tag(String)
    /// `cancel(_:)` of the queue, with the task's type
    case type
    /// Its group was cancelled, or another task of the group had failed.
    case group
    /// It has to run after this task, which did not succeed.
    case dependency(NetTaskID)
    /// One like it, this one, was in the queue already, and its policy is ``DuplicatePolicy/rejectNew``.
    case duplicate(of: NetTaskID)
    /// One like it, this one, was added with the policy ``DuplicatePolicy/cancelOld``.
    case replaced(by: NetTaskID)
    /// The queue was shut down.
    case queueShutDown
    /// The queue was released while it was suspended, so that the task could never have run.
    case queueReleased
    /// The handler cancelled by itself.
    case handler
}

extension CancellationReason: DescribedError {
    public var description: String {
        switch self {
        case .handle: "The task was cancelled"
        case .caller: "The task was cancelled because its caller was"
        case .queue: "The task was cancelled by way of its queue"
        case .tag(let tag): "The task was cancelled with all tasks that have the tag \(tag.debugDescription)"
        case .type: "The task was cancelled with all tasks of its type"
        case .group: "The task was cancelled with its group"
        case .dependency(let id): "The task was cancelled because task \(id), which it was to follow, did not succeed"
        case .duplicate(let id): "The task was refused because task \(id), which is the same, was there already"
        case .replaced(let id): "The task was cancelled because task \(id), which is the same, took its place"
        case .queueShutDown: "The task was cancelled because its queue was shut down"
        case .queueReleased: "The task was cancelled because its suspended queue was released"
        case .handler: "The task was cancelled by the handler or its transport"
        }
    }
}

/// A task took longer than it may.
public struct NetTaskTimeoutError: Error, Sendable, Hashable {
    /// Which of a task's limits was passed.
    public enum Kind: Sendable, Hashable, CaseIterable {
        /// `timeout`, which bounds one attempt
        case attempt
        /// The limit of connecting: nothing of the request could be sent.
        case connect
        /// The limit of the first byte: the request was sent, and no reply came.
        case firstByte
        /// The limit of being idle: the request or the reply stopped in the middle.
        case idle
        /// `deadline`, which bounds all attempts, the waits between them, and the time for which a limit holds the task
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
    /// What held the task back when its deadline passed; nil if nothing did.
    public var hold: NetTaskHold?

    /// Makes an error; queues do so by themselves.
    public init(_ kind: Kind, limit: Duration?, task: String, attempt: Int, hold: NetTaskHold? = nil) {
        self.kind = kind
        self.limit = limit
        self.task = task
        self.attempt = attempt
        self.hold = hold
    }
}

extension NetTaskTimeoutError: DescribedError {
    public var description: String {
        switch kind {
        case .attempt: "\(task): attempt \(attempt) took longer than its timeout of \(limit ?? .zero)"
        case .connect: "\(task): attempt \(attempt) found no connection within \(limit ?? .zero)"
        case .firstByte: "\(task): attempt \(attempt) was not answered within \(limit ?? .zero)"
        case .idle: "\(task): attempt \(attempt) stood still for \(limit ?? .zero)"
        case .deadline:
            "\(task) passed its deadline of \(limit ?? .zero) "
                + (hold.map { "while it was held: \($0)" } ?? "in attempt \(attempt)")
        case .expiry: "\(task) expired before \(attempt == 0 ? "it was started" : "its next attempt")"
        }
    }
}
