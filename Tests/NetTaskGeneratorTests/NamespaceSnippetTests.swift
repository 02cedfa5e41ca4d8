import Foundation
import Testing

@testable import NetTaskGenerator

@Suite("The namespace: YAML, and the Swift that it becomes")
struct NamespaceSnippetTests {
    @Test("one base URL")
    func baseURL() throws {
        #expect(
            try namespace("access: public\nbaseURL: https://api.example.com") == """
                public enum API {
                    public nonisolated static let api: HTTPAPI = makeAPI()

                    private nonisolated static func makeAPI() -> HTTPAPI {
                        HTTPAPI(baseURL: "https://api.example.com")
                    }
                }

                """
        )
    }

    @Test("a base URL for each environment, of which the first is used")
    func environments() throws {
        let yaml = """
            description: An API.
            access: public
            baseURL:
              production: https://api.example.com
              staging: https://staging.example.com
              local-host: http://localhost:8080
              default: http://127.0.0.1
            """
        #expect(
            try namespace(yaml) == """
                /// An API.
                public enum API {
                    /// The base URL of each environment. Tasks use the first one, unless their queue has a base URL of its own.
                    public enum Environment: String, CaseIterable, Sendable {
                        case production = "https://api.example.com"
                        case staging = "https://staging.example.com"
                        case localHost = "http://localhost:8080"
                        case `default` = "http://127.0.0.1"
                    }

                    public nonisolated static let api: HTTPAPI = makeAPI()

                    private nonisolated static func makeAPI() -> HTTPAPI {
                        HTTPAPI(baseURL: Environment.production.rawValue)
                    }
                }

                """
        )
    }

    @Test("tasks use the base URL of the namespace")
    func task() throws {
        let text = try generate(spec("baseURL: {a: http://h}\nendpoints: {G: {uri: x}}"))[0].text
        #expect(text.contains("API.api.endpoint(\"API.G\", .get, \"x\")"))
    }

    /// What follows the name of the interface in the file of a spec without shapes and endpoints.
    private func namespace(_ yaml: String) throws -> String {
        let text = try generate(spec(yaml))[0].text
        let end = try #require(text.range(of: "= NetTaskGenerated_1\n\n"))
        return String(text[end.upperBound...])
    }
}
