import NetTaskRuntime
import NetTaskTesting
import Testing

@testable import NetTaskCore

/// Tasks with the same key and a server that accepts 100 requests per minute, with any network latency. Everything is
/// determined by a seeded generator, without a clock.
private struct LaneSimulation {
    private enum Event {
        case arrives(Int, attempt: Int)
        case replies(Int, attempt: Int, status: Int, NetTaskLimit)
    }

    /// The reply of a server.
    enum Fields {
        case remaining, remainingAndQuota, retryAfter
    }

    var fields = Fields.remaining
    var spreads = false
    private(set) var started: [Duration] = []
    /// The server's windows in which requests were rejected, in the order in which the requests started.
    private(set) var refused: [(window: Int, startedAt: Duration)] = []
    private(set) var firstReply: Duration?
    private(set) var successCount = 0
    private(set) var highestRunningCount = 0

    private var rules: QueueStateMachine<Int>
    private var random: SeededRandom
    private var places: [Int: QueuePlace] = [:]
    private var starts: [Int: Duration] = [:]
    private var events = DueHeap()
    private var eventValues: [Event] = []
    private var counts: [Int: Int] = [:]
    /// When the server's first window begins.
    private let offset: Duration

    init(limit: Int, seed: UInt64) {
        rules = QueueStateMachine(limit: limit)
        random = SeededRandom(seed: seed)
        offset = .milliseconds(Int.random(in: 0..<60_000, using: &random))
    }

    mutating func run(_ count: Int) {
        rules.begin(now: .zero)
        for task in 1...count {
            places[task] = rules.add(task, id: NetTaskID(UInt64(task)), QueueTaskOptions(key: "server"))
        }
        rules.pump()
        carryOut(now: .zero)
        while rules.count > 0 {
            guard let now = [events.first?.due, rules.nextWake()].compactMap({ $0 }).min() else { return }
            if let event = events.first, event.due <= now {
                events.removeFirst()
                take(eventValues[event.value], now: event.due)
            } else {
                rules.change(now: now) { _ in }
            }
            carryOut(now: now)
        }
    }

    private mutating func send(_ event: Event, at due: Duration) {
        eventValues.append(event)
        events.insert(eventValues.count - 1, due: due, order: NetTaskID(UInt64(eventValues.count)))
    }

    private mutating func latency() -> Duration {
        .milliseconds(Int.random(in: 5...400, using: &random))
    }

    private mutating func carryOut(now: Duration) {
        for case .start(let task, let attempt) in rules.takeActions() {
            started.append(now)
            starts[task] = now
            send(.arrives(task, attempt: attempt), at: now + latency())
        }
        highestRunningCount = max(highestRunningCount, rules.runningCount)
    }

    private mutating func take(_ event: Event, now: Duration) {
        switch event {
        case .arrives(let task, let attempt):
            let (status, limit) = answer(task, now: now)
            send(.replies(task, attempt: attempt, status: status, limit), at: now + latency())
        case .replies(let task, let attempt, let status, let limit):
            guard let place = places[task] else {
                Issue.record("there is no task \(task)")
                return
            }
            firstReply = firstReply ?? now
            rules.change(now: now) { $0.recordLimit(limit, of: place, attempt: attempt) }
            carryOut(now: now)
            if status == 200 {
                successCount += 1
                rules.change(now: now) { $0.succeed(place, attempt: attempt) }
            } else {
                rules.change(now: now) { $0.fail(place, attempt: attempt, retryAfter: limit.wait ?? .zero) }
            }
        }
    }

    private mutating func answer(_ task: Int, now: Duration) -> (status: Int, limit: NetTaskLimit) {
        let sinceStart = (now + offset).components
        let window = Int(sinceStart.seconds / 60)
        counts[window, default: 0] += 1
        let remaining = 100 - (counts[window] ?? 0)
        // A partial second counts as a whole one.
        let reset = Duration.seconds(60 - sinceStart.seconds % 60)
        var limit = NetTaskLimit(spreads: spreads)
        if fields != .retryAfter {
            (limit.remaining, limit.reset) = (max(remaining, 0), reset)
            limit.quota = fields == .remainingAndQuota ? 100 : nil
        }
        if remaining >= 0 { return (200, limit) }
        refused.append((window, starts[task] ?? .zero))
        limit.wait = reset
        return (429, limit)
    }
}

@Suite("10,000 tasks against a server that takes 100 a minute")
struct LaneSimulationTests {
    @Test(
        "B44: with a limit of 8, no request is rejected after the first header was read",
        arguments: [1, 2, 3] as [UInt64]
    )
    func told(seed: UInt64) throws {
        // given
        var simulation = LaneSimulation(limit: 8, seed: seed)
        // when
        simulation.run(10_000)
        // then
        let firstReply = try #require(simulation.firstReply)
        #expect(simulation.successCount == 10_000)
        #expect(simulation.refused.count <= 8)
        #expect(simulation.refused.filter { $0.startedAt >= firstReply }.isEmpty)
        #expect(simulation.highestRunningCount == 8)
    }

    @Test("B44: then the tasks take only the time that the server's limit requires", arguments: [1, 2, 3] as [UInt64])
    func duration(seed: UInt64) throws {
        // given
        var simulation = LaneSimulation(limit: 8, seed: seed)
        // when
        simulation.run(10_000)
        // then
        #expect(try #require(simulation.started.last) < .seconds(101 * 61))
    }

    @Test(
        "B44: with only `Retry-After`, at most 8 requests are rejected in each window",
        arguments: [1, 2, 3] as [UInt64]
    )
    func refused(seed: UInt64) {
        // given
        var simulation = LaneSimulation(limit: 8, seed: seed)
        simulation.fields = .retryAfter
        // when
        simulation.run(10_000)
        // then
        #expect(simulation.successCount == 10_000)
        let counts = Dictionary(simulation.refused.map { ($0.window, 1) }, uniquingKeysWith: +)
        #expect(counts.values.allSatisfy { $0 <= 8 })
        #expect(!counts.isEmpty)
    }

    @Test("B44: with the server's limit as the only one, few requests are rejected after the first wave")
    func unlimited() {
        // given
        var simulation = LaneSimulation(limit: 0, seed: 1)
        simulation.fields = .remainingAndQuota
        // when
        simulation.run(10_000)
        // then
        let later = simulation.refused.filter { $0.startedAt > .zero }
        #expect(simulation.successCount == 10_000)
        #expect(later.count < 20)
    }

    @Test(
        "B44: with spreading, the seconds of a window have similar numbers of starts",
        arguments: [1, 2, 3] as [UInt64]
    )
    func spread(seed: UInt64) {
        // given
        var simulation = LaneSimulation(limit: 8, seed: seed)
        simulation.spreads = true
        simulation.fields = .remainingAndQuota
        // when
        simulation.run(2_000)
        // then
        let counts = Dictionary(
            simulation.started.dropFirst(100).map { ($0.components.seconds / 6, 1) },
            uniquingKeysWith: +
        )
        #expect(simulation.successCount == 2_000)
        #expect(counts.values.allSatisfy { $0 <= 20 })
        #expect(simulation.refused.count <= 8)
    }
}
