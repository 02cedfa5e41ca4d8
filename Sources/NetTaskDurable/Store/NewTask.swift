public import Foundation
public import NetTaskCore

/// All that a store is given of a task.
public struct NewTask: Sendable, Hashable {
    /// ``StoredForm/kind`` of its type.
    public var kind: String
    /// ``StoredForm/version`` at that time.
    public var specVersion: String
    /// ``StoredForm/hash`` at that time.
    public var specHash: String
    /// ``StoredForm/payloadVersion`` at that time. Defaults to 1.
    public var payloadVersion = 1
    /// The name of the codec that sealed the payload; nil if none did.
    public var codec: String?
    /// The task, as it writes itself down.
    public var payload: Data
    /// The same in all of its attempts, and in no other task's.
    public var idempotencyKey: String

    public var priority = NetTaskPriority.normal
    /// It is not run before. nil: at once.
    public var notBefore: Date?
    /// No run is started at that date or later.
    public var expires: Date?
    /// How often it is run at most, and how long it waits between runs. `Int.max` runs are for ever.
    public var durability = NetTaskDurability()
    /// The durability's own and those of its options, in one.
    public var requirements: TaskRequirements = []
    public var tags: [String] = []
    /// Tasks of one group run one at a time, in the order of their ids; the next is run once the one before has ended,
    /// however it did.
    public var group: String?
    public var uniqueness: TaskUniqueness?
    public var dependencies: [TaskDependency] = []
    /// What a tracer gave at the time, such as `traceparent`.
    public var traceContext: [String: String] = [:]

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

/// What became of a task that a store was given.
public enum TaskInsertion: Sendable, Hashable {
    /// It is stored.
    case inserted(DurableTaskID)
    /// It is stored, and has taken the place of another, which is cancelled, and with it those that depended on it.
    case replaced([DurableTaskID], by: DurableTaskID)
    /// One like it is there and stays; the new one is not stored.
    case kept(DurableTaskID)
    /// One like it is there; the new one is not stored.
    case rejected(DurableTaskID)

    package var isStored: Bool {
        switch self {
        case .inserted, .replaced: true
        case .kept, .rejected: false
        }
    }
}

/// That a task runs only after another one.
public struct TaskDependency: Sendable, Hashable, Codable {
    /// The task that comes first. One that has ended counts, as long as the store knows it.
    public var id: DurableTaskID
    /// What becomes of it if that one ends without success. Default: `NetTaskDependency.FailurePolicy.cancel`.
    public var onFailure: NetTaskDependency.FailurePolicy

    public init(_ id: DurableTaskID, onFailure: NetTaskDependency.FailurePolicy = .cancel) {
        self.id = id
        self.onFailure = onFailure
    }
}

/// That there is to be one task of a kind and a key at a time, among those that have not ended.
public struct TaskUniqueness: Sendable, Hashable {
    /// What becomes of a second task; the words are those of `DuplicatePolicy`.
    public enum Policy: String, Sendable, Hashable, CaseIterable, Codable {
        /// The one that is there stays; who enqueues gets its id.
        case coalesce
        /// The one that is there ends as cancelled, also in the middle of a run, and the new one takes its place.
        case cancelOld
        /// Enqueueing it is an error.
        case rejectNew
    }

    /// Compared with those of tasks of the same kind.
    public var key: String
    public var policy: Policy

    public init(key: String, policy: Policy) {
        self.key = key
        self.policy = policy
    }
}
