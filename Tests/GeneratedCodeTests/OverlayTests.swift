import NetTaskRuntime
import Testing

/// `Overlay/shop.nettask.yaml`, which extends specs in a folder below it and makes a second client of them.
@Suite("A spec that extends others")
struct OverlayTests {
    @Test("becomes one client, with its changes")
    func client() async throws {
        // when
        let request = try await send(OwnShop.CountOrders()).request

        // then
        #expect(request.headers["x-api"] == "1")
        #expect(request.headers["x-trace"] == nil)
        #expect(request.query == [.init("page", "1")])
        #expect(OwnShop.Order(id: 1) == OwnShop.Order(id: 1))
    }

    @Test("has the runtime's settings if null removes those of the defaults")
    func removed() {
        var none = NetTaskSettings()
        none.name = "OwnShop.CountOrders"
        none.isIdempotent = true  // as a GET is
        let retry = RetryPolicy(maxRetryCount: 3, backoff: .exponential, maxInterval: .seconds(9))
        #expect(OwnShop.CountOrders.endpoint.settings == none)
        #expect(OwnShop.ListOrders.endpoint.settings.retry == retry)
        #expect(OwnShop.ListOrders.endpoint.settings.timeout == .seconds(5))
    }

    @Test("applies its defaults to its own endpoints only, and does not change the client that it extends")
    func defaults() {
        #expect(OwnShop.FindOrders.endpoint.settings.deadline == .seconds(120))
        #expect(OwnShop.FindOrders.endpoint.settings.timeout == nil)
        #expect(Imported.CountOrders.endpoint.settings.deadline == .seconds(60))
    }
}
