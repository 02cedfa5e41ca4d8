import Foundation
import HTTPTypes
import NetTaskRuntime

/// A transport that answers nothing until the attempt is cancelled.
struct HeldTransport: HTTPTransport {
    func send(_ request: HTTPRequest, body: HTTPRequestBody?, exchange: HTTPExchange) async throws {
        try await Self.untilCancelled()
    }

    static func untilCancelled() async throws -> Never {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        for await _ in stream {}
        continuation.finish()
        throw CancellationError()
    }
}

/// A GET of any uri.
struct GetAnywhere: HTTPNetTask {
    typealias Response = Void
    var uri: String
}
