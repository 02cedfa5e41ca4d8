/// An exponential interval that begins past its own limit would be cut without a word.
enum RetryRule {
    static func check(_ retry: Retry, at range: SourceRange, _ diagnostics: DiagnosticCollector) {
        guard retry.backoff == .exponential, let interval = retry.interval else { return }
        let usual = RuntimeDefaults.maxRetryInterval
        guard interval > retry.maxInterval ?? usual.duration else { return }
        let limit = retry.maxInterval == nil ? "`maxInterval`, which is \(usual.text) unless given" : "`maxInterval`"
        diagnostics.error(
            "`interval` is longer than \(limit), and would be cut to it",
            at: range,
            notes: [.init("give a shorter `interval` or a longer `maxInterval`", at: range)]
        )
    }
}
