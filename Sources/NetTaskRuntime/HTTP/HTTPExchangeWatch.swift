/// Ends exchanges that take too long. One for each handler, with one timer for all.
final class HTTPExchangeWatch: Sendable {
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

    func add(_ exchange: HTTPExchange) {
        state.withLock { $0.exchanges[ObjectIdentifier(exchange)] = exchange }
        note(exchange.due)
    }

    /// The timer stays, since the next exchange would need one that goes off no later.
    func remove(_ exchange: HTTPExchange) {
        _ = state.withLock { $0.exchanges.removeValue(forKey: ObjectIdentifier(exchange)) }
    }

    /// Sees to it that the timer goes off no later than that.
    func note(_ due: Duration?) {
        guard let due else { return }
        let old: Task<Void, Never>? = state.withLock { state in
            if let set = state.due, set <= due { return nil }
            let old = state.timer
            state.due = due
            state.timer = timer(due)
            return old
        }
        old?.cancel()
    }

    private func timer(_ due: Duration) -> Task<Void, Never> {
        let time = time
        return Task.detached { [weak self] in
            // One that was cancelled has been replaced.
            guard (try? await time.sleep(due)) != nil else { return }
            self?.check()
        }
    }

    private func check() {
        let exchanges = state.withLock { state in
            (state.due, state.timer) = (nil, nil)
            return Array(state.exchanges.values)
        }
        let now = now()
        for exchange in exchanges {
            exchange.expire(now: now)
        }
        note(exchanges.compactMap(\.due).min())
    }
}
