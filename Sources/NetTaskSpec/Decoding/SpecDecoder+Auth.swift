/// Decodes `auth:` at the top of a spec, the authentication schemes.
extension SpecDecoder {
    private enum SchemeKind: String, CaseIterable {
        case bearer
        case basic
        case apiKey
    }

    func scheme(_ entry: YAMLNode.Entry) -> AuthScheme? {
        let name = name(entry.key, at: entry.keyRange, .scheme)
        guard entry.value.isMap else {
            let kind = choice(entry.value, entry.key, of: SchemeKind.self)
            guard let kind = kind.flatMap({ self.kind($0, nil, entry) }), let name else { return nil }
            return AuthScheme(name: name, kind: kind)
        }
        guard let keys = keys(entry, SpecLanguage.authScheme) else { return nil }
        guard let word = keys["type"].flatMap({ choice($0, "type", of: SchemeKind.self) }),
            let kind = kind(word, keys, entry), let name
        else { return nil }
        var scheme = AuthScheme(name: name, kind: kind)
        keys.read(into: &scheme)
        return scheme
    }

    private func kind(_ word: SchemeKind, _ keys: KeyReader?, _ entry: YAMLNode.Entry) -> AuthScheme.Kind? {
        if word == .apiKey { return apiKey(keys, entry) }
        return word == .bearer ? .bearer : .basic
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
    func auth(_ entry: YAMLNode.Entry) -> [Located<AuthScheme>] {
        switch entry.value.content {
        case .scalar(let scalar) where scalar.text == "none":
            return []
        case .scalar:
            return scheme(named: entry.value).map { [$0] } ?? []
        case .sequence(let items):
            if items.isEmpty {
                at(entry.value.range, .emptyValue)
                    .error("`auth` is empty").note("for no authentication, write `auth: none`")
            }
            let found = items.compactMap(scheme(named:))
            checkPlaces(found)
            return found
        case .mapping:
            at(entry.value.range, .wrongKind)
                .error("`auth` of an endpoint must be the name of a scheme, a list of names, or `none`")
                .note("declare schemes with `auth` at the top of the spec")
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
