import Foundation
import NetTaskCore

/// A task in memory, with the properties that only its store needs.
struct MemoryTask {
    var stored: StoredTask
    /// The wait that ends at its due date; `nil` if the date was set explicitly.
    private(set) var wait: (start: Date, length: TimeInterval)?
    /// The dependencies that have not ended.
    var openDependencies: [DurableTaskID: NetTaskDependency.FailurePolicy] = [:]
    /// The token of its latest lease.
    var token: Int64 = 0
    /// The store that runs it.
    var owner: Int?
    private(set) var runs: [TaskRun] = []

    init(_ stored: StoredTask) {
        self.stored = stored
        wait = stored.task.notBefore == nil ? (stored.enqueuedAt, 0) : nil
    }

    mutating func setDue(_ due: TaskDue, now: Date) {
        switch due {
        case .at(let date):
            wait = nil
            stored.dueAt = date
        case .after(let duration):
            let seconds = max(0, duration.seconds)
            wait = (now, seconds)
            stored.dueAt = now + seconds
        }
    }

    /// Starts the wait again, so that it does not become longer.
    mutating func restartWait(now: Date) {
        guard let length = wait?.length else { return }
        wait = (now, length)
        stored.dueAt = now + length
    }

    mutating func beginRun(of owner: Int, now: Date) {
        self.owner = owner
        token += 1
        stored.state = .running
        stored.runCount += 1
        if runs.count == TaskRules.keptRunCount {
            runs.removeFirst()
        }
        runs.append(TaskRun(number: (runs.last?.number ?? 0) + 1, startedAt: now))
    }

    /// Ends the current run, if there is one.
    mutating func endRun(_ outcome: TaskRun.Outcome, error: String? = nil, attemptCount: Int = 0, now: Date) {
        guard owner != nil, let last = runs.indices.last else { return }
        owner = nil
        runs[last].outcome = outcome
        runs[last].error = error
        runs[last].endedAt = now
        runs[last].attemptCount = attemptCount
    }

    mutating func apply(_ transition: TaskRules.Transition, attemptCount: Int = 0, now: Date) {
        endRun(transition.outcome, error: transition.error, attemptCount: attemptCount, now: now)
        stored.lastError = transition.lastError ?? stored.lastError
        if !transition.countsRun { stored.runCount -= 1 }
        if transition.countsLostLease { stored.lostLeaseCount += 1 }
        switch transition.next {
        case .waits(let due, let priority, let reply):
            stored.priority = priority ?? stored.priority
            stored.reply = reply ?? stored.reply
            setDue(due, now: now)
            stored.state = .waiting
        case .succeeded(let reply):
            end(.succeeded, reply: reply, now: now)
        case .dead(let reason, let reply):
            die(reason, error: nil, reply: reply, now: now)
        case .cancelled(let reason):
            cancel(reason, now: now)
        }
    }

    private mutating func end(_ state: TaskState, reply: Data? = nil, now: Date) {
        stored.state = state
        stored.reply = reply
        stored.endedAt = now
        openDependencies = [:]
        if state != .dead {
            stored.task.payload = Data()
        }
    }

    mutating func die(_ reason: TaskDeathReason, error: String?, reply: Data? = nil, now: Date) {
        stored.deathReason = reason
        stored.lastError = error ?? stored.lastError
        end(.dead, reply: reply, now: now)
    }

    mutating func cancel(_ reason: String, now: Date) {
        endRun(.cancelled, error: reason, now: now)
        stored.cancellation = reason
        end(.cancelled, now: now)
    }
}
