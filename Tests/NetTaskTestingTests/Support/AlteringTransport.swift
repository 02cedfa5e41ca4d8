import HTTPTypes
import NetTaskRuntime

/// A transport that sends something else than it was given, for tests of those that should notice.
struct AlteringTransport: HTTPTransport {
    private let transport = URLSessionTransport()
    let alter: @Sendable (inout HTTPRequest, inout HTTPRequestBody?) throws -> Void

    func send(_ request: HTTPRequest, body: HTTPRequestBody?, exchange: HTTPExchange) async throws {
        var (request, body) = (request, body)
        try alter(&request, &body)
        try await transport.send(request, body: body, exchange: exchange)
    }
}
