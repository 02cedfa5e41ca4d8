/// The limits that hold the tasks of one key: the limit that their server has stated, and the rate in their spec.
struct QueueLane: Sendable {
    /// The requests that a server accepts until its next reset.
    private struct Window: Sendable {
        /// The number that the server has stated, minus the later requests that it may have counted although their replies are
        /// missing.
        var remaining: Int
        var end: Duration
        var quota: Int?
        var spreads: Bool
        /// The length of the next window, as far as it is known.
        var length: Duration
        /// When the server last described this window; `nil` if it has not.
        var recordedAt: Duration?
    }

    /// The number of running attempts whose replies have not arrived. The server may or may not have counted them.
    var openCount: Int
    /// When the queue wakes for this lane, or `nil`.
    var wake: Duration?
    /// When to notify observers again that the server holds the lane, or `nil`.
    var reminder: Duration?
    /// Whether the lane may contain waiting tasks whose deadline does not count yet.
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

    /// When the server's limit allows the next start. A time in the past means immediately.
    private func serverEnd(at now: Duration) -> Duration {
        guard let window else { return waitEnd }
        let left = window.remaining - openCount
        if left <= 0 { return max(waitEnd, window.end) }
        return window.spreads ? max(waitEnd, latestStart + (window.end - latestStart) / (left + 1)) : waitEnd
    }

    /// The reason why the lane is held, or `nil` if it is not.
    func hold(at now: Duration) -> NetTaskHold? {
        let server = max(serverEnd(at: now) - now, .zero)
        switch opening(at: now) {
        case .now: return nil
        case .at(let moment) where moment - now > server: return .rate(moment - now)
        case .at, .unknown: return server > .zero ? .server(server) : .rate(.zero)
        }
    }

    /// Whether the lane has no limits left to remember, provided that none of its tasks runs.
    func isOver(at now: Duration) -> Bool {
        max(waitEnd, window?.end ?? .zero) <= now && rate?.isOver(at: now) ?? true
    }

    /// Whether the server's limit, rather than the rate, prevents starts.
    func isHeldByServer(at now: Duration) -> Bool {
        waitEnd > now || window.map { $0.end > now && $0.remaining <= 0 } ?? false
    }

    mutating func setRate(_ rate: RateShare) {
        self.rate = self.rate ?? rate
    }

    /// Ends a window whose time has passed. The server is assumed to begin another one, unless it never described the one that
    /// ends.
    mutating func advance(to now: Duration) {
        guard let old = window, old.end <= now else { return }
        window = nil
        if let quota = old.quota, old.recordedAt != nil {
            window = Window(
                remaining: quota,
                end: now + old.length,
                quota: quota,
                spreads: old.spreads,
                length: old.length,
                recordedAt: nil
            )
        }
    }

    /// Records a limit that the server has stated.
    ///
    /// - Parameters:
    ///   - startedAt: when the attempt started whose reply states the limit.
    ///   - maxHold: the longest time for which the limit applies.
    mutating func record(_ limit: NetTaskLimit, startedAt: Duration, now: Duration, maxHold: Duration) {
        if let wait = limit.wait {
            waitEnd = max(waitEnd, now + min(wait, maxHold))
        }
        advance(to: now)
        guard let remaining = limit.remaining, let reset = limit.reset, reset > .zero else { return }
        let end = now + min(reset, maxHold)
        let isLater = window?.recordedAt.map { startedAt > $0 } ?? true
        // Replies may arrive out of order. Within one window, the reply with the lowest number is the latest that the server
        // has sent.
        if let window, remaining > window.remaining, !isLater { return }
        let old = window.flatMap { $0.recordedAt != nil && remaining <= $0.remaining ? $0 : nil }
        window = Window(
            remaining: max(remaining, 0),
            end: max(end, old?.end ?? end),
            quota: limit.quota ?? old?.quota,
            spreads: limit.spreads,
            length: max(old?.length ?? end - now, .seconds(1)),
            recordedAt: now
        )
    }

    mutating func start(at now: Duration) {
        advance(to: now)
        openCount += 1
        latestStart = now
    }

    /// Records that an attempt ended without a reply. The server may have counted it.
    mutating func stopUnreported() {
        openCount -= 1
        window?.remaining -= 1
    }
}

/// When the next task of a lane may start.
enum LaneOpening: Sendable, Equatable {
    case now
    case at(Duration)
    /// When a running attempt has ended or its reply has begun.
    case unknown
}
