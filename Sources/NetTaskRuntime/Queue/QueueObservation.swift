/// What the observers of a queue are to be told, and what has to be known for it. Guarded by the lock of the queue; there
/// is none where there are no observers.
struct QueueObservation: Sendable {
    /// An event whose error is looked up only where no lock is held, since that may call code of the user's.
    struct Entry: Sendable {
        var event: NetTaskQueueEvent
        let job: QueueJob
        let outcome: TaskOutcome?
    }

    /// Of one task in the queue.
    private struct Moments: Sendable {
        let accepted: Duration
        /// Since when it could run.
        var due: Duration
        var firstStart: Duration?
    }

    let observers: [any NetTaskObserver]
    private var moments: [NetTaskID: Moments] = [:]
    /// In the order in which they happened.
    private var entries: [Entry] = []
    /// How many of them belong to changes that are complete.
    private var completeCount = 0
    private var isTelling = false

    init?(_ observers: [any NetTaskObserver]) {
        if observers.isEmpty { return nil }
        self.observers = observers
    }

    // MARK: What happens

    mutating func noteAcceptance(of job: QueueJob, notBefore: Duration?, now: Duration) {
        moments[job.place.id] = Moments(accepted: now, due: max(notBefore ?? now, now))
        note(.accepted, job)
    }

    mutating func noteStart(of job: QueueJob, attempt: Int, now: Duration) {
        let id = job.place.id
        let due = moments[id]?.due ?? now
        if attempt == 1 {
            moments[id]?.firstStart = now
        }
        // Threads look at the clock before they stand in line for the lock.
        note(.started(attempt: attempt, waited: max(now - due, .zero)), job)
    }

    mutating func noteRetry(of job: QueueJob, attempt: Int, after delay: Duration, now: Duration) {
        moments[job.place.id]?.due = now + delay
        note(.retrying(retry: attempt, after: delay, reason: job.retryReason ?? .transient), job, job.outcome)
    }

    mutating func noteResend(of job: QueueJob, attempt: Int, after error: any Error) {
        note(.resent(attempt: attempt), job)
        entries[entries.count - 1].event.error = error
    }

    mutating func noteRefusedRetry(of job: QueueJob, reason: RetryDisposition) {
        note(.retryRefused(reason: reason), job, job.outcome)
    }

    mutating func noteEnd(of job: QueueJob, now: Duration) {
        guard let result = job.result else { return }
        let outcome: NetTaskQueueEvent.Outcome =
            switch result {
            case .success: .succeeded
            case .cancelled: .cancelled
            case .failure, .timedOut: .failed
            }
        let moments = moments.removeValue(forKey: job.place.id)
        let kind = NetTaskQueueEvent.Kind.ended(
            outcome,
            attempts: job.attempt,
            duration: moments.map { max(now - $0.accepted, .zero) } ?? .zero,
            runDuration: moments?.firstStart.map { max(now - $0, .zero) }
        )
        note(kind, job, result)
    }

    private mutating func note(_ kind: NetTaskQueueEvent.Kind, _ job: QueueJob, _ outcome: TaskOutcome? = nil) {
        let event = NetTaskQueueEvent(id: job.place.id, task: job.anyTask, tags: job.tags, kind: kind)
        entries.append(Entry(event: event, job: job, outcome: outcome))
    }

    // MARK: Telling it

    /// A change is complete.
    ///
    /// - Returns: whether the caller is to tell the observers. If not, somebody does already, or there is nothing to tell.
    mutating func completeChange(taskCount: Int) -> Bool {
        while completeCount < entries.count {
            entries[completeCount].event.taskCount = taskCount
            completeCount += 1
        }
        if isTelling || entries.isEmpty { return false }
        isTelling = true
        return true
    }

    /// What the one who tells is to tell next; nothing, if that is over.
    mutating func next() -> [Entry] {
        isTelling = !entries.isEmpty
        completeCount = 0
        var next: [Entry] = []
        swap(&next, &entries)
        return next
    }
}
