/// Decodes `auth:` at the top of a spec, the authentication schemes.
extension SpecDecoder {
    func scheme(_ entry: YAMLNode.Entry) -> AuthScheme? {
        let name = name(entry.key, at: entry.keyRange, .scheme)
        guard entry.value.isMap else {
            let kind = choice(entry.value, entry.key, of: AuthScheme.Word.self)
            guard let kind = kind.flatMap({ self.kind($0, nil, entry) }), let name else { return nil }
            return AuthScheme(name: name, kind: kind)
        }
        guard let keys = keys(entry, SpecLanguage.authScheme) else { return nil }
        guard let word = keys["type"].flatMap({ choice($0, "type", of: AuthScheme.Word.self) }),
            let kind = kind(word, keys, entry), let name
        else { return nil }
        var scheme = AuthScheme(name: name, kind: kind)
        keys.read(into: &scheme)
        for (word, flow) in scheme.oauth2.flows {
            for (key, url) in word.requiredURLs where flow[keyPath: url] == nil {
                guard let place = keys.entry(word.rawValue)?.keyRange else { continue }
                at(place, .missingKey).error("`\(word.rawValue)` needs `\(key)`")
            }
        }
        return scheme
    }

    private func kind(_ word: AuthScheme.Word, _ keys: KeyReader?, _ entry: YAMLNode.Entry) -> AuthScheme.Kind? {
        switch word {
        case .bearer: .bearer
        case .basic: .basic
        case .oauth2: .oauth2
        case .apiKey: apiKey(keys, entry)
        }
    }

    private func apiKey(_ keys: KeyReader?, _ entry: YAMLNode.Entry) -> AuthScheme.Kind? {
        guard let keys, let node = keys["name"] else {
            return at(keys == nil ? entry.value.range : entry.keyRange, .missingKey)
                .error("the scheme \(entry.key.quotedForMessage) needs `name`, the header, param or cookie for the key")
                .note("as in `key: {type: apiKey, in: header, name: X-API-Key}`").none()
        }
        let stated = keys.choice("in", of: AuthScheme.Location.self)
        if keys["in"] != nil, stated == nil { return nil }
        let location = stated ?? .header
        guard let name = text(node, "name") else { return nil }
        switch location {
        case .header: guard checkHeaderName(name, at: node.range) else { return nil }
        case .cookie: guard checkCookieName(name, at: node.range) else { return nil }
        case .query where name.isEmpty:
            return at(node.range, .emptyValue)
                .error("a wire name cannot be empty").none()
        case .query: break
        }
        return .apiKey(location, name: name)
    }
}

/// Decodes `auth:` of an endpoint or of `defaults:`, which refers to schemes of the spec.
extension SpecDecoder {
    /// The alternatives of the authentication, each a set of schemes; empty for `none`.
    func auth(_ entry: YAMLNode.Entry) -> [[Located<AuthScheme>]] {
        guard entry.value.isMap else {
            let schemes = schemes(entry.value)
            return schemes.isEmpty ? [] : [schemes]
        }
        guard let node = keys(entry, SpecLanguage.authAlternatives)?["anyOf"] else { return [] }
        guard case .sequence(let items) = node.content, !items.isEmpty else {
            at(node.range, .wrongKind).error("`anyOf` must be a list of alternatives")
            return []
        }
        let alternatives = items.map(schemes)
        for (index, schemes) in alternatives.enumerated() {
            let names = schemes.map(\.value.name.written)
            let isDuplicate = alternatives[..<index].contains { $0.map(\.value.name.written) == names }
            if isDuplicate, !names.isEmpty { at(items[index].range, .duplicateValue).error("duplicate alternative") }
        }
        return alternatives
    }

    /// The schemes of one alternative, which are all sent.
    private func schemes(_ node: YAMLNode) -> [Located<AuthScheme>] {
        switch node.content {
        case .scalar(let scalar) where scalar.text == "none":
            return []
        case .scalar:
            return scheme(named: node).map { [$0] } ?? []
        case .sequence(let items):
            if items.isEmpty {
                at(node.range, .emptyValue)
                    .error("`auth` is empty").note("for no authentication, write `auth: none`")
            }
            let found = items.compactMap(scheme(named:))
            checkPlaces(found)
            return found
        case .mapping:
            at(node.range, .wrongKind).error("an alternative must be the name of a scheme or a list of names")
            return []
        }
    }

    private func scheme(named node: YAMLNode) -> Located<AuthScheme>? {
        guard let name = text(node, "auth") else { return nil }
        let scheme = schemes?.first { $0.name.written == name }
        if scheme == nil, let report = diagnostics.reportRemoval(of: name, in: "auth", at: node.range, .unknownScheme) {
            return report.none()
        }
        guard let schemes else {
            return at(node.range, .unknownScheme)
                .error("unknown scheme \(name.quotedForMessage) in `auth`; the spec declares no schemes")
                .suggest(name.closestMatch(among: ["none"]))
                .note("declare it at the top of the spec: `auth: {token: bearer}`").none()
        }
        if let scheme { return Located(scheme, at: node.range) }
        return at(node.range, .unknownScheme)
            .error("unknown scheme \(name.quotedForMessage) in `auth`")
            .suggest(name.closestMatch(among: schemes.map(\.name.written) + ["none"])).none()
    }

    /// One request contains all of them.
    private func checkPlaces(_ schemes: [Located<AuthScheme>]) {
        var first: [String: Located<AuthScheme>] = [:]
        for located in schemes {
            let scheme = located.value
            guard let other = first[scheme.placeKey] else {
                first[scheme.placeKey] = located
                continue
            }
            let names = "`\(other.value.name.written)` and `\(scheme.name.written)`"
            let place = "the \(scheme.place.location.rawValue) as `\(scheme.place.name)`"
            let isSame = scheme.name.written == other.value.name.written
            at(located.range, .schemeClash)
                .error(
                    isSame
                        ? "duplicate scheme `\(scheme.name.written)`"
                        : "the schemes \(names) are both sent in \(place)"
                )
                .note("the other one", at: other.range)
        }
    }
}

extension KeyReader {
    /// The scopes of a flow, with their descriptions.
    func scopes(_ entry: YAMLNode.Entry) -> [OAuth2Flow.Scope]? {
        guard entry.value.isMap else {
            return at(entry.value.range, .wrongKind)
                .error("`scopes` must be a map of scopes to their descriptions, not \(entry.value.kind)").none()
        }
        return entry.value.entries.compactMap { scope in
            text(scope.value, scope.key).map { OAuth2Flow.Scope(name: scope.key, description: $0) }
        }
    }

    /// Scopes of which a request needs one: each is a text, with spaces between those that are needed together.
    func neededScopes(_ node: YAMLNode) -> [String]? {
        guard case .sequence(let items) = node.content else { return text(node, "scopes").map { [$0] } }
        return items.compactMap { text($0, "scopes") }
    }
}
