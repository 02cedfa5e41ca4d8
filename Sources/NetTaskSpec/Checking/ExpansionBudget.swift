/// Keeps endpoints from growing without bound by what they do not say themselves: each has all constants and headers
/// of the defaults or of its group, all params of its group, and all fields of its request object.
struct ExpansionBudget {
    let shapes: [String: LocatedShape]
    private var count = 0

    init(shapes: [String: LocatedShape]) {
        self.shapes = shapes
    }

    /// - Parameter defaults: What these endpoints inherit.
    mutating func count(_ endpoints: [YAMLNode.Entry], _ defaults: Defaults) {
        let inherited = defaults.headers.count + defaults.constants.count + defaults.errors.count
        let extensions = ExtensionValue.map(defaults.extensions).count
        for entry in endpoints {
            count += inherited + extensions + (entry.value["params"]?.entries.count ?? 0)
            if let object = entry.value["requestObject"]?.text { count += shapes[object]?.fields.count ?? 0 }
        }
    }

    /// - Parameter defaults: What the group inherits, and its endpoints with it.
    mutating func count(group: YAMLNode, _ defaults: Defaults) {
        let endpoints = group["endpoints"]?.entries ?? []
        let own = ["headers", "constants", "errors", "params"].map { group[$0]?.entries.count ?? 0 }
        count += defaults.headers.count + defaults.constants.count + defaults.errors.count
        count += own.reduce(0, +) * endpoints.count
        count(endpoints, defaults)
    }

    /// Whether the endpoints keep to the budget of nodes; reports it if not.
    func check(at range: SourceRange?, _ diagnostics: DiagnosticCollector) -> Bool {
        guard count > YAMLBudget.nodes, let range else { return true }
        let message =
            "defaults, groups and request objects make more than \(YAMLBudget.nodes) values of these endpoints"
        diagnostics.error(message, at: range)
        return false
    }
}
