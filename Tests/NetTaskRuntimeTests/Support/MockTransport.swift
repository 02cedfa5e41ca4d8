import Foundation
import HTTPTypes
import NetTaskRuntime

/// A transport that answers at once, as the test says, and remembers what it was asked.
final class MockTransport: HTTPTransport {
    struct Request: Sendable {
        var head: HTTPRequest
        var body: Data?
    }

    private let log = Box<[Request]>([])
    private let answer: @Sendable (Request, Int) throws -> (HTTPResponse, Data)

    /// - Parameter answer: called with the request and its number, from 1.
    init(_ answer: @escaping @Sendable (Request, Int) throws -> (HTTPResponse, Data)) {
        self.answer = answer
    }

    /// Always answers the same.
    convenience init(_ code: Int, _ body: String = "", headers: HTTPFields = HTTPFields()) {
        self.init { _, _ in (HTTPResponse(status: .init(code: code), headerFields: headers), Data(body.utf8)) }
    }

    var requests: [Request] { log.value }

    func send(_ request: HTTPRequest, body: HTTPRequestBody?, exchange: HTTPExchange) async throws {
        let request = Request(head: request, body: body?.data)
        let number = log.update { log in
            log.append(request)
            return log.count
        }
        let (response, data) = try answer(request, number)
        try exchange.receive(response)
        try exchange.receive(data)
    }
}
