public import Foundation
public import NetTaskCore

/// When a task is due.
public enum TaskDue: Sendable, Hashable {
    /// At a date that somebody chose.
    case at(Date)
    /// So long from now. A clock that was wrong and is set back does not make it longer than that.
    case after(Duration)
}

/// How a run ended.
public enum TaskRunEnd: Sendable, Hashable {
    /// The task is done.
    case succeeded(reply: Data?)
    /// The run failed, and there is to be another.
    case failed(error: String, next: TaskDue, priority: NetTaskPriority)
    /// The run failed, and it was the last one.
    case died(error: String, reason: TaskDeathReason)
    /// Nothing that counts: the other side asked to come later, there was no network, or what the task has started is not
    /// over. The run is not counted.
    ///
    /// The reply is what the next run goes on with, as ``StoredTask/reply``; nil: what is kept stays.
    case postponed(reason: String, until: TaskDue, reply: Data? = nil)
    /// It was cut off in an orderly way, such as by a shutdown. The run is not counted, and the task is due at once.
    case returned
    case cancelled(reason: String)
}

/// How the run of a lease ended.
public struct TaskEnd: Sendable, Hashable {
    public var lease: TaskLease
    public var end: TaskRunEnd
    /// How many attempts the run made.
    public var attemptCount: Int

    public init(_ lease: TaskLease, _ end: TaskRunEnd, attemptCount: Int = 0) {
        self.lease = lease
        self.end = end
        self.attemptCount = attemptCount
    }
}

/// One run of a task, as its history has it.
public struct TaskRun: Sendable, Hashable {
    /// What came of it.
    public enum Outcome: String, Sendable, Hashable, CaseIterable, Codable {
        case running, succeeded, failed, died, postponed, returned, cancelled
        /// Its process ended before the run did.
        case lost
    }

    /// From 1, those that do not count included.
    public var number: Int
    public var startedAt: Date
    /// nil as long as it is under way.
    public var endedAt: Date?
    public var outcome: Outcome
    /// What went wrong, or why it was put off.
    public var error: String?
    /// How many attempts it made; 0 as long as it is under way, and where it was lost.
    public var attemptCount: Int

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
