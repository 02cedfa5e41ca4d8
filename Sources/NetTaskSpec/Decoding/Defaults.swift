/// What endpoints and shapes inherit: from `defaults`, or from a group that is merged over these.
struct Defaults {
    /// As written, without keys that cannot be used.
    var entries: [YAMLNode.Entry] = []

    /// An endpoint or a shape with what it inherits, by the rule of merging. The protocols of a shape are added to those of the
    /// defaults where they are read: here they are only taken away.
    func merged(
        with entry: YAMLNode.Entry,
        _ rule: MappingRule,
        _ diagnostics: DiagnosticCollector
    ) -> YAMLNode.Entry {
        guard case .mapping(let all) = entry.value.content else { return entry }
        let isMerged = { (own: YAMLNode.Entry) in
            Self.isInherited(own.key, rule) && (own.key != "conformances" || own.value.removes)
        }
        let own = all.filter(isMerged)
        let inherited = entries.filter {
            Self.isInherited($0.key, rule) && ($0.key != "conformances" || entry.value[$0.key]?.removes == true)
        }
        let merge = NodeMerge(isOverlay: false, diagnostics: diagnostics)
        var result = entry
        result.value.content = .mapping(all.filter { !isMerged($0) } + merge.merged(own, over: inherited, rule))
        return result
    }

    /// What the endpoints of a group inherit: these, with what the group says merged over them.
    func merged(withGroup own: [YAMLNode.Entry], _ diagnostics: DiagnosticCollector) -> Defaults {
        let isInherited = { (entry: YAMLNode.Entry) in Self.isInherited(entry.key, SpecLanguage.endpoint) }
        let merge = NodeMerge(isOverlay: false, diagnostics: diagnostics)
        let merged = merge.merged(own.filter(isInherited), over: entries.filter(isInherited), SpecLanguage.group)
        return Defaults(entries: merged)
    }

    private static func isInherited(_ key: String, _ rule: MappingRule) -> Bool {
        if SpecLanguage.isExtension(key) { return rule.id == SpecLanguage.endpoint.id }
        return rule.key(key)?.status == .optional && SpecLanguage.defaults.key(key)?.status == .optional
    }
}

/// What an endpoint says by the keys that `defaults` and groups have too, or inherits from them, with the places that later checks
/// complain about.
struct LocatedSettings {
    var value = EndpointSettings()
    var separator: NameSeparator
    var headers: [Located<Endpoint.Header>]
    var constants: [Located<Endpoint.Constant>]
    /// What the bodies of errors are.
    var errors: [LocatedStatusBody]
    /// The schemes of authentication that requests need.
    var auth: [Located<AuthScheme>]
}

extension SpecDecoder {
    /// - Parameter node: The map with these keys.
    func settings(_ keys: KeyReader, _ node: YAMLNode) -> LocatedSettings {
        var settings = LocatedSettings(
            separator: keys.separator("separator") ?? .default,
            headers: keys["headers"].map { headers($0) } ?? [],
            constants: keys["constants"].map { constants($0) } ?? [],
            errors: keys.entry("errors").map { bodies($0, of: .errors) } ?? [],
            auth: keys.entry("auth").map { auth($0) } ?? []
        )
        keys.read(into: &settings.value)
        keys.read(into: &settings.value.delivery)
        settings.value.headers = settings.headers.map(\.value)
        settings.value.constants = settings.constants.map(\.value)
        settings.value.auth = settings.auth.map(\.value.name.written)
        settings.value.extensions = extensions(node)
        return settings
    }
}

/// A group as read, with what its endpoints have of it.
struct LocatedGroup {
    var group: EndpointGroup
    /// What its endpoints inherit, from it and from the defaults of the spec.
    var defaults: Defaults
    /// Its endpoints, with its uri and its params.
    var endpoints: [YAMLNode.Entry]
    /// The variables of its uri without a param, which have been reported.
    var missingParams: Set<String>
}

/// Reads `groups:`, namespaces whose endpoints have a path, params and settings in common.
extension SpecDecoder {
    func groups(_ node: YAMLNode?) -> [LocatedGroup] {
        node.flatMap { entries($0, "groups", of: "groups") }?.compactMap(group) ?? []
    }

    private func group(_ entry: YAMLNode.Entry) -> LocatedGroup? {
        guard let keys = keys(entry, SpecLanguage.group),
            let name = name(entry.key, at: entry.keyRange, swiftName: keys["swiftName"], .group)
        else { return nil }
        let uri = keys["uri"].flatMap { groupURI($0) }
        if uri == nil, keys["uri"] != nil { return nil }
        let defaults = defaults.merged(withGroup: keys.entries + entry.value.extensionEntries, diagnostics)
        var merged = entry.value
        merged.content = .mapping(defaults.entries)
        // Its endpoints read these for themselves: here they are read to report what is wrong with them, endpoints or not.
        let settings = settings(KeyReader(checked: defaults.entries, SpecLanguage.group, diagnostics), merged)
        let endpoints = keys["endpoints"].flatMap { entries($0, "endpoints", of: "endpoints") } ?? []
        if endpoints.isEmpty, let params = keys["params"] { _ = fields(params, "params", .param, settings.separator) }
        var group = EndpointGroup(name: name)
        keys.read(into: &group)
        return LocatedGroup(
            group: group,
            defaults: defaults,
            endpoints: endpoints.map { endpoint($0, below: uri?.written ?? "", params: keys.entry("params")) },
            missingParams: missingParams(uri, keys, endpoints)
        )
    }

    /// The path that its endpoints begin with; nil if there is something wrong with it.
    private func groupURI(_ node: YAMLNode) -> URITemplate? {
        guard let uri = uri(node) else { return nil }
        return !uri.written.contains("?")
            ? uri : at(node.range).error("the `uri` of a group is the beginning of a path, and has no query").none()
    }

    /// Reports the variables of the uri once that neither the group nor each of its endpoints has a param for.
    private func missingParams(
        _ uri: URITemplate?,
        _ keys: KeyReader,
        _ endpoints: [YAMLNode.Entry]
    ) -> Set<String> {
        guard let uri, let node = keys["uri"], let params = keys["params"].declaredNames else { return [] }
        let missing = uri.variables.filter { variable in
            !params.contains(variable)
                && (endpoints.isEmpty || endpoints.contains { $0.value["params"]?[variable] == nil })
        }
        for variable in missing { reportMissingParam(variable, of: uri, at: node.range, among: params) }
        return Set(missing)
    }

    private func endpoint(_ entry: YAMLNode.Entry, below uri: String, params: YAMLNode.Entry?) -> YAMLNode.Entry {
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
