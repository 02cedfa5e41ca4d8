import Foundation
import HTTPTypes

/// Sees every attempt on its way out and every reply on its way back, and may change either.
///
///     struct Signature: HTTPMiddleware {
///         func send(_ call: HTTPCall, next: @Sendable (HTTPCall) async throws -> HTTPReply) async throws -> HTTPReply {
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
    /// Called on the concurrency pool, for many requests at once, once for each time that a request is sent.
    ///
    /// - Parameters:
    ///   - call: the request and what it belongs to.
    ///   - next: sends a call on, and brings the reply, whatever its status. It may be called not at all, or again, such as
    ///     after new credentials; a body that is a stream can be sent only once.
    /// - Throws: what `next` throws, or an error of its own: it ends the attempt.
    func send(_ call: HTTPCall, next: @Sendable (HTTPCall) async throws -> HTTPReply) async throws -> HTTPReply
}

extension ArraySlice<any HTTPMiddleware> {
    /// Passes a call through all of them, the first one first, and then on.
    func send(
        _ call: HTTPCall,
        next: @Sendable (HTTPCall) async throws -> HTTPReply
    ) async throws -> HTTPReply {
        guard let first else { return try await next(call) }
        return try await first.send(call) { try await dropFirst().send($0, next: next) }
    }
}
/// Tells of each attempt in a line as it goes out, and in another when it has ended.
///
///     HTTPNetTaskQueue { $0.middleware = [RequestLogger { line in print(line) }] }
///
///     → JSONPlaceholder.GetPost #7, attempt 1: GET https://jsonplaceholder.typicode.com/posts/1
///     ← JSONPlaceholder.GetPost #7, attempt 1: 200, 292 bytes, 0.041 s
///
/// Secrets and the values of headers that carry credentials are not in it. For swift-log there is the product
/// `NetTaskObservability`.
public struct RequestLogger: HTTPMiddleware {
    private let showsCurl: Bool
    private let time: TimeSource
    private let write: @Sendable (String) -> Void

    /// - Parameters:
    ///   - showsCurl: whether a request is told as a command for a shell, ``HTTPCall/curl``. By default its method and
    ///     URL are.
    ///   - clock: what durations are measured by.
    ///   - write: takes a line, without its end. Called on the concurrency pool, for several requests at once.
    public init(
        showsCurl: Bool = false,
        clock: any Clock<Duration> = ContinuousClock(),
        write: @escaping @Sendable (String) -> Void
    ) {
        self.showsCurl = showsCurl
        self.time = TimeSource(clock)
        self.write = write
    }

    public func send(
        _ call: HTTPCall,
        next: @Sendable (HTTPCall) async throws -> HTTPReply
    ) async throws -> HTTPReply {
        let subject = "\(call.operation.name) \(call.operation.id), attempt \(call.operation.attempt)"
        write("→ \(subject): " + (showsCurl ? call.curl : "\(call.request.method.rawValue) \(call.url)"))
        let start = time.now()
        do {
            let reply = try await next(call)
            let size = reply.file == nil ? "\(reply.body.count) bytes" : "a file"
            write("← \(subject): \(reply.status.code), \(size), \(seconds(since: start)) s")
            return reply
        } catch {
            write("← \(subject): \(call.redaction.text("\(error)")), \(seconds(since: start)) s")
            throw error
        }
    }

    private func seconds(since start: Duration) -> String {
        String(format: "%.3f", (time.now() - start) / .seconds(1))
    }
}
