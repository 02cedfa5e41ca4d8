/// What endpoints and shapes inherit: from `defaults`, or from a group, which inherits from these itself. It is read once, and
/// what inherits it reads only what it says itself.
struct Inherited {
    /// The number of the file that states it.
    var file = 0
    /// As written, without keys that cannot be used.
    var entries: [YAMLNode.Entry] = []
    var settings = EndpointSettings()
    /// The protocols that shapes conform to.
    var conformances: [Located<Conformance>] = []
    /// What the bodies of errors are.
    var errors: [StatusBody] = []
    /// What the uris of a group's endpoints begin with.
    var uri = ""
    /// The params that they have.
    var params: YAMLNode.Entry?
    /// The variables of this uri without a param, which have been reported.
    var missingParams: Set<String> = []

    /// The entries with what a map says itself merged over them. The protocols of a shape are added to those of the defaults where
    /// they are read: here they are only taken away.
    func merged(
        with all: [YAMLNode.Entry],
        _ rule: MappingRule,
        _ diagnostics: DiagnosticCollector
    ) -> [YAMLNode.Entry] {
        let own = all.filter { Self.isInherited($0, rule) }
        let removesConformances = own.contains { $0.key == "conformances" }
        let inherited = entries.filter { entry in
            entry.key == "conformances" ? removesConformances : Self.isInherited(entry, rule)
        }
        return NodeMerge(isOverlay: false, file: file, diagnostics: diagnostics).merged(own, over: inherited, rule)
    }

    /// An endpoint or a shape: its own keys without those that null takes away, and with the whole of the maps that it changes.
    func changed(by entry: YAMLNode.Entry, _ rule: MappingRule, _ diagnostics: DiagnosticCollector) -> YAMLNode.Entry {
        guard case .mapping(let all) = entry.value.content else { return entry }
        let others = all.filter { !Self.isInherited($0, rule) }
        guard others.count < all.count else { return entry }
        let merged = merged(with: all, rule, diagnostics)
        var result = entry
        result.value.content = .mapping(others + Self.said(in: merged, by: all))
        return result
    }

    /// Those entries whose keys a map has itself, or all keys of the author's own where it has one.
    static func said(in merged: [YAMLNode.Entry], by own: [YAMLNode.Entry]) -> [YAMLNode.Entry] {
        let keys = Set(own.map(\.key))
        let hasExtensions = keys.contains(where: SpecLanguage.isExtension)
        return merged.filter { keys.contains($0.key) || hasExtensions && SpecLanguage.isExtension($0.key) }
    }

    private static func isInherited(_ entry: YAMLNode.Entry, _ rule: MappingRule) -> Bool {
        let key = entry.key
        if SpecLanguage.isExtension(key) { return [SpecLanguage.endpoint.id, SpecLanguage.group.id].contains(rule.id) }
        if key == "conformances", !entry.value.removes { return false }
        return rule.key(key)?.status == .optional && SpecLanguage.defaults.key(key)?.status == .optional
    }
}

extension SpecDecoder {
    /// The `defaults` of one file, without what they say of errors, which name shapes.
    func inherited(from entry: YAMLNode.Entry, _ keys: KeyReader) -> Inherited {
        var inherited = Inherited(file: entry.keyRange.file)
        inherited.settings = settings(keys, entry.value.entries, entry.value.entries)
        inherited.entries = keys.entries + entry.value.extensionEntries
        inherited.conformances = keys["conformances"].map { conformances($0, isForAllShapes: true) } ?? []
        return inherited
    }

    /// What is inherited, with what a map says itself over it.
    ///
    /// - Parameters:
    ///   - keys: Of the map, without those that null takes away.
    ///   - changed: The same with those of the author's own.
    ///   - own: The entries of the map as written.
    func settings(_ keys: KeyReader, _ changed: [YAMLNode.Entry], _ own: [YAMLNode.Entry]) -> EndpointSettings {
        var settings = inherited.settings
        keys.read(own, into: &settings, unset: EndpointSettings())
        keys.read(own, into: &settings.delivery, unset: Delivery())
        if own.contains(where: { $0.key == "auth" }) || keys.entry("auth") != nil {
            let schemes = keys.entry("auth").map { auth($0) } ?? []
            settings.auth = schemes.map(\.value.name.written)
            settings.authPlaces = schemes.map(\.range)
        }
        if own.contains(where: { SpecLanguage.isExtension($0.key) }) {
            settings.extensions = extensions(changed)
        }
        return settings
    }

    /// What separates words in the fields of a shape or an event, or is inherited.
    ///
    /// - Parameter written: The shape or event as written.
    func separator(_ keys: KeyReader, _ written: YAMLNode) -> NameSeparator {
        keys.separator("separator") ?? (written["separator"] == nil ? inherited.settings.separator : .default)
    }

    /// Whether the types of a map are mutable that says nothing else.
    func isMutable(_ written: YAMLNode) -> Bool {
        written["mutable"] != nil || inherited.settings.isMutable
    }

    /// The errors that are inherited, with those that a map says itself over them.
    func errors(_ keys: KeyReader, _ own: [YAMLNode.Entry]) -> [StatusBody] {
        if let entry = keys.entry("errors") { return bodies(entry, of: .errors) }
        return own.contains { $0.key == "errors" } ? [] : inherited.errors
    }
}

/// Reads `groups:`, namespaces whose endpoints have a path, params and settings in common.
extension SpecDecoder {
    /// A group, what reads its endpoints, and these; nil after a diagnostic.
    func group(
        _ entry: YAMLNode.Entry
    ) -> (group: EndpointGroup, decoder: SpecDecoder, endpoints: [YAMLNode.Entry])? {
        guard let keys = keys(entry, SpecLanguage.group),
            let name = name(entry.key, at: entry.keyRange, swiftName: keys["swiftName"], of: entry.value, .group)
        else { return nil }
        let uri = keys["uri"].flatMap { groupURI($0) }
        if uri == nil, keys["uri"] != nil { return nil }
        var decoder = self
        decoder.inherited = inherited(by: keys.entries + entry.value.extensionEntries)
        decoder.inherited.file = entry.keyRange.file
        let endpoints = keys["endpoints"].flatMap { entries($0, "endpoints", of: "endpoints") } ?? []
        if endpoints.isEmpty, let params = keys["params"] {
            _ = fields(params, "params", .param, decoder.inherited.settings.separator)
        }
        var group = EndpointGroup(name: name)
        keys.read(into: &group)
        decoder.inherited.uri = uri?.written ?? ""
        decoder.inherited.params = keys.entry("params")
        decoder.inherited.missingParams = missingParams(uri, keys, endpoints)
        return (group, decoder, endpoints)
    }

    /// What the endpoints of a group inherit, by its entries.
    private func inherited(by own: [YAMLNode.Entry]) -> Inherited {
        var result = Inherited(entries: inherited.merged(with: own, SpecLanguage.group, diagnostics))
        let said = Inherited.said(in: result.entries, by: own)
        let keys = KeyReader(checked: said, SpecLanguage.group, diagnostics)
        result.settings = settings(keys, said, own)
        result.errors = errors(keys, own)
        return result
    }

    /// The path that its endpoints begin with; nil if there is something wrong with it.
    private func groupURI(_ node: YAMLNode) -> URITemplate? {
        guard let uri = uri(node) else { return nil }
        return !uri.written.contains("?")
            ? uri
            : at(node.range, .invalidURI)
                .error("the `uri` of a group is the beginning of a path, and has no query").none()
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

    /// An endpoint with the uri and the params of its group.
    func inGroup(_ entry: YAMLNode.Entry) -> YAMLNode.Entry {
        guard case .mapping(var keys) = entry.value.content else { return entry }
        if let params = inherited.params {
            let own = keys.filter { $0.key == "params" }
            let merge = NodeMerge(isOverlay: false, file: inherited.file, diagnostics: diagnostics)
            keys = keys.filter { $0.key != "params" } + merge.merged(own, over: [params], SpecLanguage.endpoint)
        }
        for index in keys.indices where keys[index].key == "uri" {
            guard case .scalar(var scalar) = keys[index].value.content, !keys[index].value.isMissing else { continue }
            scalar.text = Self.joined(inherited.uri, scalar.text)
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
