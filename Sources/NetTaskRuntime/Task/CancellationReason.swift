/// Who or what cancelled a task.
public enum CancellationReason: Error, Sendable, Hashable {
    /// `cancel()` of a handle
    case handle
    /// The Swift task that awaited `run` was cancelled.
    case caller
    /// `cancelAll()` or `cancel(id:)` of the queue
    case queue
    /// `cancel(tag:)` of the queue, with this tag
    case tag(String)
    /// `cancel(_:)` of the queue, with the task's type
    case type
    /// Its group was cancelled, or another task of the group had failed.
    case group
    /// It has to run after this task, which did not succeed.
    case dependency(NetTaskID)
    /// One like it, this one, was in the queue already, and its policy is ``DuplicatePolicy/rejectNew``.
    case duplicate(of: NetTaskID)
    /// One like it, this one, was added with the policy ``DuplicatePolicy/cancelOld``.
    case replaced(by: NetTaskID)
    /// The queue was shut down.
    case queueShutDown
    /// The queue was released while it was suspended, so that the task could never have run.
    case queueReleased
    /// The handler cancelled by itself.
    case handler
}

extension CancellationReason: CustomStringConvertible {
    public var description: String {
        switch self {
        case .handle: "The task was cancelled"
        case .caller: "The task was cancelled because its caller was"
        case .queue: "The task was cancelled by way of its queue"
        case .tag(let tag): "The task was cancelled with all tasks that have the tag \(tag.debugDescription)"
        case .type: "The task was cancelled with all tasks of its type"
        case .group: "The task was cancelled with its group"
        case .dependency(let id): "The task was cancelled because task \(id), which it was to follow, did not succeed"
        case .duplicate(let id): "The task was refused because task \(id), which is the same, was there already"
        case .replaced(let id): "The task was cancelled because task \(id), which is the same, took its place"
        case .queueShutDown: "The task was cancelled because its queue was shut down"
        case .queueReleased: "The task was cancelled because its suspended queue was released"
        case .handler: "The task was cancelled by the handler or its transport"
        }
    }
}
