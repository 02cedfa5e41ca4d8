/// The state machine of a queue with its lock, its timer and the effects of its events.
///
/// The scheduler does not depend on the types of the tasks. It lives as long as the queue or any task that runs or waits for a
/// time. Its lock also guards the task records, so that the state of a task and its entry in the queue are always consistent.
final class QueueScheduler: Sendable {
    struct State {
        var machine: QueueStateMachine<TaskRecord>
        var delegates: [DelegateRegistration] = []
        /// The number of changes with events for the observers.
        fileprivate var observedCount = 0
        /// The work that remains after the change.
        var effects = QueueEffects()
        fileprivate var lastID: UInt64 = 0
        /// The number of members of serial groups that were added and whose successor may still be added.
        var openSuccessions = 0
        var recordsByIdentity: [TaskIdentity: TaskRecord] = [:]
        fileprivate var timer: (due: Duration, task: Task<Void, Never>)?
        /// Finishes when the queue is empty.
        fileprivate var drained: Broadcast<Never>?

        /// Whether the queue is empty and no serial group is about to add a task.
        var isDrained: Bool { machine.count == 0 && openSuccessions == 0 }

        /// The reason why the queue rejects new tasks, or `nil` if it accepts them.
        var refusal: CancellationReason? {
            if machine.isShutDown { return .queueShutDown }
            // A serial group continues to add tasks after the queue has been released.
            return machine.isAbandoned ? .queueReleased : nil
        }
    }

    let time: TimeSource
    private let observers: [any NetTaskObserver]
    /// Delivers the events to the observers.
    private let delivery = SerialDelivery()
    private let state: Locked<State>

    init(machine: QueueStateMachine<TaskRecord>, observers: [any NetTaskObserver], time: TimeSource) {
        self.time = time
        self.observers = observers
        self.state = Locked(State(machine: machine))
    }

    /// Reads or writes state. For changes with effects, use ``change(_:)``.
    func withLock<Result>(_ body: (inout State) -> Result) -> Result {
        state.withLock(body)
    }

    /// Changes state, and performs the effects of the change.
    @discardableResult
    func change<Result>(_ body: (inout State) -> Result) -> Result {
        change(for: nil, body).result
    }

    /// - Parameter worker: the worker that has made an attempt and needs its next one.
    private func change<Result>(
        for worker: QueueWorker?,
        _ body: (inout State) -> Result
    ) -> (result: Result, next: QueueStart?) {
        let now = time.now()
        let (result, effects) = state.withLock { state in
            state.machine.begin(now: now)
            let result = body(&state)
            state.machine.pump()
            for (record, attempt, limit) in state.machine.timedOut {
                let error = NetTaskTimeoutError(.attempt, limit: limit, task: "", attempt: attempt)
                if tryFinish(record, attempt: attempt, .failure(error), reply: nil, in: &state) {
                    dismissWorker(of: record, &state)
                    state.effects.timeOuts.append((record, attempt))
                }
            }
            for event in state.machine.events {
                apply(event, for: worker, &state)
            }
            state.machine.clearEvents()
            if state.isDrained, let drained = state.drained.take() {
                state.effects.ends.drained.append(drained)
            }
            setTimer(in: &state)
            swap(&state.effects.returnedTokens, &state.machine.returnedTokens)
            notifyObservers(&state)
            var effects = QueueEffects()
            swap(&effects, &state.effects)
            return (result, effects)
        }
        perform(effects)
        return (result, effects.next)
    }

    private func apply(
        _ event: QueueStateMachine<TaskRecord>.Event,
        for worker: QueueWorker?,
        _ state: inout State
    ) {
        let record = event.job
        switch event.kind {
        case .started(let attempt, _):
            if let worker, state.effects.next == nil, !worker.isDismissed, worker.priority == record.threadPriority {
                record.worker = worker
                state.effects.next = (record, attempt)
            } else {
                let worker = QueueWorker(priority: record.threadPriority)
                record.worker = worker
                state.effects.starts.append(((record, attempt), worker))
            }
        // The worker that made the attempt holds its result, and reuses its Swift task.
        case .ended where worker == nil || record.worker !== worker:
            dismissWorker(of: record, &state)
            state.effects.released.append((record, record.state.outcome))
        default: break
        }
        record.apply(event.kind, event.outcome)
        if record.isEnded { leave(record, &state) }
        observe(event.kind, record, in: &state)
    }

    /// Reports an event to the observers when the change is complete.
    ///
    /// - Parameter failure: the error of the event, if it differs from the outcome of the task or its attempt.
    func observe(
        _ kind: NetTaskQueueEvent.Kind,
        _ record: TaskRecord,
        _ failure: TaskOutcome? = nil,
        in state: inout State
    ) {
        if observers.isEmpty { return }
        let event = NetTaskQueueEvent(id: record.place.id, task: record.work.anyTask, tags: record.tags, kind: kind)
        let outcome = kind.hasError ? failure ?? record.state.outcome : nil
        state.effects.observed.append(ObservedEvent(event: event, record: record, outcome: outcome))
    }

    /// Reports the events of this change to the observers, after the events of all earlier changes. Then it resumes the callers
    /// that wait for ends, so that a caller that awaits a task resumes after the observers were notified of the end.
    private func notifyObservers(_ state: inout State) {
        if state.effects.observed.isEmpty, observers.isEmpty || state.effects.ends.waiters.isEmpty { return }
        for index in state.effects.observed.indices {
            state.effects.observed[index].event.taskCount = state.machine.count
        }
        if !state.effects.observed.isEmpty { state.observedCount += 1 }
        delivery.post {
            [observers, events = state.effects.observed, ends = state.effects.ends] in
            for event in events.lazy.map({ $0.withError() }) {
                for observer in observers { observer.observe(event) }
            }
            ends.announce()
        }
        (state.effects.observed, state.effects.ends) = ([], QueueEnds())
    }

    private func dismissWorker(of record: TaskRecord, _ state: inout State) {
        guard let worker = record.worker else { return }
        worker.isDismissed = true
        if let task = worker.task {
            state.effects.cancelled.append(task)
        }
    }

    /// Removes a task that has ended.
    func leave(_ record: TaskRecord, _ state: inout State) {
        if let identity = record.watchers?.identity, state.recordsByIdentity[identity] === record {
            forget(identity, in: &state)
        }
        record.notify(state.delegates)
        if record.watchers == nil, observers.isEmpty {
            record.isAnnounced = true
        } else {
            state.effects.ends.records.append(record)
        }
    }

    // MARK: Without the lock

    private func perform(_ effects: QueueEffects) {
        effects.ends.announce()
        for task in effects.cancelled {
            task.cancel()
        }
        for (start, worker) in effects.starts {
            spawn(worker, start)
        }
        for tokens in effects.returnedTokens {
            for other in tokens.others(than: self) {
                other.change { $0.machine.updateLanes(of: tokens) }
            }
        }
        for (record, attempt) in effects.timeOuts {
            // The decision calls code of users, which must not delay the queue's timer.
            Task.detached {
                self.finishFailedAttempt(of: record, attempt: attempt, for: nil)
            }
        }
    }

    private func spawn(_ worker: QueueWorker, _ start: QueueStart) {
        // Detached, so that attempts don't inherit the caller's task-local values.
        let task = Task.detached(priority: worker.firstPriority) {
            var next: QueueStart? = start
            while let (record, attempt) = next {
                let (outcome, reply) = await record.work.makeAttempt(attempt, of: record)
                next = self.finishAttempt(record, attempt: attempt, outcome, reply: reply, for: worker)
            }
        }
        let isDismissed = state.withLock { _ in
            worker.task = task
            worker.escalate(to: worker.priority)
            return worker.isDismissed
        }
        if isDismissed {
            task.cancel()
        }
    }

    /// Finishes an attempt, unless it has ended before.
    ///
    /// - Returns: the next attempt of the worker.
    private func finishAttempt(
        _ record: TaskRecord,
        attempt: Int,
        _ outcome: TaskOutcome,
        reply: (any Sendable)?,
        for worker: QueueWorker
    ) -> QueueStart? {
        if case .success = outcome {
            return change(for: worker) { state in
                if tryFinish(record, attempt: attempt, outcome, reply: reply, in: &state) {
                    state.machine.succeed(record.place, attempt: attempt, outcome)
                }
            }.next
        }
        // Stores the outcome first, so that the attempt can no longer time out. The decision follows without the lock, because
        // it calls code of users.
        let isFirst = state.withLock { tryFinish(record, attempt: attempt, outcome, reply: reply, in: &$0) }
        return isFirst ? finishFailedAttempt(of: record, attempt: attempt, for: worker) : nil
    }

    /// Ends an attempt, unless it has ended before.
    ///
    /// - Returns: whether this call ended the attempt.
    private func tryFinish(
        _ record: TaskRecord,
        attempt: Int,
        _ outcome: TaskOutcome,
        reply: (any Sendable)?,
        in state: inout State
    ) -> Bool {
        guard state.machine.stopAttempt(record.place, attempt) else { return false }
        state.effects.released += record.store(outcome, reply: reply)
        return true
    }

    @discardableResult
    private func finishFailedAttempt(of record: TaskRecord, attempt: Int, for worker: QueueWorker?) -> QueueStart? {
        guard let outcome = state.withLock({ _ in record.state.outcome }) else { return nil }
        let decision = record.work.decide(after: outcome, attempt: attempt, of: record)
        return change(for: worker) { state in
            guard state.machine.isRunning(record.place, attempt) else { return }
            if let event = decision.event { observe(event, record, in: &state) }
            if decision.wait != nil, case .failure(let pause as NetTaskPause) = outcome {
                var polls = record.polls?.wrappedValue ?? PollState(start: pause.start, pollCount: -1)
                polls.pollCount += 1
                polls.answeredAttempt = attempt
                record.polls = IndirectValue(wrappedValue: polls)
                record.mayLackKey = false
                state.effects.released.append(outcome)
            }
            state.machine.finishAttempt(record.place, attempt: attempt, outcome, decision)
        }.next
    }

    // MARK: Adding and cancelling

    /// Adds a task to the queue, joins it to the run of a duplicate, or ends it immediately.
    ///
    /// - Returns: `false`, without a change, if the key of the task has to be found first.
    func enter(_ new: NewTask) -> Bool {
        change { state in
            if new.run.mayLackKey, state.machine.asksForKeys { return false }
            let old = state.duplicate(of: new)
            if let old, new.policy == .coalesce {
                join(old, new, &state)
                return true
            }
            let run = new.run
            state.lastID += 1
            run.place = QueuePlace(slot: 0, id: NetTaskID(state.lastID))
            if let identity = new.identity {
                run.addFollower(new.record)
                run.watch().identity = identity
            }
            var options = new.options
            if let error = refusal(of: new, old, &options, state) {
                // The task has never been ready.
                let phase = TaskOutcome.failure(error).phase
                run.apply(.ended(phase, attempts: 0, duration: .zero, runDuration: nil), .failure(error))
                leave(run, &state)
                observe(run.state.event, run, in: &state)
                return true
            }
            if let identity = new.identity { remember(run, identity, &state) }
            if let kept = run.options?.wrappedValue.kept { state.machine.maxWaitInLane = kept.maxWait }
            observe(.accepted, run, in: &state)
            run.place = state.machine.add(run, id: run.place.id, options)
            // After the new task was added, because it may depend on the old one.
            if let old { replace(old, by: run, &state) }
            return true
        }
    }

    /// Returns why a task is rejected, or `nil` if it is accepted.
    ///
    /// - Parameters:
    ///   - old: a duplicate in the queue.
    ///   - options: receives the absolute times and the dependencies of the task.
    private func refusal(
        of new: NewTask,
        _ old: TaskRecord?,
        _ options: inout QueueTaskOptions,
        _ state: State
    ) -> (any Error)? {
        if let refusal = state.refusal { return refusal }
        if let refusal = old.flatMap({ self.refusal(of: new, as: $0) }) { return refusal }
        let now = state.machine.now
        options.notBefore = options.notBefore.map { now + $0 }
        options.expiry = options.expiry.map { now + $0 }
        for dependency in new.dependencies {
            let other = dependency.record
            if other.scheduler !== self { return NetTaskDependencyError.otherQueue }
            if dependency.hasFailed { return CancellationReason.dependency(other.place.id) }
            if !other.isEnded {
                options.dependencies.append(.init(on: other.runner.place, onFailure: dependency.onFailure))
            }
        }
        return nil
    }

    /// Cancels the tasks for which `isIncluded` returns `true`: tasks in the queue, and tasks that share a run.
    func cancelAll(_ reason: CancellationReason, where isIncluded: (TaskRecord) -> Bool) {
        change { state in
            let records = state.machine.tasks.map(\.job).filter {
                $0.cancelFollowers(reason, in: &state, where: isIncluded)
            }
            for record in records {
                state.machine.cancel(record.place, reason)
            }
        }
    }

    // MARK: Draining and shutdown

    /// Waits until the queue is empty and the observers have been notified, or until the caller is cancelled.
    func drain() async {
        var observedCount = 0
        while !Task.isCancelled {
            let (drained, observed) = state.withLock { state in
                if !state.isDrained, state.drained == nil {
                    state.drained = Broadcast()
                }
                return (state.drained?.stream(from: nil), state.observedCount)
            }
            if let drained {
                for await _ in drained {}
            } else if observed != observedCount {
                // Observers may add tasks, so check again after they have been notified.
                observedCount = observed
                await withCheckedContinuation { continuation in
                    change { $0.effects.ends.waiters.append(continuation) }
                }
            } else {
                return
            }
        }
    }

    func shutDown(grace: Duration) async {
        let end = change { state in
            state.machine.shutDown()
            return state.machine.now + grace
        }
        let timer = Task.detached {
            // The sleep throws when the queue is empty or the caller is cancelled.
            try? await self.time.sleep(end)
            self.cancelAll(.queueShutDown) { _ in true }
        }
        await drain()
        timer.cancel()
        await timer.value
        await drain()
    }

    // MARK: The timer

    /// Sets the timer to the next time at which something changes, or removes it.
    private func setTimer(in state: inout State) {
        guard let due = state.machine.nextWake() else {
            if let timer = state.timer {
                state.effects.cancelled.append(timer.task)
                state.timer = nil
            }
            return
        }
        // A timer that fires early is harmless. Moving it back each time would cost more.
        if let timer = state.timer {
            if timer.due <= due { return }
            state.effects.cancelled.append(timer.task)
        }
        let task = Task.detached {
            let isOver: Void? = try? await self.time.sleep(due)
            self.state.withLock { state in
                if state.timer?.due == due { state.timer = nil }
            }
            // Otherwise the timer was cancelled, or the clock failed. The next change sets another timer.
            if isOver != nil { self.change { _ in } }
        }
        state.timer = (due, task)
    }
}

/// The effects of a change that happen after the lock was released, because they may run code of users.
struct QueueEffects {
    var starts: [(start: QueueStart, worker: QueueWorker)] = []
    /// The next attempt of the worker that made the change.
    var next: QueueStart?
    var timeOuts: [QueueStart] = []
    var cancelled: [Task<Void, Never>] = []
    /// The events for the observers.
    var observed: [ObservedEvent] = []
    var ends = QueueEnds()
    var returnedTokens: [RateTokens] = []
    /// Values of users to release after the lock, because their `deinit` may run code of users.
    var released: [Any] = []
}

/// The keys by which limits group tasks.
extension QueueScheduler {
    /// Records the limit that a reply states, unless the attempt has ended.
    func recordLimit(_ limit: NetTaskLimit, of record: TaskRecord, attempt: Int) {
        // All tasks need their keys now, because the limit of one key must not hold tasks with other keys.
        let hasKeys = withLock { state in
            state.machine.needsKeys = true
            return state.machine.hasKeys
        }
        if !hasKeys {
            findKeys()
            withLock { $0.machine.hasKeys = true }
        }
        change { $0.machine.recordLimit(limit, of: record.place, attempt: attempt) }
    }

    /// Finds the keys of the tasks that were added without one because there was no limit per key.
    func findKeys() {
        let records = withLock { $0.machine.tasks.map(\.job).filter(\.mayLackKey) }
        // Without the lock, because this calls code of users.
        let keys = records.map { ($0, $0.work.limitKey(of: $0)) }
        if keys.isEmpty { return }
        change { state in
            for (record, key) in keys where record.mayLackKey {
                record.mayLackKey = false
                state.machine.setKey(key, of: record.place)
            }
        }
    }
}
