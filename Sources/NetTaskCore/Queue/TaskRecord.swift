/// A task in a queue, from when it is added to its end: its state, the tasks that share its run, and its listeners.
///
/// Only ``work`` depends on the types of the task.
///
/// Unchecked: all variable properties are accessed only with the lock of `scheduler` held, with two exceptions. ``mayLackKey``
/// is also written before the record is in the queue, when only one thread has it. ``place`` is written only while the record
/// enters the queue, before an attempt or a handle can read it.
final class TaskRecord: @unchecked Sendable {
    let scheduler: QueueScheduler
    /// The operations that depend on the types of the task.
    let work: any TaskWork
    let tags: [String]
    /// `nil` if there are none.
    let options: IndirectValue<NetTaskRunOptions>?
    /// The priority of its attempts: the highest priority of the threads that added it or joined its run.
    private(set) var threadPriority = Task.currentPriority
    var place = QueuePlace(slot: 0, id: NetTaskID())
    private(set) var watchers: TaskWatchers?
    /// The state of the task itself. For a task that shares a run, it is valid only after its end; before, the state of the run
    /// applies.
    private var ownState = TaskState()
    /// The worker of the running attempt.
    var worker: QueueWorker?
    /// The polls of a task that has started a long-running operation.
    var polls: IndirectValue<PollState>?
    /// Whether the callers that wait for the end have been resumed.
    var isAnnounced = false
    /// Whether the task was added without the key of its handler, because there was no limit per key.
    var mayLackKey = false

    init(_ work: any TaskWork, _ options: NetTaskOptions, in scheduler: QueueScheduler) {
        self.work = work
        self.scheduler = scheduler
        self.tags = options.tags
        self.options = options.run.isEmpty ? nil : IndirectValue(wrappedValue: options.run)
        // An earlier run started the operation.
        polls = options.run.kept?.start.map { IndirectValue(wrappedValue: PollState(start: $0)) }
    }

    // MARK: State, with the lock held

    var state: TaskState {
        if let leader, !ownState.isEnded { return leader.ownState }
        return ownState
    }

    var isEnded: Bool { ownState.isEnded }

    /// The result of the task, or `nil` until it ends.
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

    // MARK: Events, with the lock held

    /// Applies an event to the state of the task, and notifies its listeners and the tasks that share its run.
    ///
    /// - Parameter outcome: the result of a task that has ended.
    func apply(_ event: NetTaskQueueEvent.Kind, _ outcome: TaskOutcome? = nil) {
        switch event {
        case .started: break
        case .retrying(_, _, let reason): (worker, ownState.retryReason) = (nil, reason)
        case .pending: (worker, ownState.retryReason, ownState.outcome) = (nil, nil, nil)
        case .ended:
            for follower in watchers?.listeners.followers ?? [] {
                follower.ownState = ownState
                follower.end(event, outcome)
            }
            return end(event, outcome)
        default: return
        }
        ownState.event = event
        announce()
        for follower in watchers?.listeners.followers ?? [] {
            follower.announce()
        }
    }

    private func end(_ event: NetTaskQueueEvent.Kind, _ outcome: TaskOutcome?) {
        (ownState.event, ownState.outcome) = (event, outcome)
        announce()
    }

    /// Stores the result of an attempt.
    ///
    /// - Returns: the previous values, which must be released without the lock.
    func store(_ outcome: TaskOutcome, reply: (any Sendable)?) -> [Any] {
        var released: [Any] = []
        if let old = ownState.outcome { released.append(old) }
        // An attempt without a reply keeps the reply of the previous one. After a success there may be no reply to keep.
        if reply != nil || outcome.phase == .succeeded {
            if let old = ownState.reply { released.append(old) }
            ownState.reply = reply
        }
        ownState.outcome = outcome
        return released
    }

    // MARK: Sharing a run

    /// The record that runs for this task: itself, or the record whose run it shares.
    var runner: TaskRecord { leader ?? self }
    private var leader: TaskRecord? { watchers?.leader }

    /// Adds a task that shares the run of this one. Call with the lock held.
    func addFollower(_ follower: TaskRecord) {
        follower.watch().leader = self
        follower.place = place
        watch().listeners.followers.append(follower)
        threadPriority = max(threadPriority, follower.threadPriority)
        worker?.escalate(to: threadPriority)
    }

    /// Cancels those tasks that share the run of this one for which `isIncluded` returns `true`. Call with the lock held.
    ///
    /// - Returns: whether to end the run too, because no other task shares it.
    func cancelFollowers(
        _ reason: CancellationReason,
        in state: inout QueueScheduler.State,
        where isIncluded: (TaskRecord) -> Bool
    ) -> Bool {
        // A run that has ended keeps its followers until they have been notified.
        if isEnded { return false }
        guard let watchers, !watchers.listeners.followers.isEmpty else { return isIncluded(self) }
        let cancelled = watchers.listeners.followers.filter(isIncluded)
        if cancelled.count == watchers.listeners.followers.count { return true }
        watchers.listeners.followers.removeAll(where: isIncluded)
        for follower in cancelled {
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

    // MARK: Listeners

    func watch() -> TaskWatchers {
        let watchers = watchers ?? TaskWatchers()
        self.watchers = watchers
        return watchers
    }

    /// Notifies the listeners of the latest event. Call with the lock held.
    private func announce() {
        guard let watchers else { return }
        let state = state
        watchers.listeners.events?.yield(state)
        post(state, to: watchers.listeners.subscribers.filter { $0.moment.includes(state.phase) })
    }

    private func post(_ state: TaskState, to subscribers: [Subscriber<TaskState>]) {
        if subscribers.isEmpty { return }
        post {
            for subscriber in subscribers {
                await subscriber.notify(state)
            }
        }
    }

    /// Calls a closure after all closures that were posted before, including those of other tasks that share the run. Call with
    /// the lock held.
    func post(_ action: @escaping @Sendable () async -> Void) {
        runner.watch().delivery.post(action)
    }

    /// Resumes the callers that wait for the end. Called once, after the end, without the lock.
    func announceEnd() {
        // Released without the lock: the `deinit` of values may run code of users.
        let (result, listeners): (TaskOutcome?, TaskWatchers.Listeners?) = scheduler.withLock { _ in
            isAnnounced = true
            defer { watchers?.listeners = TaskWatchers.Listeners() }
            return (self.result, watchers?.listeners)
        }
        guard let result, let listeners else { return }
        for waiter in listeners.waiters {
            waiter(result)
        }
        listeners.events?.finish()
        listeners.progress?.finish()
        for follower in listeners.followers {
            follower.announceEnd()
        }
    }

    /// Calls the closure when the task has ended and the observers have been notified, immediately if that is the case. The
    /// closure must return quickly.
    func whenEnded(_ action: @escaping @Sendable (TaskOutcome) -> Void) {
        let outcome: TaskOutcome? = scheduler.withLock { _ in
            if isAnnounced { return result }
            watch().listeners.waiters.append(action)
            return nil
        }
        if let outcome {
            action(outcome)
        }
    }

    /// Notifies a group of the end, and then calls the closure.
    func whenEnded(notify group: NetTaskGroupHandle, then: @escaping @Sendable () -> Void = {}) {
        whenEnded { [work] outcome in
            group.memberDidEnd(outcome.phase, error: work.error(of: outcome)?.error)
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
        _ values: WritableKeyPath<TaskWatchers.Listeners, Broadcast<Value>?>,
        from latest: Value?,
        _ bufferingPolicy: AsyncStream<Value>.Continuation.BufferingPolicy
    ) -> AsyncStream<Value> {
        if isEnded { return .ended(with: latest) }
        let broadcast = watch().listeners[keyPath: values] ?? Broadcast()
        watch().listeners[keyPath: values] = broadcast
        return broadcast.stream(from: latest, bufferingPolicy: bufferingPolicy)
    }

    /// Records the progress of an attempt, unless the attempt has ended.
    func report(_ progress: NetTaskProgress, attempt: Int) {
        scheduler.withLock { _ in
            // The number of polls is more useful than the bytes of one poll.
            guard ownState.phase == .running, ownState.attempt == attempt,
                polls == nil || progress.direction == .polling
            else { return }
            watch().latestProgress = progress
            watchers?.listeners.progress?.yield(progress)
            for follower in watchers?.listeners.followers ?? [] {
                follower.watchers?.listeners.progress?.yield(progress)
            }
        }
    }

    /// Reports to the observers that the attempt sends its request again, unless the attempt has ended.
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
                watch().listeners.subscribers.append(subscriber)
            } else if subscriber.moment.includes(ownState.phase) {
                post(state, to: [subscriber])
            }
        }
        return NetTaskSubscription(subscriber)
    }

    // MARK: Requests of the handles

    func change(_ body: (inout QueueStateMachine<TaskRecord>, QueuePlace) -> Void) {
        scheduler.change { body(&$0.machine, place) }
    }

    /// Cancels this task, and the run if no other task shares it.
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

/// The result of an attempt or of a task, without the task's types. The error of a cancelled task is a ``CancellationReason``.
typealias TaskOutcome = Result<any Sendable, any Error>

extension TaskOutcome {
    /// The phase of a task that has ended with this result. A run of a kept task may end before its operation has completed.
    var phase: NetTaskPhase {
        switch self {
        case .success: .succeeded
        case .failure(is CancellationReason): .cancelled
        case .failure(is NetTaskPause): .waiting
        case .failure: .failed
        }
    }
}

/// The state of a task, without its types.
struct TaskState: Sendable {
    /// The latest event that has changed the state.
    var event = NetTaskQueueEvent.Kind.accepted
    /// The reason of the current or next retry.
    var retryReason: RetryDisposition?
    var reply: (any Sendable)?
    /// The result of the task or of its latest attempt.
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
