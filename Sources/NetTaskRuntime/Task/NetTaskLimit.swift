/// What the other side says of its limits with a reply: how long it wants to be left alone, and how much more it takes until
/// it counts anew. A handler tells it by ``NetTaskContext/reportLimit(_:)``.
public struct NetTaskLimit: Sendable, Hashable {
    /// The longest time for which the queue takes a server's word, a day: then a task asks again.
    public static var maxWait: Duration { .seconds(24 * 3600) }

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
    var isEmpty: Bool { wait == nil && (remaining == nil || reset == nil) }
}

/// A limit that a task's spec declares: how many attempts of all tasks that share it may start in any span of time.
///
/// It is a bucket of tokens: each start takes one, which comes back after ``per``.
public struct NetTaskRate: Sendable, Hashable {
    /// How many may start; less than 1 counts as 1.
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

    /// The key of the lane of a task that names none itself.
    ///
    /// - Parameter shared: what the task shares other limits by.
    func laneKey(_ shared: String?) -> String {
        key ?? "\(shared.map { $0 + " " } ?? "")\(limit)/\(per)"
    }
}

/// That a task was not kept waiting in its lane, since the wait would be longer than its queue wants to keep it.
package struct LaneHeldError: Error, CustomStringConvertible {
    /// How long nothing of the lane starts.
    package let wait: Duration

    package var description: String { "nothing may be sent for \(wait), as the server has said to other tasks" }
}
