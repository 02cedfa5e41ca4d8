import NetTaskSpec

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
        let parameters = spec.auth.map { "\(Identifier($0.name.swift)): \($0.credentials)? = nil" as SwiftCode }
        // Whatever isolation the module has by default, as of the base URL.
        let head: SwiftCode = "\(access)nonisolated static func authentication("
        let client = StringLiteral(spec.client.swift)
        let body: [SwiftLine] =
            ["var schemes = HTTPAuthentication(client: \(client))"] + spec.auth.map(addition) + ["return schemes"]
        return (comment, .braces(.call(head, parameters, ") -> HTTPAuthentication {"), body))
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
        case .bearer: "BearerCredentials"
        case .basic: "BasicCredentials"
        case .apiKey: "APIKeyCredentials"
        }
    }
}
