import Testing

@testable import NetTaskRuntime

private func id(_ number: UInt64) -> NetTaskID { NetTaskID(number) }

@Suite("State machine of a queue")
struct QueueStateMachineTests {
    @Test("B04: each way of leaving a slot refills it in the same step")
    func refill() {
        // given
        var machine = QueueStateMachine(limit: 1)
        for number in 1...5 as ClosedRange<UInt64> {
            _ = machine.handle(.added(id(number), timeout: nil, deadline: nil), now: .zero)
        }
        // then
        #expect(
            machine.handle(.succeeded(id(1), attempt: 1), now: .zero)
                == [.end(id(1), .finished), .start(id(2), attempt: 1)]
        )
        #expect(
            machine.handle(.failed(id(2), attempt: 1, retryAfter: nil), now: .zero)
                == [.end(id(2), .finished), .start(id(3), attempt: 1)]
        )
        #expect(
            machine.handle(.cancelled(id(3), .handle), now: .zero)
                == [.end(id(3), .cancelled(.handle)), .start(id(4), attempt: 1)]
        )
        #expect(
            machine.handle(.failed(id(4), attempt: 1, retryAfter: .seconds(1)), now: .zero)
                == [.retry(id(4), attempt: 1, after: .seconds(1)), .start(id(5), attempt: 1)]
        )
    }

    @Test("B01: events about tasks that have ended, or attempts that are over, do nothing")
    func staleEvents() {
        // given
        var machine = QueueStateMachine(limit: 0)
        _ = machine.handle(.added(id(1), timeout: nil, deadline: nil), now: .zero)
        _ = machine.handle(.failed(id(1), attempt: 1, retryAfter: .zero), now: .zero)
        // then
        #expect(machine.handle(.succeeded(id(1), attempt: 1), now: .zero) == [])
        #expect(machine.handle(.failed(id(1), attempt: 1, retryAfter: nil), now: .zero) == [])
        #expect(machine.handle(.succeeded(id(1), attempt: 2), now: .zero) == [.end(id(1), .finished)])
        #expect(machine.handle(.succeeded(id(1), attempt: 2), now: .zero) == [])
        #expect(machine.handle(.cancelled(id(1), .handle), now: .zero) == [])
        #expect(machine.handle(.cancelled(id(9), .handle), now: .zero) == [])
    }

    @Test("It asks to be woken for the next retry, time-out or deadline that counts")
    func wakes() {
        // given
        var machine = QueueStateMachine(limit: 1)
        #expect(machine.nextWake() == nil)
        // then
        _ = machine.handle(.added(id(1), timeout: .seconds(5), deadline: .seconds(9)), now: .zero)
        #expect(machine.nextWake() == .seconds(5))
        _ = machine.handle(.failed(id(1), attempt: 1, retryAfter: .seconds(3)), now: .seconds(1))
        #expect(machine.nextWake() == .seconds(4))
        _ = machine.handle(.suspended, now: .seconds(1))
        #expect(machine.nextWake() == .seconds(9))
        _ = machine.handle(.resumed, now: .seconds(1))
        _ = machine.handle(.added(id(2), timeout: nil, deadline: nil), now: .seconds(1))
        #expect(machine.nextWake() == .seconds(9))
        #expect(machine.handle(.timePassed, now: .seconds(9)) == [.end(id(1), .deadlinePassed)])
        #expect(machine.nextWake() == nil)
    }

    @Test("The deadline counts from the start of the first attempt")
    func deadline() {
        // given
        var machine = QueueStateMachine(limit: 0)
        _ = machine.handle(.added(id(1), timeout: nil, deadline: .seconds(10)), now: .seconds(5))
        _ = machine.handle(.failed(id(1), attempt: 1, retryAfter: .zero), now: .seconds(12))
        // then
        #expect(
            machine.handle(.failed(id(1), attempt: 2, retryAfter: .seconds(4)), now: .seconds(12))
                == [.end(id(1), .finished)]
        )
    }

    @Test("Negative limits count as 0, which is unlimited")
    func negativeLimit() {
        var machine = QueueStateMachine(limit: -1)
        #expect(machine.limit == 0)
        _ = machine.handle(.limitChanged(-5), now: .zero)
        #expect(machine.limit == 0)
    }

    @Test("Tasks that come and go leave nothing behind", arguments: [false, true])
    func memory(suspended: Bool) {
        // given
        var machine = QueueStateMachine(limit: 1)
        if suspended { _ = machine.handle(.suspended, now: .zero) }
        // when
        for number in 1...10_000 as ClosedRange<UInt64> {
            _ = machine.handle(.added(id(number), timeout: .seconds(9), deadline: .seconds(9)), now: .zero)
            _ = machine.handle(.cancelled(id(number), .handle), now: .zero)
        }
        // then
        #expect(machine.placeCount < 200)
    }

    @Test("B01, B02, B05, B35: after random events the rules hold", arguments: 0..<40)
    func randomEvents(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var machine = QueueStateMachine(limit: Int.random(in: 0...3, using: &random))
        var model = Model(limit: machine.limit)
        for step in 0..<500 {
            model.now += .milliseconds(Int.random(in: 0...2, using: &random) * 10)
            let event = model.randomEvent(using: &random)
            // when
            let actions = machine.handle(event, now: model.now)
            // then
            model.note(event)
            for action in actions {
                if let fault = model.fault(in: action) {
                    Issue.record("seed \(seed), step \(step), \(event): \(fault)")
                    return
                }
            }
            if let fault = model.fault(comparedTo: &machine) {
                Issue.record("seed \(seed), step \(step), \(event): \(fault)")
                return
            }
        }
        _ = machine.handle(.resumed, now: model.now)
        for action in machine.handle(.cancelledAll(.queue), now: model.now) {
            if case .end(let id, _) = action { model.tasks.removeValue(forKey: id) }
        }
        #expect(machine.count == 0)
        #expect(machine.runningCount == 0)
    }
}

/// The rules once more, slow and obvious: who waits since when, who runs, what may happen next.
private struct Model {
    struct Task {
        var due: Duration
        var attempt = 0
        var isRunning = false
        var isOverdue = false
    }

    var now = Duration.zero
    var limit: Int
    var isSuspended = false
    var tasks: [NetTaskID: Task] = [:]
    var lastID: UInt64 = 0
    /// What the event allows to end.
    private var ending: Set<NetTaskID> = []
    private var retrying: (id: NetTaskID, wait: Duration)?

    init(limit: Int) {
        self.limit = limit
    }

    func randomEvent(using random: inout SeededRandom) -> QueueStateMachine.Event {
        let some = tasks.keys.sorted().randomElement(using: &random) ?? id(0)
        // Now and then of an attempt that is over.
        let attempt = (tasks[some]?.attempt ?? 0) - (Int.random(in: 0..<8, using: &random) == 0 ? 1 : 0)
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<7:
            let timeout: Duration? = Bool.random(using: &random) ? .milliseconds(50) : nil
            return .added(id(lastID + 1), timeout: timeout, deadline: nil)
        case 7..<10: return .succeeded(some, attempt: attempt)
        case 10..<12: return .failed(some, attempt: attempt, retryAfter: nil)
        case 12..<15:
            let wait = Duration.milliseconds(Int.random(in: 0...4, using: &random) * 10)
            return .failed(some, attempt: attempt, retryAfter: wait)
        case 15: return .cancelled(some, .handle)
        case 16: return .limitChanged(Int.random(in: 0...4, using: &random))
        case 17: return isSuspended ? .resumed : .suspended
        default: return .timePassed
        }
    }

    mutating func note(_ event: QueueStateMachine.Event) {
        ending = []
        retrying = nil
        switch event {
        case .added(let id, _, _):
            lastID += 1
            tasks[id] = Task(due: now)
        case .succeeded(let id, let attempt), .failed(let id, let attempt, nil):
            if let task = tasks[id], task.isRunning, task.attempt == attempt { ending = [id] }
        case .failed(let id, let attempt, let wait?):
            if let task = tasks[id], task.isRunning, task.attempt == attempt { retrying = (id, wait) }
        case .cancelled(let id, _):
            if tasks[id] != nil { ending = [id] }
        case .limitChanged(let limit): self.limit = limit
        case .suspended: isSuspended = true
        case .resumed: isSuspended = false
        case .cancelledAll, .released, .timePassed: break
        }
    }

    /// What is wrong with an action, if anything. Carries it out.
    mutating func fault(in action: QueueStateMachine.Action) -> String? {
        switch action {
        case .start(let id, let attempt):
            guard let task = tasks[id], !task.isRunning else { return "\(id) is started and does not wait" }
            if attempt != task.attempt + 1 { return "\(id) starts attempt \(attempt) after \(task.attempt)" }
            if task.due > now { return "\(id) starts before it is due" }
            if isSuspended { return "\(id) starts in a suspended queue" }
            if limit > 0, runningCount >= limit { return "\(id) starts above the limit" }
            let next = tasks.filter { !$0.value.isRunning }.min { ($0.value.due, $0.key) < ($1.value.due, $1.key) }
            if next?.key != id { return "\(id) starts before \(String(describing: next?.key))" }
            tasks[id] = Task(due: task.due, attempt: attempt, isRunning: true)
        case .retry(let id, _, let wait):
            guard retrying?.id == id, retrying?.wait == wait else { return "\(id) is retried without reason" }
            tasks[id]?.isRunning = false
            tasks[id]?.due = now + wait
            retrying = nil
        case .timeOut(let id, let attempt):
            guard let task = tasks[id], task.isRunning, task.attempt == attempt, !task.isOverdue else {
                return "\(id) times out and does not run"
            }
            tasks[id]?.isOverdue = true
        case .end(let id, _):
            guard ending.remove(id) != nil, tasks.removeValue(forKey: id) != nil else {
                return "\(id) ends without reason, or twice"
            }
        }
        return nil
    }

    private var runningCount: Int { tasks.values.count { $0.isRunning } }

    /// What is wrong once all actions are carried out.
    func fault(comparedTo machine: inout QueueStateMachine) -> String? {
        if let id = ending.first { return "\(id) has not ended" }
        if let retrying { return "\(retrying.id) is not retried" }
        if machine.count != tasks.count { return "the count is \(machine.count) instead of \(tasks.count)" }
        if machine.runningCount != runningCount { return "\(machine.runningCount) run instead of \(runningCount)" }
        let hasSlot = !isSuspended && (limit == 0 || runningCount < limit)
        let waiting = tasks.values.filter { !$0.isRunning }
        if hasSlot, waiting.contains(where: { $0.due <= now }) { return "a slot is free and a due task waits" }
        if hasSlot, let due = waiting.map(\.due).min(), (machine.nextWake() ?? .seconds(999)) > due {
            return "nobody wakes for the next retry"
        }
        return nil
    }
}
