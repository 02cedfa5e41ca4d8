/// How long the parts of an attempt may take. The task's own `timeout` bounds the attempt as a whole, and its `deadline`
/// all attempts.
public struct HTTPTimeouts: Sendable, Hashable {
    /// Until the request begins to go out, the wait for a free connection included; nil for no limit. Over a transport
    /// that does not tell when that is, it counts for nothing, and the time is part of ``firstByte``.
    public var connect: Duration?
    /// From the last byte of the request to the head of the response; nil for no limit.
    public var firstByte: Duration?
    /// Between two pieces of the request's body, or of the response's; nil for no limit.
    public var idle: Duration?

    /// Defaults to 10 seconds to connect, as async-http-client has it, and 60 for the others, as URLSession has it.
    public init(connect: Duration? = .seconds(10), firstByte: Duration? = .seconds(60), idle: Duration? = .seconds(60))
    {
        self.connect = connect
        self.firstByte = firstByte
        self.idle = idle
    }

    /// No limits.
    public static var none: HTTPTimeouts { HTTPTimeouts(connect: nil, firstByte: nil, idle: nil) }
}

/// Ends exchanges that take too long. One for each handler, with one timer for all.
final class HTTPTimeoutMonitor: Sendable {
    private struct State {
        var exchanges: [ObjectIdentifier: HTTPExchange] = [:]
        /// When the timer goes off.
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

    /// - Parameter due: when the exchange has taken too long; nil if it has no limit.
    func add(_ exchange: HTTPExchange, due: Duration?) {
        state.withLock { $0.exchanges[ObjectIdentifier(exchange)] = exchange }
        setTimer(due)
    }

    /// The timer stays, since the next exchange would need one that goes off no later.
    func remove(_ exchange: HTTPExchange) {
        _ = state.withLock { $0.exchanges.removeValue(forKey: ObjectIdentifier(exchange)) }
    }

    /// Sees to it that the timer goes off no later than that.
    func setTimer(_ due: Duration?) {
        guard let due else { return }
        let old: Task<Void, Never>? = state.withLock { state in
            if let set = state.due, set <= due { return nil }
            let old = state.timer
            state.due = due
            state.timer = Task.detached { [time, weak self] in
                // One that was cancelled has been replaced.
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
