/// What a queue tells of one of its tasks; see ``NetTaskQueue/tasks``.
public struct NetTaskSummary: Sendable, Identifiable {
    /// A stage of a task that has not ended.
    public enum Phase: Sendable, Hashable, CaseIterable {
        /// Not started yet: in line, or waiting for its date or for other tasks.
        case waiting
        /// An attempt is under way.
        case running
        /// Waiting for its next attempt.
        case retrying
    }

    /// The number of the task in its queue.
    public let id: NetTaskID
    /// The task as it was added.
    public let task: any NetTask
    /// Where it stands.
    public let phase: Phase
    /// The number of attempts begun, 0 before the first.
    public let attempt: Int
    /// Its priority now.
    public let priority: NetTaskPriority
    /// The tags that it was added with.
    public let tags: [String]

    /// The name of the task's operation.
    public var name: String { type(of: task).name }
}
