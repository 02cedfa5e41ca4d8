public import Foundation

/// When, how often and after which wait a failed attempt is repeated.
public struct RetryPolicy: Sendable, Hashable {
    /// How the wait grows from one retry to the next.
    public enum Backoff: Sendable, Hashable, CaseIterable {
        /// ``RetryPolicy/interval`` each time, without jitter.
        case constant
        /// ``RetryPolicy/interval``, doubled with each retry up to ``RetryPolicy/maxInterval``, plus jitter.
        case exponential
    }

    /// Which failures are retried.
    public enum Condition: Sendable, Hashable, CaseIterable {
        /// Requests that never left; for idempotent tasks also failures that pass by themselves, such as a lost
        /// connection, a time-out or a 503.
        case transient
        /// Only requests that never left.
        case unsent
        /// Every failure of an attempt, whatever the method, the status or the error. A request that cannot be packed
        /// is not an attempt.
        case all
    }

    /// The number of retries; the number of attempts is one more. Negative counts as 0.
    public var maxRetryCount: Int
    /// The wait before the first retry.
    public var interval: Duration
    /// How the wait grows. Defaults to no growth.
    public var backoff: Backoff
    /// The longest wait that ``Backoff/exponential`` grows to, before jitter.
    public var maxInterval: Duration
    /// Whether ``Backoff/exponential`` adds a random 0 to 20 % to each wait.
    public var jitter: Bool
    /// Which failures are retried.
    public var when: Condition

    /// Defaults to no retries.
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

    /// The wait before a retry.
    ///
    /// - Parameters:
    ///   - retry: its number, from 1.
    ///   - random: a random number from 0 up to but not including 1; asked for only where jitter applies.
    public func delay(beforeRetry retry: Int, random: () -> Double) -> Duration {
        let interval = max(interval, .zero)
        guard backoff == .exponential else { return interval }
        let limit = max(maxInterval, .zero)
        var delay = min(interval, limit)
        var doublings = max(retry, 1) - 1
        // Stops at the limit, so that neither a large count nor a long interval can overflow.
        while doublings > 0, delay > .zero, delay < limit {
            delay = delay > limit / 2 ? limit : delay * 2
            doublings -= 1
        }
        return jitter ? delay + delay * (0.2 * random()) : delay
    }

    /// Whether a failure that the handler judged as `disposition` may be retried.
    func allows(_ disposition: RetryDisposition, isIdempotent: Bool) -> Bool {
        switch (when, disposition) {
        case (_, .never): return false
        case (.all, _), (_, .unsent): return true
        case (.transient, .transient), (.transient, .throttled): return isIdempotent
        case (.transient, .final), (.unsent, _): return false
        }
    }
}

/// A handler's verdict on what went wrong in an attempt. What follows from it is up to the ``RetryPolicy``.
public enum RetryDisposition: Sendable, Hashable {
    /// The request never left, so that sending it again cannot do harm.
    case unsent
    /// The failure is likely to pass; the request may have been acted on.
    case transient
    /// The other side asked to slow down, and perhaps for how long.
    case throttled(after: Duration?)
    /// The same request would fail again.
    case final
    /// Not a failure of an attempt (it could not be packed, it was cancelled): not even ``RetryPolicy/Condition/all``
    /// retries it.
    case never
}

/// What was started has failed, so that to ask again would change nothing.
package protocol NetTaskFinalError: Error {}

/// An error of a protocol that states its own ``RetryDisposition``.
package protocol ErrorWithDisposition: Error {
    /// - Parameter now: the time where a reply has no date.
    func disposition(now: () -> Date) -> RetryDisposition
}

extension RetryDisposition {
    /// What an error says by itself: the kind of a ``TransportError`` or ``NetTaskTimeoutError``, the status of a
    /// ``StatusError``; nil if it says nothing. What could not be packed, was given no credentials or was cancelled is never
    /// tried again.
    ///
    /// `Retry-After` (RFC 9110, section 10.2.3) counts with 429 and 503, in seconds or as a date; a date is compared with
    /// that of the reply.
    ///
    /// - Parameter now: the time where a reply has no date.
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
