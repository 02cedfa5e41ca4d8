import Foundation

/// A query for tasks. A task matches if all conditions match.
public struct TaskQuery: Sendable, Hashable {
    /// The states; nil for any state.
    public var states: Set<TaskState>?
    /// The kinds; nil for any kind.
    public var kinds: Set<String>?
    /// The reasons of dead letters; nil for any task.
    public var deathReasons: Set<TaskDeathReason>?
    /// The tag; nil for any or none.
    public var tag: String?
    /// The group; nil for any or none.
    public var group: String?
    /// The ``TaskUniqueness/key``; nil for any or none.
    public var uniqueKey: String?
    /// Only tasks with greater ids, for the next page.
    public var after: DurableTaskID?
    /// The largest number of results. Default: 100.
    public var limit: Int
    /// Whether payloads and replies, which may be large, are read. Otherwise payloads are empty and replies nil. Default: true.
    public var includesPayloads: Bool

    /// Makes a query. By default, all tasks match.
    public init(
        states: Set<TaskState>? = nil,
        kinds: Set<String>? = nil,
        deathReasons: Set<TaskDeathReason>? = nil,
        tag: String? = nil,
        group: String? = nil,
        uniqueKey: String? = nil,
        after: DurableTaskID? = nil,
        limit: Int = 100,
        includesPayloads: Bool = true
    ) {
        self.states = states
        self.kinds = kinds
        self.deathReasons = deathReasons
        self.tag = tag
        self.group = group
        self.uniqueKey = uniqueKey
        self.after = after
        self.limit = limit
        self.includesPayloads = includesPayloads
    }
}

extension TaskQuery {
    /// Returns the task as the query selects it.
    package func trimmed(_ task: StoredTask) -> StoredTask {
        if includesPayloads { return task }
        var task = task
        task.task.payload = Data()
        task.reply = nil
        return task
    }
}

/// The number of tasks of a kind in a state.
public struct TaskCount: Sendable, Hashable {
    /// The kind of the tasks.
    public var kind: String
    /// The state of the tasks.
    public var state: TaskState
    /// The number of tasks.
    public var count: Int

    /// Makes a number of tasks.
    public init(kind: String, state: TaskState, count: Int) {
        self.kind = kind
        self.state = state
        self.count = count
    }
}
