/// That a failed attempt should be repeated: after which wait, and why that may help.
struct RetryDecision: Sendable {
    var wait: Duration
    var reason: RetryDisposition
    /// Whether the handler lets it happen.
    var isPermitted = true
}
