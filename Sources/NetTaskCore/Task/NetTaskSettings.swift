/// What a task says once and for all: what it is called, how often it is retried, how long it may take, and how it is
/// delivered.
///
/// The options of a call win over it, such as ``NetTaskOption/retry(_:)`` and ``NetTaskOption/priority(_:)``.
public struct NetTaskSettings: Sendable, Hashable {
    /// What makes two tasks of one type the same.
    public enum Identity: Sendable, Hashable, CaseIterable {
        /// They pack into equal requests.
        case request
        /// They have the same values of the params that ``HTTPNetTask/packIdentity(into:)`` adds.
        case params
    }

    /// The name of the operation, for errors, logs and stored tasks. Default: `nil`, the name of the type.
    public var name: String?
    /// When and how often a failed attempt is repeated. Default: never.
    public var retry: RetryPolicy
    /// How long one attempt may take. Default: `nil`, no limit of the queue's.
    public var timeout: Duration?
    /// How long all attempts and the waits between them may take. Counts from the start of the first attempt, or from when a
    /// server's limit or the ``rate`` first holds the task in its lane. Default: `nil`, no limit.
    public var deadline: Duration?
    /// Whether sending the request twice has the same effect as sending it once. Default: `nil`, which means only with an
    /// idempotency key.
    public var isIdempotent: Bool?
    /// How soon it is started among others. Default: ``NetTaskPriority/normal``.
    public var priority: NetTaskPriority
    /// For how long from when it is added its attempts may be started, as with ``NetTaskOption/expires(_:)``. Default:
    /// `nil`, for ever.
    public var expires: Duration?
    /// The key by which it counts for ``NetTaskQueue/limitPerKey`` and a server's limits. Default: `nil`, the queue's own, such as
    /// the host.
    public var limitKey: String?
    /// How many requests of those that share this rate are sent in a span of time. Default: `nil`, any number.
    public var rate: NetTaskRate?
    /// What to do if one like it is in the queue. Default: `nil`, what the queue says.
    public var duplicates: DuplicatePolicy?
    /// By what it is compared with others. Default: by the request.
    public var identity: Identity
    /// How long it waits from one poll to the next, if it is one that has to be asked for (``NetTaskPolling``), and the other
    /// side does not say. Default: `nil`, it is over with its first reply.
    public var pollInterval: Duration?
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
        rate: NetTaskRate? = nil,
        duplicates: DuplicatePolicy? = nil,
        identity: Identity = .request,
        pollInterval: Duration? = nil,
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
        self.rate = rate
        self.duplicates = duplicates
        self.identity = identity
        self.pollInterval = pollInterval
        self.idempotencyKey = idempotencyKey
    }

    /// Whether the request may be sent twice.
    package var mayRepeat: Bool { isIdempotent ?? (idempotencyKey != nil) }

    /// The client in the full name of an operation, such as `GitHub` of `GitHub.Repos.ListIssues`; empty without one.
    var client: Substring { name.flatMap { name in name.firstIndex(of: ".").map { name[..<$0] } } ?? "" }
}

/// Where a task's idempotency key goes: a text that is the same in all attempts of one task and in no other task, so that
/// a server can tell a repetition from a second request, and act once.
///
/// The queue makes the key when the task is added, a random UUID in lower case, unless the call gives one
/// (``NetTaskOption/idempotencyKey(_:)``). It is in ``NetTaskContext/idempotencyKey``, from where the handler sends it.
public struct NetTaskIdempotencyKey: Sendable, Hashable {
    /// The name of the header. One that no header can have ends the task with a ``TransportError``.
    public var header: String
    /// Whether the key is sent as a string of structured fields (RFC 9651, section 3.3.3), in double quotes, as the IETF's
    /// draft on `Idempotency-Key` has it. By default it is sent as it is, as most servers want it.
    public var isQuoted: Bool

    /// Names the header; most servers call it `Idempotency-Key`.
    public init(header: String, isQuoted: Bool = false) {
        self.header = header
        self.isQuoted = isQuoted
    }

    /// The value of the header for that key.
    public func value(of key: String) -> String {
        isQuoted ? "\"\(key)\"" : key
    }

    /// Why a text cannot be a key, or nil. What it may hold can be sent as it is and in quotes alike.
    package static func refusal(of key: String) -> String? {
        let isAllowed = { (byte: UInt8) in
            (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
        }
        guard !key.isEmpty, key.first != " ", key.last != " ", key.utf8.allSatisfy(isAllowed) else {
            return "an idempotency key is of printable ASCII without quotes and backslashes, and no space at its ends"
        }
        return nil
    }
}
