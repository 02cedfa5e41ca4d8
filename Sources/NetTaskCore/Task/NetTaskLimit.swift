/// A limit that a server states in a reply: how long to pause, and how many requests it still accepts. A handler reports it
/// with ``NetTaskContext/reportLimit(_:)``.
public struct NetTaskLimit: Sendable, Hashable {
    /// How long to send nothing. Default: `nil`, the server did not specify it.
    public var wait: Duration?
    /// The number of further requests that the server accepts until ``reset``. Default: `nil`, the server did not specify it.
    public var remaining: Int?
    /// How long it takes until the server resets its count. Required for ``remaining`` to have an effect. Default: `nil`.
    public var reset: Duration?
    /// The number of requests that the server accepts between the next two resets. Default: `nil`, unknown.
    public var quota: Int?
    /// Whether to spread the remaining requests evenly until the reset, instead of sending them without delay. Default:
    /// `false`.
    public var spreads: Bool

    /// Makes a limit.
    public init(
        wait: Duration? = nil,
        remaining: Int? = nil,
        reset: Duration? = nil,
        quota: Int? = nil,
        spreads: Bool = false
    ) {
        self.wait = wait
        self.remaining = remaining
        self.reset = reset
        self.quota = quota
        self.spreads = spreads
    }

    /// Whether the limit has no effect.
    package var isEmpty: Bool { wait == nil && (remaining == nil || reset == nil) }
}

/// A rate limit that a task's spec declares: the number of requests that the tasks with this rate send to a server in any span
/// of time.
///
/// An attempt takes one of ``limit`` tokens when it starts. The token comes back ``per`` after the head of the reply, or after
/// an attempt without a reply has failed. Therefore a server with the same limit rejects none of the requests. All queues of a
/// process with the same clock share the tokens of a client and a key.
public struct NetTaskRate: Sendable, Hashable {
    /// The number of requests. Values below 1 count as 1.
    public var limit: Int
    /// The span of time. With zero or less, there is no limit.
    public var per: Duration
    /// The key of the tasks that share the rate. Default: `nil`. Then tasks share the rate if they have the same
    /// ``NetTaskSettings/limitKey`` or, without one, the same host.
    public var key: String?

    /// Makes a rate, such as `NetTaskRate(limit: 100, per: .seconds(60))`.
    public init(limit: Int, per: Duration, key: String? = nil) {
        self.limit = limit
        self.per = per
        self.key = key
    }

    /// Returns the lane key of tasks that share a rate without a key.
    ///
    /// - Parameter shared: the key of the task for other limits.
    func laneKey(_ shared: String?) -> String {
        "\(shared.map { $0 + " " } ?? "")\(limit)/\(per)"
    }
}

/// The reason why a lane holds a task, and how much longer.
public enum NetTaskHold: Error, Sendable, Hashable {
    /// The server has stated a limit.
    case server(Duration)
    /// The ``NetTaskSettings/rate`` of the task. The duration is zero if it depends on a reply that has not arrived.
    case rate(Duration)

    /// The remaining duration, as far as it is known.
    package var duration: Duration {
        switch self {
        case .server(let duration), .rate(let duration): duration
        }
    }
}

extension NetTaskHold: CustomStringConvertible {
    public var description: String {
        switch self {
        case .server(let duration): "its server's limit allows no request for another \(duration)"
        case .rate(.zero): "its rate allows no request before a reply comes"
        case .rate(let duration): "its rate allows no request for another \(duration)"
        }
    }
}
