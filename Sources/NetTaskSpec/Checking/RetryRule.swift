/// An exponential interval that begins past its own limit would be cut without a word.
enum RetryRule {
    /// What the runtime takes where a spec says no `maxInterval`.
    private static let defaultMaxInterval = Duration.seconds(20)

    static func check(_ retry: Retry, at range: SourceRange, _ diagnostics: DiagnosticCollector) {
        guard retry.backoff == .exponential, let interval = retry.interval else { return }
        guard interval > retry.maxInterval ?? defaultMaxInterval else { return }
        let limit = retry.maxInterval == nil ? "`maxInterval`, which is 20s unless given" : "`maxInterval`"
        diagnostics.error(
            "`interval` is longer than \(limit), and would be cut to it",
            at: range,
            notes: [.init("give a shorter `interval` or a longer `maxInterval`", at: range)]
        )
    }
}
