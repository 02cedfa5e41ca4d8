/// Reads `was:`, one name or a list of them.
struct FormerNamesReader {
    let diagnostics: DiagnosticCollector

    /// The names as far as they could be read, each once.
    func names(_ node: YAMLNode) -> [LocatedFormerName] {
        var names: [LocatedFormerName] = []
        for item in items(node) {
            guard let text = ValueReader(diagnostics: diagnostics).text(item, "was"),
                NameReader(diagnostics: diagnostics).checkLength(text, at: item.range)
            else { continue }
            guard !text.isEmpty else {
                diagnostics.error("a former name cannot be empty", at: item.range)
                continue
            }
            if let first = names.first(where: { ExactName($0.name) == ExactName(text) }) {
                diagnostics.error(
                    "`was` names \(text.quotedForMessage) for the second time",
                    at: item.range,
                    notes: [.init("it is here first", at: first.range)]
                )
                continue
            }
            names.append(LocatedFormerName(name: text, range: item.range))
        }
        return names
    }

    private func items(_ node: YAMLNode) -> [YAMLNode] {
        guard case .sequence(let items) = node.content else { return [node] }
        if items.isEmpty {
            diagnostics.error(
                "`was` names nothing",
                at: node.range,
                notes: [.init("name what it was called before, or leave it out", at: node.range)]
            )
        }
        return items
    }
}

/// A name that something had before, with the place that later checks complain about.
struct LocatedFormerName {
    var name: String
    var range: SourceRange
}
