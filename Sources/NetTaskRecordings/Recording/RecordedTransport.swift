public import HTTPTypes
public import NetTaskHTTP
import NetTaskSystem

/// Answers requests with recordings, or records the replies of another transport. Like ``HARRecorder``, it is both the
/// transport and the last middleware of a queue: `HTTPNetTaskQueue(recordedOver:)` makes such a queue.
///
/// While it replays, the other transport sends nothing. All members may be used from any thread.
public final class RecordedTransport: HTTPTransport, HTTPMiddleware {
    /// The entry that answered the call of the current Swift task.
    @TaskLocal private static var answer: Locked<(HAREntry, index: Int)?>?

    private let recording: Recording?
    private let recorder: HARRecorder
    private let time: TimeSource
    private let isReplaying: Bool

    /// Makes a transport.
    ///
    /// - Parameters:
    ///   - transport: sends the requests that are to be recorded.
    ///   - recording: the recordings. Default: those of the current test. Without them, each request is an error.
    ///   - clock: measures the pace of streams. Default: `ContinuousClock`.
    public init(
        over transport: any HTTPTransport,
        in recording: Recording? = .current,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.recording = recording
        time = TimeSource(clock)
        isReplaying = recording?.mode == .replay
        recorder = HARRecorder(over: transport, clock: clock, redacting: recording?.redacting)
        recording?.add(recorder)
    }

    public func decodes(_ contentEncoding: String) -> Bool { isReplaying || recorder.decodes(contentEncoding) }

    public func send(_ call: HTTPCall, next: Next) async throws -> HTTPReply {
        let answer = Locked<(HAREntry, index: Int)?>(nil)
        let reply = try await HARRecorder.$call.withValue(call) {
            try await Self.$answer.withValue(answer) { try await next(call) }
        }
        if let (entry, index) = answer.withLock({ $0 }) { try check(reply, call, entry, index) }
        return reply
    }

    public func send(_ request: HTTPRequest, body: HTTPRequestBody?, exchange: HTTPExchange) async throws {
        guard let call = HARRecorder.call else { throw TransportError.missingMiddleware }
        guard let recording else {
            throw RecordingError(.noRecording, "the test has no recordings; add the trait `.recording(\"name\")`")
                .transportError
        }
        exchange.didConnect()
        let sent = try await body?.read()
        var wanted = HAREntry(call, request, sent, startedAt: Date(timeIntervalSince1970: 0))
        try? recorder.redactor.redact(&wanted, of: call, request)
        let found: (entry: HAREntry, index: Int)?
        do {
            found = try recording.entry(for: wanted)
        } catch {
            throw error.transportError
        }
        guard let found else { return try await recorder.record(request, call, sent, exchange) }
        Self.answer?.withLock { $0 = found }
        exchange.didSendRequest()
        try await replay(found.entry, found.index, of: recording, to: exchange)
    }

    private func replay(_ entry: HAREntry, _ index: Int, of recording: Recording, to exchange: HTTPExchange)
        async throws
    {
        let reply = entry.response.reply
        guard let data = entry.response.content.data else {
            let reason = "it has no body, of \(entry.response.content.size) bytes; save the HAR again with content"
            throw RecordingError(.noContent, reason, file: recording.place(of: index)).transportError
        }
        try exchange.receive(HTTPResponse(status: reply.status, headerFields: reply.headers))
        let hasBody = entry.request.method != "HEAD" && ![204, 304].contains(reply.code)
        guard hasBody, !data.isEmpty else { return }
        if entry.chunks.isEmpty { return try exchange.receive(data) }
        let start = time.now()
        var rest = data[...]
        for chunk in entry.chunks {
            let due = start + .milliseconds(chunk.time)
            if due > time.now() { try await time.sleep(due) }
            try Task.checkCancellation()
            try exchange.receive(Data(rest.prefix(chunk.size)))
            rest = rest.dropFirst(chunk.size)
            if exchange.isFull {
                // Unlike a continuation, a stream ends when its task is cancelled.
                let (room, continuation) = AsyncStream<Never>.makeStream()
                exchange.whenReady { continuation.finish() }
                for await _ in room {}
            }
        }
        if !entry.isComplete {
            let reason = "the recording ends here, because its client ended the stream (\(recording.place(of: index)))"
            throw TransportError(.connectionLost, reason: reason)
        }
    }

    /// Adds the place of the recording to the error of a reply that is not the response of its task.
    private func check(_ reply: HTTPReply, _ call: HTTPCall, _ entry: HAREntry, _ index: Int) throws {
        let isWhole =
            entry.chunks.isEmpty && reply.file == nil && reply.body.isEmpty == (entry.response.content.size == 0)
        guard let recording, let task = call.operation.context.task as? any HTTPNetTask, !(task is any NetTaskPolling),
            isWhole, call.operation.endpoint?.accepts(reply.status) == true
        else { return }
        do {
            _ = try task.parse(reply)
        } catch var error as ParseError {
            error.reason +=
                "; the reply is \(recording.place(of: index)). If the server has changed, record it again with: "
                + recording.command(.all)
            error.reply = error.reply ?? reply
            throw error
        }
    }
}

extension NetTaskQueue where Request == HTTPMessage, Reply == HTTPReply {
    /// Makes a queue whose requests are answered with the recordings of the current test. With `NETTASK_RECORD`, it records the
    /// replies of another transport.
    ///
    ///     @Test(.recording("checkout"))
    ///     func buys() async throws {
    ///         let queue = HTTPNetTaskQueue(recordedOver: URLSessionTransport())
    ///
    /// For a queue with other settings, use ``RecordedTransport``.
    ///
    /// - Parameters:
    ///   - transport: sends the requests that are to be recorded.
    ///   - recording: the recordings. Default: those of the current test. Without them, each request is an error.
    ///   - baseURL: replaces the base URL of the tasks' client. Default: `nil`, the base URL of the client.
    ///   - limit: the number of tasks that may run at the same time. Default: 0, no limit.
    ///   - configure: changes the default `HTTPConfiguration`. Called immediately. Its clock also measures the pace of streams.
    public convenience init(
        recordedOver transport: any HTTPTransport,
        in recording: Recording? = .current,
        baseURL: String? = nil,
        limit: Int = 0,
        _ configure: (inout HTTPConfiguration) -> Void = { _ in }
    ) {
        let configuration = HTTPConfiguration(configure)
        let recorded = RecordedTransport(over: transport, in: recording, clock: configuration.clock)
        self.init(transport: recorded, baseURL: baseURL, limit: limit) {
            $0 = configuration
            $0.middleware.append(recorded)
        }
    }
}
