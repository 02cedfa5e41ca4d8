/// A request to a server, with a typed response.
///
///     let post = try await queue.run(GetPost(id: 1))
///
/// A task is a value. Fill in its properties, add it to a ``NetTaskQueue`` and await its response. `Request` and `Reply` define
/// what is sent and received; this protocol is independent of the transport. A queue takes only tasks with its own `Request`
/// and `Reply`. Generated tasks conform to ``HTTPNetTask``, a refinement of this protocol.
///
/// All requirements except `pack`, `parse` and `shouldRetry` are static, so that they do not conflict with the names of params.
public protocol NetTask<Request, Reply>: Sendable {
    /// The type of the requests that the handler sends.
    associatedtype Request: Sendable
    /// The type of the replies that the handler returns.
    associatedtype Reply: Sendable
    /// The type of the result.
    associatedtype Response: Sendable
    /// The error for a reply that the task rejects, such as ``StatusError``. Default: `Never`, for protocols without such
    /// replies.
    associatedtype Rejection: Error = Never
    /// The typed body of a failure. Default: `Never`, for tasks without one.
    associatedtype Failure: Sendable = Never

    /// The name of the operation, its retries, its timeouts and its delivery. The queue reads the settings on the thread that
    /// adds the task, in each attempt, and after a failure. Default: `NetTaskSettings()`.
    static var settings: NetTaskSettings { get }

    /// Throws an error if a reply is a failure, such as one with an HTTP status that the task does not accept. Default: accepts
    /// all replies.
    static func check(_ reply: Reply) throws
    /// Converts an error of an attempt into the error type of the task.
    ///
    /// - Parameter reply: the reply to the attempt, if there was one.
    static func failure(for error: any Error, reply: Reply?) -> TaskError<Rejection, Failure>

    /// Returns the part of a reply that ``NetTaskStatus/reply`` keeps after a success, such as its headers. Called on a thread
    /// of the concurrency pool. Default: the whole reply.
    static func remainder(of reply: Reply) -> Reply?
    /// Returns a value that is equal for duplicates of the task, or `nil` if the task is never a duplicate. Called once, on the
    /// thread that adds the task, and only if its ``DuplicatePolicy`` needs it. Default: the packed request, if it is
    /// `Hashable`.
    static func identity(of task: Self) throws -> AnyHashable?

    /// Whether the request is idempotent: sending it twice has the same effect as sending it once. Default: the value of the
    /// settings.
    static func isIdempotent(_ task: Self, _ settings: NetTaskSettings) -> Bool

    /// Makes the request. Called once for each attempt, on a thread of the concurrency pool. If the queue looks for duplicates
    /// by request (``DuplicatePolicy``), also called once on the thread that adds the task.
    func pack() throws -> Request
    /// Makes the response from a reply that ``NetTask/check(_:)`` has accepted. Called on a thread of the concurrency pool.
    /// Errors become a ``ParseError``, except for a ``TransportError``.
    func parse(_ reply: Reply) throws -> Response
    /// Returns whether to make a retry that the policy allows. Called once for each failed attempt, as long as retries are
    /// left. Default: `true`.
    func shouldRetry(after error: TaskError<Rejection, Failure>) -> Bool
}

extension NetTask {
    public static var settings: NetTaskSettings { NetTaskSettings() }

    /// The name of the operation: that of the ``NetTask/settings``, or the name of the type.
    public static var name: String { settings.name ?? String(describing: Self.self) }

    public static func check(_ reply: Reply) throws {}

    public static func failure(for error: any Error, reply: Reply?) -> TaskError<Rejection, Failure> {
        TaskError(error)
    }

    public static func remainder(of reply: Reply) -> Reply? { reply }

    public static func identity(of task: Self) throws -> AnyHashable? {
        (try task.pack() as? any Hashable).map { AnyHashable($0) }
    }

    public static func isIdempotent(_ task: Self, _ settings: NetTaskSettings) -> Bool { settings.mayRepeat }

    public func shouldRetry(after error: TaskError<Rejection, Failure>) -> Bool { true }
}

extension NetTask where Response == Void {
    public func parse(_ reply: Reply) throws {}
}

/// A task whose next attempt continues where the previous one was interrupted.
package protocol NetTaskResuming: NetTask {
    /// The number of the latest attempt that received a part of the response, or 0, and the minimum delay before the next
    /// attempt. Only later attempts count as retries in the ``RetryPolicy``.
    var resumption: (latestAttempt: Int, delay: Duration) { get }
}

/// The number of a task in its queue, in the order in which tasks are added.
public struct NetTaskID: Sendable, Hashable, Comparable, CustomStringConvertible {
    package let number: UInt64

    init(_ number: UInt64) {
        self.number = number
    }

    /// Makes the number 0, for a context that is made without a queue. The numbers in a queue begin with 1.
    public init() {
        self.number = 0
    }

    public static func < (left: NetTaskID, right: NetTaskID) -> Bool {
        left.number < right.number
    }

    public var description: String { "#\(number)" }
}
