public import Foundation
public import NetTaskCore

/// The state of a task in its store at one moment.
public struct StoredTask: Sendable, Hashable, Identifiable {
    /// The number of the task in its store.
    public var id: DurableTaskID
    /// The values with which it was enqueued. The payload is empty after the task has succeeded or was cancelled.
    public var task: NewTask
    /// The state of the task.
    public var state: TaskState
    /// When it was enqueued.
    public var enqueuedAt: Date
    /// When it may run, or when it ran.
    public var dueAt: Date
    /// The priority with which it waits. It sinks with each failed run, so that a task that always fails does not delay others.
    /// It begins with ``NewTask/priority``.
    public var priority: NetTaskPriority
    /// The number of runs that have begun and count.
    public var runCount: Int
    /// The number of leases that were lost because the process ended during the run. Successful runs in between do not reset
    /// it, but a retry from the dead letters does.
    public var lostLeaseCount: Int
    /// The last error.
    public var lastError: String?
    /// When it ended.
    public var endedAt: Date?
    /// Why it is in the dead letters.
    public var deathReason: TaskDeathReason?
    /// Why it was cancelled, as a text.
    public var cancellation: String?
    /// The stored reply. While the task has not ended, this is the start of the operation that it polls, which is kept until
    /// its end. After a success, it is the reply of the last run, if the task stores its reply. In the dead letters, it is
    /// the reply that rejected the last run, such as one with the current value of the server.
    public var reply: Data?

    /// Makes a waiting task without runs.
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
