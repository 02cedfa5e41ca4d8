/// Sees every attempt on its way out and every reply on its way back, and may change either.
///
///     struct Signature: HTTPMiddleware {
///         func send(_ call: HTTPCall, next: Next) async throws -> HTTPReply {
///             var call = call
///             call.request.headerFields[.authorization] = sign(call)
///             return try await next(call)
///         }
///     }
///
/// Retries are the queue's: each attempt passes through anew, with its number in the operation. So does a request that is
/// sent a second time within its attempt (``HTTPCall/isResend``). Redirects are followed further in, and the headers that
/// carry credentials go along only within the same origin.
public protocol HTTPMiddleware: Sendable {
    /// Sends a call on, and brings the reply.
    typealias Next = @Sendable (HTTPCall) async throws -> HTTPReply

    /// Called on the concurrency pool, for many requests at once, once for each time that a request is sent.
    ///
    /// - Parameters:
    ///   - call: the request and what it belongs to.
    ///   - next: sends a call on, and brings the reply, whatever its status. It may be called not at all, or again, such as
    ///     after new credentials; a body that is a stream can be sent only once.
    /// - Throws: what `next` throws, or an error of its own: it ends the attempt.
    func send(_ call: HTTPCall, next: Next) async throws -> HTTPReply
}

extension ArraySlice<any HTTPMiddleware> {
    /// Passes a call through all of them, the first one first, and then on.
    func send(_ call: HTTPCall, next: HTTPMiddleware.Next) async throws -> HTTPReply {
        guard let first else { return try await next(call) }
        return try await first.send(call) { try await dropFirst().send($0, next: next) }
    }
}
