import NetTaskSpec

/// The authentication of an operation or of the document.
struct ImportedAuth {
    /// The alternatives. Each of them is a set of schemes. An empty list means no authentication.
    var alternatives: [[AuthScheme]] = []
    /// The OAuth 2 scopes of the alternatives. Spaces separate scopes that are required together.
    var scopes: [String] = []

    var names: [[String]] { alternatives.map { $0.map(\.name.written) } }
}

/// Imports the schemes of `components.securitySchemes`, and the authentication from the document's requirements.
final class SecurityImporter {
    /// The schemes in the order of the document.
    private var declared: [(key: String, name: String, value: DocumentValue)] = []
    private var indices: [String: Int] = [:]
    /// The schemes that were read.
    private var schemes: [String: ImportedScheme] = [:]
    /// The name of the scheme that the user prefers, in the spec.
    private var preferred: String?
    /// Notes for the report.
    private(set) var notes: [String] = []

    private enum ImportedScheme {
        case scheme(AuthScheme)
        /// The transport sends the certificate of the client.
        case certificate
        case unsupported
    }

    func declare(_ value: DocumentValue) {
        guard let members = value.entries("`securitySchemes`") else { return }
        let names = MemberNames.names(for: members.map(\.key), reserved: ReservedNames.schemes)
        declared = zip(members, names).map { ($0.key, $1, $0.value) }
        for (index, scheme) in declared.enumerated() { indices[scheme.key] = index }
    }

    /// Sets the scheme that is sent first if several are possible.
    ///
    /// - Parameter name: The name of the scheme in the document or in the spec.
    func prefer(_ name: String, _ root: DocumentValue) {
        if let scheme = declared.first(where: { $0.key == name || $0.name == name }) {
            preferred = scheme.name
        } else {
            root.run.diagnostics.at(root.range, .unknownScheme)
                .error("the document has no security scheme \(name.quotedForMessage)")
                .suggest(name.closestMatch(among: declared.map(\.key)))
        }
    }

    /// Returns all schemes that the language supports, in the order of the document.
    func finish() -> [AuthScheme] {
        declared.compactMap { key, _, _ in
            guard case .scheme(let scheme) = read(key, isUsed: false) else { return nil }
            return scheme
        }
    }

    // MARK: Requirements

    /// Returns the authentication of the document, for operations without their own.
    func ofDocument(_ value: DocumentValue?) -> ImportedAuth {
        let auth = value.map { self.auth($0) } ?? ImportedAuth()
        guard let preferred else {
            if auth.alternatives.count > 1 { addNote(auth) }
            return auth
        }
        if auth.names.contains(where: { $0.contains(preferred) }) { return auth }
        let schemes = declared.filter { $0.name == preferred }.compactMap { scheme -> AuthScheme? in
            guard case .scheme(let scheme) = read(scheme.key, isUsed: true) else { return nil }
            return scheme
        }
        if schemes.isEmpty {
            declared.first { $0.name == preferred }?.value
                .warn(.unsupportedPart, "this scheme cannot be imported, so `--auth` has no effect")
        }
        return schemes.isEmpty ? auth : ImportedAuth(alternatives: [schemes])
    }

    private func addNote(_ auth: ImportedAuth) {
        let names = auth.names.filter { !$0.isEmpty }.map { $0.joined(separator: " + ") }
        guard let first = names.first, names.count > 1 else { return }
        let others = names.dropFirst().joined(separator: ", ")
        notes.append(
            "auth: the preferred alternative (default: \(first), the first; `--auth` selects another: \(others))"
        )
    }

    /// Returns the alternatives of a requirement. Leaves out alternatives with a scheme that the language does not support.
    ///
    /// - Parameter others: The authentication of the document, which is used if no alternative is supported.
    func auth(_ value: DocumentValue, otherwise others: ImportedAuth = ImportedAuth()) -> ImportedAuth {
        guard let elements = value.items("`security`") else { return others }
        let requirements = elements.filter { element in
            if element.members != nil { return true }
            element.refuse("a requirement must be a map of schemes, not \(element.node.kind)")
            return false
        }
        if requirements.isEmpty, !elements.isEmpty { return others }
        var auth = ImportedAuth()
        var isOptional = false
        let read = requirements.map { ($0, schemes(of: $0)) }
        let hasWhole = read.contains { $0.1.isWhole && $0.0.members?.isEmpty == false }
        let part = hasWhole ? nil : read.first { !$0.1.schemes.isEmpty }
        for (requirement, found) in read {
            if requirement.members?.isEmpty == true { requirement.carry() }
            guard found.isWhole || requirement.range == part?.0.range else {
                requirement.leaveOut(found.isDeclared ? Self.noSuchWay : Self.undeclared)
                continue
            }
            let sets = Self.sets(of: found.schemes)
            if Set(found.schemes.map(\.placeKey)).count < found.schemes.count {
                let message =
                    "schemes of one requirement have the same place in a request, which can have only one of them"
                requirement.warn(.unsupportedPart, message)
            }
            if sets == [[]] { isOptional = true } else { auth.alternatives += sets }
            let scopes = takeScopes(requirement, found.keys)
            if !scopes.isEmpty, !auth.scopes.contains(scopes) { auth.scopes.append(scopes) }
        }
        if !hasWhole, read.contains(where: { !$0.1.isWhole }) {
            if part == nil, !isOptional {
                warn(value, others.alternatives.first ?? [])
                return others
            }
            warn(value, part?.1.schemes ?? [])
        }
        if let preferred {
            let isPreferred = { (schemes: [AuthScheme]) in schemes.contains { $0.name.written == preferred } }
            auth.alternatives =
                auth.alternatives.filter(isPreferred) + auth.alternatives.filter { !isPreferred($0) }
        }
        if isOptional, !auth.alternatives.isEmpty { auth.alternatives.append([]) }
        auth.alternatives = auth.alternatives.enumerated().filter { index, schemes in
            !auth.alternatives[..<index].contains(schemes)
        }
        .map(\.element)
        return auth
    }

    private func warn(_ value: DocumentValue, _ sent: [AuthScheme]) {
        let names = sent.map(\.name.written.quotedForMessage).joined(separator: ", ")
        let words = sent.isEmpty ? "no credentials are" : sent.count == 1 ? "\(names) is" : "\(names) are"
        value.warn(.unsupportedPart, "none of these alternatives of `security` can be imported; \(words) sent")
    }

    /// Reads the scopes of a requirement, and joins them with spaces.
    private func takeScopes(_ requirement: DocumentValue, _ keys: Set<String>) -> String {
        var scopes: [String] = []
        for (key, value, _) in requirement.members ?? [] {
            guard keys.contains(key) else {
                value.leaveOut(indices[key] == nil ? Self.undeclared : Self.noSuchWay)
                continue
            }
            for scope in value.items("the scopes of a scheme") ?? [] {
                guard let text = scope.text(), !text.isEmpty, !scopes.contains(text) else { continue }
                scopes.append(text)
            }
        }
        return scopes.joined(separator: " ")
    }

    /// Returns the schemes of a requirement that the language supports.
    private func schemes(
        of requirement: DocumentValue
    ) -> (schemes: [AuthScheme], keys: Set<String>, isWhole: Bool, isDeclared: Bool) {
        var isDeclared = true
        var found: [AuthScheme] = []
        var keys: Set<String> = []
        for (key, value, keyRange) in requirement.members ?? [] {
            guard indices[key] != nil else {
                isDeclared = false
                let place = value.run.swagger == nil ? "components.securitySchemes" : "securityDefinitions"
                value.warn(
                    .unresolvedReference,
                    "unknown scheme \(key.quotedForMessage) in `\(place)`",
                    at: keyRange,
                    suggestion: key.closestMatch(among: declared.map(\.key))
                )
                continue
            }
            switch read(key, isUsed: true) {
            case .scheme(let scheme): found.append(scheme)
            case .certificate: break
            case .unsupported: continue
            }
            keys.insert(key)
        }
        return (found, keys, keys.count == requirement.members?.count, isDeclared)
    }

    /// Returns the sets of schemes that one request can contain. If several schemes have the same place, each set has one of
    /// them. Beyond 64 sets, only the first scheme of a place is used.
    private static func sets(of schemes: [AuthScheme]) -> [[AuthScheme]] {
        var sets: [[AuthScheme]] = [[]]
        var places: Set<String> = []
        for scheme in schemes where places.insert(scheme.placeKey).inserted {
            let all = schemes.filter { $0.placeKey == scheme.placeKey }
            let others = sets.count * all.count > 64 ? [scheme] : all
            sets = sets.flatMap { set in others.map { set + [$0] } }
        }
        return sets
    }

    // MARK: Schemes

    /// - Parameter isUsed: Whether a requirement names the scheme.
    private func read(_ key: String, isUsed: Bool) -> ImportedScheme {
        if let known = schemes[key] { return known }
        guard let index = indices[key] else { return .unsupported }
        let scheme = read(declared[index].value, declared[index].name, isUsed)
        schemes[key] = scheme
        return scheme
    }

    private func read(_ value: DocumentValue, _ name: String, _ isUsed: Bool) -> ImportedScheme {
        guard var reader = ObjectReader(value, .securityScheme) else { return .unsupported }
        guard let type = reader.take("type")?.plainText else {
            value.refuse("a security scheme must have a `type`")
            return .unsupported
        }
        if type == "mutualTLS" {
            notes.append("auth: the client certificate of \(name.quotedForMessage), which the transport sends")
            value.leaveOut(.unused(.authentication, "the transport sends the client certificate"))
            return .certificate
        }
        guard let kind = kind(type, &reader) else {
            value.leaveOut(isUsed ? Self.noSuchWay : .unused(.authentication, "no endpoint authenticates with it"))
            return .unsupported
        }
        var scheme = AuthScheme(name: Name(name), kind: kind)
        if kind == .oauth2 {
            scheme.oauth2.discoveryURL = reader.text("openIdConnectUrl") ?? reader.text("oauth2MetadataUrl")
            if let flows = reader.take("flows") { read(flows, into: &scheme.oauth2) }
            if scheme.oauth2 == OAuth2() { scheme.kind = .bearer }
        }
        var words = Paragraphs(reader.text("description"))
        words.add(reader.text("bearerFormat"), after: "Format of the token: ", before: ".")
        reader.finish()
        scheme.description = words.text
        return .scheme(scheme)
    }

    private static let noSuchWay: OmissionReason = .differs(
        .authentication,
        "NetTask does not support this kind of authentication"
    )

    private static let undeclared: OmissionReason = .differs(
        .invalidDocument,
        "the document does not declare the scheme"
    )

    /// Returns the kind of a scheme, and carries over the keys that determine it. Returns `nil` if the language does not support
    /// the scheme.
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
        case "oauth2", "openIdConnect": kind = .oauth2
        default: return nil
        }
        reader.carry(["type"])
        return kind
    }

    // MARK: OAuth 2

    private func read(_ flows: DocumentValue, into oauth2: inout OAuth2) {
        guard var reader = ObjectReader(flows, .oauthFlows) else { return }
        for word in OAuth2.Word.allCases {
            let key = word == .device ? "deviceAuthorization" : word.rawValue
            if let value = reader.take(key) { oauth2[keyPath: word.place] = flow(value, word) }
        }
        reader.finish()
    }

    /// Returns a flow. If a required URL is missing, leaves the flow out and returns `nil`.
    private func flow(_ value: DocumentValue, _ word: OAuth2.Word) -> OAuth2Flow? {
        guard var reader = ObjectReader(value, .oauthFlow) else { return nil }
        var flow = OAuth2Flow()
        let urls: [(key: String, place: WritableKeyPath<OAuth2Flow, String?>)] = [
            ("authorizationUrl", \.authorizationURL), ("tokenUrl", \.tokenURL), ("refreshUrl", \.refreshURL),
            ("deviceAuthorizationUrl", \.deviceURL),
        ]
        for (key, place) in urls where reader[key]?.plainText?.isEmpty == false {
            flow[keyPath: place] = reader.text(key)
        }
        if word.requiredURLs.contains(where: { flow[keyPath: $0.place] == nil }) {
            return value.leaveOut(.unused(.authentication, "the flow has no URL"))
        }
        for (scope, description, _) in reader.take("scopes")?.entries("`scopes`") ?? [] {
            flow.scopes.append(OAuth2Flow.Scope(name: scope, description: description.text() ?? ""))
        }
        reader.finish()
        return flow
    }
}
