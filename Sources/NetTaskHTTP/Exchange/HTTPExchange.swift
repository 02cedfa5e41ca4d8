public import Foundation
public import HTTPTypes

/// One request on its way, and what becomes of it: what a transport tells goes in here, and the limits on time and size
/// are kept here.
///
/// A transport calls ``receive(_:)-(HTTPResponse)`` once and ``receive(_:)-(Data)`` for each piece of the body. The other
/// messages are for those that can tell: limits and progress are the finer for them. All may be called from any thread,
/// one after the other, and return at once.
public final class HTTPExchange: CancellableWaiting {
    private enum Stage {
        case connecting, sending, waiting, receiving
    }

    private struct State {
        var wait = WaitState()
        var stage = Stage.connecting
        /// When the transport last told something.
        var lastActivity: Duration
        var response: HTTPResponse?
        /// The body, if nobody takes it as it comes.
        var body = Data()
        var receiver: (any HTTPReplyReceiver)?
        /// How many bytes the body may have.
        var limit = Int64.max
        /// How long the body will be, as far as the head tells.
        var declared: Int64?
        var received: Int64 = 0
        /// Whether the transport was told to wait for room, and has not been told that there is some.
        var isHeld = false
        /// Whether no more is wanted of the body than has come.
        var isCutShort = false
        /// Until when the monitor will look; nil if it does not have to.
        var monitored: Duration?
        /// What the task was told of the body that is sent, and then of the one that is received.
        var told = ToldProgress()

        var progress: NetTaskProgress { NetTaskProgress(.receiving, completed: received, total: declared) }

        mutating func begin(_ stage: Stage, at now: Duration) {
            (self.stage, lastActivity) = (stage, now)
        }
    }

    /// Tells of a body for each hundredth that it grows by, so that a long transfer does not keep its queue busy.
    private struct ToldProgress {
        private var count: Int64 = 0

        mutating func isNews(_ count: Int64, of total: Int64?) -> Bool {
            guard count != self.count, count == total || count >= self.count + self.count / 100 else { return false }
            self.count = count
            return true
        }
    }

    /// How large the head of a response may be, in bytes.
    private static let maxHeadSize = 256 * 1024

    private let call: HTTPCall
    private let handler: HTTPNetTaskQueueHandler
    private let state: Locked<State>

    init(_ call: HTTPCall, _ handler: HTTPNetTaskQueueHandler) {
        self.call = call
        self.handler = handler
        state = Locked(State(lastActivity: handler.monitor.now()))
    }

    // MARK: What a transport tells

    /// The request has begun to go out. Up to here it is certain that the server has seen nothing of it.
    public func didConnect() {
        update { state in
            if state.stage == .connecting { state.begin(.sending, at: handler.monitor.now()) }
        }
    }

    /// More of the request's body has gone out.
    ///
    /// - Parameter count: the number of its bytes that have gone out in all.
    public func didSend(_ count: Int64) {
        let total = call.body?.length
        let isNews = update { state in
            state.begin(state.stage == .connecting ? .sending : state.stage, at: handler.monitor.now())
            return state.told.isNews(count, of: total)
        }
        if isNews {
            call.operation.context.reportProgress(NetTaskProgress(.sending, completed: count, total: total))
        }
    }

    /// The last byte of the request has gone out.
    public func didSendRequest() {
        update { state in
            if state.stage == .connecting || state.stage == .sending {
                state.begin(.waiting, at: handler.monitor.now())
            }
        }
    }

    /// The head of the response is there. Informational ones (1xx) may be told, too; the last head counts.
    ///
    /// - Throws: if no more is wanted; the transport is to stop the transfer then.
    public func receive(_ response: HTTPResponse) throws {
        handler.reportLimit(in: response, to: call)
        try failing {
            let declared = try declaredLength(of: response)
            let isAccepted = call.operation.accepts(response.status)
            let receiver = isAccepted ? call.makeReceiver?() : nil
            let maxReplySize = handler.configuration.maxReplySize
            if isAccepted { try checkHead(response) }
            try update { state in
                try state.wait.checkNotOver()
                // With informational ones a server could keep it waiting for ever.
                if response.status.kind != .informational {
                    state.begin(.receiving, at: handler.monitor.now())
                    state.told = ToldProgress()
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

    /// A piece of the response's body is there.
    ///
    /// - Throws: if no more is wanted; the transport is to stop the transfer then.
    public func receive(_ data: Data) throws {
        try failing {
            let (receiver, progress) = try update { state in
                try state.wait.checkNotOver()
                (state.lastActivity, state.isHeld) = (handler.monitor.now(), false)
                state.received += Int64(data.count)
                if state.received > state.limit { throw Self.tooLarge(state.limit) }
                if state.receiver == nil {
                    state.body.isEmpty ? state.body = data : state.body.append(data)
                }
                return (state.receiver, state.told.isNews(state.received, of: state.declared) ? state.progress : nil)
            }
            if try receiver?.receive(data) == false {
                state.withLock { $0.isCutShort = true }
                finish()
            }
            if let progress { call.operation.context.reportProgress(progress) }
        }
    }

    /// Whether so much waits to be written to disk, or to be read, that the transport should bring no more until
    /// ``whenReady(_:)``.
    public var isFull: Bool {
        state.withLock { state in
            guard let receiver = state.receiver, receiver.isFull else { return false }
            state.isHeld = receiver.isPacedByReader
            return true
        }
    }

    /// Whether it has ended, such as by the cancellation of its caller.
    package var isOver: Bool { (try? state.withLock(\.wait).checkNotOver()) == nil }

    /// How many bytes may wait on disk while it is full, and in which folder.
    package var spool: (limit: Int64, folder: URL?) {
        let configuration = handler.configuration
        return (configuration.maxSpoolSize, configuration.spoolFolder)
    }

    /// Calls the closure once there is room for more, perhaps at once; on any thread.
    public func whenReady(_ resume: @escaping @Sendable () -> Void) {
        guard let receiver = state.withLock(\.receiver) else { return resume() }
        receiver.whenReady { [self] in
            // At once: a timer that goes off between the two would count the time for which the transport was held.
            update { ($0.lastActivity, $0.isHeld) = (handler.monitor.now(), false) }
            resume()
        }
    }

    // MARK: What a response may be

    /// How long the body will be, if the head tells, in bytes as they are brought.
    ///
    /// - Throws: if the head is too large, or the body is packed in a way that the transport does not know.
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
        // Of a redirect nobody needs the body.
        let isNeeded = length != 0 && response.status.kind != .redirection
        if isNeeded, !handler.transport.unpacks(encoding.lowercased()) {
            throw TransportError(
                .malformedReply,
                reason: "the body is in the Content-Encoding \"\(excerpt(of: encoding.utf8))\", "
                    + "which the transport cannot unpack; ask for another one in Accept-Encoding"
            )
        }
        // What was packed comes out unpacked, in another length.
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

    /// What `Content-Length` says. A reply that can be framed in two ways may be cut in the other by somebody on the way
    /// (RFC 9112, section 6.3).
    private func length(in fields: HTTPFields) throws(TransportError) -> Int64? {
        guard let text = fields[.contentLength] else { return nil }
        // It may be there several times if it is the same (RFC 9110, section 8.6).
        var digits: String? = text
        if text.utf8.contains(UInt8(ascii: ",")) {
            let lengths = Set(text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) })
            digits = lengths.count == 1 ? lengths.first : nil
        }
        let isDigit = { (byte: UInt8) in (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
        guard let digits, digits.utf8.allSatisfy(isDigit), let length = Int64(digits) else {
            let reason = "the Content-Length of the reply is \"\(excerpt(of: text.utf8))\", and must be one number"
            throw TransportError(.malformedReply, reason: reason)
        }
        if fields[.transferEncoding]?.lowercased().contains("chunked") == true {
            throw TransportError(.malformedReply, reason: "the reply has a Content-Length, and comes in chunks")
        }
        return length
    }

    private static func tooLarge(_ limit: Int64) -> TransportError {
        TransportError(.replyTooLarge, reason: "the body of the reply is larger than \(limit) bytes")
    }

    // MARK: For the handler

    /// Has the request sent, and waits for its end or that of the exchange: a limit that is passed, or the caller's
    /// cancellation, ends it at once, however long the transport takes to notice.
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

    /// What came, once the transport says that it is complete.
    private func reply() async throws -> HTTPReply {
        let (response, body, receiver, progress) = try state.withLock { state in
            guard let response = state.response else {
                throw TransportError(.connectionLost, reason: "the connection ended without a response")
            }
            // Of a redirect nobody needs the body, and URLSession on Linux drops some.
            if let declared = state.declared, state.received < declared, !state.isCutShort,
                response.status.kind != .redirection
            {
                throw TransportError(
                    .connectionLost,
                    reason: "the reply ended after \(state.received) of \(declared) bytes"
                )
            }
            let progress = state.told.isNews(state.received, of: state.received) ? state.progress : nil
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

    /// Ends the exchange where a limit is passed.
    private func failing(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch {
            fail(error)
            throw error
        }
    }

    // MARK: For the monitor

    /// Ends it if it has taken too long.
    ///
    /// - Returns: when it will have, if nothing is told until then.
    func expire(now: Duration) -> Duration? {
        let (due, passed) = state.withLock { state in
            let limit = limit(in: state)
            state.monitored = limit.map { state.lastActivity + $0.limit }
            return (state.monitored, limit)
        }
        guard let due, let passed, due <= now else { return due }
        let operation = call.operation
        fail(
            NetTaskTimeoutError(passed.kind, limit: passed.limit, task: operation.name, attempt: operation.attempt)
        )
        return nil
    }

    /// Changes the state. The monitor learns of it only if the exchange is due sooner than the monitor will look.
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
            case .connecting where handler.transport.tellsConnection: (.connect, call.timeouts.connect)
            case .connecting, .waiting: (.firstByte, call.timeouts.firstByte)
            case .sending: (.idle, call.timeouts.idle)
            case .receiving where state.isHeld: (.idle, nil)
            case .receiving where state.receiver.map { $0.isPacedByReader && $0.isFull } == true: (.idle, nil)
            case .receiving: (.idle, state.receiver?.idle ?? call.timeouts.idle)
            }
        return limit.map { (kind, $0) }
    }
}
