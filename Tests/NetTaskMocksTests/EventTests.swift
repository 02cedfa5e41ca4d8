import HTTPTypes
import NetTaskHTTP
import NetTaskMocks
import Testing

/// The calls that an API makes to report events.
@Suite struct EventTests {
    private static let shop = """
        nettask: 1
        client: Shop
        baseURL: https://shop.example/v1
        defaults: {encoding: json}
        shapes:
          Order: {fields: {id: Int, item: String}}
          Customer: {fields: {id: Int}}
        endpoints:
          GetOrder: {uri: "orders/{id}", params: {id: Int}, response: Order}
          CreateOrder:
            method: POST
            uri: orders
            params: {item: String}
            response: {201: Order}
            idempotent: true
            idempotencyKey: Idempotency-Key
          ChangeOrder: {method: PATCH, uri: "orders/{id}", params: {id: Int, item: String}, response: Order}
          DeleteOrder: {method: DELETE, uri: "orders/{id}", params: {id: Int}}
        webhooks:
          name: meta.kind
          from: data
          events: {order.created: Order, orderUpdated: Order, ORDER_DELETED: Order, order.paid: Order, customer.created: Customer, ping: none}
        """

    private func events(_ mock: MockAPI, _ answer: MockAnswer) -> [MockEvent] {
        answer.change.map(mock.events) ?? []
    }

    @Test func createdThingIsReportedWithItsValue() throws {
        let mock = try mock(Self.shop)
        let events = events(mock, mock.send("POST", "/v1/orders", ["item": "book"]))
        #expect(events.map(\.name) == ["order.created"])
        let body = try JSONValue(json: try #require(events.first).body)
        #expect(body == ["data": ["id": 6, "item": "book"], "meta": ["kind": "order.created"]])
    }

    @Test(arguments: [("PATCH", "orderUpdated"), ("DELETE", "ORDER_DELETED")])
    func changeIsReportedByTheWordOfTheName(method: String, name: String) throws {
        let mock = try mock(Self.shop)
        #expect(events(mock, mock.send(method, "/v1/orders/2", ["item": "map"])).map(\.name) == [name])
    }

    @Test func readingAndRepeatingReportNothing() throws {
        let mock = try mock(Self.shop)
        let key: HTTPFields = [try #require(HTTPField.Name("Idempotency-Key")): "1"]
        _ = mock.send("POST", "/v1/orders", ["item": "book"], headers: key)
        #expect(events(mock, mock.send("POST", "/v1/orders", ["item": "book"], headers: key)).isEmpty)
        #expect(events(mock, mock.get("/v1/orders/2")).isEmpty)
        #expect(events(mock, mock.send("POST", "/v1/orders", ["item": 1])).isEmpty)
    }

    @Test func askedEventHasTheGivenMembers() throws {
        let mock = try mock(Self.shop)
        let event = try #require(mock.event("order.paid", changedBy: ["item": "pen"]))
        let data = try JSONValue(json: event.body)["data"]
        #expect(data?["item"] == "pen")
        #expect(data?["id"]?.intValue != nil)
        #expect(mock.event("order.lost") == nil)
    }
}
