import Foundation
import HTTPTypes
import NetTaskDurable
import NetTaskRuntime
import NetTaskStreams
import NetTaskTesting

struct Job: JSONReadable, Sendable, Equatable {
    var id: Int
    var state: String
    var ticket: String?

    init(from object: inout JSONReader) throws {
        id = try object.read("id")
        state = try object.read("state")
        ticket = try object.read("ticket")
    }
}

/// A poll. Its ticket, if there is one, is a secret.
struct GetJob: HTTPNetTask {
    typealias Response = Job

    static var endpoint: HTTPEndpoint {
        var endpoint = HTTPEndpoint("GetJob", .get, "jobs/{id}", baseURL: "https://shop.test")
        endpoint.settings.retry = RetryPolicy(maxRetryCount: 0)
        return endpoint
    }

    var id: Int
    var ticket: String?

    var uri: String { "jobs/\(PathSegment(id))" }

    func pack(into packer: inout ParameterPacker) {
        guard let ticket else { return }
        packer.add("X-Ticket", packer.keepSecret(ticket), in: .header)
    }
}

/// A durable long-running task as in generated code. Polls every 2 seconds, for at most 100 seconds.
struct StartExport: HTTPLongRunningTask, DurableNetTask, Codable, Equatable {
    typealias Response = Job
    typealias Poll = GetJob

    static let storedForm = StoredForm(kind: "Shop.StartExport")
    static var endpoint: HTTPEndpoint {
        var endpoint = HTTPEndpoint("StartExport", .post, "exports", baseURL: "https://shop.test", encoding: .json)
        endpoint.settings.pollInterval = .seconds(2)
        endpoint.settings.deadline = .seconds(100)
        endpoint.settings.idempotencyKey = NetTaskIdempotencyKey(header: "Idempotency-Key")
        return endpoint
    }

    /// A secret, if the ticket is a different one.
    var format = "csv"

    func pack(into packer: inout ParameterPacker) {
        packer.add("format", format == "csv" ? format : packer.keepSecret(format))
    }

    static func state(of response: Job) -> HTTPLongRunningState {
        switch response.state {
        case "ready": .done
        case "broken": .failed
        default: .pending
        }
    }

    func poll(after start: HTTPReply) throws -> GetJob? {
        if start.body.isEmpty { return nil }
        return GetJob(id: try start.json(["id"]), ticket: try start.json(["ticket"]))
    }
}

/// Another long-running task, whose start and polls have separate rates and timeouts.
struct StartIndex: HTTPLongRunningTask, DurableNetTask, Codable, Equatable {
    typealias Response = Job
    typealias Poll = GetIndex

    static let storedForm = StoredForm(kind: "Shop.StartIndex")
    static var endpoint: HTTPEndpoint {
        var endpoint = HTTPEndpoint("StartIndex", .post, "index", baseURL: "https://shop.test")
        endpoint.settings.pollInterval = .seconds(2)
        endpoint.settings.timeout = .seconds(9)
        endpoint.settings.idempotencyKey = NetTaskIdempotencyKey(header: "Idempotency-Key")
        endpoint.settings.rate = NetTaskRate(limit: 2, per: .seconds(1000))
        return endpoint
    }

    static func state(of response: Job) -> HTTPLongRunningState { response.state == "ready" ? .done : .pending }

    func poll(after start: HTTPReply) throws -> GetIndex? { GetIndex() }
}

struct GetIndex: HTTPNetTask {
    typealias Response = Job

    static var endpoint: HTTPEndpoint {
        var endpoint = HTTPEndpoint("GetIndex", .get, "index/7", baseURL: "https://shop.test")
        endpoint.settings.timeout = .seconds(5)
        endpoint.settings.rate = NetTaskRate(limit: 1, per: .seconds(20))
        return endpoint
    }
}

extension HTTPReply {
    /// The server's reply about an index.
    static func job(_ state: String, status: HTTPResponse.Status = .ok) -> HTTPReply {
        .json("{\"id\": 7, \"state\": \"\(state)\"}", status: status)
    }
}

extension HTTPAnswer {
    /// The server's reply about an export.
    static func job(
        _ state: String,
        _ more: String = "",
        status: HTTPResponse.Status = .ok,
        _ headers: HTTPFields = [:]
    ) -> HTTPAnswer {
        .json("{\"id\": 7, \"state\": \"\(state)\"\(more)}", status: status, headers: headers)
    }

    static func accepted(_ more: String = "", _ headers: HTTPFields = [:]) -> HTTPAnswer {
        .job("new", more, status: .accepted, headers)
    }
}

extension HTTPMockTransport {
    /// Returns the answers in order, and repeats the last one.
    convenience init(answers: HTTPAnswer...) {
        self.init { request in answers[min(request.number, answers.count) - 1] }
    }

    var lines: [String] { requests.map { "\($0.head.method.rawValue) \($0.head.path ?? "")" } }
}
