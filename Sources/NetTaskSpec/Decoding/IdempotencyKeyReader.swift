/// Reads `idempotencyKey:`, the name of a header or a map.
struct IdempotencyKeyReader {
    let diagnostics: DiagnosticCollector

    private var values: ValueReader { ValueReader(diagnostics: diagnostics) }

    func idempotencyKey(_ entry: YAMLNode.Entry) -> Delivery.IdempotencyKey? {
        var header = entry.value
        var isQuoted = false
        if case .mapping = entry.value.content {
            let rule = SpecLanguage.idempotencyKey
            guard
                let reader = MappingReader(
                    entry.value,
                    rule,
                    subject: "`idempotencyKey`",
                    place: entry.keyRange,
                    diagnostics
                ),
                let node = reader["header"]
            else { return nil }
            header = node
            isQuoted = reader["quoted"].flatMap { values.bool($0, "quoted") } ?? false
        }
        guard let name = values.text(header, "idempotencyKey"),
            NameReader(diagnostics: diagnostics).checkLength(name, at: header.range),
            HeaderRule.checkName(name, at: header.range, diagnostics)
        else { return nil }
        guard !["true", "false"].contains(name) else {
            diagnostics.error(
                "`idempotencyKey` is the name of a header, not \(name)",
                at: header.range,
                notes: [.init("most servers call it `Idempotency-Key`", at: header.range)]
            )
            return nil
        }
        guard !Self.usedOtherwise.contains(name.lowercased()) else {
            diagnostics.error(
                "the header `\(name)` has a meaning of its own, and cannot take the idempotency key",
                at: header.range,
                notes: [.init("most servers call it `Idempotency-Key`", at: header.range)]
            )
            return nil
        }
        return Delivery.IdempotencyKey(header: name, isQuoted: isQuoted)
    }

    /// Without one of these, or with a key in it, a request is another one.
    private static let usedOtherwise: Set = [
        "accept", "authorization", "connection", "content-encoding", "content-type", "cookie", "date", "expect", "host",
        "if-match", "if-none-match", "proxy-authorization", "range", "te", "upgrade", "user-agent",
    ]
}
