import Foundation

/// Which tasks to list: those that all that is said holds for.
public struct TaskQuery: Sendable, Hashable {
    /// In one of these states; nil: in any.
    public var states: Set<TaskState>?
    /// Of one of these kinds; nil: of any.
    public var kinds: Set<String>?
    /// In the dead letters for one of these reasons; nil: for any, or not there.
    public var deathReasons: Set<TaskDeathReason>?
    /// With this tag; nil: with any or none.
    public var tag: String?
    /// Of this group; nil: of any or none.
    public var group: String?
    /// With this ``TaskUniqueness/key``; nil: with any or none.
    public var uniqueKey: String?
    /// With ids greater than that, for the next page.
    public var after: DurableTaskID?
    /// The maximum number returned. Defaults to 100.
    public var limit: Int
    /// Whether payloads and replies are read, which may be large; they are empty and nil otherwise. By default they are.
    public var includesPayloads: Bool

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
    /// The task as the query asks for it.
    package func trimmed(_ task: StoredTask) -> StoredTask {
        if includesPayloads { return task }
        var task = task
        task.task.payload = Data()
        task.reply = nil
        return task
    }
}

/// How many tasks there are of a kind in a state.
public struct TaskCount: Sendable, Hashable {
    public var kind: String
    public var state: TaskState
    public var count: Int

    public init(kind: String, state: TaskState, count: Int) {
        self.kind = kind
        self.state = state
        self.count = count
    }
}
