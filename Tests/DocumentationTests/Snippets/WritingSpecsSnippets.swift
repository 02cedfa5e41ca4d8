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

    @Test("a violated constraint")
    func constraint() async throws {
        let print: @Sendable (String, String) -> Void = { parameter, constraint in
            #expect(parameter == "items[0].price")
            #expect(constraint == "minimum: 1")
        }
        let queue = HTTPNetTaskQueue()
        // snippet: constraint
        do {
            try await queue.run(Depot.PlaceOrder(items: [Depot.Item(price: 0)]))
        } catch .pack(let error) {
            print(error.parameter, error.constraint ?? "")  // items[0].price minimum: 1
        }
        // end
        await #expect(throws: NetTaskError<Never>.self) {
            try await queue.run(Depot.PlaceOrder(items: [Depot.Item(price: 0)]))
        }
    }
}
