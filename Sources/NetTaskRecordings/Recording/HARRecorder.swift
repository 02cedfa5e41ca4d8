public import HTTPTypes
public import NetTaskHTTP
public import NetTaskSystem

/// Records the requests that a queue sends, with their replies. It is both the transport and the last middleware of the queue:
/// the transport sees the bytes, and the middleware the secrets.
///
///     let recorder = HARRecorder(over: URLSessionTransport())
///     let queue = HTTPNetTaskQueue(transport: recorder) { $0.middleware.append(recorder) }
///     …
///     try recorder.har.write(to: file)
///
/// Secrets are replaced with `<secret>` before they are kept; see <doc:NetTaskRecordings>. Bodies are in memory while they are
/// recorded. All members may be used from any thread.
public final class HARRecorder: HTTPTransport, HTTPMiddleware {
    /// The call that the current Swift task sends.
    @TaskLocal static var call: HTTPCall?

    private struct State {
        var entries: [(number: Int, entry: HAREntry)] = []
        var lastNumber = 0
        var unclearTasks: [String] = []
        var running: [Int: Task<Void, any Error>] = [:]
    }

    private let handler: HTTPNetTaskQueueHandler
    private let transport: any HTTPTransport
    private let time: TimeSource
    private let wallClock: @Sendable () -> Date
    let redactor: SecretRedactor
    private let state = Locked(State())

    /// Makes a recorder.
    ///
    /// - Parameters:
    ///   - transport: sends the requests.
    ///   - clock: measures the time of requests and pieces. Default: `ContinuousClock`.
    ///   - wallClock: returns the current date. Default: the system's date.
    ///   - redacting: changes an entry after secrets were replaced, such as to replace more. Called on the concurrency pool,
    ///     for several requests at the same time. Default: `nil`.
    public init(
        over transport: any HTTPTransport,
        clock: any Clock<Duration> = ContinuousClock(),
        wallClock: @escaping @Sendable () -> Date = { Date() },
        redacting: (@Sendable (inout HAREntry) -> Void)? = nil
    ) {
        self.transport = transport
        self.wallClock = wallClock
        time = TimeSource(clock)
        redactor = SecretRedactor(custom: redacting)
        // Delivers the reply in pieces. The policies are those of the queue itself.
        handler = HTTPNetTaskQueueHandler(transport: transport) {
            $0.timeouts = .none
            $0.maxReplySize = 1 << 30
            $0.maxRedirects = 0
            $0.userAgent = nil
            $0.rateLimits = .ignore
        }
    }

    /// The requests that have ended, in the order in which they began.
    public var har: HAR {
        HAR(entries: state.withLock(\.entries).sorted { $0.number < $1.number }.map(\.entry))
    }

    /// The names of tasks whose replies have secrets that were not found.
    var unclearTasks: [String] { state.withLock(\.unclearTasks) }

    public func decodes(_ contentEncoding: String) -> Bool { transport.decodes(contentEncoding) }

    public func send(_ call: HTTPCall, next: Next) async throws -> HTTPReply {
        try await Self.$call.withValue(call) { try await next(call) }
    }

    public func send(_ request: HTTPRequest, body: HTTPRequestBody?, exchange: HTTPExchange) async throws {
        guard let call = Self.call else { throw TransportError.missingMiddleware }
        try await record(request, call, try await body?.read(), exchange)
    }

    /// Ends the requests that are running, and waits until they are recorded.
    func stop() async {
        let tasks = state.withLock { Array($0.running.values) }
        for task in tasks {
            task.cancel()
            _ = await task.result
        }
    }

    func record(_ request: HTTPRequest, _ call: HTTPCall, _ body: Data?, _ exchange: HTTPExchange) async throws {
        let task = state.withLock { state in
            state.lastNumber += 1
            let number = state.lastNumber
            let task = Task { try await self.record(number, request, call, body, exchange) }
            state.running[number] = task
            return task
        }
        try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    private func record(
        _ number: Int,
        _ request: HTTPRequest,
        _ call: HTTPCall,
        _ body: Data?,
        _ exchange: HTTPExchange
    ) async throws {
        defer { state.withLock { $0.running[number] = nil } }
        let tee = ReplyTee(exchange, time)
        var entry = HAREntry(call, request, body, startedAt: wallClock())
        let start = time.now()
        var message = HTTPMessage(method: request.method, uri: request.url ?? "", headers: request.headerFields)
        message.body = body.map { .data($0) }
        message.receiver = tee
        let result: Result<HTTPReply, any Error>
        do {
            let reply = try await handler.send(message, context: NetTaskContext(name: call.operation.name))
            if !tee.hasBegun { try tee.give(reply) }
            result = .success(reply)
        } catch {
            result = .failure(error)
        }
        entry.time = (time.now() - start).milliseconds
        tee.finish(&entry, result)
        do {
            try redactor.redact(&entry, of: call, request)
        } catch {
            state.withLock { $0.unclearTasks.append(call.operation.name) }
        }
        state.withLock { [entry] in $0.entries.append((number, entry)) }
        _ = try result.get()
    }
}

/// Passes a reply to the exchange of the queue, and keeps it.
private final class ReplyTee: HTTPReplyReceiver {
    private struct State {
        var head: HTTPReply?
        var start = Duration.zero
        var pieces: [(time: Duration, data: Data)] = []
    }

    private let exchange: HTTPExchange
    private let time: TimeSource
    private let state = Locked(State())

    init(_ exchange: HTTPExchange, _ time: TimeSource) {
        (self.exchange, self.time) = (exchange, time)
    }

    var hasBegun: Bool { state.withLock { $0.head != nil } }
    var isFull: Bool { exchange.isFull }

    /// Passes a reply that was received as a whole, because its status is not one of success.
    func give(_ reply: HTTPReply) throws {
        try begin(reply, limit: 0)
        if !reply.body.isEmpty { _ = try receive(reply.body) }
    }

    func begin(_ head: HTTPReply, limit: Int) throws {
        state.withLock { ($0.head, $0.start) = (head, time.now()) }
        try exchange.receive(HTTPResponse(status: head.status, headerFields: head.headers))
    }

    func receive(_ data: Data) throws -> Bool {
        state.withLock { $0.pieces.append((time.now() - $0.start, data)) }
        try exchange.receive(data)
        return !exchange.isOver
    }

    func finish() -> HTTPFile? { nil }

    func whenReady(_ resume: @escaping @Sendable () -> Void) { exchange.whenReady(resume) }

    /// Adds the reply to its entry.
    func finish(_ entry: inout HAREntry, _ result: Result<HTTPReply, any Error>) {
        let (head, pieces) = state.withLock { ($0.head, $0.pieces) }
        // The client of a stream may have what it needs.
        if case .failure(let error) = result {
            entry.isComplete = false
            if head == nil { entry.error = (error as? TransportError)?.reason ?? "\(error)" }
        } else if exchange.isOver {
            entry.isComplete = false
        }
        guard let head else { return }
        let mimeType = head.headers[.contentType] ?? ""
        entry.response = HARResponse(
            status: head.status.code,
            statusText: head.status.reasonPhrase,
            headers: [HARField](head.headers),
            content: HARContent(mimeType: mimeType, data: Data(pieces.map(\.data).joined()))
        )
        guard entry.response.content.isStream else { return }
        entry.chunks = pieces.filter { !$0.data.isEmpty }
            .map { HARChunk(time: $0.time.milliseconds, size: $0.data.count) }
    }
}

extension HAREntry {
    /// Makes an entry of a request.
    init(_ call: HTTPCall, _ request: HTTPRequest, _ body: Data?, startedAt date: Date) {
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        self.init(
            startedDateTime: date.formatted(style),
            request: HARRequest(
                method: request.method.rawValue,
                url: request.url ?? "",
                headers: [HARField](request.headerFields),
                body: body.map { HARContent(mimeType: request.headerFields[.contentType] ?? "", data: $0) }
            )
        )
        uriTemplate = call.operation.uriTemplate
    }
}

extension HTTPRequest {
    /// The whole URL.
    fileprivate var url: String? { "\(scheme ?? "https")://\(authority ?? "")\(path ?? "/")" }
}

extension HTTPRequestBody {
    /// All bytes of the body.
    func read() async throws -> Data {
        if let data { return data }
        let reader = makeReader()
        var all = Data()
        while let data = try await reader.next() { all += data }
        return all
    }
}

extension Duration {
    /// The duration in milliseconds, in steps of a tenth.
    var milliseconds: Double { ((self / .milliseconds(1)) * 10).rounded() / 10 }
}

extension TransportError {
    /// Without the middleware, secrets of the spec would be recorded.
    static var missingMiddleware: TransportError {
        let reason = "the recorder is the queue's transport, but not its last middleware; add it to `middleware`"
        return TransportError(.invalidRequest, reason: reason)
    }
}
