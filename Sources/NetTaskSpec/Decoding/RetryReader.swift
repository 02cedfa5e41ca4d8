/// Reads `retry:`.
struct RetryReader {
    let diagnostics: DiagnosticCollector

    func retry(_ entry: YAMLNode.Entry) -> Retry? {
        let rule = SpecLanguage.retry
        guard let reader = MappingReader(entry.value, rule, subject: "`retry`", place: entry.keyRange, diagnostics)
        else {
            return nil
        }
        let values = ValueReader(diagnostics: diagnostics)
        return Retry(
            maxRetryCount: reader["maxRetryCount"].flatMap { values.count($0, "maxRetryCount") },
            interval: reader["interval"].flatMap { values.duration($0, "interval", mayBeZero: true) },
            backoff: reader["backoff"].flatMap { values.choice($0, "backoff") },
            maxInterval: reader["maxInterval"].flatMap { values.duration($0, "maxInterval", mayBeZero: true) },
            jitter: reader["jitter"].flatMap { values.bool($0, "jitter") },
            when: reader["when"].flatMap { values.choice($0, "when") }
        )
    }
}
