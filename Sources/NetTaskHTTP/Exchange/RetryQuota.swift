/// Bounds the retries of all tasks of a handler together, so that a server in trouble is not asked several times as often
/// as usual.
///
/// It holds tokens. A retry takes some, and none is made for which there are not enough: the task fails with the error
/// that it has. A retry that succeeds gives its own back, and each task that succeeds at once gives back one. The numbers
/// are those of the retry rules of 2026 in the AWS SDKs.
public final class RetryQuota: Sendable {
    /// The most tokens there can be. Defaults to 500.
    public let capacity: Int
    /// What a retry takes. Defaults to 14.
    public let cost: Int
    /// What a retry takes that the server asked to be slow with. Defaults to 5.
    public let throttledCost: Int
    private let tokens: Locked<Int>

    /// Makes a quota that is full.
    public init(capacity: Int = 500, cost: Int = 14, throttledCost: Int = 5) {
        self.capacity = capacity
        self.cost = cost
        self.throttledCost = throttledCost
        tokens = Locked(capacity)
    }

    /// How many tokens there are.
    public var available: Int { tokens.withLock { $0 } }

    /// Takes what a retry costs; false if there is not as much.
    public func spend(for disposition: RetryDisposition) -> Bool {
        let cost = cost(of: disposition)
        return tokens.withLock { tokens in
            if tokens < cost { return false }
            tokens -= cost
            return true
        }
    }

    /// Gives back what a success does.
    ///
    /// - Parameter disposition: why the attempt that succeeded was made; nil for the first.
    public func refund(for disposition: RetryDisposition?) {
        let refund = disposition.map(cost) ?? 1
        tokens.withLock { $0 = min($0 + refund, capacity) }
    }

    private func cost(of disposition: RetryDisposition) -> Int {
        if case .throttled = disposition { return throttledCost }
        return cost
    }
}
