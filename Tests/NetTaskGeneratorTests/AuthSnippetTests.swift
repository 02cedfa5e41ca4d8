import Foundation
import Testing

@testable import NetTaskGenerator

@Suite("Authentication: YAML, and the Swift that it becomes")
struct AuthSnippetTests {
    private let schemes = """
        auth:
          token: {type: bearer, description: The user's.}
          login: basic
          key: {type: apiKey, in: query, name: api_key}
        defaults: {auth: [token, key]}

        """

    @Test("the schemes become one function of the client, which makes a middleware")
    func client() throws {
        let text = try generate(spec("baseURL: http://localhost\n" + schemes))[0].text
        #expect(
            text.hasSuffix(
                """

                import NetTaskHTTP

                // The interface of NetTask that this file uses. If the compiler rejects this line, generate the file again.
                private typealias NetTaskInterface = NetTaskGenerated_1

                enum API {
                    nonisolated static let api: HTTPAPI = makeAPI()

                    private nonisolated static func makeAPI() -> HTTPAPI {
                        var api = HTTPAPI(baseURL: "http://localhost")
                        api.authentication = [["API.token", "API.key"]]
                        return api
                    }

                    /// Gives each request the credentials of the schemes that its endpoint names, and no others: the middleware of a queue.
                    ///
                    /// `token`: The user's.
                    nonisolated static func authentication(
                        token: BearerCredentials? = nil,
                        login: BasicCredentials? = nil,
                        key: APIKeyCredentials? = nil
                    ) -> HTTPAuthentication {
                        var schemes = HTTPAuthentication(client: "API")
                        schemes.add("token", token)
                        schemes.add("login", login)
                        schemes.add("key", key, in: .query, name: "api_key")
                        return schemes
                    }
                }

                """
            )
        )
    }

    @Test("a task lists the schemes that it needs")
    func task() throws {
        let text = try generate(
            spec(schemes + "endpoints: {A: {uri: a}, B: {uri: b, auth: login}, C: {uri: c, auth: none}}")
        )[0].text
        #expect(text.contains("        api.authentication = [[\"API.token\", \"API.key\"]]\n"))
        #expect(text.contains("            endpoint.authentication = [[\"API.login\"]]\n"))
        #expect(text.contains("            endpoint.authentication = []\n"))
        #expect(text.components(separatedBy: ".authentication = ").count == 4)
    }
}
