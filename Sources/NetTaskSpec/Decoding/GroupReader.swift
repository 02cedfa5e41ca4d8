/// Reads `groups:`, namespaces whose endpoints have a path, params and settings in common.
struct GroupReader {
    let defaults: Defaults
    /// Of authentication; nil where the spec declares none at all.
    let schemes: [AuthScheme]?
    let shapes: ShapeTable
    let diagnostics: DiagnosticCollector

    struct Group {
        var group: EndpointGroup
        /// What its endpoints inherit, from it and from the defaults of the spec.
        var defaults: Defaults
        /// Its endpoints, with its uri and its params.
        var endpoints: [YAMLNode.Entry]
    }

    private var values: ValueReader { ValueReader(diagnostics: diagnostics) }

    func groups(_ node: YAMLNode?) -> [Group] {
        guard let node else { return [] }
        guard case .mapping(let entries) = node.content else {
            diagnostics.error("`groups` must be a map of names to groups, not \(node.kind)", at: node.range)
            return []
        }
        return entries.compactMap(group)
    }

    private func group(_ entry: YAMLNode.Entry) -> Group? {
        let subject = "the group \(entry.key.quotedForMessage)"
        let rule = SpecLanguage.group
        guard let reader = MappingReader(entry.value, rule, subject: subject, place: entry.keyRange, diagnostics) else {
            return nil
        }
        let names = NameReader(diagnostics: diagnostics)
        let name = names.name(entry.key, at: entry.keyRange, swiftName: reader["swiftName"], .group)
        guard let name, let uri = uri(reader["uri"]) else { return nil }
        let endpoints = reader["endpoints"]
        if let endpoints, !endpoints.isMap {
            let message = "`endpoints` must be a map of names to endpoints, not \(endpoints.kind)"
            diagnostics.error(message, at: endpoints.range)
        }
        return Group(
            group: EndpointGroup(
                name: name,
                description: reader["description"].flatMap { values.text($0, "description") }
            ),
            defaults: defaults.merged(with: entry, subject: subject, schemes: schemes, shapes, diagnostics),
            endpoints: (endpoints?.entries ?? []).map { endpoint($0, below: uri, params: reader.entry("params")) }
        )
    }

    /// The path that its endpoints begin with; nil if there is something wrong with it.
    private func uri(_ node: YAMLNode?) -> String? {
        guard let node else { return "" }
        guard let text = values.text(node, "uri"),
            URITemplateParser(diagnostics: diagnostics).template(text, at: node.range) != nil
        else { return nil }
        guard !text.contains("?") else {
            diagnostics.error("the `uri` of a group is the beginning of a path, and has no query", at: node.range)
            return nil
        }
        return text
    }

    private func endpoint(
        _ entry: YAMLNode.Entry,
        below uri: String,
        params: YAMLNode.Entry?
    ) -> YAMLNode.Entry {
        guard case .mapping(var keys) = entry.value.content else { return entry }
        if let params {
            let own = keys.filter { $0.key == "params" }
            let merge = NodeMerge(isOverlay: false, diagnostics: diagnostics)
            keys = keys.filter { $0.key != "params" } + merge.merged(own, over: [params], SpecLanguage.endpoint)
        }
        for index in keys.indices where keys[index].key == "uri" {
            guard case .scalar(var scalar) = keys[index].value.content, !keys[index].value.isMissing else { continue }
            scalar.text = Self.joined(uri, scalar.text)
            keys[index].value.content = .scalar(scalar)
        }
        var endpoint = entry
        endpoint.value.content = .mapping(keys)
        return endpoint
    }

    private static func joined(_ base: String, _ uri: String) -> String {
        if base.isEmpty || uri.hasPrefix("https://") || uri.hasPrefix("http://") { return uri }
        if base.hasSuffix("/"), uri.hasPrefix("/") { return base + uri.dropFirst() }
        let needsSlash = !base.hasSuffix("/") && !uri.isEmpty && !uri.hasPrefix("/") && !uri.hasPrefix("?")
        return needsSlash ? "\(base)/\(uri)" : base + uri
    }
}
