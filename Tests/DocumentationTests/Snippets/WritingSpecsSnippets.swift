import Foundation
import NetTaskRuntime
import Testing

@Suite("Snippets: writing specs")
struct WritingSpecsSnippets {
    @Test("credentials of a scheme")
    func authentication() {
        let login: @Sendable () async throws -> String = { "token" }
        // snippet: authentication
        let token = BearerCredentials(hosts: ["bookshop.example.com"]) { _ in
            .init(try await login(), expires: .now + 600)
        }
        let queue = HTTPNetTaskQueue { $0.middleware = [Bookshop.authentication(token: token)] }
        // end
        #expect(queue.count == 0)
    }
}
