import NetTaskTesting
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

    @Test("A retry that would start at or after the deadline is not waited for; one before it is")
    func retryAgainstDeadline() {
        for (wait, isRetried) in [(4_999, true), (5_000, false), (5_001, false)] {
            // given
            var machine = QueueStateMachine(limit: 0)
            _ = machine.handle(.added(id(1), timeout: nil, deadline: .seconds(10)), now: .seconds(1))
            // when
            let wait = Duration.milliseconds(wait)
            let actions = machine.handle(.failed(id(1), attempt: 1, retryAfter: wait), now: .seconds(6))
            // then
            #expect(actions == (isRetried ? [.retry(id(1), attempt: 1, after: wait)] : [.end(id(1), .finished)]))
        }
    }

    @Test("A deadline ends a task that waits for a slot for its retry, and a running one")
    func deadlineInLine() {
        // given
        var machine = QueueStateMachine(limit: 1)
        _ = machine.handle(.added(id(1), timeout: nil, deadline: .seconds(10)), now: .zero)
        _ = machine.handle(.added(id(2), timeout: nil, deadline: .seconds(10)), now: .zero)
        _ = machine.handle(.failed(id(1), attempt: 1, retryAfter: .seconds(1)), now: .seconds(2))
        // then
        #expect(machine.nextWake() == .seconds(10))
        #expect(machine.handle(.timePassed, now: .seconds(10)) == [.end(id(1), .deadlinePassed)])
        #expect(machine.nextWake() == .seconds(12))
        #expect(machine.handle(.timePassed, now: .seconds(12)) == [.end(id(2), .deadlinePassed)])
    }

    @Test("B01: a suspended queue that is released cancels what waits, and retries nothing more")
    func releasedWhileSuspended() {
        // given
        var machine = QueueStateMachine(limit: 1)
        _ = machine.handle(.added(id(1), timeout: nil, deadline: nil), now: .zero)
        _ = machine.handle(.added(id(2), timeout: nil, deadline: nil), now: .zero)
        _ = machine.handle(.suspended, now: .zero)
        // then
        #expect(machine.handle(.released, now: .zero) == [.end(id(2), .cancelled(.queueReleased))])
        #expect(machine.handle(.failed(id(1), attempt: 1, retryAfter: .zero), now: .zero) == [.end(id(1), .finished)])
    }

    @Test("B01, B02, B05, B35: after random events the rules hold", arguments: 0..<60)
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
        #expect(Set(model.ended) == Set((0..<model.lastID).map { id($0 + 1) }).subtracting(model.tasks.keys))
        #expect(model.ended.count == Set(model.ended).count)
    }
}

/// The rules once more, slow and obvious: who waits since when, who runs, what may happen next.
private struct Model {
    struct Task {
        var due: Duration
        var deadline: Duration?
        var deadlineMoment: Duration?
        var timeout: Duration?
        var timeoutMoment: Duration?
        var attempt = 0
        var isRunning = false
    }

    var now = Duration.zero
    var limit: Int
    var isSuspended = false
    var isReleased = false
    var tasks: [NetTaskID: Task] = [:]
    var ended: [NetTaskID] = []
    var lastID: UInt64 = 0
    /// What has to end now, and how.
    private var ending: [NetTaskID: QueueStateMachine.End] = [:]
    private var retrying: (id: NetTaskID, wait: Duration)?

    init(limit: Int) {
        self.limit = limit
    }

    func randomEvent(using random: inout SeededRandom) -> QueueStateMachine.Event {
        let some = tasks.keys.sorted().randomElement(using: &random) ?? id(0)
        // Now and then of an attempt that is over.
        let attempt = (tasks[some]?.attempt ?? 0) - (Int.random(in: 0..<8, using: &random) == 0 ? 1 : 0)
        switch Int.random(in: 0..<200, using: &random) {
        case 0..<70 where !isReleased:
            return .added(
                id(lastID + 1),
                timeout: Bool.random(using: &random) ? .milliseconds(50) : nil,
                deadline: Bool.random(using: &random) ? .milliseconds(Int.random(in: 0...9, using: &random) * 10) : nil
            )
        case 70..<100: return .succeeded(some, attempt: attempt)
        case 100..<120: return .failed(some, attempt: attempt, retryAfter: nil)
        case 120..<150:
            let wait = Duration.milliseconds(Int.random(in: 0...4, using: &random) * 10)
            return .failed(some, attempt: attempt, retryAfter: wait)
        case 150..<160: return .cancelled(some, .handle)
        case 160..<170 where !isReleased: return .limitChanged(Int.random(in: -1...4, using: &random))
        case 170..<180 where !isReleased: return isSuspended ? .resumed : .suspended
        case 180..<182: return .cancelledAll(.queue)
        case 182 where lastID > 100: return .released
        default: return .timePassed
        }
    }

    mutating func note(_ event: QueueStateMachine.Event) {
        ending = [:]
        retrying = nil
        switch event {
        case .added(let id, let timeout, let deadline):
            lastID += 1
            tasks[id] = Task(due: now, deadline: deadline, timeout: timeout)
        case .succeeded(let id, let attempt):
            if isRunning(id, attempt) { ending[id] = .finished }
        case .failed(let id, let attempt, let wait):
            guard isRunning(id, attempt) else { break }
            let canStart = wait.map { now + $0 < tasks[id]?.deadlineMoment ?? .seconds(999) } ?? false
            if let wait, canStart, !(isReleased && isSuspended) {
                retrying = (id, wait)
            } else {
                ending[id] = .finished
            }
        case .cancelled(let id, let reason):
            if tasks[id] != nil { ending[id] = .cancelled(reason) }
        case .cancelledAll(let reason):
            for id in tasks.keys { ending[id] = .cancelled(reason) }
        case .released:
            isReleased = true
            for (id, task) in tasks where isSuspended && !task.isRunning { ending[id] = .cancelled(.queueReleased) }
        case .limitChanged(let limit): self.limit = max(limit, 0)
        case .suspended: isSuspended = true
        case .resumed: isSuspended = false
        case .timePassed: break
        }
        for (id, task) in tasks where ending[id] == nil {
            if let moment = task.deadlineMoment, moment <= now { ending[id] = .deadlinePassed }
        }
    }

    private func isRunning(_ id: NetTaskID, _ attempt: Int) -> Bool {
        tasks[id].map { $0.isRunning && $0.attempt == attempt } ?? false
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
            if attempt == 1 { tasks[id]?.deadlineMoment = task.deadline.map { now + $0 } }
            tasks[id]?.timeoutMoment = task.timeout.map { now + $0 }
            tasks[id]?.attempt = attempt
            tasks[id]?.isRunning = true
        case .retry(let id, _, let wait):
            guard retrying?.id == id, retrying?.wait == wait else { return "\(id) is retried without reason" }
            tasks[id]?.isRunning = false
            tasks[id]?.due = now + wait
            retrying = nil
        case .timeOut(let id, let attempt):
            guard isRunning(id, attempt), let moment = tasks[id]?.timeoutMoment, moment <= now else {
                return "\(id) times out without reason"
            }
            tasks[id]?.timeoutMoment = nil
        case .end(let id, let end):
            guard ending.removeValue(forKey: id) == end, tasks.removeValue(forKey: id) != nil else {
                return "\(id) ends as \(end) without reason, or twice"
            }
            ended.append(id)
        }
        return nil
    }

    private var runningCount: Int { tasks.values.count { $0.isRunning } }

    /// What is wrong once all actions are carried out.
    func fault(comparedTo machine: inout QueueStateMachine) -> String? {
        if let (id, end) = ending.first { return "\(id) has not ended as \(end)" }
        if let retrying { return "\(retrying.id) is not retried" }
        if machine.count != tasks.count { return "the count is \(machine.count) instead of \(tasks.count)" }
        if machine.runningCount != runningCount { return "\(machine.runningCount) run instead of \(runningCount)" }
        let hasSlot = !isSuspended && (limit == 0 || runningCount < limit)
        let waiting = tasks.values.filter { !$0.isRunning }
        if hasSlot, waiting.contains(where: { $0.due <= now }) { return "a slot is free and a due task waits" }
        // A task whose deadline is that moment has just started; its end comes with the next event.
        let moments =
            tasks.values.compactMap(\.deadlineMoment)
            + tasks.values.filter(\.isRunning).compactMap(\.timeoutMoment)
            + (hasSlot ? waiting.map(\.due) : [])
        if machine.nextWake() != moments.min() {
            return
                "it wakes at \(String(describing: machine.nextWake())) and not at \(String(describing: moments.min()))"
        }
        return nil
    }
}
