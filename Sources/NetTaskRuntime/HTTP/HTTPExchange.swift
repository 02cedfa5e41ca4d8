public import Foundation
public import HTTPTypes

/// One request on its way, and what becomes of it: what a transport tells goes in here, and the limits on time and size
/// are kept here.
///
/// A transport calls ``receive(_:)-(HTTPResponse)`` once and ``receive(_:)-(Data)`` for each piece of the body. The other
/// messages are for those that can tell: limits and progress are the finer for them. All may be called from any thread,
/// one after the other, and return at once.
public final class HTTPExchange: Sendable {
    private enum Stage {
        case connecting, sending, waiting, receiving, over
    }

    private struct State {
        var stage = Stage.connecting
        /// When the transport last told something.
        var lastSign: Duration
        var response: HTTPResponse?
        var body = Data()
        var sink: FileSink?
        var limit: Int64 = .max
        /// How long the body will be, as far as the head tells.
        var declared: Int64?
        var received: Int64 = 0
        var failure: (any Error)?
        var continuation: CheckedContinuation<Void, any Error>?
        /// Stops the transport.
        var stop: (@Sendable () -> Void)?
    }

    private let terms: HTTPExchangeTerms
    private let state: Locked<State>

    init(_ terms: HTTPExchangeTerms) {
        self.terms = terms
        state = Locked(State(lastSign: terms.watch.now()))
    }

    // MARK: What a transport tells

    /// The request has begun to go out. Up to here it is certain that the server has seen nothing of it.
    public func didConnect() {
        advance(from: .connecting, to: .sending)
    }

    /// More of the request's body has gone out.
    ///
    /// - Parameter count: the number of its bytes that have gone out in all.
    public func didSend(_ count: Int64) {
        advance(from: .connecting, to: .sending)
        state.withLock { $0.lastSign = terms.watch.now() }
        terms.progress(NetTaskProgress(.sending, completed: count, total: terms.bodyLength))
    }

    /// The last byte of the request has gone out.
    public func didSendRequest() {
        advance(from: .connecting, to: .sending)
        advance(from: .sending, to: .waiting)
    }

    /// The head of the response is there. Informational ones (1xx) may be told, too; the last head counts.
    ///
    /// - Throws: if no more is wanted; the transport is to stop the transfer then.
    public func receive(_ response: HTTPResponse) throws {
        do {
            let declared = try terms.declaredLength(of: response)
            let destination = try terms.destination(response)
            try state.withLock { state in
                if let failure = state.failure { throw failure }
                // With informational ones a server could keep it waiting for ever.
                if response.status.kind != .informational {
                    state.stage = .receiving
                    state.lastSign = terms.watch.now()
                }
                state.response = response
                state.declared = declared
                state.limit = destination.limit ?? .max
                state.sink = destination.sink
                if let declared, declared > state.limit { throw terms.tooLarge(state.limit) }
            }
        } catch {
            fail(error)
            throw error
        }
        // The next sign may be due sooner than the one before was.
        terms.watch.note(due)
    }

    /// A piece of the response's body is there.
    ///
    /// - Throws: if no more is wanted; the transport is to stop the transfer then.
    public func receive(_ data: Data) throws {
        do {
            let (sink, progress) = try state.withLock { state in
                if let failure = state.failure { throw failure }
                state.lastSign = terms.watch.now()
                state.received += Int64(data.count)
                if state.received > state.limit { throw terms.tooLarge(state.limit) }
                if state.sink == nil {
                    state.body.isEmpty ? state.body = data : state.body.append(data)
                }
                return (
                    state.sink, NetTaskProgress(.receiving, completed: state.received, total: state.declared)
                )
            }
            try sink?.write(data)
            terms.progress(progress)
        } catch {
            fail(error)
            throw error
        }
    }

    /// Whether so much waits to be written to disk that the transport should bring no more until ``whenReady(_:)``.
    public var isFull: Bool {
        state.withLock { $0.sink }?.isFull ?? false
    }

    /// Calls the closure once there is room for more, perhaps at once; on any thread.
    public func whenReady(_ resume: @escaping @Sendable () -> Void) {
        if let sink = state.withLock({ $0.sink }) {
            sink.whenReady(resume)
        } else {
            resume()
        }
    }

    // MARK: For the handler

    /// Has the request sent, and waits for its end or that of the exchange: a limit that is passed, or the caller's
    /// cancellation, ends it at once, however long the transport takes to notice.
    func perform(
        _ request: HTTPRequest,
        body: HTTPRequestBody?,
        over transport: any HTTPTransport
    ) async throws -> HTTPReceived {
        terms.watch.add(self)
        defer { terms.watch.remove(self) }
        do {
            try await withTaskCancellationHandler {
                try await transfer(request, body, transport)
            } onCancel: {
                fail(CancellationError())
            }
            return try await received()
        } catch {
            await state.withLock { $0.sink }?.discard()
            throw error
        }
    }

    private func transfer(
        _ request: HTTPRequest,
        _ body: HTTPRequestBody?,
        _ transport: any HTTPTransport
    ) async throws {
        try await withCheckedThrowingContinuation { continuation in
            start(continuation) {
                if let transport = transport as? any HTTPCallbackTransport {
                    return transport.start(request, body: body, exchange: self, whenDone: self.end)
                }
                let task = Task {
                    do {
                        try await transport.send(request, body: body, exchange: self)
                        self.end(nil)
                    } catch {
                        self.end(error)
                    }
                }
                return { task.cancel() }
            }
        }
    }

    /// - Parameter transfer: has the transport begin, and returns what stops it.
    private func start(
        _ continuation: CheckedContinuation<Void, any Error>,
        _ transfer: () -> @Sendable () -> Void
    ) {
        let failure = state.withLock { state in
            if state.failure == nil {
                state.continuation = continuation
            }
            return state.failure
        }
        if let failure { return continuation.resume(throwing: failure) }
        let stop = transfer()
        let isOver = state.withLock { state in
            if state.stage != .over {
                state.stop = stop
            }
            return state.stage == .over
        }
        if isOver {
            stop()
        }
    }

    /// What came, once the transport says that it is complete.
    private func received() async throws -> HTTPReceived {
        let (response, body, sink) = try state.withLock { state in
            guard let response = state.response else {
                throw TransportError(.connectionLost, reason: "the connection ended without a response")
            }
            // Of a redirect nobody needs the body, and URLSession on Linux drops some.
            if let declared = state.declared, state.received < declared, response.status.kind != .redirection {
                throw TransportError(
                    .connectionLost,
                    reason: "the reply ended after \(state.received) of \(declared) bytes"
                )
            }
            return (response, state.body, state.sink)
        }
        // The sink and the exchange keep nothing of the file: the transport may hold on to them for a while.
        return HTTPReceived(response: response, body: body, file: try await sink?.close(for: response))
    }

    /// Ends the exchange for a reason of ours.
    func fail(_ error: any Error) {
        finish(error)?()
    }

    /// The transport has come to an end.
    private func end(_ error: (any Error)?) {
        _ = finish(error)
    }

    /// - Returns: what stops the transport, if this is what ended the exchange.
    private func finish(_ error: (any Error)?) -> (@Sendable () -> Void)? {
        let (continuation, stop) = state.withLock { state in
            if state.stage == .over {
                return (nil as CheckedContinuation<Void, any Error>?, nil as (@Sendable () -> Void)?)
            }
            state.stage = .over
            state.failure = error ?? CancellationError()
            defer { (state.continuation, state.stop) = (nil, nil) }
            return (state.continuation, state.stop)
        }
        if let error {
            continuation?.resume(throwing: error)
        } else {
            continuation?.resume()
        }
        return stop
    }

    private func advance(from stage: Stage, to next: Stage) {
        let hasAdvanced = state.withLock { state in
            guard state.stage == stage else { return false }
            state.stage = next
            state.lastSign = terms.watch.now()
            return true
        }
        if hasAdvanced {
            terms.watch.note(due)
        }
    }

    // MARK: For the watch

    /// When it has taken too long, if nothing is told until then.
    var due: Duration? {
        state.withLock { limit(in: $0).map { $0.lastSign + $0.limit } }
    }

    /// Ends it if it is due.
    func expire(now: Duration) {
        let error: TimeoutError? = state.withLock { state in
            guard let limit = limit(in: state), limit.lastSign + limit.limit <= now else { return nil }
            return terms.timeout(limit.kind, limit.limit)
        }
        if let error {
            fail(error)
        }
    }

    private func limit(in state: State) -> (kind: TimeoutError.Kind, limit: Duration, lastSign: Duration)? {
        let (kind, limit): (TimeoutError.Kind, Duration?) =
            switch state.stage {
            case .connecting where terms.transport.tellsConnection: (.connect, terms.timeouts.connect)
            case .connecting, .waiting: (.firstByte, terms.timeouts.firstByte)
            case .sending, .receiving: (.idle, terms.timeouts.idle)
            case .over: (.idle, nil)
            }
        return limit.map { (kind, $0, state.lastSign) }
    }
}
