/// That a failed attempt is to be repeated: after which wait, and why that may help.
struct RetryDecision: Sendable {
    var wait: Duration
    var reason: RetryDisposition
}
