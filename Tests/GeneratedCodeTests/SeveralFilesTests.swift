import FlyingFox
import Foundation
import NetTaskRuntime
import Testing

@Suite("Clients of several files")
struct SeveralFilesTests {
    @Test("a client's files are one scope, and each has its own defaults")
    func oneScope() async throws {
        // given
        let answer =
            #"{"orderId": 7, "total": {"amount": 12.50, "currencyCode": "EUR"}, "#
            + #""first": {"amount": 1, "currencyCode": "EUR"}}"#

        try await RecordingServer.run(answer: { _ in .text(answer) }) { server, baseURL in
            let queue = HTTPNetTaskQueue(baseURL: baseURL)

            // when
            let total = Shop.Money(amount: 12.5, currencyCode: "EUR")
            let order = try await queue.run(Shop.PlaceOrder(orderTotal: total))
            let same = try await queue.run(Shop.GetOrder(orderId: 7))
            _ = try await queue.run(Shop.Ping(sentAt: Date(timeIntervalSince1970: 60)))

            // then
            #expect(order.total.amount == 12.5)
            #expect(same.first.currencyCode == "EUR")
            let requests = await server.requests
            #expect(requests[0].text == #"{"orderTotal":{"amount":12.5,"currencyCode":"EUR"}}"#)
            // The header of the `defaults` applies to the endpoint of the same file.
            #expect(requests.map { $0.headers["accept"] == "application/json" } == [false, true, false])
            #expect(requests[2].target == "/ping?sentAt=60")
        }
        #expect(Shop.GetOrder.settings.timeout == .seconds(600))
        #expect(Shop.PlaceOrder.name == "Shop.PlaceOrder")
    }

    @Test("a default of one file that names a shape of a second applies in a third")
    func defaults() async throws {
        try await RecordingServer.run(answer: { _ in .json(["reason": "sold"], status: .notFound) }) { _, baseURL in
            // given
            let queue = HTTPNetTaskQueue(baseURL: baseURL)

            // when
            let error = await #expect(throws: NetTaskError<Shop.Problem>.self) {
                try await queue.run(Shop.GetOrder(orderId: 7))
            }

            // then
            var reason: String?
            if case .status(.notFound, let problem) = error { reason = problem?.reason }
            #expect(reason == "sold")
        }
    }

    @Test("a file of two clients has types for each, for use inside and outside of the target")
    func sharedTypes() async throws {
        // given
        let answer =
            #"{"page": {"number": 1, "order": "descending"}, "prices": [{"amount": 3, "currencyCode": "CHF"}]}"#

        try await RecordingServer.run(answer: { _ in .text(answer) }) { server, baseURL in
            let queue = HTTPNetTaskQueue(baseURL: baseURL)

            // when
            let list = try await queue.run(Stock.ListPrices())

            // then
            #expect(list.page.order == .descending)
            let price: Stock.Money = try #require(list.prices.first)
            #expect(price.currencyCode == "CHF")
            #expect(await server.requests.map(\.target) == ["/prices?order=ascending"])
        }
        #expect(Stock.Ping.name == "Stock.Ping")
        #expect(Stock.Ping.settings.timeout == nil)
    }
}
