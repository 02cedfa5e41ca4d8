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
