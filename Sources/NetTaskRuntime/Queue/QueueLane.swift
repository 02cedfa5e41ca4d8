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

    /// A token for each start, which comes back after a span of time.
    private struct Tokens: Sendable {
        let limit: Int
        let per: Duration
        /// When they were taken: at first as many as were, then a ring of all.
        private var taken: [Duration] = []
        private var oldest = 0

        init(_ rate: NetTaskRate) {
            limit = max(rate.limit, 1)
            per = rate.per
        }

        /// When there is one.
        var opening: Duration { taken.count < limit ? .zero : taken[oldest] + per }
        var latest: Duration? { taken.isEmpty ? nil : taken[(oldest + taken.count - 1) % taken.count] }

        mutating func take(at now: Duration) {
            if taken.count < limit {
                taken.append(now)
            } else {
                taken[oldest] = now
                oldest = (oldest + 1) % limit
            }
        }
    }

    /// How many attempts run whose replies have not come, so that nobody knows whether the server has counted them.
    var openCount: Int
    /// The moment that the queue is to be woken at for this lane; nil for none.
    var wake: Duration?
    private var waitEnd = Duration.zero
    private var window: Window?
    private var tokens: Tokens?
    private var latestStart: Duration

    init(openCount: Int, now: Duration) {
        self.openCount = openCount
        latestStart = now
    }

    /// When the next task may start; nil if one may now.
    func opening(at now: Duration) -> Duration? {
        var opening = max(waitEnd, tokens?.opening ?? .zero)
        if let window {
            let left = window.remaining - openCount
            if left <= 0 {
                opening = max(opening, window.end)
            } else if window.spreads {
                opening = max(opening, latestStart + (window.end - latestStart) / (left + 1))
            }
        }
        return opening > now ? opening : nil
    }

    /// Whether there is nothing left to remember, if nothing of it runs.
    func isOver(at now: Duration) -> Bool {
        let tokensBack = tokens.flatMap { tokens in tokens.latest.map { $0 + tokens.per } } ?? .zero
        return max(waitEnd, window?.end ?? .zero, tokensBack) <= now
    }

    /// Whether the server itself lets nothing start.
    func isHeldByServer(at now: Duration) -> Bool {
        waitEnd > now || window.map { $0.end > now && $0.remaining <= 0 } ?? false
    }

    mutating func setRate(_ rate: NetTaskRate) {
        if tokens == nil, rate.per > .zero { tokens = Tokens(rate) }
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

    /// - Parameter startedAt: when the attempt was started whose reply said it.
    mutating func note(_ limit: NetTaskLimit, startedAt: Duration, now: Duration) {
        if let wait = limit.wait {
            waitEnd = max(waitEnd, now + min(wait, NetTaskLimit.maxWait))
        }
        pass(to: now)
        guard let remaining = limit.remaining, let reset = limit.reset, reset > .zero else { return }
        let end = now + min(reset, NetTaskLimit.maxWait)
        let isLater = window?.notedAt.map { startedAt > $0 } ?? true
        // Replies overtake each other. Within one window, that with the least is the latest that the server has sent.
        if let window, remaining > window.remaining, !isLater { return }
        let old = window?.notedAt != nil && remaining <= window?.remaining ?? 0 ? window : nil
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
        tokens?.take(at: now)
    }

    /// An attempt has ended of which there was no reply: the server may have counted it.
    mutating func stopUnreported() {
        openCount -= 1
        window?.remaining -= 1
    }
}
