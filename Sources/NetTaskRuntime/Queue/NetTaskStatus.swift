/// Where a task stands. A snapshot: all of it is from one moment.
public struct NetTaskStatus<T: NetTask>: Sendable {
    /// The stage that the task has come to.
    public var phase: NetTaskPhase
    /// The number of attempts begun, 0 before the first.
    public var attempt: Int
    /// What the handler brought last, whatever its worth.
    public var reply: T.Reply?
    /// How it ended; nil as long as it has not. Errors of earlier attempts do not show here.
    public var result: Result<T.Response, NetTaskError<T.Failure>>?

    /// The number of attempts begun after the first.
    public var retryCount: Int { max(attempt - 1, 0) }
    /// Whether it is over: succeeded, failed or cancelled.
    public var isEnded: Bool { result != nil }
}
