/// A task from its acceptance to its end, as far as the queue need know it: keeps its state, and tells those who watch.
/// ``TaskRecord`` adds the types of the task, and makes the attempts.
///
/// Unchecked, because all that varies, here and in the subclass, is touched only by who holds the lock of `scheduler`.
class QueueJob: @unchecked Sendable {
    /// What there is only once a task has been started, so that those that wait are small.
    final class Course {
        var reply: (any Sendable)?
        /// What the latest attempt brought, set by the one who is first to end it; once it is over, how the task ended.
        var outcome: TaskOutcome?
        /// The latest retry that was decided upon.
        var retry = RetryDecision(wait: .zero, reason: .transient)
    }

    final let scheduler: QueueScheduler
    final let tags: [String]
    /// What its attempts run with: that of the one who added the task, not of the one whose task made way for it.
    final let threadPriority = Task.currentPriority
    final var place = QueuePlace(slot: 0, id: NetTaskID())
    /// Who makes the attempt that is under way.
    final var worker: QueueWorker?
    /// The one that runs, if this one shares the run of another.
    final var leader: QueueJob?
    final var watchers: TaskWatchers?
    private final var phase = NetTaskPhase.waiting
    /// The number of attempts begun.
    private(set) final var attempt = 0
    /// The latest attempt that has come to something.
    private final var endedAttempt = 0
    private final var course: Course?

    init(tags: [String], scheduler: QueueScheduler) {
        self.tags = tags
        self.scheduler = scheduler
    }

    // MARK: What only the typed record knows. It overrides all of these, and is all that is ever made.

    /// The task itself.
    var anyTask: any NetTask { fatalError("abstract") }
    /// Makes an attempt, and has the queue settle what came of it.
    ///
    /// - Returns: what the worker is to do next.
    func run(attempt: Int, on worker: QueueWorker) async -> QueueStart? { fatalError("abstract") }
    /// Whether there shall be another attempt. Calls code of the user's.
    func retry(after outcome: TaskOutcome, attempt: Int) -> RetryDecision? { fatalError("abstract") }
    /// What went wrong, as the user's code sees it; nil for a success. Calls code of the user's.
    func error(of outcome: TaskOutcome) -> (any Error)? { fatalError("abstract") }
    /// A limit that was given when it was added. Calls no code of the user's.
    func optionalLimit(of kind: TimeoutError.Kind) -> Duration? { fatalError("abstract") }
    /// Tells each of the delegates once, in the order in which they were added.
    func deliver(to registrations: [DelegateRegistration]) async { fatalError("abstract") }

    // MARK: Its state, under the lock

    /// How it has ended; nil until then.
    final var result: TaskOutcome? { phase.isEnd ? course?.outcome : nil }

    final var hasSucceeded: Bool? {
        phase.isEnd ? phase == .succeeded : nil
    }

    final var snapshot: TaskSnapshot {
        if let leader, !phase.isEnd {
            return leader.snapshot
        }
        return TaskSnapshot(
            phase: phase,
            attempt: attempt,
            reply: course?.reply,
            outcome: course?.outcome,
            wait: course?.retry.wait ?? .zero,
            retryReason: course?.retry.reason ?? .transient
        )
    }

    final func summary(priority: NetTaskPriority) -> NetTaskSummary {
        NetTaskSummary(id: place.id, task: anyTask, phase: phase, attempt: attempt, priority: priority, tags: tags)
    }

    private final func makeCourse() -> Course {
        if let course { return course }
        let course = Course()
        self.course = course
        return course
    }

    // MARK: What the queue decides, under the lock

    /// An attempt begins.
    final func begin(attempt: Int) {
        self.attempt = attempt
        phase = .running
        announce(.started)
    }

    /// The attempt has failed, and there will be another.
    final func waitForRetry() {
        phase = .retrying
        announce(.retrying)
    }

    /// It has left the queue.
    final func end(_ end: QueueEnd) {
        let result: TaskOutcome =
            switch end {
            case .cancelled(let reason): .cancelled(reason)
            case .deadlinePassed: .timedOut(.deadline, limit: optionalLimit(of: .deadline), attempt: attempt)
            case .expired: .timedOut(.expiry, limit: nil, attempt: attempt)
            case .refused(let error): .failure(error)
            // The machine ends a task so only after an attempt has brought something.
            case .finished: course?.outcome ?? .cancelled(.handler)
            }
        for follower in watchers?.followers ?? [] {
            follower.finish(result)
        }
        finish(result)
    }

    private final func finish(_ result: TaskOutcome) {
        if let leader {
            attempt = leader.attempt
            makeCourse().reply = leader.course?.reply
        }
        makeCourse().outcome = result
        phase = result.phase
        guard let watchers else { return }
        for stream in watchers.eventStreams.values {
            stream.yield(snapshot)
        }
        watchers.post(phase == .cancelled ? .cancelled : .finished, snapshot, of: self)
    }

    /// Has these delegates told that it has ended.
    final func tell(_ delegates: [DelegateRegistration]) {
        if phase != .cancelled {
            post(.end(delegates))
        }
    }

    // MARK: What an attempt brings, under the lock

    /// Whether this is the first to end the attempt.
    ///
    /// - Parameters:
    ///   - displaced: takes what was kept of the attempt before, which may have code of the user's to run when it goes,
    ///     and so has to outlive the lock.
    ///   - course: where to keep it if this is the first attempt, made before so that the lock is not held for it.
    final func claim(
        attempt: Int,
        _ outcome: TaskOutcome,
        reply: (any Sendable)? = nil,
        course newCourse: Course? = nil,
        displaced: inout (TaskOutcome?, (any Sendable)?)
    ) -> Bool {
        guard phase == .running, self.attempt == attempt, endedAttempt < attempt else { return false }
        if course == nil {
            course = newCourse
        }
        let course = makeCourse()
        displaced.0 = course.outcome
        course.outcome = outcome
        endedAttempt = attempt
        if let reply {
            displaced.1 = course.reply
            course.reply = reply
        }
        return true
    }

    /// Whether the attempt is still open, and ends with this as one that took too long.
    final func claimTimeOut(attempt: Int, displaced: inout (TaskOutcome?, (any Sendable)?)) -> Bool {
        let outcome = TaskOutcome.timedOut(.attempt, limit: optionalLimit(of: .attempt), attempt: attempt)
        return claim(attempt: attempt, outcome, displaced: &displaced)
    }

    /// What the latest attempt brought.
    final var outcome: TaskOutcome? { course?.outcome }

    /// Why the latest retry was decided upon.
    final var retryReason: RetryDisposition? { course?.retry.reason }

    /// Keeps what was decided for those who watch.
    final func note(_ retry: RetryDecision) {
        course?.retry = retry
    }

    final func note(_ progress: NetTaskProgress, attempt: Int) {
        guard phase == .running, self.attempt == attempt else { return }
        watch().progress = progress
        for job in [self] + (watchers?.followers ?? []) {
            for stream in (job.watchers?.progressStreams ?? [:]).values {
                stream.yield(progress)
            }
        }
    }

    // MARK: Those who watch

    /// Tells those who watch, here and where the run is shared, what has just come about.
    private final func announce(_ moment: NetTaskMoment) {
        guard let watchers else { return }
        for stream in watchers.eventStreams.values {
            stream.yield(snapshot)
        }
        watchers.post(moment, snapshot, of: self)
        for follower in watchers.followers {
            follower.announce(moment)
        }
    }

    final func watch() -> TaskWatchers {
        if let watchers { return watchers }
        let watchers = TaskWatchers()
        self.watchers = watchers
        return watchers
    }

    /// Has a message delivered after those before it, be they of others that share the run.
    final func post(_ message: TaskWatchers.Message) {
        let job = runner
        job.watch().post(message, of: job)
    }

    final func nextMessage() -> TaskWatchers.Message? {
        scheduler.withLock { _ in watchers?.nextMessage() }
    }

    /// Wakes those who wait for the end. Called once, after ``end(_:)``, without the lock.
    final func announceEnd() {
        // Nobody joins these once there is a result, but who listens no more may leave at any time, and a subscriber
        // may still come. What is let go of may have code of the user's to run, and so has to outlive the lock.
        let watching = scheduler.withLock { _ in
            watchers.map { watchers in
                defer { (watchers.waiters, watchers.eventStreams, watchers.progressStreams) = ([], [:], [:]) }
                defer { (watchers.followers, watchers.subscribers) = ([], []) }
                return (
                    result, watchers.waiters, watchers.eventStreams, watchers.progressStreams, watchers.followers,
                    watchers.subscribers
                )
            }
        }
        guard case (let result?, let waiters, let events, let progress, let followers, _)? = watching else { return }
        for waiter in waiters {
            waiter(result)
        }
        for stream in events.values {
            stream.finish()
        }
        for stream in progress.values {
            stream.finish()
        }
        for follower in followers {
            follower.announceEnd()
        }
    }
}
