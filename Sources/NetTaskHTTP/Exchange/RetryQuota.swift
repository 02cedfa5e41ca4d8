/// Limits the retries of all tasks of a handler together, so that an overloaded server does not receive several times the usual
/// number of requests.
///
/// The quota has a number of tokens. Each retry spends tokens; without enough tokens, the task fails with the error of its
/// attempt. A successful retry returns its tokens, and a task that succeeds in its first attempt returns one. The defaults are
/// those of the retry rules of 2026 in the AWS SDKs.
public final class RetryQuota: Sendable {
    /// The maximum number of tokens. Default: 500.
    public let capacity: Int
    /// The number of tokens that a retry spends. Default: 14.
    public let cost: Int
    /// The number of tokens that a retry spends if the server asked to slow down. Default: 5.
    public let throttledCost: Int
    private let tokens: Locked<Int>

    /// Makes a full quota.
    public init(capacity: Int = 500, cost: Int = 14, throttledCost: Int = 5) {
        self.capacity = capacity
        self.cost = cost
        self.throttledCost = throttledCost
        tokens = Locked(capacity)
    }

    /// The current number of tokens.
    public var available: Int { tokens.withLock { $0 } }

    /// Spends the tokens of a retry. Returns `false` if there are not enough.
    public func spend(for disposition: RetryDisposition) -> Bool {
        let cost = cost(of: disposition)
        return tokens.withLock { tokens in
            if tokens < cost { return false }
            tokens -= cost
            return true
        }
    }

    /// Returns tokens after a success.
    ///
    /// - Parameter disposition: the reason of the retry that succeeded, or `nil` for the first attempt.
    public func refund(for disposition: RetryDisposition?) {
        let refund = disposition.map(cost) ?? 1
        tokens.withLock { $0 = min($0 + refund, capacity) }
    }

    private func cost(of disposition: RetryDisposition) -> Int {
        if case .throttled = disposition { return throttledCost }
        return cost
    }
}
