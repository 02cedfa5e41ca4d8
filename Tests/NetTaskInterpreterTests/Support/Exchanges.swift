import Foundation
import HTTPTypes
import NetTaskRuntime

// Compiled twice: into the tests, which send interpreted tasks, and beside generated code, which sends its own.

/// A reply that a server could give.
struct CannedReply: Codable, Sendable {
    var status: Int
    /// Pairs of names and values.
    var headers: [[String]] = []
    var body: String
}

/// Sends tasks to nobody, and answers with replies that are given.
enum Exchanges {
    /// The request of a task as it would leave, and what it makes of a reply, as text.
    static func lines<T: NetTask>(
        _ task: T,
        _ replies: [CannedReply],
        options: [NetTaskOption],
        _ text: @Sendable (T.Response, HTTPReply) -> String,
        failure: @Sendable (StatusError, T.Failure?) -> String
    ) async -> [String] where T.Request == HTTPMessage, T.Reply == HTTPReply, T.Rejection == StatusError {
        var lines: [String] = []
        for reply in replies {
            let transport = CannedTransport(reply)
            let queue = HTTPNetTaskQueue(transport: transport) {
                $0.random = CountingRandom()
                $0.maxRedirects = 0
            }
            var end: String
            let options = options + [.retry(RetryPolicy()), .baseURL("http://localhost:1")]
            do throws(NetTaskError<T.Failure>) {
                end = text(try await queue.run(task, options: options), reply.reply)
            } catch {
                switch error {
                case .status(let error, let body): end = failure(error, body)
                case .parse(let error): end = "unreadable at \(error.path), byte \(error.offset ?? -1)"
                case .pack(let error): end = "not packed: \(error.parameter): \(error.reason)"
                case .transport(let error): end = "not sent: \(error.reason)"
                default: end = "\(error)"
                }
            }
            let request = await transport.request
            if lines.isEmpty { lines.append(request) }
            lines.append(end)
        }
        return lines
    }
}

extension CannedReply {
    var reply: HTTPReply {
        HTTPReply(status: .init(code: status), headers: fields, body: Data(body.utf8))
    }

    var fields: HTTPFields {
        var fields = HTTPFields()
        for pair in headers {
            if let name = HTTPField.Name(pair[0]) { fields.append(HTTPField(name: name, value: pair[1])) }
        }
        return fields
    }
}

private actor CannedTransport: HTTPTransport {
    private let reply: CannedReply
    /// All bytes of it.
    private(set) var request = "nothing was sent"

    init(_ reply: CannedReply) {
        self.reply = reply
    }

    func send(_ request: HTTPRequest, body: HTTPRequestBody?, exchange: HTTPExchange) async throws {
        var bytes = Data()
        if let body {
            let reader = body.makeReader()
            while let piece = try await reader.next() { bytes += piece }
        }
        let fields = request.headerFields.map { "\($0.name.rawName): \($0.value)" }
        let head = [request.method.rawValue, request.scheme ?? "", request.authority ?? "", request.path ?? ""]
        self.request =
            "\(head) \(fields) \(body == nil ? "no body" : String(decoding: bytes, as: UTF8.self).debugDescription)"
        try exchange.receive(HTTPResponse(status: .init(code: reply.status), headerFields: reply.fields))
        try exchange.receive(Data(reply.body.utf8))
    }
}

/// The same numbers each time.
private struct CountingRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64 = 0

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return state ^ (state >> 31)
    }
}
