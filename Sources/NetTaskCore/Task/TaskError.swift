import NetTaskSystem

/// The error of a task that did not succeed.
///
///     do {
///         print(try await queue.run(GetPost(id: 1)))
///     } catch .status(.notFound, _) {
///         print("there is no such post")
///     } catch {
///         print(error)
///     }
///
/// `Rejection` is the protocol's error for a reply that the task does not accept. `Failure` is the typed body of such a reply.
/// For HTTP, use the alias ``NetTaskError``.
public enum TaskError<Rejection: Error, Failure: Sendable>: Error {
    /// The server replied with a status that the task does not accept. The second value is the typed body, if it could be
    /// parsed.
    case status(Rejection, Failure?)
    /// The server replied with an accepted status, but the reply is not the expected response.
    case parse(ParseError)
    /// There was no complete reply.
    case transport(TransportError)
    /// An attempt exceeded its timeout, or the task exceeded its deadline or expired.
    case timeout(NetTaskTimeoutError)
    /// The task could not be made into a request. Nothing was sent.
    case pack(PackError)
    /// The task was cancelled.
    case cancelled(CancellationReason)
    /// Any other error of the handler, or of your own implementation of a task.
    case other(any Error)

    /// Converts an error to the case for its type. A rejection is converted without a typed body.
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

    /// The associated error, without the typed body: a `Rejection`, a ``ParseError`` and so on.
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

/// The reason why a task was cancelled.
public enum CancellationReason: Error, Sendable, Hashable {
    /// `cancel()` of a handle was called.
    case handle
    /// The Swift task that awaited `run` was cancelled.
    case caller
    /// `cancelAll()` or `cancel(id:)` of the queue was called.
    case queue
    /// `cancel(tag:)` of the queue was called with this tag.
    case tag(String)
    /// `cancel(_:)` of the queue was called with the task's type.
    case type
    /// The group was cancelled, or another task of the group did not succeed.
    case group
    /// The task depends on this task, which did not succeed.
    case dependency(NetTaskID)
    /// The task is a duplicate of this task, and its policy is ``DuplicatePolicy/rejectNew``.
    case duplicate(of: NetTaskID)
    /// A duplicate, this task, was added with the policy ``DuplicatePolicy/cancelOld``.
    case replaced(by: NetTaskID)
    /// The queue was shut down.
    case queueShutDown
    /// The queue was released while it was suspended, so the task could never have run.
    case queueReleased
    /// The handler or its transport cancelled the attempt.
    case handler
}

extension CancellationReason: DescribedError {
    public var description: String {
        switch self {
        case .handle: "The task was cancelled"
        case .caller: "The task was cancelled because its caller was"
        case .queue: "The task was cancelled by a call to its queue"
        case .tag(let tag): "The task was cancelled with all tasks that have the tag \(tag.debugDescription)"
        case .type: "The task was cancelled with all tasks of its type"
        case .group: "The task was cancelled with its group"
        case .dependency(let id): "The task was cancelled because task \(id), on which it depends, did not succeed"
        case .duplicate(let id): "The task was rejected as a duplicate of task \(id)"
        case .replaced(let id): "The task was cancelled because task \(id), a duplicate of it, replaced it"
        case .queueShutDown: "The task was cancelled because its queue was shut down"
        case .queueReleased: "The task was cancelled because its suspended queue was released"
        case .handler: "The task was cancelled by the handler or its transport"
        }
    }
}

/// A task exceeded one of its time limits.
public struct NetTaskTimeoutError: Error, Sendable, Hashable {
    /// The time limits of a task.
    public enum Kind: Sendable, Hashable, CaseIterable {
        /// The timeout of one attempt.
        case attempt
        /// The time limit for connecting. Nothing of the request was sent.
        case connect
        /// The time limit for the first byte of the reply. The request was sent.
        case firstByte
        /// The time limit for a pause between two pieces of the request or the reply.
        case idle
        /// The deadline of the task: all attempts, the waits between them, and the time for which a limit holds the task.
        case deadline
        /// The expiry of the task (``NetTaskOption/expires(_:)``), which was still waiting.
        case expiry
    }

    /// The time limit that was exceeded.
    public var kind: Kind
    /// The duration of the limit, or `nil` for an expiry, which is a date.
    public var limit: Duration?
    /// The name of the task's operation.
    public var task: String
    /// The number of the running or latest attempt, from 1; 0 if there was none.
    public var attempt: Int
    /// The method and the URL of the request, or the uri in the spec if the queue itself ended the task; empty if the protocol has
    /// none.
    package var request = ""
    /// What held the task when its deadline passed, or `nil`.
    public var hold: NetTaskHold?

    /// Makes an error. Queues make these errors themselves.
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
        let limit = limit ?? .zero
        let problem =
            switch kind {
            case .attempt: "it took longer than its timeout of \(limit)"
            case .connect: "no connection within \(limit)"
            case .firstByte: "no reply within \(limit)"
            case .idle: "no data for \(limit)"
            case .deadline:
                "it passed its deadline of \(limit)" + (hold.map { " while it was held: \($0)" } ?? "")
            case .expiry: "it expired before its \(attempt == 0 ? "first" : "next") attempt"
            }
        return errorStart(request.isEmpty ? task : request, attempt: attempt) + problem
    }
}
