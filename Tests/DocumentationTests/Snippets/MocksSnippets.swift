import Foundation
import HTTPTypes
import NetTaskMocks
import NetTaskRuntime
import Testing

@Suite("Snippets: mocks of a spec", .timeLimit(.minutes(5)))
struct MocksSnippets {
    @Test("values")
    func values() {
        // snippet: mock-values
        let cake = Bakery.Cake.mock { $0.price = 12 }
        #expect(cake.price == 12)
        #expect(cake.id != Bakery.Cake.mock().id)
        #expect(Bakery.Cake.mock(seed: 7).flavor == Bakery.Cake.mock(seed: 7).flavor)
        // end
    }

    @Test("a transport")
    func transport() async throws {
        // snippet: mock-api
        let mock = MockAPI(Bakery.mocks)
        let queue = HTTPNetTaskQueue(transport: mock)

        _ = try await queue.run(Bakery.OrderCake(flavor: "cherry"))

        #expect(try await queue.run(Bakery.ListCakes()).map(\.flavor).contains("cherry"))
        #expect(mock.requests(of: Bakery.OrderCake.self)[0].json == ["flavor": "cherry"])
        // end

        // snippet: mock-rules
        mock.on(Bakery.GetCake.self) { $0.price = 5 }
        mock.on(Bakery.OrderCake.self, fails: .status(.conflict, Bakery.SoldOut.mock { $0.flavor = "plum" }))
        mock.on(Bakery.ListCakes.self, fails: .connectionLost, times: 1)
        // end
        #expect(try await queue.run(Bakery.GetCake(id: 1)).price == 5)
        do {
            _ = try await queue.run(Bakery.OrderCake(flavor: "plum"))
        } catch .status(_, let failure) {
            #expect(failure?.flavor == "plum")
        }
    }
}
