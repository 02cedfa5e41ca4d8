import HTTPTypes
import NetTaskDurable
import NetTaskRuntime

/// A durable task as in generated code: with an idempotency key, and a response that is read from JSON.
struct PlaceOrder: HTTPNetTask, DurableNetTask, Codable, Equatable {
    typealias Response = Int

    static let storedForm = StoredForm(kind: "Shop.PlaceOrder", version: "1.2", hash: "00ff")
    static var endpoint: HTTPEndpoint {
        HTTPEndpoint(
            nil,
            HTTPRequest.Method.post,
            baseURL: "https://shop.test",
            encoding: HTTPRequestEncoding.json,
            settings: NetTaskSettings(idempotencyKey: NetTaskIdempotencyKey(header: "Idempotency-Key"))
        )
    }

    var article: Int

    var uri: String { "orders" }

    func pack(into packer: inout ParameterPacker) {
        packer.add("article", article)
    }
}
