/// The tokens of a ``NetTaskRate``, shared by all queues of the process that have the same client, key and clock.
///
/// An attempt takes a token when it starts. The token comes back ``NetTaskRate/per`` after the head of the reply, or after the
/// attempt has ended without one. The request has reached the server by then, if it ever does, so that the server receives no
/// more than ``NetTaskRate/limit`` requests in any span of that length.
final class RateTokens: Sendable {
    private struct State: Sendable {
        /// How many tokens attempts under way have.
        var takenCount = 0
        /// When the others that are not here come back, in order.
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

    /// - Returns: whether there was one.
    func take(at now: Duration) -> Bool {
        state.withLock { state in
            guard opening(at: now, &state) == .now else { return false }
            state.takenCount += 1
            return true
        }
    }

    /// Takes a token that may be missing, for another request of an attempt, such as one to which a redirect leads.
    func overdraw() {
        state.withLock { $0.takenCount += 1 }
    }

    func giveBack(at now: Duration) {
        state.withLock { state in
            state.takenCount -= 1
            // Queues read the clock before they wait for the lock, so that moments can be out of order.
            let index = state.returns.lastIndex { $0 <= now + per }.map { $0 + 1 } ?? 0
            state.returns.insert(now + per, at: index)
        }
    }

    /// When the next token is there.
    func opening(at now: Duration) -> LaneOpening {
        state.withLock { opening(at: now, &$0) }
    }

    private func opening(at now: Duration, _ state: inout State) -> LaneOpening {
        state.returns.removeFirst(state.returns.firstIndex { $0 > now } ?? state.returns.count)
        let missing = state.takenCount + state.returns.count - limit
        if missing < 0 { return .now }
        return missing < state.returns.count ? .at(state.returns[missing]) : .unknown
    }

    /// Whether all tokens are there.
    func isOver(at now: Duration) -> Bool {
        state.withLock { $0.takenCount == 0 && $0.returns.last ?? .zero <= now }
    }

    // MARK: Queues

    fileprivate func add(_ scheduler: QueueScheduler) {
        // Returned, since no queue may be released under the lock: that can run code of the user's.
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

/// The tokens of a rate, as a queue uses them: by moments of its own.
struct RateShare: Sendable {
    let tokens: RateTokens
    /// How much later than the first queue of these tokens this one opened its clock.
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

/// The tokens of all rates of the process.
private struct RateRegistry: Sendable {
    struct Key: Hashable {
        let clock: ObjectIdentifier
        let client: Substring
        let lane: String
        let rate: NetTaskRate
    }

    /// With the time of the first queue, whose clock lives as long as its identifier is used.
    private var entries: [Key: (tokens: RateTokens, time: TimeSource)] = [:]
    /// How many entries there are when it is looked for such as may be forgotten.
    private var countToForget = 64

    mutating func share(_ key: Key, _ time: TimeSource, now: Duration) -> RateShare? {
        if let (tokens, first) = entries[key] {
            return first.offset(of: time).map { RateShare(tokens, offset: $0) }
        }
        if entries.count >= countToForget {
            for other in Array(entries.keys) {
                // Lanes of queues hold the tokens that they use.
                guard isKnownUniquelyReferenced(&entries[other]!.tokens), let (tokens, first) = entries[other]
                else { continue }
                // The queues of another clock are gone, and with them most likely the clock.
                let offset = other.clock == key.clock ? first.offset(of: time) : nil
                if offset.map({ tokens.isOver(at: now + $0) }) ?? true { entries[other] = nil }
            }
            countToForget = max(64, 2 * entries.count)
        }
        let tokens = RateTokens(key.rate)
        entries[key] = (tokens, time)
        return RateShare(tokens)
    }
}

private let rates = Locked(RateRegistry())

extension QueueScheduler {
    /// The tokens of a rate for tasks of that client and lane; nil for a rate that limits nothing.
    func share(of rate: NetTaskRate, client: Substring, lane: String) -> RateShare? {
        guard rate.per > .zero else { return nil }
        // Moments of different clocks cannot be compared.
        guard let clock = time.clock else { return RateShare(RateTokens(rate)) }
        let key = RateRegistry.Key(clock: clock, client: client, lane: lane, rate: rate)
        let now = time.now()
        let share = rates.withLock { $0.share(key, time, now: now) } ?? RateShare(RateTokens(rate))
        share.tokens.add(self)
        return share
    }
}
