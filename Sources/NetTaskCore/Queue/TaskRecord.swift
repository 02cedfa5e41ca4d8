/// A task in a queue, from when it is added to its end: where it stands, who shares its run, and who watches it.
///
/// The types of the task are known only to its ``work``.
///
/// Unchecked: every variable property is read and written only under the lock of `scheduler`, but for two. ``mayLackKey`` is also
/// written before the record is in the queue, when nobody else has it. ``place`` is written only while the record enters the queue,
/// before an attempt or a handle can read it.
final class TaskRecord: @unchecked Sendable {
    let scheduler: QueueScheduler
    /// What it does by its types.
    let work: any TaskWork
    let tags: [String]
    /// nil if there are none.
    let options: IndirectValue<NetTaskRunOptions>?
    /// What its attempts run with: the highest priority of the threads that added it or joined its run.
    private(set) var threadPriority = Task.currentPriority
    var place = QueuePlace(slot: 0, id: NetTaskID())
    private(set) var watchers: TaskWatchers?
    /// What has come of it. Of a task that shares a run, only after its end; until then that of the run counts.
    private var ownState = TaskState()
    /// Who makes the attempt that is under way.
    var worker: QueueWorker?
    /// Of a task that polls, once it was started.
    var polls: IndirectValue<PollState>?
    /// Whether those who wait for the end have been woken.
    var isAnnounced = false
    /// Whether it was added while there was no limit per key, so that nobody has asked for the key of its handler.
    var mayLackKey = false

    init(_ work: any TaskWork, _ options: NetTaskOptions, in scheduler: QueueScheduler) {
        self.work = work
        self.scheduler = scheduler
        self.tags = options.tags
        self.options = options.run.isEmpty ? nil : IndirectValue(wrappedValue: options.run)
        // Started in an earlier run.
        polls = options.run.kept?.start.map { IndirectValue(wrappedValue: PollState(start: $0)) }
    }

    // MARK: Where it stands, under the lock

    var state: TaskState {
        if let leader, !ownState.isEnded { return leader.ownState }
        return ownState
    }

    var isEnded: Bool { ownState.isEnded }

    /// How it ended; nil until then.
    var result: TaskOutcome? { isEnded ? ownState.outcome : nil }

    func summary(priority: NetTaskPriority) -> NetTaskSummary {
        let state = state
        return NetTaskSummary(
            id: place.id,
            task: work.anyTask,
            phase: state.phase,
            attempt: state.attempt,
            priority: priority,
            tags: tags
        )
    }

    // MARK: What the queue decides, under the lock

    /// Takes in what has happened to the task, and tells those who watch it or share its run.
    ///
    /// - Parameter outcome: how it has ended.
    func take(_ event: NetTaskQueueEvent.Kind, _ outcome: TaskOutcome? = nil) {
        switch event {
        case .started: break
        case .retrying(_, _, let reason): (worker, ownState.retryReason) = (nil, reason)
        case .pending: (worker, ownState.retryReason, ownState.outcome) = (nil, nil, nil)
        case .ended:
            for follower in watchers?.audience.followers ?? [] {
                follower.ownState = ownState
                follower.end(event, outcome)
            }
            return end(event, outcome)
        default: return
        }
        ownState.event = event
        announce()
        for follower in watchers?.audience.followers ?? [] {
            follower.announce()
        }
    }

    private func end(_ event: NetTaskQueueEvent.Kind, _ outcome: TaskOutcome?) {
        (ownState.event, ownState.outcome) = (event, outcome)
        announce()
    }

    /// Takes in what an attempt has brought.
    ///
    /// - Returns: what it had before, which has to outlive the lock.
    func take(_ outcome: TaskOutcome, reply: (any Sendable)?) -> [Any] {
        var released: [Any] = []
        if let old = ownState.outcome { released.append(old) }
        // An attempt that brings none leaves the reply of the one before; of a success there may be nothing to keep.
        if reply != nil || outcome.phase == .succeeded {
            if let old = ownState.reply { released.append(old) }
            ownState.reply = reply
        }
        ownState.outcome = outcome
        return released
    }

    // MARK: Sharing a run

    /// What runs for this task: itself, or the one whose run it shares.
    var runner: TaskRecord { leader ?? self }
    private var leader: TaskRecord? { watchers?.leader }

    /// Lets another task share the run of this one. Under the lock.
    func addFollower(_ follower: TaskRecord) {
        follower.watch().leader = self
        follower.place = place
        watch().audience.followers.append(follower)
        threadPriority = max(threadPriority, follower.threadPriority)
        worker?.escalate(to: threadPriority)
    }

    /// Ends those who share the run of this one and are meant. Under the lock.
    ///
    /// - Returns: whether the run has to end too, since nobody is left who wants it.
    func cancelFollowers(
        _ reason: CancellationReason,
        in state: inout QueueScheduler.State,
        where isMeant: (TaskRecord) -> Bool
    ) -> Bool {
        // One that has ended keeps its followers until they have been told.
        if isEnded { return false }
        guard let watchers, !watchers.audience.followers.isEmpty else { return isMeant(self) }
        let meant = watchers.audience.followers.filter(isMeant)
        if meant.count == watchers.audience.followers.count { return true }
        watchers.audience.followers.removeAll(where: isMeant)
        for follower in meant {
            follower.ownState = ownState
            follower.end(
                .ended(.cancelled, attempts: ownState.attempt, duration: .zero, runDuration: nil),
                .failure(reason)
            )
            scheduler.leave(follower, &state)
            state.effects.released.append(follower)
        }
        return false
    }

    // MARK: Those who watch

    func watch() -> TaskWatchers {
        let watchers = watchers ?? TaskWatchers()
        self.watchers = watchers
        return watchers
    }

    /// Tells those who watch what has just happened. Under the lock.
    private func announce() {
        guard let watchers else { return }
        let state = state
        watchers.audience.events?.yield(state)
        post(state, to: watchers.audience.subscribers.filter { $0.moment.includes(state.phase) })
    }

    private func post(_ state: TaskState, to subscribers: [Subscriber<TaskState>]) {
        if subscribers.isEmpty { return }
        post {
            for subscriber in subscribers {
                await subscriber.tell(state)
            }
        }
    }

    /// Has closures called after those posted before, also by others that share the run. Under the lock.
    func post(_ action: @escaping @Sendable () async -> Void) {
        runner.watch().delivery.post(action)
    }

    /// Wakes those who wait for the end. Called once, after it, without the lock.
    func announceEnd() {
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
    func whenEnded(_ action: @escaping @Sendable (TaskOutcome) -> Void) {
        let outcome: TaskOutcome? = scheduler.withLock { _ in
            if isAnnounced { return result }
            watch().audience.waiters.append(action)
            return nil
        }
        if let outcome {
            action(outcome)
        }
    }

    /// Tells a group of the end, and then calls the closure.
    func whenEnded(tell group: NetTaskGroupHandle, then: @escaping @Sendable () -> Void = {}) {
        whenEnded { [work] outcome in
            group.note(outcome.phase, error: work.error(of: outcome)?.error)
            then()
        }
    }

    func events() -> AsyncStream<TaskState> {
        scheduler.withLock { _ in stream(\.events, from: state, .unbounded) }
    }

    func progress() -> AsyncStream<NetTaskProgress> {
        scheduler.withLock { _ in stream(\.progress, from: runner.watchers?.latestProgress, .bufferingNewest(1)) }
    }

    private func stream<Value>(
        _ values: WritableKeyPath<TaskWatchers.Audience, Broadcast<Value>?>,
        from latest: Value?,
        _ bufferingPolicy: AsyncStream<Value>.Continuation.BufferingPolicy
    ) -> AsyncStream<Value> {
        if isEnded { return .ended(with: latest) }
        let broadcast = watch().audience[keyPath: values] ?? Broadcast()
        watch().audience[keyPath: values] = broadcast
        return broadcast.stream(from: latest, bufferingPolicy: bufferingPolicy)
    }

    /// Takes in how far an attempt has come, unless it is over.
    func report(_ progress: NetTaskProgress, attempt: Int) {
        scheduler.withLock { _ in
            // How many polls there were says more than how much of a poll is there.
            guard ownState.phase == .running, ownState.attempt == attempt,
                polls == nil || progress.direction == .polling
            else { return }
            watch().latestProgress = progress
            watchers?.audience.progress?.yield(progress)
            for follower in watchers?.audience.followers ?? [] {
                follower.watchers?.audience.progress?.yield(progress)
            }
        }
    }

    /// Tells the observers of a request that is sent once more in its attempt, unless that is over.
    func reportResend(after error: any Error, attempt: Int) {
        scheduler.change { state in
            if state.machine.isRunning(place, attempt) {
                scheduler.observe(.resent(attempt: attempt), self, .failure(error), in: &state)
            }
        }
    }

    func subscribe(_ subscriber: Subscriber<TaskState>) -> NetTaskSubscription {
        scheduler.withLock { _ in
            if !isEnded {
                watch().audience.subscribers.append(subscriber)
            } else if subscriber.moment.includes(ownState.phase) {
                post(state, to: [subscriber])
            }
        }
        return NetTaskSubscription(subscriber)
    }

    // MARK: What its handles ask for

    func change(_ body: (inout QueueStateMachine<TaskRecord>, QueuePlace) -> Void) {
        scheduler.change { body(&$0.machine, place) }
    }

    /// Ends this task; the run only if nobody else shares it.
    func cancel(_ reason: CancellationReason) {
        scheduler.change { state in
            if runner.cancelFollowers(reason, in: &state, where: { $0 === self }) {
                state.machine.cancel(runner.place, reason)
            }
        }
    }

    func setPriority(_ priority: NetTaskPriority) {
        scheduler.change { state in
            if !isEnded {
                state.machine.setPriority(priority, of: runner.place)
            }
        }
    }

    func depend(on dependency: NetTaskDependency) throws(NetTaskDependencyError) {
        let error: NetTaskDependencyError? = scheduler.change { state in
            let place = runner.place
            guard dependency.record.scheduler === scheduler else { return .otherQueue }
            guard !isEnded else { return .started(place.id) }
            if dependency.hasFailed {
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

/// How an attempt, or a whole task, ended, without the task's types. The error of a task that was cancelled is a
/// ``CancellationReason``.
typealias TaskOutcome = Result<any Sendable, any Error>

extension TaskOutcome {
    /// Where a task stands that has ended so. What a run of a kept task has started may not be over.
    var phase: NetTaskPhase {
        switch self {
        case .success: .succeeded
        case .failure(is CancellationReason): .cancelled
        case .failure(is NetTaskPause): .waiting
        case .failure: .failed
        }
    }
}

/// Where a task stands, without its types.
struct TaskState: Sendable {
    /// The latest event that has changed it.
    var event = NetTaskQueueEvent.Kind.accepted
    /// Why the next attempt, or the one under way, repeats another.
    var retryReason: RetryDisposition?
    var reply: (any Sendable)?
    /// What the task, or its latest attempt, has come to.
    var outcome: TaskOutcome?

    var isEnded: Bool {
        if case .ended = event { true } else { false }
    }

    var phase: NetTaskPhase {
        switch event {
        case .started: .running
        case .retrying: .retrying
        case .ended(let phase, _, _, _): phase
        default: .waiting
        }
    }

    /// The number of attempts begun.
    var attempt: Int {
        switch event {
        case .started(let attempt, _), .retrying(let attempt, _, _), .pending(let attempt, _),
            .ended(_, let attempt, _, _):
            attempt
        default: 0
        }
    }
}
