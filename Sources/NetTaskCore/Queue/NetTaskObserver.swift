/// Is told all that happens in a queue, such as to log, measure or trace it. Given to the queue when that is made.
///
///     struct Printer: NetTaskObserver {
///         func observe(_ event: NetTaskQueueEvent) { print(event.name, event.kind) }
///     }
///
/// For one task there is ``NetTaskHandle/subscribe(_:_:)``, and for the ends of some tasks a ``NetTaskDelegate``.
public protocol NetTaskObserver: Sendable {
    /// Something happened. All events of a queue are told once, one after the other, in the order in which they
    /// happened; of several observers the one that was given first is told first.
    ///
    /// Called on a thread of the concurrency pool, never by the thread that caused the event, such as one that adds a
    /// task. Whoever awaits a task or ``NetTaskQueue/drain()`` goes on only after this has been called, so it has to be
    /// quick. It may use the queue: what that causes is told after this. A queue holds its observers, so they should hold
    /// the queue weakly, if at all.
    func observe(_ event: NetTaskQueueEvent)
}

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
        /// The reply to an attempt says that what the task has started is not over (``NetTaskPolling``): it is asked again
        /// after a wait.
        case pending(attempt: Int, after: Duration)
        /// An attempt failed and would be repeated, but the handler does not permit it, such as for its ``RetryQuota``.
        /// The end follows.
        case retryRefused(reason: RetryDisposition)
        /// The reply to an attempt said that the server takes nothing more for now: no task of that key starts for so long. Told
        /// once for each such time, of the first task that learned of it. The key is nil for tasks that have none.
        case held(key: String?, for: Duration)
        /// Five minutes later, the server's limit still holds tasks of that key, for so much longer. Told of a task that waits.
        case stillHeld(key: String?, for: Duration)
        /// It is over, and the task stands where the phase says. Told once for each task, and last. The phase is
        /// ``NetTaskPhase/waiting`` for a run of a durable queue, if what the task has started is not over: another run asks
        /// again. The duration is that since the task was accepted; the other one, that since the start of its first attempt,
        /// is nil if there was none.
        case ended(NetTaskPhase, attempts: Int, duration: Duration, runDuration: Duration?)

        /// Whether something has failed.
        var hasError: Bool {
            switch self {
            case .resent, .retrying, .retryRefused: true
            case .ended(let phase, _, _, _): phase == .failed || phase == .cancelled
            default: false
            }
        }
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

/// An event whose error is looked up only where no lock is held, since that may call code of the user's.
struct ObservedEvent: Sendable {
    var event: NetTaskQueueEvent
    let record: TaskRecord
    let outcome: TaskOutcome?

    func withError() -> NetTaskQueueEvent {
        var event = event
        event.error = outcome.flatMap { record.work.error(of: $0)?.underlying }
        return event
    }
}
