import NetTaskSpec

/// Makes schemes of `components.securitySchemes`, and lists of their names of what the document requires.
final class SecurityImporter {
    /// In the order of the document.
    private var declared: [(key: String, name: String, value: DocumentValue)] = []
    private var indices: [String: Int] = [:]
    /// What was made of those that were looked at; nil for what the language has not.
    private var schemes: [String: AuthScheme?] = [:]
    private var used: Set<String> = []

    func declare(_ value: DocumentValue) {
        guard let members = value.entries("`securitySchemes`") else { return }
        let names = MemberNames.names(for: members.map(\.key), reserved: ReservedNames.schemes)
        declared = zip(members, names).map { ($0.key, $1, $0.value) }
        for (index, scheme) in declared.enumerated() { indices[scheme.key] = index }
    }

    /// The schemes that a requirement names, in the order of the document. What was read of others is listed.
    func finish() -> [AuthScheme] {
        declared.compactMap { key, _, value in
            guard let scheme = schemes[key] ?? nil else { return nil }
            if used.contains(key) { return scheme }
            return value.leaveOut(.unused(.authentication, "no endpoint authenticates with it"))
        }
    }

    // MARK: Requirements

    /// The schemes of the first alternative that the language has, or of the first of which it has a part; empty for none.
    ///
    /// - Parameter others: Those of the document, which stay where an operation says what cannot be had.
    func auth(_ value: DocumentValue, otherwise others: [AuthScheme] = []) -> [AuthScheme] {
        guard let elements = value.items("`security`") else { return others }
        let alternatives = elements.filter { element in
            if element.members != nil { return true }
            element.refuse("a requirement must be a map of schemes, not \(element.node.kind)")
            return false
        }
        let withSchemes = alternatives.filter { $0.members?.isEmpty == false }
        guard !withSchemes.isEmpty else {
            for alternative in alternatives { alternative.carry() }
            return alternatives.isEmpty && !elements.isEmpty ? others : []
        }
        // Lazy, as schemes of ways that are not taken stay unread.
        let ways = withSchemes.lazy.map { [self] in (value: $0, schemes: possible(of: $0)) }
        let whole = ways.first { $0.schemes.count == $0.value.members?.count }
        guard let (chosen, found) = whole ?? ways.first(where: { !$0.schemes.isEmpty }) else {
            warn(value, others)
            for alternative in alternatives { alternative.leaveOut(Self.noSuchWay) }
            return others
        }
        if whole == nil { warn(value, found.map(\.scheme)) }
        for alternative in alternatives where alternative.range != chosen.range {
            alternative.leaveOut(
                alternative.members?.isEmpty == true
                    ? .unused(.authentication, "credentials are sent wherever they may be")
                    : .differs(.authentication, "another way to authenticate is taken")
            )
        }
        for (key, scopes, _) in chosen.members ?? [] {
            guard found.contains(where: { $0.key == key }) else {
                scopes.leaveOut(Self.noSuchWay)
                continue
            }
            used.insert(key)
            take(scopes)
        }
        return found.map(\.scheme)
    }

    private func warn(_ value: DocumentValue, _ sent: [AuthScheme]) {
        let names = sent.map(\.name.written.quotedForMessage).joined(separator: ", ")
        let words = sent.isEmpty ? "nothing is" : sent.count == 1 ? "\(names) is" : "\(names) are"
        value.warn(.unsupportedPart, "none of these ways to authenticate can be imported; \(words) sent")
    }

    private func take(_ scopes: DocumentValue) {
        guard let elements = scopes.elements else {
            scopes.refuse("the scopes of a scheme must be a list, not \(scopes.node.kind)")
            return
        }
        if elements.isEmpty { scopes.carry() } else { scopes.leaveOut(.token) }
    }

    /// The schemes of an alternative that can be had; of two that go to one place, the first.
    private func possible(of alternative: DocumentValue) -> [(key: String, scheme: AuthScheme)] {
        var places: Set<String> = []
        var found: [(key: String, scheme: AuthScheme)] = []
        for (key, value, keyRange) in alternative.members ?? [] {
            guard let scheme = scheme(key, value, at: keyRange), places.insert(scheme.placeKey).inserted else {
                continue
            }
            found.append((key, scheme))
        }
        return found
    }

    private func scheme(_ key: String, _ scopes: DocumentValue, at range: SourceRange) -> AuthScheme? {
        if let known = schemes[key] { return known }
        guard let index = indices[key] else {
            let place = scopes.run.swagger == nil ? "components.securitySchemes" : "securityDefinitions"
            let message = "\(key.quotedForMessage) is no scheme of `\(place)`"
            scopes.warn(
                .unresolvedReference,
                message,
                at: range,
                suggestion: key.closestMatch(among: declared.map(\.key))
            )
            return nil
        }
        let scheme = read(declared[index].value, declared[index].name)
        schemes[key] = .some(scheme)
        return scheme
    }

    // MARK: Schemes

    private func read(_ value: DocumentValue, _ name: String) -> AuthScheme? {
        guard var reader = ObjectReader(value, .securityScheme) else { return nil }
        guard let type = reader.take("type")?.plainText else {
            return value.refuse("a security scheme must have a `type`")
        }
        guard let kind = kind(type, &reader) else { return value.leaveOut(Self.noSuchWay) }
        var words = Paragraphs(reader.text("description"))
        words.add(reader.text("bearerFormat"), after: "Format of the token: ", before: ".")
        reader.finish()
        return AuthScheme(name: Name(name), description: words.text, kind: kind)
    }

    private static let noSuchWay: OmissionReason = .differs(.authentication, "a queue has no such way to authenticate")

    /// nil for what the language has not; what makes it another is carried over.
    private func kind(_ type: String, _ reader: inout ObjectReader) -> AuthScheme.Kind? {
        var kind = AuthScheme.Kind.bearer
        switch type {
        case "http":
            switch reader["scheme"]?.plainText?.lowercased() {
            case "bearer": break
            case "basic": kind = .basic
            default: return nil
            }
            reader.carry(["scheme"])
        case "apiKey":
            guard let location = reader["in"]?.plainText, let key = reader["name"]?.plainText,
                let place = AuthScheme.Location(rawValue: location), WireName.isValid(key, in: location)
            else { return nil }
            kind = .apiKey(place, name: key)
            reader.carry(["in", "name"])
        case "oauth2", "openIdConnect": break
        default: return nil
        }
        reader.carry(["type"])
        return kind
    }
}
