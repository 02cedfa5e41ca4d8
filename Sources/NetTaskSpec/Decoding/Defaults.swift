/// The settings that endpoints and shapes inherit: from `defaults`, or from a group, which itself inherits from `defaults`.
/// They are decoded once. Endpoints and shapes decode only their own settings.
struct Inherited {
    /// The number of the file that contains the settings.
    var file = 0
    /// The entries as written, without unusable keys.
    var entries: [YAMLNode.Entry] = []
    var settings = EndpointSettings()
    /// The protocols that shapes conform to.
    var conformances: [Located<Conformance>] = []
    /// The types of error bodies.
    var errors: [StatusBody] = []
    /// The common beginning of the uris of a group's endpoints.
    var uri = ""
    /// The params of all endpoints of a group.
    var params: YAMLNode.Entry?
    /// The variables of the group's uri without a param, which were reported.
    var missingParams: Set<String> = []

    /// The inherited entries with the map's own entries merged over them. This only removes protocols: those of a shape are
    /// added to those of the defaults where they are decoded.
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

    /// An endpoint or a shape with its own keys, without those that `null` removes. Maps that it changes contain their
    /// inherited entries.
    func changed(by entry: YAMLNode.Entry, _ rule: MappingRule, _ diagnostics: DiagnosticCollector) -> YAMLNode.Entry {
        guard case .mapping(let all) = entry.value.content else { return entry }
        let others = all.filter { !Self.isInherited($0, rule) }
        guard others.count < all.count else { return entry }
        let merged = merged(with: all, rule, diagnostics)
        var result = entry
        result.value.content = .mapping(others + Self.stated(in: merged, by: all))
        return result
    }

    /// The entries whose keys the map itself has. If it has an extension key, all extension keys are included.
    static func stated(in merged: [YAMLNode.Entry], by own: [YAMLNode.Entry]) -> [YAMLNode.Entry] {
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
    /// The `defaults` of one file, without `errors`, which refer to shapes.
    func inherited(from entry: YAMLNode.Entry, _ keys: KeyReader) -> Inherited {
        var inherited = Inherited(file: entry.keyRange.file)
        inherited.settings = settings(keys, entry.value.entries, entry.value.entries)
        inherited.entries = keys.entries + entry.value.extensionEntries
        inherited.conformances = keys["conformances"].map { conformances($0, isForAllShapes: true) } ?? []
        return inherited
    }

    /// The inherited settings with the map's own settings over them.
    ///
    /// - Parameters:
    /// - keys: The keys of the map, without those that `null` removes.
    /// - changed: The same, with the extension keys.
    ///   - own: The entries of the map as written.
    func settings(_ keys: KeyReader, _ changed: [YAMLNode.Entry], _ own: [YAMLNode.Entry]) -> EndpointSettings {
        var settings = inherited.settings
        keys.read(own, into: &settings, unset: EndpointSettings())
        keys.read(own, into: &settings.delivery, unset: Delivery())
        if own.contains(where: { $0.key == "auth" }) || keys.entry("auth") != nil {
            let alternatives = keys.entry("auth").map { auth($0) } ?? []
            settings.auth = alternatives.map { $0.map(\.value.name.written) }
            settings.authPlaces = alternatives.joined().map(\.range)
        }
        if own.contains(where: { SpecLanguage.isExtension($0.key) }) {
            settings.extensions = extensions(changed)
        }
        return settings
    }

    /// The separator of the words in the fields of a shape or an event, which may be inherited.
    ///
    /// - Parameter written: The shape or event as written.
    func separator(_ keys: KeyReader, _ written: YAMLNode) -> NameSeparator {
        keys.separator("separator") ?? (written["separator"] == nil ? inherited.settings.separator : .default)
    }

    /// Whether the types of a map without `mutable` are mutable.
    func isMutable(_ written: YAMLNode) -> Bool {
        written["mutable"] != nil || inherited.settings.isMutable
    }

    /// The inherited errors, with the map's own errors over them.
    func errors(_ keys: KeyReader, _ own: [YAMLNode.Entry]) -> [StatusBody] {
        if let entry = keys.entry("errors") { return bodies(entry, of: .errors) }
        return own.contains { $0.key == "errors" } ? [] : inherited.errors
    }
}

/// Decodes `groups:`, namespaces whose endpoints share a path, params and settings.
extension SpecDecoder {
    /// A group, the decoder of its endpoints, and the endpoints; `nil` after a diagnostic.
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

    /// The settings that the endpoints of a group inherit.
    private func inherited(by own: [YAMLNode.Entry]) -> Inherited {
        var result = Inherited(entries: inherited.merged(with: own, SpecLanguage.group, diagnostics))
        let stated = Inherited.stated(in: result.entries, by: own)
        let keys = KeyReader(checked: stated, SpecLanguage.group, diagnostics)
        result.settings = settings(keys, stated, own)
        result.errors = errors(keys, own)
        return result
    }

    /// The beginning of the endpoints' paths; `nil` if it is invalid.
    private func groupURI(_ node: YAMLNode) -> URITemplate? {
        guard let uri = uri(node) else { return nil }
        return !uri.written.contains("?")
            ? uri
            : at(node.range, .invalidURI)
                .error("the `uri` of a group is the beginning of a path and cannot have a query").none()
    }

    /// Reports the variables for which neither the group nor each of its endpoints has a param. Each is reported once.
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
