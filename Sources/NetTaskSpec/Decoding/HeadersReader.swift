/// Reads `headers:`, headers with a fixed value.
struct HeadersReader {
    let diagnostics: DiagnosticCollector

    func headers(_ node: YAMLNode) -> [LocatedHeader] {
        guard case .mapping(let entries) = node.content else {
            diagnostics.error("`headers` must be a map of names to values, not \(node.kind)", at: node.range)
            return []
        }
        var headers: [LocatedHeader] = []
        var places: [String: SourceRange] = [:]
        for entry in entries {
            guard HeaderRule.checkName(entry.key, at: entry.keyRange, diagnostics) else { continue }
            let values = ValueReader(diagnostics: diagnostics)
            guard let value = values.text(entry.value, entry.key) else { continue }
            guard HeaderRule.checkValue(value, of: entry.key, at: entry.value.range, diagnostics) else { continue }
            if let first = places.updateValue(entry.keyRange, forKey: entry.key.lowercased()) {
                diagnostics.error(
                    "the header `\(entry.key)` is here for the second time; capitals make no difference",
                    at: entry.keyRange,
                    notes: [.init("it is here first", at: first)]
                )
                continue
            }
            headers.append(LocatedHeader(header: .init(name: entry.key, value: value), keyRange: entry.keyRange))
        }
        return headers
    }
}

/// A header and where its name stands.
struct LocatedHeader {
    var header: Endpoint.Header
    var keyRange: SourceRange
}
