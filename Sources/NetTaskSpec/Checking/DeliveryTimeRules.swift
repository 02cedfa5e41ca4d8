/// A limit on time that leaves no room for what the endpoint says will happen within it.
struct DeliveryTimeRules {
    let diagnostics: DiagnosticCollector

    func check(_ located: LocatedEndpoint) {
        let endpoint = located.endpoint
        let place = located.delivery.place
        let wait = endpoint.retry?.firstWait
        if let deadline = endpoint.deadline, let range = place("deadline") {
            if let timeout = endpoint.timeout, deadline < timeout, let other = place("timeout") {
                diagnostics.error(
                    "`deadline` bounds all attempts together, and is shorter than the `timeout` of one",
                    at: range,
                    notes: [.init("give a longer `deadline` or a shorter `timeout`", at: other)]
                )
            }
            if let wait, deadline <= wait { reportNoRetry("deadline", "passed", range, endpoint, place("retry")) }
        }
        guard let expires = endpoint.delivery.expires, let range = place("expires") else { return }
        if let wait, expires <= wait { reportNoRetry("expires", "over", range, endpoint, place("retry")) }
        guard let durability = endpoint.delivery.durability, durability.maxRunCount != 1, let other = place("durable"),
            expires <= durability.interval ?? RuntimeDefaults.runInterval.duration
        else { return }
        let usual = RuntimeDefaults.runInterval.text
        let interval = durability.interval == nil ? "`interval`, which is \(usual) unless given" : "`interval`"
        diagnostics.error(
            "`expires` is over before the durable task could be run for a second time",
            at: range,
            notes: [.init("give a longer `expires`, or a shorter \(interval), to `durable`", at: other)]
        )
    }

    private func reportNoRetry(
        _ key: String,
        _ over: String,
        _ range: SourceRange,
        _ endpoint: Endpoint,
        _ retry: SourceRange?
    ) {
        let usual = RuntimeDefaults.retryInterval.text
        let interval = endpoint.retry?.interval == nil ? "`interval`, which is \(usual) unless given" : "`interval`"
        diagnostics.error(
            "`\(key)` is \(over) before the first retry, so that there can be none",
            at: range,
            notes: [.init("give a longer `\(key)`, or a shorter \(interval), to `retry`", at: retry ?? range)]
        )
    }
}

extension Retry {
    /// The wait before the first retry, jitter aside; nil if there is no retry.
    fileprivate var firstWait: Duration? {
        guard let maxRetryCount, maxRetryCount > 0 else { return nil }
        let interval = interval ?? RuntimeDefaults.retryInterval.duration
        let limit = maxInterval ?? RuntimeDefaults.maxRetryInterval.duration
        return backoff == .exponential ? min(interval, limit) : interval
    }
}
