import NetTaskRuntime
import NetTaskTesting
import Testing

@testable import NetTaskCore

/// Queues that share a rate, and a server that accepts exactly this number of requests in any period of that length, with any
/// network latency. Everything is determined by a seeded generator, without a clock.
private struct RateSimulation {
    private enum Event {
        case arrives, begins, ends
    }

    private(set) var refusedCount = 0
    private(set) var lastStart = Duration.zero

    private var queues: [QueueStateMachine<Int>]
    private var places: [[QueuePlace]]
    private let rate = NetTaskRate(limit: 5, per: .seconds(1))
    private var accepted: [Duration] = []
    private var random: SeededRandom
    private var events = DueHeap()
    private var eventValues: [(event: Event, queue: Int, task: Int)] = []

    init(queueCount: Int, seed: UInt64) {
        queues = (0..<queueCount).map { _ in QueueStateMachine() }
        places = (0..<queueCount).map { _ in [] }
        random = SeededRandom(seed: seed)
    }

    mutating func run(_ count: Int) {
        let share = RateShare(RateTokens(rate))
        for number in 0..<count {
            let (queue, task) = (number % queues.count, number / queues.count)
            change(queue, now: .zero) { rules, places in
                let options = QueueTaskOptions(key: "server", rate: share)
                places.append(rules.add(task, id: NetTaskID(UInt64(task + 1)), options))
            }
        }
        while queues.contains(where: { $0.count > 0 }) {
            let wakes = queues.indices.map { queues[$0].nextWake() }
            guard let now = ([events.first?.due] + wakes).compactMap({ $0 }).min() else {
                Issue.record("nothing wakes the tasks that wait")
                return
            }
            if let event = events.first, event.due <= now {
                events.removeFirst()
                take(eventValues[event.value], now: now)
            }
            for (queue, wake) in wakes.enumerated() where wake.map({ $0 <= now }) ?? false {
                change(queue, now: now) { _, _ in }
            }
        }
    }

    private mutating func change(
        _ queue: Int,
        now: Duration,
        _ body: (inout QueueStateMachine<Int>, inout [QueuePlace]) -> Void
    ) {
        var own = places[queue]
        queues[queue].change(now: now) { body(&$0, &own) }
        places[queue] = own
        for case .start(let task, _) in queues[queue].takeActions() {
            lastStart = now
            var moment = now
            for event in [Event.arrives, .begins, .ends] {
                moment += .milliseconds(Int.random(in: 1...400, using: &random))
                eventValues.append((event, queue, task))
                events.insert(eventValues.count - 1, due: moment, order: NetTaskID(UInt64(eventValues.count)))
            }
        }
        let returned = queues[queue].returnedTokens
        queues[queue].returnedTokens = []
        for tokens in returned {
            for other in queues.indices where other != queue {
                change(other, now: now) { rules, _ in rules.updateLanes(of: tokens) }
            }
        }
    }

    private mutating func take(_ value: (event: Event, queue: Int, task: Int), now: Duration) {
        let place = places[value.queue][value.task]
        switch value.event {
        case .arrives:
            accepted.removeAll { $0 <= now - rate.per }
            accepted.count < rate.limit ? accepted.append(now) : (refusedCount += 1)
        case .begins: change(value.queue, now: now) { rules, _ in rules.setHasToken(false, of: place, attempt: 1) }
        case .ends: change(value.queue, now: now) { rules, _ in rules.succeed(place, attempt: 1) }
        }
    }
}

@Suite("500 tasks with a rate that is the limit of their server")
struct RateSimulationTests {
    @Test(
        "No request is rejected, with one queue or several that share the rate",
        arguments: 1...3,
        [1, 2, 3] as [UInt64]
    )
    func refusals(queueCount: Int, seed: UInt64) {
        // given
        var simulation = RateSimulation(queueCount: queueCount, seed: seed)
        // when
        simulation.run(500)
        // then
        #expect(simulation.refusedCount == 0)
        // 100 rounds of 5 requests, each taking a second plus the latency in both directions.
        #expect(simulation.lastStart > .seconds(99))
        #expect(simulation.lastStart < .seconds(99 * 1.8))
    }
}
