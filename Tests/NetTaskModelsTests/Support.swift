import HTTPTypes
import NetTaskDurable
import NetTaskRuntime
import Observation

/// A task of a made-up protocol.
struct Say: NetTask {
    typealias Failure = Never
    var word: String

    func pack() -> String { word }
    func parse(_ reply: String) -> String { reply }
}

struct Trouble: Error {}

/// A durable task as generated code has them.
struct PlaceOrder: HTTPNetTask, DurableNetTask, Codable {
    typealias Response = Int

    static let storedForm = StoredForm(kind: "Shop.PlaceOrder", version: "1", hash: "0")
    static let durability = NetTaskDurability(maxRunCount: 1)
    static var endpoint: HTTPEndpoint { HTTPEndpoint(nil, .put, baseURL: "https://shop.test", encoding: .json) }

    var article: Int

    var uri: String { "orders" }

    func pack(into packer: inout ParameterPacker) {
        packer.add("article", article)
    }
}

/// Waits until a condition on a model holds.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
func until(_ condition: @MainActor () -> Bool) async {
    while !condition() {
        await withCheckedContinuation { continuation in
            withObservationTracking {
                _ = condition()
            } onChange: {
                continuation.resume()
            }
        }
    }
}
