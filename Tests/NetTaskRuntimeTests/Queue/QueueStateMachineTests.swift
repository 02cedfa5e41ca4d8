import NetTaskRuntime
import NetTaskTesting
import Testing

@testable import NetTaskCore

/// The state machine with numbers as tasks, so that tests can refer to them. Each call returns the actions to perform.
private struct Machine {
    typealias Action = MachineAction

    var rules: QueueStateMachine<Int>
    private var places: [Int: QueuePlace] = [:]

    init(limit: Int = 0, limitPerKey: Int = 0, order: NetTaskOrder = .fifo) {
        rules = QueueStateMachine(limit: limit, limitPerKey: limitPerKey, order: order)
    }

    func place(_ job: Int) -> QueuePlace { places[job] ?? QueuePlace(slot: 0, id: NetTaskID()) }

    @discardableResult
    mutating func add(
        _ job: Int,
        priority: NetTaskPriority = .normal,
        key: String? = nil,
        notBefore: Duration? = nil,
        expiry: Duration? = nil,
        timeout: Duration? = nil,
        deadline: Duration? = nil,
        after others: [(Int, NetTaskDependency.FailurePolicy)] = [],
        now: Duration = .zero
    ) -> [Action] {
        let options = QueueTaskOptions(
            priority: priority,
            key: key,
            notBefore: notBefore,
            expiry: expiry,
            timeout: timeout,
            deadline: deadline,
            dependencies: others.map { .init(on: place($0.0), onFailure: $0.1) }
        )
        places[job] = rules.change(now: now) { $0.add(job, id: id(job), options) }
        return rules.takeActions()
    }

    @discardableResult
    mutating func succeed(_ job: Int, attempt: Int = 1, now: Duration = .zero) -> [Action] {
        let place = place(job)
        rules.change(now: now) { $0.succeed(place, attempt: attempt) }
        return rules.takeActions()
    }

    @discardableResult
    mutating func fail(
        _ job: Int,
        attempt: Int = 1,
        retryAfter: Duration? = nil,
        now: Duration = .zero
    ) -> [Action] {
        let place = place(job)
        rules.change(now: now) { $0.fail(place, attempt: attempt, retryAfter: retryAfter) }
        return rules.takeActions()
    }

    @discardableResult
    mutating func cancel(_ job: Int, now: Duration = .zero) -> [Action] {
        let place = place(job)
        rules.change(now: now) { $0.cancel(place, .handle) }
        return rules.takeActions()
    }

    @discardableResult
    mutating func passTime(_ now: Duration) -> [Action] {
        rules.change(now: now) { _ in }
        return rules.takeActions()
    }
}

private func id(_ number: Int) -> NetTaskID { NetTaskID(UInt64(number)) }

@Suite("State machine of a queue")
struct QueueStateMachineTests {
    @Test("B04: each way of leaving a slot refills it in the same step")
    func refill() {
        // given
        var machine = Machine(limit: 1)
        for job in 1...5 { machine.add(job) }
        // then
        #expect(machine.succeed(1) == [.end(1, .finished), .start(2, attempt: 1)])
        #expect(machine.fail(2) == [.end(2, .finished), .start(3, attempt: 1)])
        #expect(machine.cancel(3) == [.end(3, .cancelled(.handle)), .start(4, attempt: 1)])
        #expect(
            machine.fail(4, retryAfter: .seconds(1)) == [
                .retry(4, attempt: 1, after: .seconds(1)), .start(5, attempt: 1),
            ]
        )
    }

    @Test("B01: calls for ended tasks or attempts have no effect")
    func staleCalls() {
        // given
        var machine = Machine()
        machine.add(1)
        machine.fail(1, retryAfter: .zero)
        // then
        #expect(machine.succeed(1, attempt: 1) == [])
        #expect(machine.fail(1, attempt: 1) == [])
        #expect(machine.succeed(1, attempt: 2) == [.end(1, .finished)])
        #expect(machine.succeed(1, attempt: 2) == [])
        #expect(machine.cancel(1) == [])
        #expect(machine.cancel(9) == [])
    }

    @Test("B01: the handle of an ended task does not affect the task with its place")
    func reusedPlaces() {
        // given
        var machine = Machine()
        machine.add(1)
        machine.succeed(1)
        machine.add(2)
        #expect(machine.place(1).slot == machine.place(2).slot)
        // then
        #expect(machine.cancel(1) == [])
        #expect(machine.succeed(1) == [])
        #expect(machine.rules.count == 1)
    }

    @Test("It requests a wake-up for the next retry, timeout or deadline")
    func wakes() {
        // given
        var machine = Machine(limit: 1)
        #expect(machine.rules.nextWake() == nil)
        // then
        machine.add(1, timeout: .seconds(5), deadline: .seconds(9))
        #expect(machine.rules.nextWake() == .seconds(5))
        machine.fail(1, retryAfter: .seconds(3), now: .seconds(1))
        #expect(machine.rules.nextWake() == .seconds(4))
        machine.rules.isSuspended = true
        #expect(machine.rules.nextWake() == .seconds(9))
        machine.rules.change(now: .seconds(1)) { $0.isSuspended = false }
        machine.add(2, now: .seconds(1))
        #expect(machine.rules.nextWake() == .seconds(9))
        #expect(machine.passTime(.seconds(9)) == [.end(1, .deadlinePassed)])
        #expect(machine.rules.nextWake() == nil)
    }

    @Test("The deadline counts from the start of the first attempt")
    func deadline() {
        // given
        var machine = Machine()
        machine.add(1, deadline: .seconds(10), now: .seconds(5))
        machine.fail(1, retryAfter: .zero, now: .seconds(12))
        // then
        #expect(machine.fail(1, attempt: 2, retryAfter: .seconds(4), now: .seconds(12)) == [.end(1, .finished)])
    }

    @Test("Negative limits mean 0, which is unlimited")
    func negativeLimit() {
        var machine = Machine(limit: -1, limitPerKey: -1)
        #expect(machine.rules.limit == 0)
        #expect(machine.rules.limitPerKey == 0)
        machine.rules.limit = -5
        machine.rules.limitPerKey = -5
        #expect(machine.rules.limit == 0)
        #expect(machine.rules.limitPerKey == 0)
    }

    @Test("Added and ended tasks leave no memory behind", arguments: [false, true])
    func memory(suspended: Bool) {
        // given
        var machine = Machine(limit: 1)
        if suspended { machine.rules.isSuspended = true }
        machine.add(0)
        // when
        for job in 1...10_000 {
            machine.add(
                job,
                key: "\(job)",
                notBefore: job % 2 == 0 ? .seconds(5) : nil,
                expiry: .seconds(9),
                timeout: .seconds(9),
                deadline: .seconds(9),
                after: job % 3 == 0 ? [(0, .cancel)] : []
            )
            machine.cancel(job)
        }
        // then
        #expect(machine.rules.count == 1)
        #expect(machine.rules.placeCount < 400)
    }

    @Test("After a busy time, its memory is released")
    func idle() {
        // given
        var machine = Machine(limit: 1)
        for job in 1...2_000 { machine.add(job, key: "\(job % 7)", timeout: .seconds(1)) }
        // when
        for job in 1...2_000 { machine.cancel(job) }
        // then
        #expect(machine.rules.placeCount == 0)
        #expect(machine.add(2_001) == [.start(2_001, attempt: 1)])
        #expect(machine.place(2_001).slot == 0)
        #expect(machine.cancel(2_000) == [])
        #expect(machine.rules.count == 1)
    }

    @Test("A retry at or after the deadline is not made; one before it is")
    func retryAgainstDeadline() {
        for (wait, isRetried) in [(4_999, true), (5_000, false), (5_001, false)] {
            // given
            var machine = Machine()
            machine.add(1, deadline: .seconds(10), now: .seconds(1))
            // when
            let wait = Duration.milliseconds(wait)
            let actions = machine.fail(1, retryAfter: wait, now: .seconds(6))
            // then
            #expect(actions == (isRetried ? [.retry(1, attempt: 1, after: wait)] : [.end(1, .finished)]))
        }
    }

    @Test("A deadline ends a task that waits for a slot for its retry, and a running one")
    func deadlineInLine() {
        // given
        var machine = Machine(limit: 1)
        machine.add(1, deadline: .seconds(10))
        machine.add(2, deadline: .seconds(10))
        machine.fail(1, retryAfter: .seconds(1), now: .seconds(2))
        // then
        #expect(machine.rules.nextWake() == .seconds(10))
        #expect(machine.passTime(.seconds(10)) == [.end(1, .deadlinePassed)])
        #expect(machine.rules.nextWake() == .seconds(12))
        #expect(machine.passTime(.seconds(12)) == [.end(2, .deadlinePassed)])
    }

    @Test("B01: a suspended queue that is released cancels waiting tasks, and makes no retries")
    func releasedWhileSuspended() {
        // given
        var machine = Machine(limit: 1)
        machine.add(1)
        machine.add(2)
        machine.rules.isSuspended = true
        // when
        machine.rules.change { $0.release() }
        // then
        #expect(machine.rules.takeActions() == [.end(2, .cancelled(.queueReleased))])
        #expect(machine.fail(1, retryAfter: .zero) == [.end(1, .finished)])
    }

    @Test("A task with dependencies starts when the last has succeeded, and is ordered from then on")
    func dependencies() {
        // given
        var machine = Machine(limit: 2)
        machine.add(1)
        machine.add(2)
        machine.add(3, after: [(1, .cancel), (2, .cancel)])
        machine.add(4)
        // then
        #expect(machine.succeed(1) == [.end(1, .finished), .start(4, attempt: 1)])
        #expect(machine.succeed(2) == [.end(2, .finished), .start(3, attempt: 1)])
    }

    @Test("The dependents of a failed task are cancelled, with their own dependents, in one step")
    func failedDependency() {
        // given
        var machine = Machine()
        machine.add(1)
        machine.add(2, after: [(1, .cancel)])
        machine.add(3, after: [(2, .cancel)])
        machine.add(4, after: [(2, .run)])
        // then
        #expect(
            machine.fail(1) == [
                .end(1, .finished),
                .end(2, .cancelled(.dependency(id(1)))),
                .end(3, .cancelled(.dependency(id(2)))),
                .start(4, attempt: 1),
            ]
        )
    }

    @Test("The record of a dependency counts for both tasks")
    func keptDependency() {
        // given
        var machine = Machine()
        machine.add(1)
        let count = machine.rules.placeCount
        // when
        machine.add(2, after: [(1, .cancel)])
        // then
        #expect(machine.rules.placeCount == count + 3)
    }

    @Test("A chain of a hundred thousand tasks ends in one step when the first fails")
    func longChain() {
        // given
        var machine = Machine()
        machine.add(1)
        for job in 2...100_000 { machine.add(job, after: [(job - 1, .cancel)]) }
        // when
        let actions = machine.fail(1)
        // then
        #expect(actions.count == 100_000)
        #expect(machine.rules.count == 0)
    }

    @Test("A cycle of any length is rejected with its path")
    func cycle() {
        // given
        var machine = Machine()
        machine.rules.isSuspended = true
        for job in 1...4 { machine.add(job) }
        func depend(_ job: Int, on other: Int) -> NetTaskDependencyError? {
            machine.rules.addDependency(of: machine.place(job), on: machine.place(other), onFailure: .cancel)
        }
        #expect(depend(2, on: 1) == nil)
        #expect(depend(3, on: 2) == nil)
        #expect(depend(4, on: 3) == nil)
        // then
        #expect(depend(1, on: 4) == .cycle([id(1), id(4), id(3), id(2), id(1)]))
        #expect(depend(1, on: 1) == .cycle([id(1), id(1)]))
        #expect(depend(4, on: 1) == nil)
        machine.rules.change { $0.isSuspended = false }
        #expect(machine.rules.takeActions() == [.start(1, attempt: 1)])
        #expect(depend(1, on: 2) == .started(id(1)))
    }
}
