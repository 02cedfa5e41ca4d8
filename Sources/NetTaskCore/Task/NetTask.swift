/// One piece of work that goes out as a request and comes back as a typed response.
///
/// A task is a value: fill it in, hand it to a ``NetTaskQueue``, await its response. The protocol knows no wire; what a
/// request and a reply are is said by the two associated types, and a queue takes only the tasks that speak as it does.
/// ``HTTPNetTask`` is the refinement that generated code conforms to.
///
/// Everything but `pack`, `parse` and `shouldRetry` is static, so that params of a task may have nearly any
/// name.
public protocol NetTask<Request, Reply>: Sendable {
    /// What the handler sends.
    associatedtype Request: Sendable
    /// What the handler brings back.
    associatedtype Reply: Sendable
    /// What the caller gets.
    associatedtype Response: Sendable
    /// The error of a reply that the protocol refuses, such as ``StatusError``; `Never` if there is none.
    associatedtype Rejection: Error = Never
    /// The typed body of a failure, or `Never` if the task knows none.
    associatedtype Failure: Sendable = Never

    /// The name of the operation, its retries, its time limits and its delivery. The queue reads them on the thread that adds
    /// the task, in each attempt, and after a failure. Default: ``NetTaskSettings`` with the defaults of its properties.
    static var settings: NetTaskSettings { get }

    /// Throws if `reply` stands for a failure, such as an HTTP status that the task does not accept.
    ///
    /// By default every reply is accepted.
    static func check(_ reply: Reply) throws
    /// Turns whatever an attempt threw into the one error type of the task.
    ///
    /// - Parameter reply: what came back in that attempt, if anything did.
    static func failure(for error: any Error, reply: Reply?) -> TaskError<Rejection, Failure>

    /// What is kept of a reply in ``NetTaskStatus/reply`` once its response was made: what is not in the response, such as
    /// its headers. Called on a thread of the concurrency pool. Default: the whole reply.
    static func remainder(of reply: Reply) -> Reply?
    /// What a task is compared with others of its type by, nil if it is like no other. Called once, on the thread that
    /// adds the task, where the queue looks for one like it (``DuplicatePolicy``). Default: the request that it packs
    /// into, if that is `Hashable`.
    static func identity(of task: Self) throws -> AnyHashable?

    /// Whether sending the request of a task twice has the same effect as sending it once. Default: what the settings say.
    static func isIdempotent(_ task: Self, _ settings: NetTaskSettings) -> Bool

    /// Makes the request. Called once for each attempt, on a thread of the concurrency pool; and before that, where the
    /// queue compares tasks by their requests (``DuplicatePolicy``), once on the thread that adds the task.
    func pack() throws -> Request
    /// Makes the response. Called with replies that passed ``NetTask/check(_:)``, on a thread of the concurrency pool. What it
    /// throws becomes a ``ParseError``, unless it is a ``TransportError``.
    func parse(_ reply: Reply) throws -> Response
    /// The last word on a retry that the policy and the handler would make. Defaults to `true`.
    ///
    /// It is asked once for each failed attempt, and not once the retries are used up.
    func shouldRetry(after error: TaskError<Rejection, Failure>) -> Bool
}

extension NetTask {
    public static var settings: NetTaskSettings { NetTaskSettings() }

    /// The name of the operation: that of the ``NetTask/settings``, or else of the type.
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

/// A task that continues in the next attempt where the previous one broke off.
package protocol NetTaskResuming: NetTask {
    /// The latest attempt that brought a part of the response, 0 for none, and the least wait before the next one. Only
    /// later attempts count against the ``RetryPolicy``.
    var resumption: (latestAttempt: Int, delay: Duration) { get }
}

/// The number of a task in its queue, in the order of adding.
public struct NetTaskID: Sendable, Hashable, Comparable, CustomStringConvertible {
    let number: UInt64

    init(_ number: UInt64) {
        self.number = number
    }

    /// The number 0, which no task in a queue has; for a context made by hand.
    public init() {
        self.number = 0
    }

    public static func < (left: NetTaskID, right: NetTaskID) -> Bool {
        left.number < right.number
    }

    public var description: String { "#\(number)" }
}
