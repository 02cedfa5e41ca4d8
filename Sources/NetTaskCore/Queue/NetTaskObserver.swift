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
        /// It is over. Told once for each task, and last. The duration is that since it was accepted; the other one, that
        /// since the start of its first attempt, is nil if there was none.
        case ended(Outcome, attempts: Int, duration: Duration, runDuration: Duration?)
    }

    /// How a task ended.
    public enum Outcome: String, Sendable, Hashable, CaseIterable {
        case succeeded, failed, cancelled
        /// It was a run of a durable queue, and what the task has started is not over: another run asks again.
        case pending
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

/// What the observers of a queue are to be told of the change under way, and what has to be known for it. Guarded by the
/// lock of the queue; there is none where there are no observers.
struct QueueObservation: Sendable {
    /// Of one task in the queue.
    private struct Moments: Sendable {
        let accepted: Duration
        /// Since when it could run.
        var due: Duration
        var firstStart: Duration?
    }

    private var moments: [NetTaskID: Moments] = [:]
    /// What nobody has begun to tell yet.
    private var events: QueueEvents
    private var isTelling = false
    /// How many changes there were in which something happened.
    private(set) var postCount = 0

    init?(_ observers: [any NetTaskObserver]) {
        if observers.isEmpty { return nil }
        events = QueueEvents(observers: observers)
    }

    // MARK: What happens

    mutating func noteAcceptance(of record: TaskRecord, notBefore: Duration?, now: Duration) {
        moments[record.place.id] = Moments(accepted: now, due: max(notBefore ?? now, now))
        note(.accepted, record)
    }

    mutating func noteStart(of record: TaskRecord, attempt: Int, now: Duration) {
        let id = record.place.id
        let due = moments[id]?.due ?? now
        if attempt == 1 {
            moments[id]?.firstStart = now
        }
        // Threads look at the clock before they stand in line for the lock.
        note(.started(attempt: attempt, waited: max(now - due, .zero)), record)
    }

    mutating func noteRetry(of record: TaskRecord, attempt: Int, after delay: Duration, now: Duration) {
        moments[record.place.id]?.due = now + delay
        let reason = record.retryReason ?? .transient
        note(.retrying(retry: attempt, after: delay, reason: reason), record, record.outcome)
    }

    mutating func notePause(of record: TaskRecord, attempt: Int, after wait: Duration, now: Duration) {
        moments[record.place.id]?.due = now + wait
        note(.pending(attempt: attempt, after: wait), record)
    }

    mutating func noteResend(of record: TaskRecord, attempt: Int, after error: any Error) {
        note(.resent(attempt: attempt), record, .failure(error))
    }

    mutating func noteHold(of record: TaskRecord, key: String?, for wait: Duration, isReminder: Bool) {
        note(isReminder ? .stillHeld(key: key, for: wait) : .held(key: key, for: wait), record)
    }

    mutating func noteRefusedRetry(of record: TaskRecord, reason: RetryDisposition) {
        note(.retryRefused(reason: reason), record, record.outcome)
    }

    mutating func noteEnd(of record: TaskRecord, now: Duration) {
        guard let result = record.result else { return }
        let outcome: NetTaskQueueEvent.Outcome =
            switch result {
            case .success: .succeeded
            case .cancelled: .cancelled
            case .failure(_ as NetTaskPause): .pending
            case .failure, .timedOut: .failed
            }
        let moments = moments.removeValue(forKey: record.place.id)
        let kind = NetTaskQueueEvent.Kind.ended(
            outcome,
            attempts: record.attempt,
            duration: moments.map { max(now - $0.accepted, .zero) } ?? .zero,
            runDuration: moments?.firstStart.map { max(now - $0, .zero) }
        )
        note(kind, record, outcome == .pending ? nil : result)
    }

    private mutating func note(_ kind: NetTaskQueueEvent.Kind, _ record: TaskRecord, _ outcome: TaskOutcome? = nil) {
        let event = NetTaskQueueEvent(id: record.place.id, task: record.work.anyTask, tags: record.tags, kind: kind)
        events.entries.append(QueueEvents.Entry(event: event, record: record, outcome: outcome))
    }

    // MARK: Telling it

    /// Has the observers told what happened in this change, after all that happened before; then those who wait for ends.
    ///
    /// - Parameter ends: left empty, unless nothing happened that they would have to wait for.
    /// - Returns: whether nobody is telling anything, so that somebody has to begin.
    mutating func post(_ ends: inout QueueEnds, taskCount: Int) -> Bool {
        let hasEvents = events.entries.count > events.postedCount
        if !hasEvents, ends.waiters.isEmpty { return false }
        for index in events.postedCount..<events.entries.count {
            events.entries[index].event.taskCount = taskCount
        }
        events.postedCount = events.entries.count
        events.ends.add(ends)
        ends = QueueEnds()
        if hasEvents { postCount += 1 }
        defer { isTelling = true }
        return !isTelling
    }

    /// What was posted, for the one who tells it; nil if nothing is left.
    mutating func takeEvents() -> QueueEvents? {
        isTelling = !events.entries.isEmpty || !events.ends.waiters.isEmpty
        guard isTelling else { return nil }
        defer { events = QueueEvents(observers: events.observers) }
        return events
    }
}

/// What the observers are to be told, and who waits for that.
struct QueueEvents: Sendable {
    /// An event whose error is looked up only where no lock is held, since that may call code of the user's.
    struct Entry: Sendable {
        var event: NetTaskQueueEvent
        let record: TaskRecord
        let outcome: TaskOutcome?
    }

    let observers: [any NetTaskObserver]
    /// In the order in which they happened.
    var entries: [Entry] = []
    /// How many of the entries are of changes that are over.
    var postedCount = 0
    var ends = QueueEnds()

    init(observers: [any NetTaskObserver]) {
        self.observers = observers
    }

    mutating func tell() {
        for index in entries.indices {
            if let outcome = entries[index].outcome {
                entries[index].event.error = type(of: entries[index].record.work).error(of: outcome)?.underlying
            }
            for observer in observers {
                observer.observe(entries[index].event)
            }
        }
        ends.announce()
    }
}
