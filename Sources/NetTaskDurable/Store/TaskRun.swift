public import Foundation
public import NetTaskCore

/// When a task is due.
public enum TaskDue: Sendable, Hashable {
    /// At a chosen date.
    case at(Date)
    /// After a wait from now on. A wrong clock that is set back does not make the wait longer.
    case after(Duration)
}

/// The end of a run.
public enum TaskRunEnd: Sendable, Hashable {
    /// The task succeeded.
    case succeeded(reply: Data?)
    /// The run failed, and another one follows.
    case failed(error: String, next: TaskDue, priority: NetTaskPriority)
    /// The run failed, and was the last one. The reply is stored as ``StoredTask/reply``; nil stores none.
    case died(error: String, reason: TaskDeathReason, reply: Data? = nil)
    /// The run does not count: the server asked to wait, there was no network, or the operation that the task has started has
    /// not ended.
    ///
    /// The reply is stored as ``StoredTask/reply`` for the next run; nil keeps the stored one.
    case postponed(reason: String, until: TaskDue, reply: Data? = nil)
    /// The run was stopped in an orderly way, such as by a shutdown. It does not count, and the task is due immediately.
    case returned
    /// The task was cancelled during the run.
    case cancelled(reason: String)
}

/// The end of the run of a lease.
public struct TaskEnd: Sendable, Hashable {
    /// The lease of the run. If it was lost, the end is rejected.
    public var lease: TaskLease
    /// How the run ended.
    public var end: TaskRunEnd
    /// The number of attempts in the run.
    public var attemptCount: Int

    /// Makes the end of a run.
    public init(_ lease: TaskLease, _ end: TaskRunEnd, attemptCount: Int = 0) {
        self.lease = lease
        self.end = end
        self.attemptCount = attemptCount
    }
}

/// A run of a task in its history.
public struct TaskRun: Sendable, Hashable {
    /// The outcome of the run.
    public enum Outcome: String, Sendable, Hashable, CaseIterable, Codable {
        /// The run has not ended.
        case running
        /// The task succeeded.
        case succeeded
        /// The run failed, and another one follows.
        case failed
        /// The run failed, and was the last one.
        case died
        /// The run does not count. The task waits for a date.
        case postponed
        /// The run was stopped, such as by a shutdown, and does not count.
        case returned
        /// The task was cancelled during the run.
        case cancelled
        /// The process ended before the run.
        case lost
    }

    /// The number of the run, from 1. Runs that do not count are included.
    public var number: Int
    /// When it started.
    public var startedAt: Date
    /// When it ended; nil while it runs.
    public var endedAt: Date?
    /// How it ended.
    public var outcome: Outcome
    /// The error, or why the task was postponed.
    public var error: String?
    /// The number of attempts; 0 while the run is active, and if its lease was lost.
    public var attemptCount: Int

    /// Makes a run. Default: it is active.
    public init(
        number: Int,
        startedAt: Date,
        endedAt: Date? = nil,
        outcome: Outcome = .running,
        error: String? = nil,
        attemptCount: Int = 0
    ) {
        self.number = number
        self.startedAt = startedAt
        self.endedAt = endedAt
        self.outcome = outcome
        self.error = error
        self.attemptCount = attemptCount
    }
}
