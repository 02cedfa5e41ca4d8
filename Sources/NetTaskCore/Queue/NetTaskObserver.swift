/// Observes the events of a queue, for example to log, measure or trace them. Pass observers to the initializer of the queue.
///
///     struct Printer: NetTaskObserver {
///         func observe(_ event: NetTaskQueueEvent) { print(event.name, event.kind) }
///     }
///
/// To observe a single task, use ``NetTaskHandle/subscribe(_:_:)``. To be notified when tasks end, use a ``NetTaskDelegate``.
public protocol NetTaskObserver: Sendable {
    /// Called once for each event of a queue, in the order in which the events happened. If there are several observers, they
    /// are called in the order in which the queue received them.
    ///
    /// Called on a thread of the concurrency pool, never on the thread that caused the event, such as a thread that adds a
    /// task. Callers that await a task or ``NetTaskQueue/drain()`` resume only after the observers have returned, so the
    /// implementation should be quick. It may use the queue: events that it causes are reported afterwards. A queue holds its
    /// observers strongly, so an observer should hold the queue weakly.
    func observe(_ event: NetTaskQueueEvent)
}

/// Something that happened to a task of a queue; see ``NetTaskObserver``.
///
/// Tasks that share a run (``DuplicatePolicy/coalesce``) are reported once, as the run.
public struct NetTaskQueueEvent: Sendable {
    /// The kinds of events.
    public enum Kind: Sendable, Hashable {
        /// The queue accepted the task. For a task that the queue rejects, such as after its shutdown, only the end is
        /// reported.
        case accepted
        /// An attempt starts, counted from 1. `waited` is the time since the task was accepted, or since its date or the delay
        /// of its retry had passed. It includes the time in which the task waited for other tasks.
        case started(attempt: Int, waited: Duration)
        /// The request of an attempt was certainly not sent. The handler sends it again in the same attempt.
        case resent(attempt: Int)
        /// An attempt failed and is repeated after a delay. Retries are counted from 1. `reason` is the handler's judgement of
        /// the error.
        case retrying(retry: Int, after: Duration, reason: RetryDisposition)
        /// The reply says that the long-running operation that the task started has not completed (``NetTaskPolling``). The
        /// task polls again after a delay.
        case pending(attempt: Int, after: Duration)
        /// An attempt failed and would be repeated, but the handler does not permit the retry, such as because of its
        /// ``RetryQuota``. The end of the task follows.
        case retryRefused(reason: RetryDisposition)
        /// The server asked for a pause, or its limit is used up: no task with this key starts for this duration. Reported once
        /// for each hold, for the task whose reply stated the limit. The key is `nil` for tasks without a key.
        case held(key: String?, for: Duration)
        /// Five minutes after the hold began, the server's limit still holds the tasks with this key, for this further
        /// duration. Reported for a task that waits.
        case stillHeld(key: String?, for: Duration)
        /// The task has ended, with this phase. Reported once for each task, as the last event. `duration` is the time since
        /// the task was accepted. `runDuration` is the time since its first attempt started, or `nil` if there was none.
        ///
        /// The phase is ``NetTaskPhase/waiting`` for a run of a durable queue whose operation has not completed: another run
        /// polls again.
        case ended(NetTaskPhase, attempts: Int, duration: Duration, runDuration: Duration?)

        /// Whether the event has an error.
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
    /// The tags that the task was added with.
    public let tags: [String]
    /// The kind of event.
    public let kind: Kind
    /// The error of the attempt (`resent`, `retrying`, `retryRefused`), or of a task that did not succeed (`ended`), such as a
    /// ``StatusError`` or a ``CancellationReason``; otherwise `nil`.
    ///
    /// The descriptions of the runtime's own errors contain no secrets, but their properties may, such as the body of a reply.
    public internal(set) var error: (any Error)?
    /// The number of tasks in the queue after the event and all events of the same moment: those that wait, run, or wait for a
    /// retry.
    public internal(set) var taskCount = 0

    /// The name of the task's operation.
    public var name: String { type(of: task).name }
}

/// An event whose error is read later, without a lock, because reading it can call code of users.
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
