import NetTaskSpec

/// Writes a spec as YAML.
struct SpecWriter {
    let spec: Spec
    /// The separator of words in wire names, as a spec writes it.
    let separator: String
    /// The separator for the wire names that entries do not state.
    let nameSeparator: NameSeparator
    let notes: SpecNotes

    /// - Parameter separator: The separator as a spec writes it. Default: the separator that fits best.
    init(_ spec: Spec, separator: String? = nil, notes: SpecNotes = SpecNotes()) {
        self.spec = spec
        self.notes = notes
        let stated = NameSeparator.words.first { $0.word == separator }
        (self.separator, nameSeparator) = stated ?? Self.bestSeparator(for: spec)
    }

    /// Returns the separator with which the fewest fields need a wire name.
    private static func bestSeparator(for spec: Spec) -> (word: String, separator: NameSeparator) {
        let candidates = NameSeparator.words
        var counts = candidates.map { _ in 0 }
        // Most names occur often. Therefore their wire names are kept.
        var wireNames: [String: [String]] = [:]
        for field in spec.shapes.flatMap({ $0.fields ?? [] }) + spec.endpoints.flatMap(\.params)
        where !field.isInline && field.location != .header {
            let name = field.name.written
            let names = wireNames[name] ?? candidates.map { $0.separator.wireName(for: name) }
            wireNames[name] = names
            for (index, name) in names.enumerated() where name == field.wireName { counts[index] += 1 }
        }
        return candidates[counts.firstIndex(of: counts.max() ?? 0) ?? 0]
    }

    // MARK: Files

    /// Returns the text of the client's file.
    ///
    /// - Parameter parts: The names of the files that it extends.
    func text(extending parts: [String]) -> String {
        var map = head
        map.add("extends", SpecNode.texts(parts))
        if spec.webhooks != nil { map.add("defaults", defaults(hasEndpoints: false)) }
        if let webhooks = spec.webhooks {
            map.addComment("")
            map.add("webhooks", .map(keys(of: webhooks)))
        }
        return YAMLText.of(map)
    }

    /// The keys about the client itself.
    var head: SpecMap {
        var map = SpecMap()
        map.add("nettask", .literal("1"))
        map.add("client", spec.client.written)
        for comment in notes.lines[.client] ?? [] { map.addComment(comment) }
        map.add("description", spec.description)
        map.add("baseURL", baseURL)
        map.add("auth", schemes)
        return map
    }

    /// Returns the defaults for the entries of a file.
    func defaults(hasEndpoints: Bool) -> SpecMap {
        var defaults = SpecMap()
        if separator != "underscore" { defaults.add("separator", separator) }
        if hasEndpoints, !spec.defaults.auth.isEmpty { defaults.add("auth", node(auth: spec.defaults.auth)) }
        if hasEndpoints, !spec.defaults.scopes.isEmpty { defaults.add("scopes", node(scopes: spec.defaults.scopes)) }
        if !spec.defaults.isMutable {
            defaults.add("mutable", .literal("false"), comment: notes.lines[.mutable]?.first)
        }
        return defaults
    }

    /// Returns the text of a file that the client's file extends.
    ///
    /// - Parameters:
    ///   - endpoints: Endpoints of one group, or without a group.
    ///   - opening: A comment for the start of the file.
    func text(of endpoints: [(name: String, endpoint: Endpoint)], _ shapes: [Shape], opening: String) -> String {
        var map = SpecMap()
        map.add("nettask", .literal("1"))
        map.add("defaults", defaults(hasEndpoints: !endpoints.isEmpty))
        var group = SpecMap()
        let name = endpoints.first?.endpoint.group?.written
        let entries = endpoints.map { (name: $0.name, keys: keys(of: $0.endpoint)) }
        add("endpoints", entries, to: &group)
        if let name { add("groups", [(name, group)], to: &map) } else { map.items += group.items }
        add("shapes", shapes.map { ($0.name.written, keys(of: $0)) }, to: &map)
        return YAMLText.of(map, opening: opening)
    }

    private var baseURL: SpecNode? {
        guard !spec.environments.isEmpty else { return spec.baseURL.map { .text($0) } }
        var map = SpecMap(isCompact: true)
        for environment in spec.environments { map.add(environment.name.written, environment.url) }
        return .map(map)
    }

    private var schemes: SpecMap {
        var map = SpecMap()
        for scheme in spec.auth {
            var keys = SpecMap(isCompact: true)
            switch scheme.kind {
            case .bearer: keys.add("type", "bearer")
            case .basic: keys.add("type", "basic")
            case .oauth2: keys.add("type", "oauth2")
            case .apiKey(let location, let name):
                keys.add("type", "apiKey")
                if location != .header { keys.add("in", location.rawValue) }
                keys.add("name", name)
            }
            keys.add("description", scheme.description)
            keys.add("discoveryURL", scheme.oauth2.discoveryURL)
            for (word, flow) in scheme.oauth2.flows { keys.add(word.rawValue, self.map(of: flow)) }
            map.add(scheme.name.written, keys.shortened("type"))
        }
        return map
    }

    private func map(of flow: OAuth2Flow) -> SpecMap {
        var keys = SpecMap(isCompact: true)
        keys.add("authorizationURL", flow.authorizationURL)
        keys.add("deviceURL", flow.deviceURL)
        keys.add("tokenURL", flow.tokenURL)
        keys.add("refreshURL", flow.refreshURL)
        var scopes = SpecMap(isCompact: true)
        for scope in flow.scopes { scopes.add(scope.name, scope.description) }
        keys.add("scopes", scopes)
        return keys
    }

    /// - Parameter alternatives: The alternatives of an endpoint's authentication.
    func node(auth alternatives: [[String]]) -> SpecNode {
        func node(_ names: [String]) -> SpecNode {
            names.count > 1 ? .list(names.map { .text($0) }) : .text(names.first ?? TypeReference.noneWord)
        }
        guard alternatives.count > 1 else { return node(alternatives.first ?? []) }
        var map = SpecMap(isCompact: true)
        map.add("anyOf", .list(alternatives.map(node)))
        return .map(map)
    }

    func node(scopes: [String]) -> SpecNode {
        scopes.count == 1 ? .text(scopes[0]) : .list(scopes.map { .text($0) })
    }

    func keys(of webhooks: Webhooks) -> SpecMap {
        var keys = SpecMap()
        if webhooks.name.swift != webhooks.name.written { keys.add("swiftName", webhooks.name.swift) }
        for comment in notes.lines[.webhooks] ?? [] { keys.addComment(comment) }
        var events = SpecMap()
        for event in webhooks.events {
            var keys = SpecMap(isCompact: true)
            keys.add("type", event.types.first.map { .type($0) } ?? .text(TypeReference.noneWord))
            if CamelCase.lowerCamel(event.name.written) != event.name.swift { keys.add("swiftName", event.name.swift) }
            keys.add("description", event.description)
            keys.add(event.deprecation)
            events.add(event.name.written, keys.shortened("type"))
        }
        keys.add("events", events)
        return keys
    }

    /// Adds a key with entries, with an empty line before the key and between the entries.
    func add(_ key: String, _ entries: [(name: String, keys: SpecMap)], to map: inout SpecMap) {
        guard !entries.isEmpty else { return }
        map.addComment("")
        var spaced = SpecMap()
        for (index, entry) in entries.enumerated() {
            if index > 0 { spaced.addComment("") }
            spaced.add(entry.name, .map(entry.keys))
        }
        map.add(key, .map(spaced))
    }

    /// Returns a text on one line, without characters that could end a comment.
    static func onOneLine(_ text: String) -> String {
        if text.isPrintableASCII {
            return text.utf8.split(separator: UInt8(ascii: " ")).map(Substring.init).joined(separator: " ")
        }
        let scalars = text.unicodeScalars.split { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .privateUse, .unassigned: true
            default: false
            }
        }
        return scalars.map { String(String.UnicodeScalarView($0)) }.joined(separator: " ")
    }
}
