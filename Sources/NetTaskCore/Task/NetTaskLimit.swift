/// What the other side says of its limits with a reply: how long it wants to be left alone, and how much more it takes until
/// it counts anew. A handler tells it by ``NetTaskContext/reportLimit(_:)``.
public struct NetTaskLimit: Sendable, Hashable {
    /// How long nothing is to be sent. Default: `nil`, nothing is said of that.
    public var wait: Duration?
    /// How many more requests are taken until ``reset``. Default: `nil`, nothing is said of that.
    public var remaining: Int?
    /// How long it is until the other side counts anew. ``remaining`` says nothing without it. Default: `nil`.
    public var reset: Duration?
    /// How many requests are taken from then on, until the next reset. Default: `nil`, that is not known.
    public var quota: Int?
    /// Whether what remains is spread up to the reset, rather than spent at once. Default: `false`.
    public var spreads: Bool

    /// Makes a limit of what is known.
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

    /// Whether it says anything.
    package var isEmpty: Bool { wait == nil && (remaining == nil || reset == nil) }
}

/// A limit that a task's spec declares: how many requests of all tasks that share it a server receives in any span of time.
///
/// An attempt takes one of ``limit`` tokens when it starts. The token comes back ``per`` after the head of the reply, or after
/// the attempt has failed without one. Therefore a server whose own limit is the same refuses none. All queues of a process
/// share the tokens of one client and key, if they have the same clock.
public struct NetTaskRate: Sendable, Hashable {
    /// How many requests; less than 1 counts as 1.
    public var limit: Int
    /// The span of time; none, or less, is no limit.
    public var per: Duration
    /// The key of those that share it, in place of ``NetTaskSettings/limitKey``. Default: `nil`: those with the same limit
    /// share it whose limit key, or without one whose host, is the same.
    public var key: String?

    /// Makes a rate, such as `NetTaskRate(limit: 100, per: .seconds(60))`.
    public init(limit: Int, per: Duration, key: String? = nil) {
        self.limit = limit
        self.per = per
        self.key = key
    }

    /// The key of the lane of tasks that share the rate without a key of its own.
    ///
    /// - Parameter shared: what the task shares other limits by.
    func laneKey(_ shared: String?) -> String {
        "\(shared.map { $0 + " " } ?? "")\(limit)/\(per)"
    }
}

/// What holds a task back in its lane, and for how much longer.
public enum NetTaskHold: Error, Sendable, Hashable {
    /// A limit that the server has stated.
    case server(Duration)
    /// The ``NetTaskSettings/rate`` of the task. The duration is zero if it depends on a reply that has not come.
    case rate(Duration)

    /// How much longer it lasts, as far as is known.
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
