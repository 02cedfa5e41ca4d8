/// The timeouts of the parts of an attempt. The `timeout` of the task limits the attempt as a whole, and its `deadline` all
/// attempts.
public struct HTTPTimeouts: Sendable, Hashable {
    /// The time until the transport starts to send the request, including the wait for a free connection; `nil` for no timeout.
    /// If the transport does not report that moment, this timeout has no effect, and the time is part of ``firstByte``.
    /// Default: 10 seconds.
    public var connect: Duration?
    /// The time from the last byte of the request to the head of the response; `nil` for no timeout. Default: 60 seconds.
    public var firstByte: Duration?
    /// The time between two pieces of the request's or the response's body; `nil` for no timeout. Default: 60 seconds.
    public var idle: Duration?

    /// Makes timeouts. The defaults are those of async-http-client for connecting, and those of URLSession for the others.
    public init(connect: Duration? = .seconds(10), firstByte: Duration? = .seconds(60), idle: Duration? = .seconds(60))
    {
        self.connect = connect
        self.firstByte = firstByte
        self.idle = idle
    }

    /// No timeouts.
    public static var none: HTTPTimeouts { HTTPTimeouts(connect: nil, firstByte: nil, idle: nil) }
}

/// Ends exchanges that exceed their timeouts. Each handler has one monitor, with one timer for all exchanges.
final class HTTPTimeoutMonitor: Sendable {
    private struct State {
        var exchanges: [ObjectIdentifier: HTTPExchange] = [:]
        /// When the timer fires.
        var due: Duration?
        var timer: Task<Void, Never>?
    }

    private let time: TimeSource
    private let state = Locked(State())

    init(_ time: TimeSource) {
        self.time = time
    }

    deinit {
        state.withLock { $0.timer }?.cancel()
    }

    func now() -> Duration { time.now() }

    /// - Parameter due: when the exchange exceeds a timeout, or `nil` if it has none.
    func add(_ exchange: HTTPExchange, due: Duration?) {
        state.withLock { $0.exchanges[ObjectIdentifier(exchange)] = exchange }
        setTimer(due)
    }

    /// Removes an exchange. The timer stays, because the next exchange needs one that is due soon anyway.
    func remove(_ exchange: HTTPExchange) {
        _ = state.withLock { $0.exchanges.removeValue(forKey: ObjectIdentifier(exchange)) }
    }

    /// Makes sure that the timer fires no later than `due`.
    func setTimer(_ due: Duration?) {
        guard let due else { return }
        let old: Task<Void, Never>? = state.withLock { state in
            if let set = state.due, set <= due { return nil }
            let old = state.timer
            state.due = due
            state.timer = Task.detached { [time, weak self] in
                // A timer that was cancelled has been replaced.
                guard (try? await time.sleep(due)) != nil else { return }
                self?.check()
            }
            return old
        }
        old?.cancel()
    }

    private func check() {
        let exchanges = state.withLock { state in
            (state.due, state.timer) = (nil, nil)
            return Array(state.exchanges.values)
        }
        let now = now()
        setTimer(exchanges.compactMap { $0.expire(now: now) }.min())
    }
}
