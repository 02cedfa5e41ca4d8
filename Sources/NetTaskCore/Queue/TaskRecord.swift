/// A task in a queue, from when it is added to its end: where it stands, who shares its run, and who watches it.
///
/// It knows no types; ``TypedRecord``, which all of them are, does. Unchecked, because all that varies is touched only
/// under the lock of `scheduler`.
class TaskRecord: @unchecked Sendable {
    /// What exists only once a task has been started or has ended, so that tasks that wait are small.
    private final class RunState {
        /// The number of attempts begun.
        var attempt = 0
        /// Who makes the attempt that is under way.
        var worker: QueueWorker?
        var reply: (any Sendable)?
        /// What the latest attempt brought; after the end, how the task ended.
        var outcome: TaskOutcome?
        /// The attempt that brought it.
        var endedAttempt = 0
        /// The latest retry that was decided upon.
        var wait = Duration.zero
        var retryReason: RetryDisposition?
        /// Of a task that is asked for, once it was started.
        var pollState: PollState?
    }

    final let scheduler: QueueScheduler
    /// What it does by its types. Unsafe, since a strong reference would be a cycle; safe all the same, as it is the
    /// record itself.
    unowned(unsafe) final var work: (any QueueWork)!
    final let tags: [String]
    /// nil if there are none.
    final let options: IndirectValue<NetTaskRunOptions>?
    /// What its attempts run with: the highest priority of the threads that added it or joined its run.
    private(set) final var threadPriority = Task.currentPriority
    final var place = QueuePlace(slot: 0, id: NetTaskID())
    private(set) final var watchers: TaskWatchers?
    private final var phase = NetTaskPhase.waiting
    private final var run: RunState?
    /// Whether those who wait for the end have been woken.
    final var isAnnounced = false

    /// Whether it was added while there was no limit per key, so that nobody has asked for the key of its handler.
    final var mayLackKey = false

    init(_ options: NetTaskOptions, in scheduler: QueueScheduler) {
        self.scheduler = scheduler
        self.tags = options.tags
        self.options = options.run.isEmpty ? nil : IndirectValue(wrappedValue: options.run)
    }

    // MARK: Where it stands, under the lock

    /// The number of attempts begun.
    final var attempt: Int { run?.attempt ?? 0 }
    /// What the latest attempt brought.
    final var outcome: TaskOutcome? { run?.outcome }
    /// How the task ended; nil until then.
    final var result: TaskOutcome? { phase.isEnd ? run?.outcome : nil }
    final var hasSucceeded: Bool? { phase.isEnd ? phase == .succeeded : nil }
    /// Why the latest retry was decided upon.
    final var retryReason: RetryDisposition? { run?.retryReason }

    final var snapshot: TaskSnapshot {
        if let leader, !phase.isEnd { return leader.snapshot }
        return TaskSnapshot(
            phase: phase,
            attempt: attempt,
            reply: run?.reply,
            outcome: run?.outcome,
            wait: run?.wait ?? .zero,
            retryReason: run?.retryReason ?? .transient
        )
    }

    final func summary(priority: NetTaskPriority) -> NetTaskSummary {
        NetTaskSummary(id: place.id, task: work.anyTask, phase: phase, attempt: attempt, priority: priority, tags: tags)
    }

    private final func runState() -> RunState {
        // Written once: a late attempt asks for it while the end is told.
        if let run { return run }
        let run = RunState()
        self.run = run
        return run
    }

    // MARK: What the queue decides, under the lock

    final func begin(attempt: Int, on worker: QueueWorker) {
        let run = runState()
        run.worker = worker
        run.attempt = attempt
        phase = .running
        announce(.started)
    }

    final func waitForRetry() {
        run?.worker = nil
        phase = .retrying
        announce(.retrying)
    }

    final func waitForPoll() {
        run?.worker = nil
        phase = .waiting
        for record in [self] + (watchers?.audience.followers ?? []) {
            record.watchers?.audience.events?.yield(snapshot)
        }
    }

    /// Of a task that is asked for, once it was started, be it in an earlier queue.
    final var pollState: PollState? {
        run?.pollState ?? options?.wrappedValue.start.map { PollState(start: $0) }
    }

    /// The task has left the queue.
    final func end(_ end: QueueEnd) {
        let result: TaskOutcome =
            switch end {
            case .cancelled(let reason): .cancelled(reason)
            case .deadlinePassed: .timedOut(.deadline, limit: options?.wrappedValue.deadline, attempt: attempt)
            case .deadlinePassedInHold(let hold):
                .timedOut(.deadline, limit: options?.wrappedValue.deadline, attempt: attempt, hold: hold)
            case .expired: .timedOut(.expiry, limit: nil, attempt: attempt)
            case .held(let hold): .failure(LaneHeldError(hold: hold))
            case .refused(let error): .failure(error)
            // The machine ends a task so only after an attempt has brought something.
            case .finished: outcome ?? .cancelled(.handler)
            }
        for follower in watchers?.audience.followers ?? [] {
            follower.finish(result)
        }
        finish(result)
    }

    private final func finish(_ result: TaskOutcome) {
        if let leader {
            runState().attempt = leader.attempt
            runState().reply = leader.run?.reply
        }
        runState().outcome = result
        phase = result.phase
        announceHere(phase == .cancelled ? .cancelled : .finished)
    }

    /// Ends an attempt, unless it was ended before.
    ///
    /// - Returns: whether this is the first to end it.
    final func tryFinish(
        attempt: Int,
        _ outcome: TaskOutcome,
        reply: (any Sendable)? = nil,
        in state: inout QueueScheduler.State
    ) -> Bool {
        let run = runState()
        guard phase == .running, self.attempt == attempt, run.endedAttempt < attempt else { return false }
        run.endedAttempt = attempt
        if let old = run.outcome { state.released.append(old) }
        run.outcome = outcome
        // An attempt that brings none leaves the reply of the one before; of a success there may be nothing to keep.
        if reply != nil || outcome.phase == .succeeded {
            if let old = run.reply { state.released.append(old) }
            run.reply = reply
        }
        return true
    }

    /// Settles an attempt that has ended: with the end of the task, or a retry.
    final func settle(attempt: Int, _ decision: RetryDecision, in state: inout QueueScheduler.State) {
        switch decision {
        case .retry(let wait, let reason):
            run?.wait = wait
            run?.retryReason = reason
            state.machine.fail(place, attempt: attempt, retryAfter: wait)
        case .goOn(let pause) where state.machine.maxWaitInLane != nil:
            // A durable queue, which alone has such a limit, keeps it until then.
            if state.machine.isRunning(place, attempt) {
                state.observation?.notePause(of: self, attempt: attempt, after: pause.wait, now: state.machine.now)
            }
            state.machine.fail(place, attempt: attempt, retryAfter: nil)
        case .goOn(let pause):
            let run = runState()
            var next = pollState ?? PollState(start: pause.start, pollCount: -1)
            next.pollCount += 1
            next.answeredAttempt = attempt
            if state.machine.isRunning(place, attempt) {
                if let outcome = run.outcome { state.released.append(outcome) }
                (run.pollState, run.retryReason, run.outcome) = (next, nil, nil)
            }
            mayLackKey = false
            state.machine.goOn(place, attempt: attempt, after: pause.wait, pause.lane)
        case .refused(let reason):
            if state.machine.isRunning(place, attempt) {
                state.observation?.noteRefusedRetry(of: self, reason: reason)
            }
            state.machine.fail(place, attempt: attempt, retryAfter: nil)
        case .end:
            state.machine.fail(place, attempt: attempt, retryAfter: nil)
        }
    }

    // MARK: Sharing a run

    /// What runs for this task: itself, or the one whose run it shares.
    final var runner: TaskRecord { leader ?? self }
    private final var leader: TaskRecord? { watchers?.leader }
    final var worker: QueueWorker? { run?.worker }

    /// Lets another task share the run of this one. Under the lock.
    final func addFollower(_ follower: TaskRecord) {
        follower.watch().leader = self
        follower.place = place
        watch().audience.followers.append(follower)
        threadPriority = max(threadPriority, follower.threadPriority)
        worker?.escalate(to: threadPriority)
    }

    /// Ends those who share the run of this one and are meant. Under the lock.
    ///
    /// - Returns: who has ended, and whether the run has to end too, since nobody is left who wants it.
    final func cancelFollowers(
        _ reason: CancellationReason,
        where isMeant: (TaskRecord) -> Bool
    ) -> (ended: [TaskRecord], all: Bool) {
        // One that has ended keeps its followers until they have been told.
        if result != nil { return ([], false) }
        guard let watchers, !watchers.audience.followers.isEmpty else { return ([], isMeant(self)) }
        let meant = watchers.audience.followers.filter(isMeant)
        if meant.count == watchers.audience.followers.count { return ([], true) }
        watchers.audience.followers.removeAll(where: isMeant)
        for follower in meant {
            follower.end(.cancelled(reason))
        }
        return (meant, false)
    }

    // MARK: Those who watch

    final func watch() -> TaskWatchers {
        let watchers = watchers ?? TaskWatchers()
        self.watchers = watchers
        return watchers
    }

    /// Tells those who watch what has just happened. Under the lock.
    private final func announceHere(_ moment: NetTaskMoment) {
        guard let watchers else { return }
        let snapshot = snapshot
        watchers.audience.events?.yield(snapshot)
        post(snapshot, to: watchers.audience.subscribers.filter { $0.moment.includes(moment) })
    }

    /// The same for all who share the run.
    private final func announce(_ moment: NetTaskMoment) {
        announceHere(moment)
        for follower in watchers?.audience.followers ?? [] {
            follower.announceHere(moment)
        }
    }

    private final func post(_ snapshot: TaskSnapshot, to subscribers: [Subscriber<TaskSnapshot>]) {
        if subscribers.isEmpty { return }
        post {
            for subscriber in subscribers {
                await subscriber.tell(snapshot)
            }
        }
    }

    /// Has closures called after those posted before, also by others that share the run. Under the lock.
    final func post(_ action: @escaping @Sendable () async -> Void) {
        let runner = runner
        runner.watch().delivery.post(next: runner.takePosted, action)
    }

    @Sendable
    private final func takePosted() -> [SerialDelivery.Action] {
        scheduler.withLock { _ in watch().delivery.takeAll() }
    }

    /// Wakes those who wait for the end. Called once, after ``end(_:)``, without the lock.
    final func announceEnd() {
        // What is let go of may run code of the user's as it goes, and so has to outlive the lock.
        let (result, audience): (TaskOutcome?, TaskWatchers.Audience?) = scheduler.withLock { _ in
            isAnnounced = true
            defer { watchers?.audience = TaskWatchers.Audience() }
            return (self.result, watchers?.audience)
        }
        guard let result, let audience else { return }
        for waiter in audience.waiters {
            waiter(result)
        }
        audience.events?.finish()
        audience.progress?.finish()
        for follower in audience.followers {
            follower.announceEnd()
        }
    }

    /// Calls the closure once the task has ended and its observers have been told, if need be at once. It must be quick.
    final func whenEnded(_ action: @escaping @Sendable (TaskOutcome) -> Void) {
        let outcome: TaskOutcome? = scheduler.withLock { _ in
            if isAnnounced { return result }
            watch().audience.waiters.append(action)
            return nil
        }
        if let outcome {
            action(outcome)
        }
    }

    final func events() -> AsyncStream<TaskSnapshot> {
        scheduler.withLock { _ in
            if result != nil { return .ended(with: snapshot) }
            let events = watch().audience.events ?? Broadcast()
            watch().audience.events = events
            return events.stream(from: snapshot)
        }
    }

    final func progress() -> AsyncStream<NetTaskProgress> {
        scheduler.withLock { _ in
            let latest = runner.watchers?.latestProgress
            if result != nil { return .ended(with: latest) }
            let progress = watch().audience.progress ?? Broadcast()
            watch().audience.progress = progress
            return progress.stream(from: latest, bufferingPolicy: .bufferingNewest(1))
        }
    }

    /// Tells the observers of a request that is sent once more in its attempt, unless that is over.
    final func reportResend(after error: any Error, attempt: Int) {
        scheduler.change { state in
            if state.machine.isRunning(place, attempt) {
                state.observation?.noteResend(of: self, attempt: attempt, after: error)
            }
        }
    }

    /// Takes in that an attempt sends another request, or that its reply has begun, for the rate of its lane.
    final func setHasToken(_ hasToken: Bool, attempt: Int) {
        scheduler.change { $0.machine.setHasToken(hasToken, of: place, attempt: attempt) }
    }

    /// Lets an attempt take longer than its time-out, unless it is over.
    final func endTimeout(attempt: Int) {
        scheduler.change { $0.machine.endTimeout(place, attempt: attempt) }
    }

    /// Takes in how far an attempt has come, unless it is over.
    final func report(_ progress: NetTaskProgress, attempt: Int) {
        scheduler.withLock { _ in
            // How many polls there were says more than how much of a poll is there.
            guard phase == .running, self.attempt == attempt, pollState == nil || progress.direction == .polling
            else { return }
            watch().latestProgress = progress
            for record in [self] + (watchers?.audience.followers ?? []) {
                record.watchers?.audience.progress?.yield(progress)
            }
        }
    }

    final func subscribe(_ subscriber: Subscriber<TaskSnapshot>) -> NetTaskSubscription {
        scheduler.withLock { _ in
            if result == nil {
                watch().audience.subscribers.append(subscriber)
            } else if subscriber.moment.includes(phase == .cancelled ? .cancelled : .finished) {
                post(snapshot, to: [subscriber])
            }
        }
        return NetTaskSubscription(subscriber)
    }

    // MARK: What its handles ask for

    /// Ends this task; the run only if nobody else shares it.
    final func cancel(_ reason: CancellationReason) {
        scheduler.change { state in
            let run = runner
            let (ended, all) = run.cancelFollowers(reason) { $0 === self }
            state.ended += ended
            if all {
                state.machine.cancel(run.place, reason)
            }
        }
    }

    final func setPriority(_ priority: NetTaskPriority) {
        scheduler.change { state in
            if result == nil {
                state.machine.setPriority(priority, of: runner.place)
            }
        }
    }

    final func depend(on dependency: NetTaskDependency) throws(NetTaskDependencyError) {
        let error: NetTaskDependencyError? = scheduler.change { state in
            let place = runner.place
            guard dependency.record.scheduler === scheduler else { return .otherQueue }
            guard result == nil else { return .started(place.id) }
            if dependency.record.hasSucceeded == false, dependency.onFailure == .cancel {
                guard state.machine.attempt(of: place) == 0 else { return .started(place.id) }
                state.machine.cancel(place, .dependency(dependency.record.place.id))
                return nil
            }
            let other = dependency.record.runner.place
            return state.machine.addDependency(of: place, on: other, onFailure: dependency.onFailure)
        }
        if let error { throw error }
    }
}

/// What an attempt, or a whole task, has come to, without the task's types.
enum TaskOutcome: Sendable {
    /// A response of the task.
    case success(any Sendable)
    /// A ``TaskError`` of the task, or what one can be made of.
    case failure(any Error)
    case cancelled(CancellationReason)
    /// With the limit of an attempt, and a deadline if the call gave one. The task is asked for its own later, since that is
    /// code of the user's.
    case timedOut(NetTaskTimeoutError.Kind, limit: Duration?, attempt: Int, hold: NetTaskHold? = nil)

    var phase: NetTaskPhase {
        switch self {
        case .success: .succeeded
        case .cancelled: .cancelled
        case .failure, .timedOut: .failed
        }
    }
}

/// Where a task stands, without its types.
struct TaskSnapshot: Sendable {
    var phase: NetTaskPhase
    var attempt: Int
    var reply: (any Sendable)?
    /// What the task, or its latest attempt, has come to.
    var outcome: TaskOutcome?
    /// How long it waits for its next attempt.
    var wait: Duration
    /// Why its latest retry was decided upon.
    var retryReason: RetryDisposition
}
