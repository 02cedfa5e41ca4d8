/// The tokens of a ``NetTaskRate``, shared by all queues of the process with the same client, key and clock.
///
/// An attempt takes a token when it starts. The token comes back ``NetTaskRate/per`` after the head of the reply, or after an
/// attempt without a reply has ended. By then the request has reached the server, if it ever does. Therefore the server
/// receives at most ``NetTaskRate/limit`` requests in any span of that length.
final class RateTokens: Sendable {
    private struct State: Sendable {
        /// The number of tokens that running attempts have taken.
        var takenCount = 0
        /// When the other missing tokens come back, in order.
        var returns: [Duration] = []
        var schedulers: [WeakScheduler] = []
    }

    private struct WeakScheduler: Sendable {
        weak var value: QueueScheduler?
    }

    private let limit: Int
    private let per: Duration
    private let state = Locked(State())

    init(_ rate: NetTaskRate) {
        limit = max(rate.limit, 1)
        per = rate.per
    }

    // MARK: Tokens

    /// Takes a token, if one is available.
    ///
    /// - Returns: whether a token was taken.
    func take(at now: Duration) -> Bool {
        state.withLock { state in
            guard opening(at: now, &state) == .now else { return false }
            state.takenCount += 1
            return true
        }
    }

    /// Takes a token even if none is available, for another request of an attempt, such as after a redirect.
    func overdraw() {
        state.withLock { $0.takenCount += 1 }
    }

    func giveBack(at now: Duration) {
        state.withLock { state in
            state.takenCount -= 1
            // Queues read their clocks before they take the lock, so times may be out of order.
            let index = state.returns.lastIndex { $0 <= now + per }.map { $0 + 1 } ?? 0
            state.returns.insert(now + per, at: index)
        }
    }

    /// When the next token is available.
    func opening(at now: Duration) -> LaneOpening {
        state.withLock { opening(at: now, &$0) }
    }

    private func opening(at now: Duration, _ state: inout State) -> LaneOpening {
        state.returns.removeFirst(state.returns.firstIndex { $0 > now } ?? state.returns.count)
        let missing = state.takenCount + state.returns.count - limit
        if missing < 0 { return .now }
        return missing < state.returns.count ? .at(state.returns[missing]) : .unknown
    }

    /// Whether all tokens are available.
    func isOver(at now: Duration) -> Bool {
        state.withLock { $0.takenCount == 0 && $0.returns.last ?? .zero <= now }
    }

    // MARK: Queues

    fileprivate func add(_ scheduler: QueueScheduler) {
        // Returned, because a queue must not be released with the lock held: its `deinit` can run code of users.
        _ = state.withLock { state in
            let living = state.schedulers.compactMap(\.value)
            if !living.contains(where: { $0 === scheduler }) {
                state.schedulers = (living + [scheduler]).map { WeakScheduler(value: $0) }
            }
            return living
        }
    }

    /// The other queues that use these tokens.
    func others(than scheduler: QueueScheduler) -> [QueueScheduler] {
        state.withLock { $0.schedulers.compactMap(\.value) }.filter { $0 !== scheduler }
    }
}

/// The tokens of a rate, as used by one queue. Its times differ from those of the tokens by an offset.
struct RateShare: Sendable {
    let tokens: RateTokens
    /// How much later than the first queue of these tokens this queue opened its clock.
    let offset: Duration

    init(_ tokens: RateTokens, offset: Duration = .zero) {
        self.tokens = tokens
        self.offset = offset
    }

    func take(at now: Duration) -> Bool { tokens.take(at: now + offset) }
    func giveBack(at now: Duration) { tokens.giveBack(at: now + offset) }
    func isOver(at now: Duration) -> Bool { tokens.isOver(at: now + offset) }

    func opening(at now: Duration) -> LaneOpening {
        let opening = tokens.opening(at: now + offset)
        if case .at(let moment) = opening { return .at(moment - offset) }
        return opening
    }
}

/// The tokens of all rates in the process.
private struct RateRegistry: Sendable {
    struct Key: Hashable {
        let clock: ObjectIdentifier
        let client: Substring
        let lane: String
        let rate: NetTaskRate
    }

    /// The tokens with the time source of the first queue. The source keeps its clock alive, so that the identifier of the
    /// clock stays unique.
    private var entries: [Key: (tokens: RateTokens, time: TimeSource)] = [:]
    /// The number of entries at which unused ones are removed.
    private var cleanupThreshold = 64

    mutating func share(_ key: Key, _ time: TimeSource, now: Duration) -> RateShare? {
        if let (tokens, first) = entries[key] {
            return first.offset(of: time).map { RateShare(tokens, offset: $0) }
        }
        if entries.count >= cleanupThreshold {
            for other in Array(entries.keys) {
                // The lanes of queues hold the tokens that they use.
                guard isKnownUniquelyReferenced(&entries[other]!.tokens), let (tokens, first) = entries[other]
                else { continue }
                // With a different clock, the queues have been released, and most likely the clock too.
                let offset = other.clock == key.clock ? first.offset(of: time) : nil
                if offset.map({ tokens.isOver(at: now + $0) }) ?? true { entries[other] = nil }
            }
            cleanupThreshold = max(64, 2 * entries.count)
        }
        let tokens = RateTokens(key.rate)
        entries[key] = (tokens, time)
        return RateShare(tokens)
    }
}

private let rates = Locked(RateRegistry())

extension QueueScheduler {
    /// Returns the tokens of a rate for the tasks of a client and a lane, or `nil` if the rate limits nothing.
    func share(of rate: NetTaskRate, client: Substring, lane: String) -> RateShare? {
        guard rate.per > .zero else { return nil }
        // Times of different clocks cannot be compared.
        guard let clock = time.clock else { return RateShare(RateTokens(rate)) }
        let key = RateRegistry.Key(clock: clock, client: client, lane: lane, rate: rate)
        let now = time.now()
        let share = rates.withLock { $0.share(key, time, now: now) } ?? RateShare(RateTokens(rate))
        share.tokens.add(self)
        return share
    }
}
