import NetTaskRuntime

@testable import NetTaskCore

extension QueueStateMachine<Int> {
    /// The actions since the last call.
    mutating func takeActions() -> [MachineAction] {
        defer { clearEvents() }
        return timedOut.map { .timeOut($0.job, attempt: $0.attempt) } + events.compactMap(MachineAction.init)
    }
}

extension QueueStateMachine {
    /// A separate change.
    @discardableResult
    mutating func change<Result>(now: Duration = .zero, _ body: (inout Self) -> Result) -> Result {
        begin(now: now)
        defer { pump() }
        return body(&self)
    }

    /// The number of entries for tasks, and for tasks that have left.
    var placeCount: Int {
        let dependentCount = edges.dependents.values.reduce(0) { $0 + $1.edges.count }
        let dependencyCount = edges.dependencies.values.reduce(0) { $0 + $1.count }
        return entries.count - freeSlots.count + starts.count + timers.count + dependentCount + dependencyCount
            + groups.count + lanes.count + openings.count
    }

    mutating func succeed(_ place: QueuePlace, attempt: Int) {
        succeed(place, attempt: attempt, .success(()))
    }

    /// Cancels the tasks for which `isIncluded` returns `true`, in the order in which they were added.
    mutating func cancelAll(_ reason: CancellationReason, where isIncluded: (Job) -> Bool) {
        let places = slotsByID { slot in jobs[slot].map(isIncluded) ?? false }.map {
            QueuePlace(slot: $0, id: entries[$0].id)
        }
        for place in places { cancel(place, reason) }
    }

    /// - Parameter retryAfter: the delay before the next attempt, or nil for no further attempt.
    mutating func fail(_ place: QueuePlace, attempt: Int, retryAfter: Duration?) {
        let decision = TaskDecision(wait: retryAfter, reason: retryAfter == nil ? nil : .transient)
        finishAttempt(place, attempt: attempt, .failure(FailedAttempt()), decision)
    }
}

private struct FailedAttempt: Error {}

/// An event of the state machine, as tests compare it.
enum MachineAction: Sendable, Equatable {
    case start(Int, attempt: Int)
    case retry(Int, attempt: Int, after: Duration)
    case timeOut(Int, attempt: Int)
    case hold(Int, key: String?, for: Duration, isReminder: Bool)
    case end(Int, MachineEnd)

    init?(_ event: QueueStateMachine<Int>.Event) {
        switch event.kind {
        case .started(let attempt, _): self = .start(event.job, attempt: attempt)
        case .retrying(let attempt, let wait, _): self = .retry(event.job, attempt: attempt, after: wait)
        case .held(let key, let wait): self = .hold(event.job, key: key, for: wait, isReminder: false)
        case .stillHeld(let key, let wait): self = .hold(event.job, key: key, for: wait, isReminder: true)
        case .ended: self = .end(event.job, MachineEnd(event.outcome))
        case .accepted, .resent, .pending, .retryRefused: return nil
        }
    }
}

/// How the state machine ends a task.
enum MachineEnd: Sendable, Equatable {
    /// With the result of the last attempt.
    case finished
    case cancelled(CancellationReason)
    case deadlinePassed
    case deadlinePassedInHold(NetTaskHold)
    case expired
    case held(NetTaskHold)

    init(_ outcome: TaskOutcome?) {
        switch outcome {
        case .failure(let reason as CancellationReason): self = .cancelled(reason)
        case .failure(let hold as NetTaskHold): self = .held(hold)
        case .failure(let error as NetTaskTimeoutError) where error.kind == .expiry: self = .expired
        case .failure(let error as NetTaskTimeoutError):
            self = error.hold.map { .deadlinePassedInHold($0) } ?? .deadlinePassed
        default: self = .finished
        }
    }
}
