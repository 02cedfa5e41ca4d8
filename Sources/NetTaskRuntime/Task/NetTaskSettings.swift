/// What a task says once and for all: what it is called, how often it is retried, how long it may take, and how it is
/// delivered.
///
/// The options of a call win over it, such as ``NetTaskOption/retry(_:)`` and ``NetTaskOption/priority(_:)``.
public struct NetTaskSettings: Sendable, Hashable {
    /// What makes two tasks of one type the same.
    public enum Identity: Sendable, Hashable, CaseIterable {
        /// They pack into equal requests.
        case request
        /// They have the same values of the params that ``NetTask/packIdentity(into:)`` adds.
        case params
    }

    /// The name of the operation, for errors, logs and stored tasks. Default: `nil`, the name of the type.
    public var name: String?
    /// When and how often a failed attempt is repeated. Default: never.
    public var retry: RetryPolicy
    /// How long one attempt may take. Default: `nil`, no limit of the queue's.
    public var timeout: Duration?
    /// How long all attempts and the waits between them may take, from the start of the first. Default: `nil`, no limit.
    public var deadline: Duration?
    /// Whether sending the request twice has the same effect as sending it once. Default: `nil`, which means only with an
    /// idempotency key.
    public var isIdempotent: Bool?
    /// How soon it is started among others. Default: ``NetTaskPriority/normal``.
    public var priority: NetTaskPriority
    /// For how long from when it is added its attempts may be started, as with ``NetTaskOption/expires(_:)``. Default:
    /// `nil`, for ever.
    public var expires: Duration?
    /// The key by which it counts for ``NetTaskQueue/limitPerKey``. Default: `nil`, the queue's own, such as the host.
    public var limitKey: String?
    /// What to do if one like it is in the queue. Default: `nil`, what the queue says.
    public var duplicates: DuplicatePolicy?
    /// By what it is compared with others. Default: by the request.
    public var identity: Identity
    /// Where the key goes that is the same in all of its attempts. Default: `nil`, there is none.
    public var idempotencyKey: NetTaskIdempotencyKey?

    /// Makes settings with the defaults of the properties.
    public init(
        name: String? = nil,
        retry: RetryPolicy = RetryPolicy(),
        timeout: Duration? = nil,
        deadline: Duration? = nil,
        isIdempotent: Bool? = nil,
        priority: NetTaskPriority = .normal,
        expires: Duration? = nil,
        limitKey: String? = nil,
        duplicates: DuplicatePolicy? = nil,
        identity: Identity = .request,
        idempotencyKey: NetTaskIdempotencyKey? = nil
    ) {
        self.name = name
        self.retry = retry
        self.timeout = timeout
        self.deadline = deadline
        self.isIdempotent = isIdempotent
        self.priority = priority
        self.expires = expires
        self.limitKey = limitKey
        self.duplicates = duplicates
        self.identity = identity
        self.idempotencyKey = idempotencyKey
    }

    /// Whether the request may be sent twice.
    package var mayRepeat: Bool { isIdempotent ?? (idempotencyKey != nil) }
}
