import HTTPTypes
import NetTaskDurable
import NetTaskRuntime

/// A durable task, whose response is read from JSON.
struct PlaceOrder: HTTPNetTask, DurableNetTask, Codable {
    typealias Response = Int

    static let storedForm = StoredForm(kind: "Shop.PlaceOrder")
    static var endpoint: HTTPEndpoint {
        HTTPEndpoint(nil, HTTPRequest.Method.get, baseURL: "https://shop.test")
    }

    var article: Int

    var uri: String { "orders/\(article)" }
}
