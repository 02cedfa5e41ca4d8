public import HTTPTypes
public import NetTaskSystem

/// The exchange of one request and its reply. A transport reports its progress to the exchange, which enforces the limits on
/// time and size.
///
/// A transport calls ``receive(_:)-(HTTPResponse)`` once, and ``receive(_:)-(Data)`` for each piece of the body. The other
/// methods are optional: they make timeouts and progress more precise. All methods may be called from any thread, one at a
/// time, and return immediately.
public final class HTTPExchange: CancellableWaiting {
    private enum Stage {
        case connecting, sending, waiting, receiving
    }

    private struct State {
        var wait = WaitState()
        var stage = Stage.connecting
        /// The time of the transport's latest report.
        var lastActivity: Duration
        var response: HTTPResponse?
        /// The body, if there is no receiver.
        var body = Data()
        var receiver: (any HTTPReplyReceiver)?
        /// The maximum size of the body.
        var limit = Int64.max
        /// The length of the body according to the head, if it states one.
        var declared: Int64?
        var received: Int64 = 0
        /// Whether the transport was asked to wait, and has not been asked to continue.
        var isHeld = false
        /// Whether the receiver needs no more of the body.
        var isCutShort = false
        /// When the monitor will check the exchange, or `nil` if it does not have to.
        var monitored: Duration?
        /// The progress that was reported to the task, of the request's body and then of the reply's.
        var report = ProgressReport()

        var progress: NetTaskProgress { NetTaskProgress(.receiving, completed: received, total: declared) }

        mutating func begin(_ stage: Stage, at now: Duration) {
            (self.stage, lastActivity) = (stage, now)
        }
    }

    /// Limits the reports to one for each hundredth of growth, so that a long transfer does not keep its queue busy.
    private struct ProgressReport {
        private var count: Int64 = 0

        mutating func isDue(_ count: Int64, of total: Int64?) -> Bool {
            guard count != self.count, count == total || count >= self.count + self.count / 100 else { return false }
            self.count = count
            return true
        }
    }

    /// The maximum size of the head of a response, in bytes.
    private static let maxHeadSize = 256 * 1024

    private let call: HTTPCall
    private let handler: HTTPNetTaskQueueHandler
    private let state: Locked<State>

    init(_ call: HTTPCall, _ handler: HTTPNetTaskQueueHandler) {
        self.call = call
        self.handler = handler
        state = Locked(State(lastActivity: handler.monitor.now()))
    }

    /// Whether the request must not use an expensive or constrained network, because its durable task requires an unmetered
    /// one.
    public var requiresUnmeteredNetwork: Bool {
        call.operation.context.handlerOptions.contains { $0 is UnmeteredNetwork }
    }

    // MARK: Reports of the transport

    /// The transport has started to send the request. Before this call, the server has certainly received nothing of it.
    public func didConnect() {
        update { state in
            if state.stage == .connecting { state.begin(.sending, at: handler.monitor.now()) }
        }
    }

    /// The transport has sent more of the request's body.
    ///
    /// - Parameter count: the total number of bytes of the body that were sent.
    public func didSend(_ count: Int64) {
        let total = call.body?.length
        let isDue = update { state in
            state.begin(state.stage == .connecting ? .sending : state.stage, at: handler.monitor.now())
            return state.report.isDue(count, of: total)
        }
        if isDue {
            call.operation.context.reportProgress(NetTaskProgress(.sending, completed: count, total: total))
        }
    }

    /// The transport has sent the last byte of the request.
    public func didSendRequest() {
        update { state in
            if state.stage == .connecting || state.stage == .sending {
                state.begin(.waiting, at: handler.monitor.now())
            }
        }
    }

    /// The transport has received the head of the response. It may also report informational responses (1xx); the last head
    /// applies.
    ///
    /// - Throws: an error if the rest of the reply is not needed. The transport must then stop the transfer.
    public func receive(_ response: HTTPResponse) throws {
        handler.reportLimit(in: response, to: call)
        try failing {
            let declared = try declaredLength(of: response)
            let isAccepted = call.operation.accepts(response.status)
            let receiver = isAccepted ? call.makeReceiver?() : nil
            let maxReplySize = handler.configuration.maxReplySize
            if isAccepted { try checkHead(response) }
            try update { state in
                try state.wait.checkNotEnded()
                // Informational responses don't restart the timeout: with them, a server could keep the attempt waiting
                // forever.
                if response.status.kind != .informational {
                    state.begin(.receiving, at: handler.monitor.now())
                    state.report = ProgressReport()
                }
                state.response = response
                state.declared = declared
                state.receiver = receiver
                state.limit = receiver.map { $0.maxSize ?? .max } ?? Int64(maxReplySize)
                if let declared, declared > state.limit { throw Self.tooLarge(state.limit) }
            }
            try receiver?.begin(reply(response), limit: maxReplySize)
            if receiver?.isPacedByReader == true { call.operation.context.endTimeout() }
        }
    }

    /// The transport has received a piece of the response's body.
    ///
    /// - Throws: an error if the rest of the body is not needed. The transport must then stop the transfer.
    public func receive(_ data: Data) throws {
        try failing {
            let (receiver, progress) = try update { state in
                try state.wait.checkNotEnded()
                (state.lastActivity, state.isHeld) = (handler.monitor.now(), false)
                state.received += Int64(data.count)
                if state.received > state.limit { throw Self.tooLarge(state.limit) }
                if state.receiver == nil {
                    state.body.isEmpty ? state.body = data : state.body.append(data)
                }
                return (state.receiver, state.report.isDue(state.received, of: state.declared) ? state.progress : nil)
            }
            if try receiver?.receive(data) == false {
                state.withLock { $0.isCutShort = true }
                finish()
            }
            if let progress { call.operation.context.reportProgress(progress) }
        }
    }

    /// Whether the transport should pause until ``whenReady(_:)`` calls its closure, because too many bytes wait to be read or
    /// written to disk.
    public var isFull: Bool {
        state.withLock { state in
            guard let receiver = state.receiver, receiver.isFull else { return false }
            state.isHeld = receiver.isPacedByReader
            return true
        }
    }

    /// Whether the exchange has ended, such as because its caller was cancelled.
    package var isOver: Bool { (try? state.withLock(\.wait).checkNotEnded()) == nil }

    /// The maximum number of bytes that may wait on disk while ``isFull`` is `true`, and the folder for them.
    package var spool: (limit: Int64, folder: URL?) {
        let configuration = handler.configuration
        return (configuration.maxSpoolSize, configuration.spoolFolder)
    }

    /// Calls the closure when the transport may continue, immediately if that is the case. The closure may be called on any
    /// thread.
    public func whenReady(_ resume: @escaping @Sendable () -> Void) {
        guard let receiver = state.withLock(\.receiver) else { return resume() }
        receiver.whenReady { [self] in
            // In one step: a timer that fires in between would count the time in which the transport was paused.
            update { ($0.lastActivity, $0.isHeld) = (handler.monitor.now(), false) }
            resume()
        }
    }

    // MARK: Checks of the response

    /// Returns the length of the body that the head declares, in bytes as the transport brings them.
    ///
    /// - Throws: an error if the head is too large, or if the transport cannot decode the encoding of the body.
    private func declaredLength(of response: HTTPResponse) throws(TransportError) -> Int64? {
        let fields = response.headerFields
        let size = fields.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count + 4 }
        if size > Self.maxHeadSize {
            let reason = "the headers of the reply are larger than \(Self.maxHeadSize) bytes"
            throw TransportError(.replyTooLarge, reason: reason)
        }
        if call.request.method == .head || [204, 304].contains(response.status.code) { return nil }
        let length = try length(in: fields)
        guard let encoding = fields[.contentEncoding] else { return length }
        // The body of a redirect is not used.
        let isNeeded = length != 0 && response.status.kind != .redirection
        if isNeeded, !handler.transport.decodes(encoding.lowercased()) {
            throw TransportError(
                .malformedReply,
                reason: "the body is in the Content-Encoding \"\(excerpt(of: encoding.utf8))\", "
                    + "which the transport cannot decode; request another encoding with Accept-Encoding"
            )
        }
        // The length in the head is that of the encoded body, and the transport brings the decoded one.
        return nil
    }

    private func checkHead(_ response: HTTPResponse) throws {
        do {
            try call.operation.task?.type.check(head: response)
        } catch var error as ParseError {
            error.reply = reply(response)
            throw error
        }
    }

    /// Returns the value of `Content-Length`.
    ///
    /// If a reply has both `Content-Length` and `Transfer-Encoding`, a proxy may frame it differently, and take a part of it
    /// for another reply (RFC 9112, section 6.3).
    private func length(in fields: HTTPFields) throws(TransportError) -> Int64? {
        guard let text = fields[.contentLength] else { return nil }
        // The header may occur several times with the same value (RFC 9110, section 8.6).
        var digits: String? = text
        if text.utf8.contains(UInt8(ascii: ",")) {
            let lengths = Set(text.split(separator: ",").map(\.trimmed))
            digits = lengths.count == 1 ? lengths.first : nil
        }
        let isDigit = { (byte: UInt8) in (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
        guard let digits, digits.utf8.allSatisfy(isDigit), let length = Int64(digits) else {
            let reason = "the Content-Length of the reply is \"\(excerpt(of: text.utf8))\"; it must be a single number"
            throw TransportError(.malformedReply, reason: reason)
        }
        if fields[.transferEncoding]?.lowercased().contains("chunked") == true {
            throw TransportError(.malformedReply, reason: "the reply has a Content-Length and is chunked")
        }
        return length
    }

    private static func tooLarge(_ limit: Int64) -> TransportError {
        TransportError(.replyTooLarge, reason: "the body of the reply is larger than \(limit) bytes")
    }

    // MARK: Use by the handler

    /// Sends the request, and waits for the reply. A limit that is exceeded or the caller's cancellation ends the wait
    /// immediately, even if the transport has not stopped yet.
    func perform() async throws -> HTTPReply {
        handler.monitor.add(self, due: expire(now: handler.monitor.now()))
        defer { handler.monitor.remove(self) }
        do {
            try await run { handler.transport.begin(call.request, call.body, self, $0) }
            return try await reply()
        } catch {
            await state.withLock(\.receiver)?.discard()
            throw error
        }
    }

    package func withWait<Result>(_ body: (inout WaitState) -> Result) -> Result {
        state.withLock { body(&$0.wait) }
    }

    /// Returns the reply, after the transport has reported its end.
    private func reply() async throws -> HTTPReply {
        let (response, body, receiver, progress) = try state.withLock { state in
            guard let response = state.response else {
                throw TransportError(.connectionLost, reason: "the connection ended without a response")
            }
            // The body of a redirect is not used, and URLSession on Linux drops a part of it.
            if let declared = state.declared, state.received < declared, !state.isCutShort,
                response.status.kind != .redirection
            {
                throw TransportError(
                    .connectionLost,
                    reason: "the reply ended after \(state.received) of \(declared) bytes"
                )
            }
            let progress = state.report.isDue(state.received, of: state.received) ? state.progress : nil
            return (response, state.body, state.isCutShort ? nil : state.receiver, progress)
        }
        if let progress { call.operation.context.reportProgress(progress) }
        var reply = reply(response, body)
        reply.file = try await receiver?.finish()
        return reply
    }

    private func reply(_ response: HTTPResponse, _ body: Data = Data()) -> HTTPReply {
        var reply = HTTPReply(
            status: response.status,
            headers: response.headerFields,
            body: body,
            method: call.request.method,
            url: call.replyURL,
            attempt: call.operation.attempt
        )
        reply.acceptedCode = call.operation.accepts(response.status) ? response.status.code : nil
        reply.redaction = call.redaction
        return reply
    }

    /// Ends the exchange if `body` throws.
    private func failing(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch {
            fail(error)
            throw error
        }
    }

    // MARK: Use by the monitor

    /// Ends the exchange if it has exceeded a timeout.
    ///
    /// - Returns: when it will exceed one, unless the transport reports something before.
    func expire(now: Duration) -> Duration? {
        let (due, passed) = state.withLock { state in
            let limit = limit(in: state)
            state.monitored = limit.map { state.lastActivity + $0.limit }
            return (state.monitored, limit)
        }
        guard let due, let passed, due <= now else { return due }
        let operation = call.operation
        var error = NetTaskTimeoutError(
            passed.kind,
            limit: passed.limit,
            task: operation.name,
            attempt: operation.attempt
        )
        error.request = "\(call.request.method.rawValue) \(call.url)"
        fail(error)
        return nil
    }

    /// Changes the state. The monitor is notified only if the exchange is due before the monitor's next check.
    private func update<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        let (result, due): (Result, Duration?) = try state.withLock { state in
            let result = try body(&state)
            guard let limit = limit(in: state)?.limit else { return (result, nil) }
            let due = state.lastActivity + limit
            if let monitored = state.monitored, monitored <= due { return (result, nil) }
            state.monitored = due
            return (result, due)
        }
        if let due { handler.monitor.setTimer(due) }
        return result
    }

    private func limit(in state: State) -> (kind: NetTaskTimeoutError.Kind, limit: Duration)? {
        let (kind, limit): (NetTaskTimeoutError.Kind, Duration?) =
            switch state.stage {
            case .connecting where handler.transport.reportsConnection: (.connect, call.timeouts.connect)
            case .connecting, .waiting: (.firstByte, call.timeouts.firstByte)
            case .sending: (.idle, call.timeouts.idle)
            case .receiving where state.isHeld: (.idle, nil)
            case .receiving where state.receiver.map { $0.isPacedByReader && $0.isFull } == true: (.idle, nil)
            case .receiving: (.idle, state.receiver?.idle ?? call.timeouts.idle)
            }
        return limit.map { (kind, $0) }
    }
}
