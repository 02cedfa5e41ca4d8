public import Foundation
public import NetTaskCore

/// The values with which a task is stored.
public struct NewTask: Sendable, Hashable {
    /// ``StoredForm/kind`` of its type.
    public var kind: String
    /// ``StoredForm/version`` when it was enqueued.
    public var specVersion: String
    /// ``StoredForm/hash`` when it was enqueued.
    public var specHash: String
    /// ``StoredForm/payloadVersion`` when it was enqueued. Default: 1.
    public var payloadVersion = 1
    /// The name of the codec that sealed the payload; nil if none did.
    public var codec: String?
    /// The encoded task.
    public var payload: Data
    /// The idempotency key: the same for all attempts of the task, and different for each task.
    public var idempotencyKey: String

    /// The priority with which it begins to wait. Default: `normal`.
    public var priority = NetTaskPriority.normal
    /// The earliest date of its first run; nil for now.
    public var notBefore: Date?
    /// From this date on, no run starts.
    public var expires: Date?
    /// The largest number of runs, and the waits between them. `Int.max` runs means no limit.
    public var durability = NetTaskDurability()
    /// The requirements of its durability and of its options together.
    public var requirements: TaskRequirements = []
    /// The tags of its options, for queries.
    public var tags: [String] = []
    /// Tasks of one group run one at a time, in the order of their ids. The next one runs after the previous one has ended,
    /// however it ended.
    public var group: String?
    /// Its key among tasks of its kind, and what happens to a duplicate; nil if duplicates are allowed.
    public var uniqueness: TaskUniqueness?
    /// The tasks that must end before its first run.
    public var dependencies: [TaskDependency] = []
    /// The trace context when it was enqueued, such as `traceparent`.
    public var traceContext: [String: String] = [:]

    /// Makes the values of a task. The other properties have their defaults.
    public init(
        kind: String,
        specVersion: String = "",
        specHash: String = "",
        codec: String? = nil,
        payload: Data,
        idempotencyKey: String
    ) {
        self.kind = kind
        self.specVersion = specVersion
        self.specHash = specHash
        self.codec = codec
        self.payload = payload
        self.idempotencyKey = idempotencyKey
    }
}

/// The result of inserting a task.
public enum TaskInsertion: Sendable, Hashable {
    /// The task is stored.
    case inserted(DurableTaskID)
    /// The task is stored, and replaced another one. That one is cancelled, with the tasks that depended on it.
    case replaced([DurableTaskID], by: DurableTaskID)
    /// The existing task is kept. The new one is not stored.
    case kept(DurableTaskID)
    /// The new task was rejected because of the existing one, and is not stored.
    case rejected(DurableTaskID)

    package var isStored: Bool {
        switch self {
        case .inserted, .replaced: true
        case .kept, .rejected: false
        }
    }
}

/// A dependency of a task on another task.
public struct TaskDependency: Sendable, Hashable, Codable {
    /// The task to wait for. If it has ended, its end counts while the store knows it.
    public var id: DurableTaskID
    /// What happens if that task ends without success. Default: `NetTaskDependency.FailurePolicy.cancel`.
    public var onFailure: NetTaskDependency.FailurePolicy

    /// Makes a dependency on a task.
    public init(_ id: DurableTaskID, onFailure: NetTaskDependency.FailurePolicy = .cancel) {
        self.id = id
        self.onFailure = onFailure
    }
}

/// A key of which only one task of a kind may be stored that has not ended.
public struct TaskUniqueness: Sendable, Hashable {
    /// What happens to a second task. The cases are those of `DuplicatePolicy`.
    public enum Policy: String, Sendable, Hashable, CaseIterable, Codable {
        /// The existing task is kept, and the caller gets its id.
        case coalesce
        /// The existing task ends as cancelled, even during a run, and the new task replaces it.
        case cancelOld
        /// Enqueuing the new task is an error.
        case rejectNew
    }

    /// The key. It is compared with the keys of tasks of the same kind.
    public var key: String
    /// What happens to a second task with the key.
    public var policy: Policy

    /// Makes a key with its policy.
    public init(key: String, policy: Policy) {
        self.key = key
        self.policy = policy
    }
}
