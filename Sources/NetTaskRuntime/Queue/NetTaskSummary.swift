/// What a queue tells of one of its tasks; see ``NetTaskQueue/tasks``.
public struct NetTaskSummary: Sendable, Identifiable {
    /// The number of the task in its queue.
    public let id: NetTaskID
    /// The task as it was added.
    public let task: any NetTask
    /// Where it stands: it has not ended.
    public let phase: NetTaskPhase
    /// The number of attempts begun, 0 before the first.
    public let attempt: Int
    /// Its priority now.
    public let priority: NetTaskPriority
    /// The tags that it was added with.
    public let tags: [String]

    /// The name of the task's operation.
    public var name: String { type(of: task).name }
}
