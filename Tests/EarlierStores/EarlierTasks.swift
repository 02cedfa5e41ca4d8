import Foundation
import HTTPTypes
import NetTaskDurable
import NetTaskRuntime
import NetTaskStreams

/// A task that is sent once.
struct Order: HTTPNetTask, DurableNetTask, Codable {
    typealias Response = Int

    static let storedForm = StoredForm(kind: "Earlier.Order", version: "1.2", hash: "00ff")
    static var endpoint: HTTPEndpoint {
        var endpoint = HTTPEndpoint("Order", .post, "orders", baseURL: "https://shop.test", encoding: .json)
        endpoint.settings.idempotencyKey = NetTaskIdempotencyKey(header: "Idempotency-Key")
        return endpoint
    }

    var name: String

    func pack(into packer: inout ParameterPacker) {
        packer.add("name", name)
    }
}

/// Another one, whose kind is paused.
struct Refund: HTTPNetTask, DurableNetTask, Codable {
    typealias Response = Int

    static let storedForm = StoredForm(kind: "Earlier.Refund")
    static var endpoint: HTTPEndpoint {
        HTTPEndpoint("Refund", .put, "refunds", baseURL: "https://shop.test", encoding: .json)
    }

    var name: String

    func pack(into packer: inout ParameterPacker) {
        packer.add("name", name)
    }
}

struct ExportState: JSONReadable, Sendable {
    var state: String

    init(from object: inout JSONReader) throws {
        state = try object.read("state")
    }
}

struct GetExport: HTTPNetTask {
    typealias Response = ExportState

    static var endpoint: HTTPEndpoint { HTTPEndpoint("GetExport", .get, "exports/7", baseURL: "https://shop.test") }

    func pack(into packer: inout ParameterPacker) {}
}

/// A long operation. What it has started is kept in the store.
struct Export: HTTPLongRunningTask, DurableNetTask, Codable {
    typealias Response = ExportState
    typealias Poll = GetExport

    static let storedForm = StoredForm(kind: "Earlier.Export")
    static var endpoint: HTTPEndpoint {
        var endpoint = HTTPEndpoint("Export", .post, "exports", baseURL: "https://shop.test", encoding: .json)
        endpoint.settings.pollInterval = .seconds(2)
        endpoint.settings.idempotencyKey = NetTaskIdempotencyKey(header: "Idempotency-Key")
        return endpoint
    }

    var name: String

    func pack(into packer: inout ParameterPacker) {
        packer.add("name", name)
    }

    static func state(of response: ExportState) -> HTTPLongRunningState {
        response.state == "ready" ? .done : .pending
    }

    func poll(after start: HTTPReply) throws -> GetExport? {
        start.body.isEmpty ? nil : GetExport()
    }
}
