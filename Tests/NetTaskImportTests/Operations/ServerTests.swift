import Testing

@testable import NetTaskImport
@testable import NetTaskSpec

private func servers(_ servers: String) throws -> Imported {
    let imported = try Imported(paths: "{}", "servers: \(servers)")
    #expect(imported.forgotten == [])
    return imported
}

@Suite("Servers")
struct ServerTests {
    @Test(
        "are base URLs, with the defaults of their variables and without a slash at the end",
        arguments: [
            ("https://a.example.com/v1/", "https://a.example.com/v1"),
            ("'https://{host}:{port}/{base}'", "https://h.example.com:443/v2"),
        ]
    )
    func urls(_ url: String, _ expected: String) throws {
        let variables = "{host: {default: h.example.com}, port: {default: '443'}, base: {default: v2, enum: [v1, v2]}}"
        let imported = try servers("[{url: \(url), variables: \(variables)}]")
        #expect(imported.spec.baseURL == expected)
    }

    @Test("are named by their descriptions or hosts, each URL once")
    func names() throws {
        let imported = try servers(
            """
            [{url: 'https://a.example.com', description: Production server}, {url: 'http://localhost:8080/x'},
             {url: 'https://a.example.com/', description: Again}, {url: 'https://b.example.com', name: stage, description: B}]
            """
        )
        #expect(imported.spec.environments.map(\.name.written) == ["productionServer", "localhost", "stage"])
    }

    @Test(
        "with invalid base URLs are left out, with a warning",
        arguments: [
            ("/api/v1", "the server `/api/v1` is relative; add `baseURL` to the spec that extends the import"),
            (
                "ftp://a.example.com",
                "the server `ftp://a.example.com` cannot be a base URL: it must begin with `https://` or `http://`"
            ),
            ("'https://{host}'", "the variable `host` of this server has no default"),
        ]
    )
    func impossible(_ url: String, _ message: String) throws {
        let imported = try servers("[{url: \(url), description: d}]")
        #expect(imported.spec.baseURL == nil)
        #expect(imported.messages == [message])
    }

    @Test("of paths and operations give complete URLs as uris, unless they equal the base URL")
    func own() throws {
        let imported = try Imported(
            paths: """
                /a:
                  servers: [{url: 'https://b.example.com/v2/'}]
                  get: {operationId: a}
                  put: {operationId: b, servers: [{url: 'https://c.example.com'}]}
                  delete: {operationId: c, servers: [{url: 'https://a.example.com/'}]}
                """,
            "servers: [{url: 'https://a.example.com'}]"
        )
        #expect(
            imported.spec.endpoints.map(\.uri.written) == [
                "https://b.example.com/v2/a", "https://c.example.com/a", "a",
            ]
        )
    }

    @Test(
        "of an operation with a relative URL use the host of the document, not that of its path",
        arguments: [
            ("[{url: /v2}]", "https://a.example.com:8080/v2/a"),
            ("[{url: v2/}]", "https://a.example.com:8080/v2/a"),
            ("[{url: //c.example.com/v2}]", "https://c.example.com/v2/a"),
            ("[{url: /v2}, {url: 'https://d.example.com'}]", "https://d.example.com/a"),
        ]
    )
    func relative(_ servers: String, _ expected: String) throws {
        let imported = try Imported(
            paths: """
                /a:
                  servers: [{url: 'https://b.example.com'}]
                  get: {operationId: a, servers: \(servers)}
                """,
            "servers: [{url: 'https://a.example.com:8080/v1'}]"
        )
        #expect(try imported.endpoint().uri.written == expected)
        #expect(imported.forgotten == [])
    }

    @Test(
        "of an operation without a base for a relative URL are left out with a warning; those of its path are not used"
    )
    func relativeToNothing() throws {
        let imported = try Imported(
            paths: "/a: {servers: [{url: 'https://b.example.com'}], get: {operationId: a, servers: [{url: /v2}]}}"
        )
        #expect(try imported.endpoint().uri.written == "a")
        #expect(
            imported.messages == ["the server `/v2` is relative; add `baseURL` to the spec that extends the import"]
        )
        #expect(imported.forgotten == [])
    }

    @Test("of an operation that cannot begin a uri are left out, with a warning")
    func impossible() throws {
        let imported = try Imported(
            paths: "/a: {get: {operationId: a, servers: [{url: 'https:-//b.example.com'}]}}",
            "servers: [{url: 'https://a.example.com'}]"
        )
        #expect(try imported.endpoint().uri.written == "a")
        #expect(imported.messages.count == 1)
    }
}
