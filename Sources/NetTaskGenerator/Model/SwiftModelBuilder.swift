import NetTaskSpec

/// Takes the decisions: from a checked spec to the Swift that it becomes.
struct SwiftModelBuilder {
    let spec: Spec
    let access: SwiftCode
    let namespace: Identifier
    var types: SwiftTypeNames
    /// As types are named outside of the client.
    let outerTypes: SharedTypeNames
    let usage: ShapeUsage
    let recursion: RecursiveShapes
    let shapes: [String: Shape]
    let declaredMembers: DeclaredMembers
    /// Those that durable tasks hold, by written name.
    let storedShapes: Set<String>
    /// What checks its constraints.
    let validation: Validation
    /// Whether any shape has a secret: if none has, no reply is searched for one.
    let hasSecretShapes: Bool
    /// What declares the properties of the shape or endpoint that is being built.
    var keyword: SwiftCode = "var"

    /// - Parameter access: Wins over what the spec says.
    init(_ spec: Spec, access: AccessLevel?) {
        self.spec = spec
        self.access =
            switch access ?? spec.access ?? .internal {
            case .public: "public "
            case .package: "package "
            case .internal: ""
            }
        namespace = Identifier(type: spec.client.swift)
        types = SwiftTypeNames(of: spec)
        outerTypes = SharedTypeNames(types.outside(of: namespace))
        shapes = spec.shapesByName
        declaredMembers = DeclaredMembers(shapes)
        usage = ShapeUsage(endpoints: spec.endpoints, webhooks: spec.webhooks, shapes: shapes)
        recursion = RecursiveShapes(of: spec)
        storedShapes = Self.storedShapes(of: spec, shapes)
        validation = Validation(spec.endpoints, shapes)
        hasSecretShapes = spec.shapes.contains { $0.fields?.contains(where: \.isSecret) == true }
    }

    var baseURL: SwiftCode? {
        if let environment = spec.environments.first {
            return "Environment.\(Identifier(environment.name.swift)).rawValue"
        }
        return spec.baseURL.map { "\(StringLiteral($0))" }
    }

    func declaring(_ isMutable: Bool) -> SwiftModelBuilder {
        var builder = self
        builder.keyword = isMutable ? "var" : "let"
        return builder
    }

    /// - Returns: nil for a Swift type of the user's, which is there already.
    func swiftType(_ shape: Shape) -> SwiftType? {
        switch shape.kind {
        case .object(let fields): .structure(declaring(shape.isMutable).structure(shape, fields))
        case .enumeration(let cases): .enumeration(enumeration(shape, cases))
        case .alternatives(let alternatives): .enumeration(enumeration(shape, alternatives))
        case .custom: nil
        }
    }
}

extension Shape {
    var customType: CustomType? {
        if case .custom(let type) = kind { type } else { nil }
    }
}

extension SwiftModelBuilder {
    /// The function that makes credentials a middleware, with its documentation; none where there are no schemes.
    func authentication() -> (comment: DocComment, lines: [SwiftLine]) {
        if spec.auth.isEmpty { return (DocComment(), []) }
        let described = spec.auth.filter { $0.description != nil }
        let comment = DocComment(
            "Gives each request the credentials of the schemes that its endpoint names, and no others: the middleware of a queue.",
            described.isEmpty
                ? nil : described.map { "`\($0.name.swift)`: \($0.description ?? "")" }.joined(separator: "\n\n")
        )
        let parameters: [SwiftCode] = spec.auth.map {
            "\(Identifier($0.name.swift).parameter): \($0.credentials)? = nil"
        }
        // Whatever isolation the module has by default, as of the base URL.
        let head: SwiftCode = "\(access)nonisolated static func authentication("
        let client = StringLiteral(spec.client.swift)
        let body: [SwiftLine] =
            ["var schemes = HTTPAuthentication(client: \(client))"] + spec.auth.map(addition) + ["return schemes"]
        return (comment, .braces(.call(head, parameters, ") -> HTTPAuthentication {"), body))
    }

    /// The schemes of the kind `oauth2` that have URLs.
    var oauth2Schemes: [AuthScheme] { spec.auth.filter(\.hasServer) }

    /// The namespace with the URLs and scopes of the OAuth 2 servers; empty without such schemes.
    func oauth2() -> [SwiftLine] {
        let schemes = oauth2Schemes
        if schemes.isEmpty { return [] }
        let members = schemes.map { scheme in
            var body = [SwiftLine.call("var scheme = OAuth2Scheme(", baseURL.map { ["baseURL: \($0)"] } ?? [])]
            if let url = scheme.oauth2.discoveryURL { body.append("scheme.discoveryURL = \(StringLiteral(url))") }
            for (word, flow) in scheme.oauth2.flows {
                body.append(.call("scheme.\(Identifier(word.rawValue)) = OAuth2Flow(", arguments(of: flow)))
            }
            let name = Identifier(scheme.name.swift)
            let head: SwiftCode = "\(access)nonisolated static var \(name): OAuth2Scheme {"
            let comment = "The OAuth 2 server of the scheme `\(scheme.name.written)`."
            return DocComment(comment).code.map { SwiftLine($0) } + .braces(SwiftLine(head), body + ["return scheme"])
        }
        return .braces("\(access)enum OAuth2Schemes {", Array(members.joined(separator: [""])))
    }

    private func arguments(of flow: OAuth2Flow) -> [SwiftCode] {
        let urls: [(label: SwiftCode, url: String?)] = [
            ("authorizationURL", flow.authorizationURL), ("tokenURL", flow.tokenURL), ("refreshURL", flow.refreshURL),
            ("deviceURL", flow.deviceURL),
        ]
        var arguments = urls.compactMap { label, url in url.map { "\(label): \(StringLiteral($0))" as SwiftCode } }
        if !flow.scopes.isEmpty {
            arguments.append("scopes: \(SwiftCode.list(of: flow.scopes.map { StringLiteral($0.name) }))")
        }
        return arguments
    }

    private func addition(of scheme: AuthScheme) -> SwiftLine {
        var arguments: [SwiftCode] = ["\(StringLiteral(scheme.name.written))", "\(Identifier(scheme.name.swift))"]
        if case .apiKey(let location, let name) = scheme.kind {
            arguments.append("in: .\(Identifier(location.rawValue))")
            arguments.append("name: \(StringLiteral(name))")
        }
        return .call("schemes.add(", arguments)
    }
}

extension AuthScheme {
    fileprivate var credentials: SwiftCode {
        switch kind {
        case .bearer, .oauth2: "BearerCredentials"
        case .basic: "BasicCredentials"
        case .apiKey: "APIKeyCredentials"
        }
    }
}
