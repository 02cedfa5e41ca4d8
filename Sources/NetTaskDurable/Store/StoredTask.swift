public import Foundation
public import NetTaskCore

/// A task as its store has it, all from one moment.
public struct StoredTask: Sendable, Hashable, Identifiable {
    public var id: DurableTaskID
    /// What it was enqueued with. The payload is empty once the task has succeeded or was cancelled.
    public var task: NewTask
    public var state: TaskState
    /// When it was enqueued.
    public var enqueuedAt: Date
    /// When it may run, or ran.
    public var dueAt: Date
    /// The priority that it waits with, which sinks with each run that fails, so that what always fails keeps nobody from
    /// their turns. ``NewTask/priority`` is what it began with.
    public var priority: NetTaskPriority
    /// How many runs were begun and count.
    public var runCount: Int
    /// How often its process ended in the middle of a run. It counts for the life of the task, runs that went well
    /// in between or not, until the task is taken out of the dead letters again.
    public var lostLeaseCount: Int
    /// What went wrong last.
    public var lastError: String?
    /// When it ended.
    public var endedAt: Date?
    /// Why it is in the dead letters.
    public var deathReason: TaskDeathReason?
    /// Why it was cancelled, in words.
    public var cancellation: String?
    /// Of a task that has not ended, what it has started and goes on with; it stays until its end, whatever becomes of runs.
    /// Of one that has succeeded, what its last run brought, if its reply was to be kept.
    public var reply: Data?

    public init(id: DurableTaskID, task: NewTask, enqueuedAt: Date) {
        self.id = id
        self.task = task
        self.state = .waiting
        self.enqueuedAt = enqueuedAt
        self.dueAt = task.notBefore ?? enqueuedAt
        self.priority = task.priority
        self.runCount = 0
        self.lostLeaseCount = 0
    }
}
