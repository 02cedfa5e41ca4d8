/// Something that happened to a task.
public enum NetTaskEvent<T: NetTask>: Sendable {
    /// It was accepted and stands in line.
    case waiting
    /// An attempt began.
    case started(attempt: Int)
    /// An attempt failed and is to be repeated. Told once for each retry, counted from 1, with what the handler made of
    /// the error.
    case retrying(retry: Int, after: Duration, reason: RetryDisposition, error: NetTaskError<T.Failure>)
    /// It is over. Nothing follows.
    case ended(Result<T.Response, NetTaskError<T.Failure>>)
}
