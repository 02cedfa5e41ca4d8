import HTTPTypes
public import NetTaskHTTP

/// Writes one line for each request, and another line for its result.
///
///     HTTPNetTaskQueue { $0.middleware = [RequestLogger { line in print(line) }] }
///
///     → JSONPlaceholder.GetPost #7, attempt 1: GET https://jsonplaceholder.typicode.com/posts/1
///     ← JSONPlaceholder.GetPost #7, attempt 1: 200, 292 bytes, 0.041 s
///
/// The lines contain neither secrets nor the values of headers with credentials. For swift-log, use ``LoggingMiddleware`` with
/// the trait `Observability`.
public struct RequestLogger: HTTPMiddleware {
    private let showsCurl: Bool
    private let time: TimeSource
    private let write: @Sendable (String) -> Void

    /// Makes a middleware.
    ///
    /// - Parameters:
    ///   - showsCurl: whether a request is shown as a shell command, `HTTPCall.curl`. Default: `false`, its method and URL.
    ///   - clock: measures durations. Default: `ContinuousClock`.
    ///   - write: receives a line, without its line break. Called on the concurrency pool, for several requests at the same
    ///     time.
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
        let milliseconds = Int(((time.now() - start) / .milliseconds(1)).rounded())
        return "\(milliseconds / 1_000).\("\(1_000 + milliseconds % 1_000)".dropFirst())"
    }
}
