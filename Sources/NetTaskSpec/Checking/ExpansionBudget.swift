/// Keeps endpoints from growing without bound by what they do not say themselves: each has all constants and headers
/// of the defaults, and all fields of its request object.
enum ExpansionBudget {
    /// Whether the endpoints keep to the budget of nodes; reports it if not.
    static func check(
        _ endpoints: YAMLNode?,
        _ defaults: Defaults,
        _ shapes: [String: LocatedShape],
        _ diagnostics: DiagnosticCollector
    ) -> Bool {
        guard let endpoints, case .mapping(let entries) = endpoints.content else { return true }
        var count = 0
        let extensions = ExtensionValue.map(defaults.extensions).count
        for entry in entries {
            count += defaults.headers.count + defaults.constants.count + defaults.errors.count
            count += extensions
            if case .mapping(let keys) = entry.value.content,
                let object = keys.first(where: { $0.key == "requestObject" })?.value,
                case .scalar(let name) = object.content
            {
                count += shapes[name.text]?.fields.count ?? 0
            }
        }
        guard count > YAMLBudget.nodes else { return true }
        let message = "defaults and request objects make more than \(YAMLBudget.nodes) values of these endpoints"
        diagnostics.error(message, at: endpoints.range)
        return false
    }
}
