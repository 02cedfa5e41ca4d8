import NetTaskRuntime

/// What is known of a run that did not succeed.
struct FailedRun: Sendable {
    /// The task as it was claimed; its `runCount` has this run in it.
    var task: StoredTask
    /// What went wrong last.
    var error: any Error
    /// What the handler makes of it.
    var disposition: RetryDisposition
    /// Whether a request with the same idempotency key may have reached the other side before: in this run or an earlier.
    var wasSentBefore = false
    /// Whether the task has such a key.
    var hasKey = false
    /// Whether there is a network, as far as is known.
    var isOnline = true
}
