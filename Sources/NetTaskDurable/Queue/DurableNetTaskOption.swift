public import Foundation
public import NetTaskCore

/// Something to say about one durable task when it is enqueued.
public enum DurableNetTaskOption: Sendable {
    /// A label to recognise the task by. May be given more than once.
    case tag(String)
    /// How soon it is run among others that are due. Defaults to what the task's `NetTaskSettings` says.
    case priority(NetTaskPriority)
    /// It is not run before that date.
    case notBefore(Date)
    /// No run is started at that date or later: it goes to the dead letters as ``TaskDeathReason/expired``. By default
    /// what the task's `NetTaskSettings` says.
    case expires(Date)
    /// It is run after that other task. May be given more than once.
    case dependency(TaskDependency)
    /// There is to be one task of its type with that key at a time. Defaults to what the task's `NetTaskSettings` says.
    case unique(String, TaskUniqueness.Policy)
    /// Tasks of one group are run one at a time, in the order in which they were enqueued; the next is run once the one
    /// before has ended, however it did. A run that is cancelled may still be winding down when the next one begins: who
    /// needs more waits for the end of what the cancelled run does.
    case group(String)
    /// The idempotency key, in place of one that the queue makes up. Of printable ASCII without quotes and backslashes;
    /// only for tasks whose `NetTaskSettings` names a header for it.
    case idempotencyKey(String)
    /// What has to be there for a run to be started, beside what the task's durability requires.
    case requires(TaskRequirements)
    /// How often it is run, and how long it waits in between; takes the place of the task's
    /// ``DurableNetTask/durability``, with requirements and codec.
    case durability(NetTaskDurability)
    /// What a tracer should find again in each run, in place of what the queue's `traceContext` gives.
    case traceContext([String: String])

    /// It is run after that other task has succeeded; by default it is cancelled if the other does not.
    public static func after<T>(
        _ handle: DurableNetTaskHandle<T>,
        onFailure: NetTaskDependency.FailurePolicy = .cancel
    ) -> DurableNetTaskOption {
        .dependency(TaskDependency(handle.id, onFailure: onFailure))
    }

    /// It is run after the task of that number has succeeded; by default it is cancelled if that one does not.
    public static func after(
        _ id: DurableTaskID,
        onFailure: NetTaskDependency.FailurePolicy = .cancel
    ) -> DurableNetTaskOption {
        .dependency(TaskDependency(id, onFailure: onFailure))
    }
}

/// All options of one task, settled. nil means what the task's type says, or the queue.
struct DurableNetTaskOptions: Sendable {
    var tags: [String] = []
    var priority: NetTaskPriority?
    var notBefore: Date?
    var expires: Date?
    var dependencies: [TaskDependency] = []
    var uniqueness: TaskUniqueness?
    var group: String?
    var idempotencyKey: String?
    var requirements: TaskRequirements = []
    var durability: NetTaskDurability?
    var traceContext: [String: String]?

    /// Later options win over earlier ones.
    init(_ options: [DurableNetTaskOption]) {
        for option in options {
            switch option {
            case .tag(let tag): tags.append(tag)
            case .priority(let priority): self.priority = priority
            case .notBefore(let date): notBefore = date
            case .expires(let date): expires = date
            case .dependency(let dependency): dependencies.append(dependency)
            case .unique(let key, let policy): uniqueness = TaskUniqueness(key: key, policy: policy)
            case .group(let group): self.group = group
            case .idempotencyKey(let key): idempotencyKey = key
            case .requires(let requirements): self.requirements.formUnion(requirements)
            case .durability(let durability): self.durability = durability
            case .traceContext(let context): traceContext = context
            }
        }
    }
}
