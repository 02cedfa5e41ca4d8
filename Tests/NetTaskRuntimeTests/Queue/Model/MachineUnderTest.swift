import NetTaskRuntime

@testable import NetTaskCore

/// The machine with the interface of the model, optionally with a planted fault.
struct MachineUnderTest {
    private var machine: QueueStateMachine<Int>
    /// The places of all tasks that were ever added, by number.
    private var places: [Int: QueuePlace] = [:]
    private var wire: FaultyWire?
    private let keepsGarbage: Bool

    /// - Parameter keepsGarbage: asks a copy for the next wake, because that call discards stale entries.
    init(_ setup: QueueSetup, fault: MachineFault? = nil, keepsGarbage: Bool = false) {
        self.keepsGarbage = keepsGarbage
        machine = QueueStateMachine(limit: setup.limit, limitPerKey: setup.limitPerKey, order: setup.order)
        wire = fault.map(FaultyWire.init)
    }

    /// The number of entries for tasks in the machine, and for tasks that have left it.
    var placeCount: Int { machine.placeCount }

    mutating func take(_ step: QueueStep) -> QueueReport {
        var verdict: QueueVerdict?
        for _ in 0..<(wire?.count(of: step.call) ?? 1) {
            if case .addDependency = step.call {
                verdict = call(step.call)
            } else {
                machine.begin(now: .whole(step.now))
                verdict = call(step.call)
                machine.pump()
            }
        }
        let actions = machine.takeActions().map(QueueAction.init)
        return QueueReport(
            actions: wire?.changed(actions) ?? actions,
            verdict: verdict,
            count: machine.count,
            runningCount: machine.runningCount,
            nextWake: nextWake()?.wholeSeconds
        )
    }

    private mutating func nextWake() -> Duration? {
        guard keepsGarbage else { return machine.nextWake() }
        var copy = machine
        return copy.nextWake()
    }

    private mutating func call(_ call: QueueCall) -> QueueVerdict? {
        switch call {
        case .add(let number, let terms):
            let options = QueueTaskOptions(terms, place: place)
            places[number] = machine.add(number, id: NetTaskID(number), options)
        case .succeed(let number, let attempt):
            machine.succeed(place(number), attempt: attempt)
        case .fail(let number, let attempt, let wait):
            machine.fail(place(number), attempt: attempt, retryAfter: wait.map(Duration.whole))
        case .cancel(let number): machine.cancel(place(number), .handle)
        case .cancelAll(let numbers): machine.cancelAll(.queue, where: { numbers.contains($0) })
        case .setPriority(let priority, let number): machine.setPriority(priority, of: place(number))
        case .raisePriority(let priority, let number): machine.raisePriority(priority, of: place(number))
        case .addDependency(let number, let dependency):
            return QueueVerdict(
                machine.addDependency(
                    of: place(number),
                    on: place(dependency.on),
                    onFailure: dependency.onFailure
                )
            )
        case .setLimit(let limit): machine.limit = limit
        case .setLimitPerKey(let limit): machine.limitPerKey = limit
        case .setOrder(let order): machine.order = order
        case .suspend: machine.isSuspended = true
        case .resume: machine.isSuspended = false
        case .release: machine.release()
        case .shutDown: machine.shutDown()
        case .passTime: break
        }
        return nil
    }

    /// The place of a task. A task that the fault did not add has none.
    private func place(_ number: Int) -> QueuePlace {
        places[number] ?? QueuePlace(slot: 0, id: NetTaskID())
    }
}
