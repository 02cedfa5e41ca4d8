/// The settings of a type of task: its name, its retries, its timeouts and its delivery.
///
/// The options of a call, such as ``NetTaskOption/retry(_:)`` and ``NetTaskOption/priority(_:)``, override the settings.
public struct NetTaskSettings: Sendable, Hashable {
    /// How the duplicates of a task are found among the tasks of its type.
    public enum Identity: Sendable, Hashable, CaseIterable {
        /// Duplicates pack into equal requests.
        case request
        /// Duplicates have equal values of the params that ``HTTPNetTask/packIdentity(into:)`` adds.
        case params
    }

    /// The name of the operation, for errors, logs and stored tasks. Default: `nil`, the name of the type.
    public var name: String?
    /// When and how often a failed attempt is repeated. Default: never.
    public var retry: RetryPolicy
    /// The timeout of one attempt. Default: `nil`, no timeout.
    public var timeout: Duration?
    /// The deadline of all attempts and the waits between them. It counts from the start of the first attempt, or from when a
    /// server's limit or the ``rate`` first holds the task in its lane. Default: `nil`, no deadline.
    public var deadline: Duration?
    /// Whether sending the request twice has the same effect as sending it once. Default: `nil`, which means `true` if there is
    /// an ``idempotencyKey-swift.property``, or else `false`.
    public var isIdempotent: Bool?
    /// The priority among the ready tasks. Default: ``NetTaskPriority/normal``.
    public var priority: NetTaskPriority
    /// For how long after the task was added attempts may start; see ``NetTaskOption/expires(_:)``. Default: `nil`, no limit.
    public var expires: Duration?
    /// The key that groups tasks for ``NetTaskQueue/limitPerKey`` and for a server's limits. Default: `nil`, the key of the
    /// queue, such as the host.
    public var limitKey: String?
    /// The rate limit of the tasks that share this rate. Default: `nil`, no limit.
    public var rate: NetTaskRate?
    /// What happens to a duplicate. Default: `nil`, the policy of the queue.
    public var duplicates: DuplicatePolicy?
    /// How duplicates are found. Default: by their requests.
    public var identity: Identity
    /// The delay between polls of a long-running operation (``NetTaskPolling``), if the server does not specify one. Default:
    /// `nil`, the task does not poll.
    public var pollInterval: Duration?
    /// The header that carries the idempotency key. Default: `nil`, no key.
    public var idempotencyKey: NetTaskIdempotencyKey?

    /// Makes settings. Each parameter has the default of its property.
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

    /// The client in the full name of an operation, such as `GitHub` in `GitHub.Repos.ListIssues`; empty without one.
    var client: Substring { name.flatMap { name in name.firstIndex(of: ".").map { name[..<$0] } } ?? "" }
}

/// The header of a task's idempotency key.
///
/// The key is the same in all attempts of one task and different in other tasks, so that a server can recognize a repeated
/// request and act only once. The queue generates the key when the task is added, a random UUID in lower case, unless the call
/// has the option ``NetTaskOption/idempotencyKey(_:)``. The handler reads it from ``NetTaskContext/idempotencyKey``.
public struct NetTaskIdempotencyKey: Sendable, Hashable {
    /// The name of the header. If it is invalid, the task ends with a ``TransportError``.
    public var header: String
    /// Whether the key is sent in double quotes, as a string of structured fields (RFC 9651, section 3.3.3). The IETF draft of
    /// `Idempotency-Key` requires the quotes, but most servers expect the key without them. Default: `false`.
    public var isQuoted: Bool

    /// Makes a header. Most servers use the name `Idempotency-Key`.
    public init(header: String, isQuoted: Bool = false) {
        self.header = header
        self.isQuoted = isQuoted
    }

    /// Returns the value of the header for a key.
    public func value(of key: String) -> String {
        isQuoted ? "\"\(key)\"" : key
    }

    /// Returns why a text is not a valid key, or `nil` if it is. A valid key needs no escapes, with quotes or without.
    package static func refusal(of key: String) -> String? {
        let isAllowed = { (byte: UInt8) in
            (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
        }
        guard !key.isEmpty, key.first != " ", key.last != " ", key.utf8.allSatisfy(isAllowed) else {
            return "an idempotency key consists of printable ASCII without quotes, backslashes, or spaces at its ends"
        }
        return nil
    }
}
