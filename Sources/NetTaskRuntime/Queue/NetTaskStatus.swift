/// Where a task stands. A snapshot: all of it is from one moment.
public struct NetTaskStatus<T: NetTask>: Sendable {
    public enum Phase: Sendable, Hashable, CaseIterable {
        /// In line for its first attempt.
        case waiting
        /// An attempt is under way.
        case running
        /// Waiting for its next attempt.
        case retrying
        case succeeded
        case failed
        case cancelled
    }

    public var phase: Phase
    /// The number of attempts begun, 0 before the first.
    public var attempt: Int
    /// What the handler brought last, whatever its worth.
    public var reply: T.Reply?
    /// How it ended; nil as long as it has not. Errors of earlier attempts do not show here.
    public var result: Result<T.Response, NetTaskError<T.Failure>>?

    /// The number of attempts begun after the first.
    public var retryCount: Int { max(attempt - 1, 0) }
    public var isEnded: Bool { result != nil }
}
