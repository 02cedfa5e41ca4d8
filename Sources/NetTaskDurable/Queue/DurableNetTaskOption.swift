public import Foundation
public import NetTaskCore

/// A setting for one durable task, given when the task is enqueued.
public enum DurableNetTaskOption: Sendable {
    /// A label that identifies the task. May be given more than once.
    case tag(String)
    /// The priority among the tasks that are due. Default: the priority in the task's `NetTaskSettings`.
    case priority(NetTaskPriority)
    /// The task does not run before this date.
    case notBefore(Date)
    /// No run starts at this date or later: the task becomes a dead letter with the reason ``TaskDeathReason/expired``.
    /// Default: the expiry in the task's `NetTaskSettings`.
    case expires(Date)
    /// The task runs after another task. May be given more than once.
    case dependency(TaskDependency)
    /// The key that must be unique among the tasks of the same type that have not ended. Default: the policy in the task's
    /// `NetTaskSettings`.
    case unique(String, TaskUniqueness.Policy)
    /// The tasks of a group run one at a time, in the order in which they were enqueued. The next task runs when the previous
    /// one has ended. The code of a cancelled run may still be executing when the next run starts; if that matters, wait for
    /// its end.
    case group(String)
    /// The idempotency key, in place of one that the queue generates. It consists of printable ASCII without quotes and
    /// backslashes. Only for tasks whose `NetTaskSettings` have a header for it.
    case idempotencyKey(String)
    /// The conditions that a run requires, in addition to those of the task's durability.
    case requires(TaskRequirements)
    /// The number of runs and the waits between them. Replaces the task's ``DurableNetTask/durability``, including its
    /// conditions and its codec.
    case durability(NetTaskDurability)
    /// The trace context of all runs, in place of the result of the queue's `traceContext`.
    case traceContext([String: String])

    /// The task runs after another task has succeeded. Default: if the other task does not succeed, the task is cancelled.
    public static func after<T>(
        _ handle: DurableNetTaskHandle<T>,
        onFailure: NetTaskDependency.FailurePolicy = .cancel
    ) -> DurableNetTaskOption {
        .dependency(TaskDependency(handle.id, onFailure: onFailure))
    }

    /// The task runs after the task with this number has succeeded. Default: if that task does not succeed, the task is
    /// cancelled.
    public static func after(
        _ id: DurableTaskID,
        onFailure: NetTaskDependency.FailurePolicy = .cancel
    ) -> DurableNetTaskOption {
        .dependency(TaskDependency(id, onFailure: onFailure))
    }
}

/// The options of one task, merged into one value. `nil` for the setting of the task's type or of the queue.
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

    /// If an option occurs several times, the last one applies.
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
