/// Something that happened to one of the tasks of a queue; see ``NetTaskObserver``.
///
/// Tasks that share a run (``DuplicatePolicy/coalesce``) are told of once, as the run.
public struct NetTaskQueueEvent: Sendable {
    /// What happened.
    public enum Kind: Sendable, Hashable {
        /// The queue took the task in. Of a task that it refuses, such as after its shutdown, only the end is told.
        case accepted
        /// An attempt begins, counted from 1. It waited since it was accepted, or since the date or the delay of the retry
        /// had passed that it had to wait for; waiting for other tasks counts.
        case started(attempt: Int, waited: Duration)
        /// The request of an attempt certainly never left, and is sent once more in the same attempt.
        case resent(attempt: Int)
        /// An attempt failed and will be repeated after a delay. Retries are counted from 1; the reason is what the
        /// handler made of the error.
        case retrying(retry: Int, after: Duration, reason: RetryDisposition)
        /// An attempt failed and would be repeated, but the handler does not permit it, such as for its ``RetryQuota``.
        /// The end follows.
        case retryRefused(reason: RetryDisposition)
        /// It is over. Told once for each task, and last. The duration is that since it was accepted; the other one, that
        /// since the start of its first attempt, is nil if there was none.
        case ended(Outcome, attempts: Int, duration: Duration, runDuration: Duration?)
    }

    /// How a task ended.
    public enum Outcome: String, Sendable, Hashable, CaseIterable {
        case succeeded, failed, cancelled
    }

    /// The number of the task in its queue.
    public let id: NetTaskID
    /// The task as it was added.
    public let task: any NetTask
    /// The tags that it was added with.
    public let tags: [String]
    /// What happened to it.
    public let kind: Kind
    /// What an attempt failed with (`resent`, `retrying`, `retryRefused`), or how the task ended without success (`ended`): a
    /// ``StatusError``, a ``CancellationReason`` and so on; else nil.
    ///
    /// Descriptions of the runtime's own errors hold no secrets, but what is in them may, such as the body of a reply.
    public internal(set) var error: (any Error)?
    /// How many tasks were in the queue once all was done that happened at the same moment: waiting, running and waiting
    /// for a retry.
    public internal(set) var taskCount = 0

    /// The name of the task's operation.
    public var name: String { type(of: task).name }
}
