import Foundation
import HTTPTypes
public import NetTaskHTTP

/// Tells of each attempt in a line as it goes out, and in another when it has ended.
///
///     HTTPNetTaskQueue { $0.middleware = [RequestLogger { line in print(line) }] }
///
///     → JSONPlaceholder.GetPost #7, attempt 1: GET https://jsonplaceholder.typicode.com/posts/1
///     ← JSONPlaceholder.GetPost #7, attempt 1: 200, 292 bytes, 0.041 s
///
/// Secrets and the values of headers that carry credentials are not in it. For swift-log there is ``LoggingMiddleware``, with the trait
/// `Observability`.
public struct RequestLogger: HTTPMiddleware {
    private let showsCurl: Bool
    private let time: TimeSource
    private let write: @Sendable (String) -> Void

    /// - Parameters:
    ///   - showsCurl: whether a request is told as a command for a shell, `HTTPCall.curl`. By default its method and
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

    public func send(_ call: HTTPCall, next: Next) async throws -> HTTPReply {
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
