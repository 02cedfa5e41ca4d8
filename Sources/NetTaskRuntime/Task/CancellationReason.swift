/// Who or what cancelled a task.
public enum CancellationReason: Error, Sendable, Hashable {
    /// `cancel()` of a handle
    case handle
    /// The Swift task that awaited `run` was cancelled.
    case caller
    /// `cancelAll()` of the queue
    case queue
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
        case .queue: "The task was cancelled with all tasks of its queue"
        case .queueReleased: "The task was cancelled because its suspended queue was released"
        case .handler: "The task was cancelled by the handler or its transport"
        }
    }
}
