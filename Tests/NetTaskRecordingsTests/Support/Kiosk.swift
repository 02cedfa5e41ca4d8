import Foundation
import HTTPTypes
import NetTaskHTTP
import NetTaskRecordings
import NetTaskStreams
import NetTaskTesting

struct Order: JSONReadable, Sendable, Equatable {
    var id: Int
    var item: String

    init(from object: inout JSONReader) throws {
        id = try object.read("id")
        item = try object.read("item")
    }
}

struct GetOrder: HTTPNetTask {
    typealias Response = Order
    var id: Int
    var state: String?
    static var endpoint: HTTPEndpoint { HTTPEndpoint("Kiosk.GetOrder", .get, "orders/{id}", baseURL: kiosk) }
    var uri: String { "orders/\(id)" }
    func pack(into packer: inout ParameterPacker) { packer.add("state", state) }
}

struct CreateOrder: HTTPNetTask {
    typealias Response = Order
    var item: String
    var pin: String?
    static var endpoint: HTTPEndpoint {
        HTTPEndpoint("Kiosk.CreateOrder", .post, "orders", baseURL: kiosk, encoding: .json)
    }
    var uri: String { "orders" }
    func pack(into packer: inout ParameterPacker) {
        packer.add("item", item)
        if let pin { packer.add("pin", packer.keepSecret(pin)) }
    }
}

/// Its reply has a secret.
struct SignIn: HTTPNetTask {
    struct Session: JSONReadable, Sendable, CustomReflectable {
        var ticket: String
        var user: String

        init(from object: inout JSONReader) throws {
            ticket = try object.read(secret: "ticket")
            user = try object.read("user")
        }

        var customMirror: Mirror { Mirror(self, children: ["ticket": RedactedValue(), "user": user]) }
    }

    typealias Response = Session
    static var endpoint: HTTPEndpoint {
        var endpoint = HTTPEndpoint("Kiosk.SignIn", .post, "session", baseURL: kiosk)
        endpoint.hidesReplies = true
        return endpoint
    }
    var uri: String { "session" }
}

/// A stream of numbers, asked for with a secret.
struct Watch: HTTPStreamTask {
    typealias Response = [JSONValue]
    typealias Element = JSONValue
    var code: String = ""
    static var endpoint: HTTPEndpoint { HTTPEndpoint("Kiosk.Watch", .get, "watch", baseURL: kiosk) }
    static var stream: HTTPStreamFormat { HTTPStreamFormat(.events) }
    var uri: String { "watch" }
    func pack(into packer: inout ParameterPacker) { packer.add("code", packer.keepSecret(code)) }
}

struct Upload: HTTPNetTask {
    typealias Response = Order
    var photo: Data
    var note: String
    static var endpoint: HTTPEndpoint {
        HTTPEndpoint("Kiosk.Upload", .post, "photos", baseURL: kiosk, encoding: .multipart)
    }
    var uri: String { "photos" }
    func pack(into packer: inout ParameterPacker) {
        packer.add("photo", HTTPFile(data: photo, name: "p.bin"))
        packer.add("note", packer.keepSecret(note))
    }
}

let kiosk = "https://kiosk.example/v1"

/// A folder for one test.
final class Folder: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("recordings-\(UUID())")
    var file: URL { url.appendingPathComponent("checkout.har") }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func recording(
        _ mode: RecordingMode = .replay,
        _ matching: RecordingMatch = .params,
        test: String = "buys()",
        redacting: (@Sendable (inout HAREntry) -> Void)? = nil
    ) throws -> Recording {
        try Recording(file, mode: mode, matching: matching, test: test, redacting: redacting)
    }

    func write(_ text: String) throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    var text: String { (try? String(contentsOf: file, encoding: .utf8)) ?? "" }

    /// Records the requests that the closure sends to a server.
    func record(
        _ mode: RecordingMode = .once,
        test: String = "buys()",
        redacting: (@Sendable (inout HAREntry) -> Void)? = nil,
        answers: @escaping HTTPMockTransport.Answer,
        _ body: (HTTPNetTaskQueue) async throws -> Void
    ) async throws {
        let recording = try recording(mode, test: test, redacting: redacting)
        try await body(HTTPNetTaskQueue(recordedOver: HTTPMockTransport(answers), in: recording))
        try await recording.finish()
    }

    /// A queue that replays; a request to the server fails the test.
    func replaying(_ matching: RecordingMatch = .params, clock: any Clock<Duration> = ContinuousClock()) throws
        -> HTTPNetTaskQueue
    {
        HTTPNetTaskQueue(recordedOver: HTTPMockTransport { _ in .status(599) }, in: try recording(.replay, matching)) {
            $0.clock = clock
        }
    }
}

/// Answers with the number at the end of the path, and a count.
@Sendable func order(_ request: HTTPSeenRequest) -> HTTPAnswer {
    let id = request.head.path?.prefix { $0 != "?" }.split(separator: "/").last.flatMap { Int($0) } ?? 6
    return .json(#"{"id": \#(id), "item": "item \#(request.number)"}"#)
}

/// A HAR with one GET of `orders/1`.
func har(
    url: String = "https://kiosk.example/v1/orders/1",
    status: String = "200",
    content: String = #"{"size": 2, "mimeType": "application/json", "text": "{\"id\": 1, \"item\": \"book\"}"}"#,
    more: String = ""
) -> String {
    """
    {"log": {"version": "1.2", "creator": {"name": "WebInspector", "version": "537.36"}, "pages": [], "entries": [{
      "_initiator": {"type": "script"}, "startedDateTime": "2026-11-27T20:24:48.948Z", "time": 22.1,
      "request": {"method": "GET", "url": "\(url)", "httpVersion": "http/2.0", "headers": [
        {"name": ":authority", "value": "kiosk.example"}, {"name": ":method", "value": "GET"}], "cookies": [],
        "queryString": [], "headersSize": -1, "bodySize": 0},
      "response": {"status": \(status), "statusText": "", "httpVersion": "http/2.0", "headers": [
        {"name": "content-encoding", "value": "br"}, {"name": "content-length", "value": "9"},
        {"name": ":status", "value": "200"}, {"name": "set-cookie", "value": "a=1\\nb=2"}], "cookies": [],
        "content": \(content), "redirectURL": "", "headersSize": -1, "bodySize": -1, "_error": null},
      "cache": {}, "timings": {"send": 0, "wait": 1, "receive": 2}\(more)}]}}
    """
}

/// The text of the error that the closure throws.
func failure(_ body: () async throws -> Void) async -> String {
    do {
        try await body()
        return "no error"
    } catch {
        return "\(error)"
    }
}
