/// What holds the tasks of one key back: what their server has said of its limits, and the rate of their spec.
struct QueueLane: Sendable {
    /// What a server takes until it counts anew.
    private struct Window: Sendable {
        /// As the server has said, less what may have been counted since without a reply.
        var remaining: Int
        var end: Duration
        var quota: Int?
        var spreads: Bool
        /// How long the next one will be, as far as is known.
        var length: Duration
        /// When the server's latest word came; nil if it has said nothing of this window.
        var notedAt: Duration?
    }

    /// How many attempts run whose replies have not come, so that nobody knows whether the server has counted them.
    var openCount: Int
    /// The moment that the queue is to be woken at for this lane; nil for none.
    var wake: Duration?
    /// When observers are to be notified again that the server holds the lane; nil for not again.
    var reminder: Duration?
    /// Whether a task may wait in it whose deadline does not count yet.
    var hasUncountedDeadlines = true
    private(set) var rate: RateShare?
    private var waitEnd = Duration.zero
    private var window: Window?
    private var latestStart: Duration

    init(openCount: Int, now: Duration) {
        self.openCount = openCount
        latestStart = now
    }

    /// When the next task may start.
    func opening(at now: Duration) -> LaneOpening {
        let serverEnd = serverEnd(at: now)
        switch rate?.opening(at: now) {
        case .unknown: return .unknown
        case .at(let moment): return .at(max(moment, serverEnd))
        case .now, nil: return serverEnd > now ? .at(serverEnd) : .now
        }
    }

    /// When the server's limit allows the next start; a moment that is past if it does now.
    private func serverEnd(at now: Duration) -> Duration {
        guard let window else { return waitEnd }
        let left = window.remaining - openCount
        if left <= 0 { return max(waitEnd, window.end) }
        return window.spreads ? max(waitEnd, latestStart + (window.end - latestStart) / (left + 1)) : waitEnd
    }

    /// What holds its tasks back; nil if nothing does.
    func hold(at now: Duration) -> NetTaskHold? {
        let server = max(serverEnd(at: now) - now, .zero)
        switch opening(at: now) {
        case .now: return nil
        case .at(let moment) where moment - now > server: return .rate(moment - now)
        case .at, .unknown: return server > .zero ? .server(server) : .rate(.zero)
        }
    }

    /// Whether there is nothing left to remember, if nothing of it runs.
    func isOver(at now: Duration) -> Bool {
        max(waitEnd, window?.end ?? .zero) <= now && rate?.isOver(at: now) ?? true
    }

    /// Whether the server itself lets nothing start.
    func isHeldByServer(at now: Duration) -> Bool {
        waitEnd > now || window.map { $0.end > now && $0.remaining <= 0 } ?? false
    }

    mutating func setRate(_ rate: RateShare) {
        self.rate = self.rate ?? rate
    }

    /// Lets a window pass that is over. The server is taken to count anew, unless it said nothing of that one.
    mutating func pass(to now: Duration) {
        guard let old = window, old.end <= now else { return }
        window = nil
        if let quota = old.quota, old.notedAt != nil {
            window = Window(
                remaining: quota,
                end: now + old.length,
                quota: quota,
                spreads: old.spreads,
                length: old.length,
                notedAt: nil
            )
        }
    }

    /// - Parameters:
    ///   - startedAt: when the attempt was started whose reply said it.
    ///   - maxHold: the longest time for which it counts.
    mutating func note(_ limit: NetTaskLimit, startedAt: Duration, now: Duration, maxHold: Duration) {
        if let wait = limit.wait {
            waitEnd = max(waitEnd, now + min(wait, maxHold))
        }
        pass(to: now)
        guard let remaining = limit.remaining, let reset = limit.reset, reset > .zero else { return }
        let end = now + min(reset, maxHold)
        let isLater = window?.notedAt.map { startedAt > $0 } ?? true
        // Replies overtake each other. Within one window, that with the least is the latest that the server has sent.
        if let window, remaining > window.remaining, !isLater { return }
        let old = window.flatMap { $0.notedAt != nil && remaining <= $0.remaining ? $0 : nil }
        window = Window(
            remaining: max(remaining, 0),
            end: max(end, old?.end ?? end),
            quota: limit.quota ?? old?.quota,
            spreads: limit.spreads,
            length: max(old?.length ?? end - now, .seconds(1)),
            notedAt: now
        )
    }

    mutating func start(at now: Duration) {
        pass(to: now)
        openCount += 1
        latestStart = now
    }

    /// An attempt has ended of which there was no reply: the server may have counted it.
    mutating func stopUnreported() {
        openCount -= 1
        window?.remaining -= 1
    }
}

/// When the next task of a lane may start.
enum LaneOpening: Sendable, Equatable {
    case now
    case at(Duration)
    /// Once an attempt under way has ended, or its reply has begun.
    case unknown
}
