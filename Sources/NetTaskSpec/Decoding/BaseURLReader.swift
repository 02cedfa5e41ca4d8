/// Reads `baseURL:`, which is one URL, or a map with one for each environment.
struct BaseURLReader {
    let diagnostics: DiagnosticCollector

    private var values: ValueReader { ValueReader(diagnostics: diagnostics) }

    /// The one that holds unless a queue has another, and all of them where there is a map.
    func baseURL(_ node: YAMLNode) -> (url: String?, environments: [Spec.Environment]) {
        switch node.content {
        case .scalar:
            return (url(node, "baseURL"), [])
        case .mapping(let entries):
            let environments = environments(entries, node)
            return (environments.first?.url, environments)
        case .sequence:
            let message = "`baseURL` must be text, or a map of environments to URLs, not \(node.kind)"
            diagnostics.error(message, at: node.range)
            return (nil, [])
        }
    }

    private func url(_ node: YAMLNode, _ key: String) -> String? {
        guard let text = values.text(node, key), BaseURLRule.check(text, at: node.range, diagnostics) else {
            return nil
        }
        return text
    }

    private func environments(_ entries: [YAMLNode.Entry], _ node: YAMLNode) -> [Spec.Environment] {
        if entries.isEmpty { diagnostics.error("`baseURL` has no environments", at: node.range) }
        var environments: [Spec.Environment] = []
        var places: [String: SourceRange] = [:]
        for entry in entries {
            let name = name(entry)
            guard let url = url(entry.value, entry.key) else { continue }
            // Swift has no two cases of one value.
            if let first = places.updateValue(entry.keyRange, forKey: url) {
                diagnostics.error(
                    "another environment has this URL already",
                    at: entry.value.range,
                    notes: [.init("it is here", at: first)]
                )
            }
            if let name { environments.append(Spec.Environment(name: name, url: url)) }
        }
        NameClashes.check(environments.map(\.name), noun: "environment", diagnostics)
        return environments
    }

    /// A case of an enumeration.
    private func name(_ entry: YAMLNode.Entry) -> Name? {
        guard NameReader(diagnostics: diagnostics).checkLength(entry.key, at: entry.keyRange) else { return nil }
        let swift = SwiftIdentifier.isValid(entry.key) ? entry.key : CamelCase.lowerCamel(entry.key)
        guard let swift, !ReservedNames.cases.contains(swift) else {
            let message = "\(entry.key.quotedForMessage) cannot be the Swift name of an environment"
            diagnostics.error(message, at: entry.keyRange)
            return nil
        }
        return Name(entry.key, swift: swift, place: entry.keyRange)
    }
}
