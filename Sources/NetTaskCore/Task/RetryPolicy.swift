public import NetTaskSystem

/// When and how often a task is retried after a failed attempt.
///
///     RetryPolicy(maxRetryCount: 3, interval: .milliseconds(500), backoff: .exponential)
public struct RetryPolicy: Sendable, Hashable {
    /// How the delay grows from one retry to the next.
    public enum Backoff: Sendable, Hashable, CaseIterable {
        /// Each delay is ``RetryPolicy/interval``, without jitter.
        case constant
        /// The first delay is ``RetryPolicy/interval``. Each retry doubles it, up to ``RetryPolicy/maxInterval``, plus jitter.
        case exponential
    }

    /// The failures that are retried.
    public enum Condition: Sendable, Hashable, CaseIterable {
        /// Requests that were not sent. For idempotent tasks, also temporary failures, such as a lost connection, a timeout or
        /// the status 503.
        case transient
        /// Only requests that were not sent.
        case unsent
        /// All failures of attempts, regardless of the method, the status and the error. A request that cannot be
        /// packed fails before its first attempt, and is not retried.
        case all
    }

    /// The maximum number of retries. The maximum number of attempts is one higher. Negative values count as 0. Default: 0.
    public var maxRetryCount: Int
    /// The delay of the first retry. Default: 1 second.
    public var interval: Duration
    /// How the delay grows. Default: ``Backoff/constant``.
    public var backoff: Backoff
    /// The longest delay of ``Backoff/exponential``, before jitter. Default: 20 seconds.
    public var maxInterval: Duration
    /// Whether ``Backoff/exponential`` adds a random 0 to 20 % to each delay. Default: `true`.
    public var jitter: Bool
    /// The failures that are retried. Default: ``Condition/transient``.
    public var when: Condition

    /// Makes a policy. Each parameter has the default of its property. The default policy makes no retries.
    public init(
        maxRetryCount: Int = 0,
        interval: Duration = .seconds(1),
        backoff: Backoff = .constant,
        maxInterval: Duration = .seconds(20),
        jitter: Bool = true,
        when: Condition = .transient
    ) {
        self.maxRetryCount = maxRetryCount
        self.interval = interval
        self.backoff = backoff
        self.maxInterval = maxInterval
        self.jitter = jitter
        self.when = when
    }

    /// Returns the delay of a retry.
    ///
    /// - Parameters:
    ///   - retry: the number of the retry, from 1.
    ///   - random: returns a random number from 0 up to but not including 1. Called only if jitter applies.
    public func delay(beforeRetry retry: Int, random: () -> Double) -> Duration {
        let interval = max(interval, .zero)
        guard backoff == .exponential else { return interval }
        let limit = max(maxInterval, .zero)
        var delay = min(interval, limit)
        var doublings = max(retry, 1) - 1
        // Stops at the limit, so that a large count or a long interval cannot overflow.
        while doublings > 0, delay > .zero, delay < limit {
            delay = delay > limit / 2 ? limit : delay * 2
            doublings -= 1
        }
        return jitter ? delay + delay * (0.2 * random()) : delay
    }

    /// Whether a failure with this disposition may be retried.
    func allows(_ disposition: RetryDisposition, isIdempotent: Bool) -> Bool {
        switch (when, disposition) {
        case (_, .never): return false
        case (.all, _), (_, .unsent): return true
        case (.transient, .transient), (.transient, .throttled): return isIdempotent
        case (.transient, .final), (.unsent, _): return false
        }
    }
}

/// A handler's classification of a failed attempt. The ``RetryPolicy`` determines whether to retry.
public enum RetryDisposition: Sendable, Hashable {
    /// The request was not sent, so sending it again is harmless.
    case unsent
    /// The failure is likely to be temporary. The server may have processed the request.
    case transient
    /// The server asked to slow down, for this duration if it stated one.
    case throttled(after: Duration?)
    /// The same request would fail again.
    case final
    /// The failure did not occur in an attempt: the request could not be packed, or the task was cancelled. It is never
    /// retried, not even with ``RetryPolicy/Condition/all``.
    case never
}

/// An error of a long-running operation that has failed. Another poll would return the same result.
package protocol NetTaskFinalError: Error {}

/// An error of a protocol with its own ``RetryDisposition``.
package protocol ErrorWithDisposition: Error {
    /// - Parameter now: the current date, for replies without a date.
    func disposition(now: () -> Date) -> RetryDisposition
}

extension RetryDisposition {
    /// Makes the disposition for the kind or the status of an error, or `nil` if there is none.
    ///
    /// The disposition is ``never`` for cancellations, and for errors of packing and of credentials. `Retry-After` (RFC 9110,
    /// section 10.2.3) applies to the statuses 429 and 503, in seconds or as a date. A date is compared with the date of the
    /// reply.
    ///
    /// - Parameter now: the current date, for replies without a date.
    public init?(of error: any Error, now: () -> Date = { Date() }) {
        switch error {
        case let error as TransportError:
            switch error.kind {
            case .cannotConnect: self = .unsent
            case .connectionLost, .malformedReply, .other: self = .transient
            case .notSecure, .replyTooLarge, .redirect: self = .final
            case .invalidRequest: self = .never
            }
        case let error as any ErrorWithDisposition: self = error.disposition(now: now)
        case let error as NetTaskTimeoutError: self = error.kind == .connect ? .unsent : .transient
        case is PackError, is CancellationError, is any NetTaskFinalError: self = .never
        default: return nil
        }
    }
}
