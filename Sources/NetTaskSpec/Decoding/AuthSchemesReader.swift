/// Reads `auth:` at the top of a spec, the schemes of authentication.
struct AuthSchemesReader {
    let diagnostics: DiagnosticCollector

    private enum Kind: String, CaseIterable {
        case bearer
        case basic
        case apiKey
    }

    private static let example = "as in `key: {type: apiKey, in: header, name: X-API-Key}`"

    func schemes(_ entry: YAMLNode.Entry) -> [AuthScheme] {
        guard case .mapping(let entries) = entry.value.content else {
            diagnostics.error(
                "`auth` must be a map of names to schemes, not \(entry.value.kind)",
                at: entry.value.range,
                notes: [.init("such as `auth: {token: bearer}`, which endpoints then name", at: entry.value.range)]
            )
            return []
        }
        if entries.isEmpty { diagnostics.error("`auth` has no schemes", at: entry.value.range) }
        return entries.compactMap(scheme)
    }

    private func scheme(_ entry: YAMLNode.Entry) -> AuthScheme? {
        let names = NameReader(diagnostics: diagnostics)
        let name = names.name(entry.key, at: entry.keyRange, swiftName: nil, .scheme)
        guard case .mapping = entry.value.content else {
            let kind = ValueReader(diagnostics: diagnostics).choice(entry.value, entry.key, of: Kind.self)
            guard let kind = kind.flatMap({ self.kind($0, nil, entry) }), let name else { return nil }
            return AuthScheme(name: name, kind: kind)
        }
        let subject = "the scheme \(entry.key.quotedForMessage)"
        let rule = SpecLanguage.authScheme
        guard let reader = MappingReader(entry.value, rule, subject: subject, place: entry.keyRange, diagnostics) else {
            return nil
        }
        let values = ValueReader(diagnostics: diagnostics)
        let description = reader["description"].flatMap { values.text($0, "description") }
        guard let word = reader["type"].flatMap({ values.choice($0, "type", of: Kind.self) }),
            let kind = kind(word, reader, entry), let name
        else { return nil }
        return AuthScheme(name: name, description: description, kind: kind)
    }

    private func kind(_ word: Kind, _ reader: MappingReader?, _ entry: YAMLNode.Entry) -> AuthScheme.Kind? {
        switch word {
        case .bearer, .basic:
            for key in ["in", "name"] {
                guard let other = reader?.entry(key) else { continue }
                diagnostics.error(
                    "`\(word.rawValue)` goes into the header `Authorization`, and has no `\(key)`",
                    at: other.keyRange,
                    notes: [.init("a key of another place is of the type `apiKey`", at: other.keyRange)]
                )
            }
            return word == .bearer ? .bearer : .basic
        case .apiKey:
            return apiKey(reader, entry)
        }
    }

    private func apiKey(_ reader: MappingReader?, _ entry: YAMLNode.Entry) -> AuthScheme.Kind? {
        guard let reader, let nameNode = reader["name"] else {
            diagnostics.error(
                "the scheme \(entry.key.quotedForMessage) needs `name`, under which the key is sent",
                at: reader == nil ? entry.value.range : entry.keyRange,
                notes: [.init(Self.example, at: reader == nil ? entry.value.range : entry.keyRange)]
            )
            return nil
        }
        let values = ValueReader(diagnostics: diagnostics)
        var location = AuthScheme.Location.header
        if let node = reader["in"] {
            guard let stated = values.choice(node, "in", of: AuthScheme.Location.self) else { return nil }
            location = stated
        }
        guard let name = values.text(nameNode, "name") else { return nil }
        let isRight =
            switch location {
            case .header: HeaderRule.checkName(name, at: nameNode.range, diagnostics)
            case .cookie: CookieRule.checkName(name, at: nameNode.range, diagnostics)
            case .query: !name.isEmpty
            }
        if name.isEmpty, location == .query {
            diagnostics.error("a name on the wire cannot be empty", at: nameNode.range)
        }
        return isRight ? .apiKey(location, name: name) : nil
    }
}
