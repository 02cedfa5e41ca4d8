import Testing

@testable import NetTaskGenerator

@Suite("Secrets: YAML, and the Swift that it becomes")
struct SecretSnippetTests {
    @Test("an endpoint states if its reply or error may contain a secret, at any depth")
    func hidesReplies() throws {
        func swift(_ endpoint: String) throws -> String {
            try NetTaskGeneratorTests.swift(
                for: """
                    shapes:
                      Login: {fields: {key: {type: String, secret: true}}}
                      Account: {fields: {logins: [Login]}}
                      Page: {fields: {number: Int}}
                    endpoints: {Get: {uri: x, \(endpoint)}}
                    """
            )
        }
        for endpoint in [
            "response: Account", "response: {fields: {a: {type: Int, secret: true}}}", "response: {events: Login}",
            "response: Page, errors: {404: [Account]}",
        ] {
            #expect(try swift(endpoint).contains("    endpoint.hidesReplies = true\n"), "\(endpoint)")
        }
        for endpoint in ["response: Page", "method: POST, body: Account, response: String"] {
            #expect(try !swift(endpoint).contains("hidesReplies"), "\(endpoint)")
        }
    }

    @Test("no code is generated without a secret")
    func nothing() throws {
        let swift = try swift(
            for: """
                shapes: {A: {fields: {id: {type: Int, secret: false}}}}
                endpoints: {G: {uri: x, params: {id: Int}, response: A}}
                """
        )
        for word in ["customMirror", "CustomReflectable", "keepSecret", "secret:", "RedactedValue"] {
            #expect(!swift.contains(word))
        }
    }
}
