import Foundation
import HTTPTypes
import NetTaskRuntime

/// How failures are judged where a test does not say: for HTTP as the real handler does, else as transient.
func standardDisposition<Request, Reply>(
    _ request: Request.Type,
    _ reply: Reply.Type
) -> @Sendable (any Error, NetTaskContext) -> RetryDisposition {
    if request == HTTPMessage.self, reply == HTTPReply.self {
        return HTTPNetTaskQueueHandler { $0.transport = NoTransport() }.disposition
    }
    return { error, _ in
        error is PackError || error is CancellationError ? .never : .transient
    }
}

/// For a handler that is there to judge.
private struct NoTransport: HTTPTransport {
    func send(_ request: HTTPRequest, body: HTTPRequestBody?, exchange: HTTPExchange) async throws {
        throw TransportError(.cannotConnect, reason: "there is no transport")
    }
}
