/// One piece of work that goes out as a request and comes back as a typed response.
///
/// A task is a value: fill it in, hand it to a ``NetTaskQueue``, await its response. The protocol knows no wire; what a
/// request and a reply are is said by the two associated types, and a queue takes only the tasks that speak as it does.
/// ``HTTPNetTask`` is the refinement that generated code conforms to.
///
/// Everything but `pack`, `packIdentity`, `parse` and `shouldRetry` is static, so that params of a task may have nearly any
/// name.
public protocol NetTask<Request, Reply>: Sendable {
    /// What the handler sends.
    associatedtype Request: Sendable
    /// What the handler brings back.
    associatedtype Reply: Sendable
    /// What the caller gets.
    associatedtype Response: Sendable
    /// The typed body of a failure, or `Never` if the task knows none.
    associatedtype Failure: Sendable = Never

    /// The name of the operation, for errors and logs. By default the name of the type.
    static var name: String { get }
    /// When and how often a failed attempt is repeated. By default never.
    static var retry: RetryPolicy { get }
    /// How long one attempt may take. By default nil: no limit of ours.
    static var timeout: Duration? { get }
    /// How long all attempts and the waits between them may take, from the start of the first. By default nil.
    static var deadline: Duration? { get }
    /// Whether sending the request twice does no more than sending it once. By default only if its delivery has an
    /// idempotency key.
    static var isIdempotent: Bool { get }
    /// How it is delivered: its priority, when it expires, what makes it the same as another, and so on. Asked for on the
    /// thread that adds the task, and for each attempt. By default a ``NetTaskDelivery`` in which nothing is said.
    static var delivery: NetTaskDelivery { get }

    /// Throws if `reply` stands for a failure, such as an HTTP status that the task does not accept.
    ///
    /// By default every reply is accepted.
    static func check(_ reply: Reply) throws
    /// Turns whatever an attempt threw into the one error type of the task.
    ///
    /// - Parameter reply: what came back in that attempt, if anything did.
    static func failure(for error: any Error, reply: Reply?) -> NetTaskError<Failure>

    /// Makes the request. Called once for each attempt, on a thread of the concurrency pool; and before that, where the
    /// queue compares tasks by their requests (``DuplicatePolicy``), once on the thread that adds the task.
    func pack() throws -> Request
    /// Adds the params by which the task is compared with others of its type. Called once, on the thread that adds the
    /// task, if its ``delivery`` says ``NetTaskDelivery/Identity-swift.enum/params`` and the queue is to look for one like
    /// it. By default none, with which all tasks of the type are alike.
    func packIdentity(into packer: inout ParameterPacker)
    /// Makes the response. Called with replies that passed ``check(_:)``, on a thread of the concurrency pool.
    func parse(_ reply: Reply) throws -> Response
    /// The last word on a retry that the policy and the handler would make. By default true.
    ///
    /// It is asked once for each failed attempt, and not once the retries are used up.
    func shouldRetry(after error: NetTaskError<Failure>) -> Bool
}

extension NetTask {
    public static var name: String { String(describing: Self.self) }
    public static var retry: RetryPolicy { RetryPolicy() }
    public static var timeout: Duration? { nil }
    public static var deadline: Duration? { nil }
    public static var isIdempotent: Bool { delivery.idempotencyKey != nil }
    public static var delivery: NetTaskDelivery { NetTaskDelivery() }

    public static func check(_ reply: Reply) throws {}

    public static func failure(for error: any Error, reply: Reply?) -> NetTaskError<Failure> {
        NetTaskError(error)
    }

    public func packIdentity(into packer: inout ParameterPacker) {}

    public func shouldRetry(after error: NetTaskError<Failure>) -> Bool { true }
}

extension NetTask where Response == Void {
    public func parse(_ reply: Reply) throws {}
}
