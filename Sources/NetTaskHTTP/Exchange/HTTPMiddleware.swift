/// Processes each request before it is sent and each reply after it was received, and may change both.
///
///     struct Signature: HTTPMiddleware {
///         func send(_ call: HTTPCall, next: Next) async throws -> HTTPReply {
///             var call = call
///             call.request.headerFields[.authorization] = sign(call)
///             return try await next(call)
///         }
///     }
///
/// The queue makes retries, so the middleware is called for each attempt; `call.operation.attempt` is the number of the
/// attempt. It is also called for a request that is sent again within its attempt (``HTTPCall/isResend``). Redirects are
/// followed after the middleware. Headers with credentials are sent only to the same origin.
public protocol HTTPMiddleware: Sendable {
    /// Sends a call, and returns the reply.
    typealias Next = @Sendable (HTTPCall) async throws -> HTTPReply

    /// Sends a call, and returns the reply. Called on the concurrency pool, for several requests at the same time, once for
    /// each time that a request is sent.
    ///
    /// - Parameters:
    ///   - call: the request and its operation.
    ///   - next: sends a call, and returns the reply, whatever its status. It may be called any number of times, such as again
    ///     with new credentials. A body that is a stream can be sent only once.
    /// - Throws: the error of `next`, or another error, which ends the attempt.
    func send(_ call: HTTPCall, next: Next) async throws -> HTTPReply
}

extension ArraySlice<any HTTPMiddleware> {
    /// Passes a call through all elements, the first one first, and then to `next`.
    func send(_ call: HTTPCall, next: HTTPMiddleware.Next) async throws -> HTTPReply {
        guard let first else { return try await next(call) }
        return try await first.send(call) { try await dropFirst().send($0, next: next) }
    }
}
