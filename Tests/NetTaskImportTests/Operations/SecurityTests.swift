import Testing

@testable import NetTaskImport
@testable import NetTaskSpec

private let schemes = """
    components:
      securitySchemes:
        token: {type: http, scheme: Bearer, bearerFormat: JWT}
        login: {type: http, scheme: basic}
        digest: {type: http, scheme: digest}
        api-key: {type: apiKey, in: query, name: key}
        oauth: {type: oauth2, flows: {implicit: {authorizationUrl: 'https://a.example.com', scopes: {read: Reads}}}}
        bad: {type: apiKey, in: header, name: 'a b'}
        unused: {type: http, scheme: basic}
    """

private func imported(_ security: String?, ofDocument document: String? = nil) throws -> Imported {
    let imported = try Imported(
        operation: "operationId: read" + (security.map { "\nsecurity: \($0)" } ?? ""),
        schemes + (document.map { "\nsecurity: \($0)" } ?? "")
    )
    #expect(imported.forgotten == ["#/components/securitySchemes/unused"] || imported.forgotten == [])
    return imported
}

@Suite("Security")
struct SecurityTests {
    @Test(
        "is all alternatives that there are schemes for",
        arguments: [
            ("[{token: []}]", [["token"]]), ("[{login: []}]", [["login"]]), ("[{api-key: []}]", [["apiKey"]]),
            ("[{oauth: [read]}]", [["oauth"]]), ("[{token: [], api-key: []}]", [["token", "apiKey"]]),
            ("[{digest: []}, {login: []}, {token: []}]", [["login"], ["token"]]),
            ("[{}, {token: []}]", [["token"], []]),
            ("[{bad: []}, {token: []}]", [["token"]]),
            ("[{oauth: [a]}, {oauth: [b]}]", [["oauth"]]),
        ]
    )
    func alternatives(_ security: String, _ expected: [[String]]) throws {
        let imported = try imported(security)
        #expect(try imported.endpoint().auth == expected)
        #expect(imported.spec.auth.map(\.name.written) == ["token", "login", "apiKey", "oauth", "unused"])
        #expect(imported.messages == [])
    }

    @Test("with several schemes in the same place is one of them, with a warning")
    func samePlace() throws {
        let imported = try imported("[{token: [], login: []}, {api-key: []}]")
        #expect(try imported.endpoint().auth == [["token"], ["login"], ["apiKey"]])
        #expect(
            imported.messages == [
                "schemes of one requirement have the same place in a request, which can have only one of them"
            ]
        )
    }

    @Test("keeps the scopes of each alternative, and the flows of a scheme")
    func scopes() throws {
        let imported = try imported("[{oauth: [a, b]}, {oauth: [c]}]")
        #expect(try imported.endpoint().scopes == ["a b", "c"])
        let flow = imported.spec.auth.first { $0.kind == .oauth2 }?.oauth2.implicit
        #expect(flow?.authorizationURL == "https://a.example.com")
        #expect(flow?.scopes == [OAuth2Flow.Scope(name: "read", description: "Reads")])
    }

    @Test("is none where the document says so", arguments: ["[]", "[{}]"])
    func none(_ security: String) throws {
        #expect(try imported(security, ofDocument: "[{token: []}]").endpoint().auth == [])
    }

    @Test("of the document applies to operations without their own, or with the same")
    func ofDocument() throws {
        for security in [nil, "[{token: []}]"] {
            let imported = try imported(security, ofDocument: "[{token: []}]")
            #expect(try imported.endpoint().auth == [["token"]])
            #expect(imported.spec.defaults.auth == [["token"]])
        }
    }

    @Test(
        "that is unsupported is replaced by that of the document, with a warning",
        arguments: [("[{digest: []}]", 1), ("[{tokn: []}]", 2)]
    )
    func impossible(_ security: String, _ count: Int) throws {
        let imported = try imported(security, ofDocument: "[{token: []}]")
        #expect(try imported.endpoint().auth == [["token"]])
        #expect(imported.messages.count == count)
        #expect(imported.messages.contains("none of these alternatives of `security` can be imported; `token` is sent"))
    }

    @Test(
        "that is supported in part keeps that part, with a warning",
        arguments: [
            ("[{digest: [], api-key: []}]", [["apiKey"]], "`apiKey` is"),
            ("[{digest: []}, {digest: [], api-key: [], token: []}]", [["apiKey", "token"]], "`apiKey`, `token` are"),
        ]
    )
    func part(_ security: String, _ expected: [[String]], _ words: String) throws {
        let imported = try imported(security, ofDocument: "[{token: []}]")
        #expect(try imported.endpoint().auth == expected)
        #expect(imported.messages == ["none of these alternatives of `security` can be imported; \(words) sent"])
    }

    @Test("that is unsupported is omitted if the document has none, with a warning")
    func nothing() throws {
        let imported = try imported("[{digest: []}]")
        #expect(try imported.endpoint().auth == [])
        #expect(
            imported.messages == ["none of these alternatives of `security` can be imported; no credentials are sent"]
        )
    }

    @Test("lists schemes that the language does not have")
    func omissions() throws {
        let imported = try imported("[{oauth: [read]}, {token: []}]")
        #expect(
            imported.omissions.map { $0.split(separator: ":")[0] } == [
                "#/components/securitySchemes/digest", "#/components/securitySchemes/bad",
            ]
        )
    }

    @Test("schemes state the kind of their token")
    func description() throws {
        let scheme = try #require(try imported("[{token: []}]").spec.auth.first { $0.name.written == "token" })
        #expect(scheme.kind == .bearer)
        #expect(scheme.description == "Format of the token: JWT.")
    }
}
