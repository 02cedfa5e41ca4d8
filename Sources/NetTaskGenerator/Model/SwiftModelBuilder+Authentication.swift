import NetTaskSpec

extension SwiftModelBuilder {
    /// The comment and the lines of the function that makes credentials a middleware; none where there are no schemes.
    func authentication() -> (comment: DocComment, lines: [SwiftCode]) {
        if spec.auth.isEmpty { return (DocComment(), []) }
        let described = spec.auth.filter { $0.description != nil }
        let comment = DocComment(
            "Gives each request the credentials of the schemes that its endpoint names, and no others: the middleware of a queue.",
            described.isEmpty
                ? nil : described.map { "`\($0.name.swift)`: \($0.description ?? "")" }.joined(separator: "\n\n")
        )
        let parameters = spec.auth.map { scheme in
            CodeLayout.Argument("", "\(Identifier(scheme.name.swift)): \(scheme.credentials)? = nil")
        }
        // Whatever isolation the module has by default, as of the base URL.
        let head: SwiftCode = "\(access)nonisolated static func authentication("
        let client = StringLiteral(spec.client.swift)
        let body = ["var schemes = HTTPAuthentication(client: \(client))"] + spec.auth.flatMap(addition)
        return (
            comment,
            CodeLayout(indentation: 4).call(head, parameters, ") -> HTTPAuthentication {")
                + (body + ["return schemes"]).map { $0.indented(by: 4) } + ["}"]
        )
    }

    private func addition(of scheme: AuthScheme) -> [SwiftCode] {
        var arguments: [CodeLayout.Argument] = [
            .init("", StringLiteral(scheme.name.written)), .init("", "\(Identifier(scheme.name.swift))"),
        ]
        if case .apiKey(let location, let name) = scheme.kind {
            arguments.append(.init("in: ", ".\(Identifier(location.rawValue))"))
            arguments.append(.init("name: ", StringLiteral(name)))
        }
        return CodeLayout(indentation: 8).call("schemes.add(", arguments)
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
