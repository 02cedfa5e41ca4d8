/// The working part of a queue: the state machine under its lock, the timer, and the carrying out of actions.
///
/// It knows no types of tasks. It lives as long as the queue or any task that runs or waits for its time. Its lock
/// guards its records too, so that a task's state and its place in the queue never disagree.
final class QueueScheduler: Sendable {
    struct State {
        var machine: QueueStateMachine<TaskRecord>
        var delegates: [DelegateRegistration] = []
        /// In how many changes there was something to tell the observers.
        fileprivate var observedCount = 0
        /// What is left to do of this change.
        var effects = QueueEffects()
        fileprivate var lastID: UInt64 = 0
        /// How many members of serial groups have been added whose successor is still to be added, or not to be.
        var openSuccessions = 0
        var recordsByIdentity: [TaskIdentity: TaskRecord] = [:]
        fileprivate var timer: (due: Duration, task: Task<Void, Never>)?
        /// Ends for those who wait until nothing is left.
        fileprivate var drained: Broadcast<Never>?

        /// Whether nothing is left, nor about to be added.
        var isDrained: Bool { machine.count == 0 && openSuccessions == 0 }

        /// Why no task is accepted any more; nil as long as there is no reason.
        var refusal: CancellationReason? {
            if machine.isShutDown { return .queueShutDown }
            // A serial group goes on to add tasks when nobody has the queue any more.
            return machine.isAbandoned ? .queueReleased : nil
        }
    }

    let time: TimeSource
    private let observers: [any NetTaskObserver]
    /// Tells the observers.
    private let delivery = SerialDelivery()
    private let state: Locked<State>

    init(machine: QueueStateMachine<TaskRecord>, observers: [any NetTaskObserver], time: TimeSource) {
        self.time = time
        self.observers = observers
        self.state = Locked(State(machine: machine))
    }

    /// Reads or writes what nothing follows from.
    func withLock<Result>(_ body: (inout State) -> Result) -> Result {
        state.withLock(body)
    }

    /// Changes something, and does what follows from it.
    @discardableResult
    func change<Result>(_ body: (inout State) -> Result) -> Result {
        change(for: nil, body).result
    }

    /// - Parameter worker: who has made an attempt, and looks for what to do next.
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
            tellObservers(&state)
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
        // One that has finished is held by who made the attempt, and keeps what that brought.
        case .ended where worker == nil || record.worker !== worker:
            dismissWorker(of: record, &state)
            state.effects.released.append((record, record.state.outcome))
        default: break
        }
        record.take(event.kind, event.outcome)
        if record.isEnded { leave(record, &state) }
        observe(event.kind, record, in: &state)
    }

    /// Has the observers told of an event, once the change is over.
    ///
    /// - Parameter failure: what goes with it, if that is not what the task or its attempt has come to.
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

    /// Has the observers told what happened in this change, after all that happened before; then those who wait for ends, so
    /// that who awaits a task finds its end observed.
    private func tellObservers(_ state: inout State) {
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

    /// A task has ended.
    func leave(_ record: TaskRecord, _ state: inout State) {
        if let identity = record.watchers?.identity, state.recordsByIdentity[identity] === record {
            forget(identity, in: &state)
        }
        record.tell(state.delegates)
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
                other.change { $0.machine.settleLanes(of: tokens) }
            }
        }
        for (record, attempt) in effects.timeOuts {
            // Judging calls code of the user's, which must not hold up the queue's timer.
            Task.detached {
                self.settleFailure(of: record, attempt: attempt, for: nil)
            }
        }
    }

    private func spawn(_ worker: QueueWorker, _ start: QueueStart) {
        // Detached, as an attempt may start on the thread of a stranger, whose task-local values are none of ours.
        let task = Task.detached(priority: worker.firstPriority) {
            var next: QueueStart? = start
            while let (record, attempt) = next {
                let (outcome, reply) = await record.work.makeAttempt(attempt, of: record)
                next = self.settle(record, attempt: attempt, outcome, reply: reply, for: worker)
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

    /// Settles what an attempt came to, unless it was ended otherwise before.
    ///
    /// - Returns: what the worker is to do next.
    private func settle(
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
        // First what the attempt came to, so that no time-out comes between; then the judgement, by code of others.
        let isFirst = state.withLock { tryFinish(record, attempt: attempt, outcome, reply: reply, in: &$0) }
        return isFirst ? settleFailure(of: record, attempt: attempt, for: worker) : nil
    }

    /// Ends an attempt, unless it was ended before.
    ///
    /// - Returns: whether this is the first to end it.
    private func tryFinish(
        _ record: TaskRecord,
        attempt: Int,
        _ outcome: TaskOutcome,
        reply: (any Sendable)?,
        in state: inout State
    ) -> Bool {
        guard state.machine.stopAttempt(record.place, attempt) else { return false }
        state.effects.released += record.take(outcome, reply: reply)
        return true
    }

    @discardableResult
    private func settleFailure(of record: TaskRecord, attempt: Int, for worker: QueueWorker?) -> QueueStart? {
        guard let outcome = state.withLock({ _ in record.state.outcome }) else { return nil }
        let decision = record.work.decide(after: outcome, attempt: attempt, of: record)
        return change(for: worker) { state in
            guard state.machine.isRunning(record.place, attempt) else { return }
            if let told = decision.told { observe(told, record, in: &state) }
            if decision.wait != nil, case .failure(let pause as NetTaskPause) = outcome {
                var polls = record.polls?.wrappedValue ?? PollState(start: pause.start, pollCount: -1)
                polls.pollCount += 1
                polls.answeredAttempt = attempt
                record.polls = IndirectValue(wrappedValue: polls)
                record.mayLackKey = false
                state.effects.released.append(outcome)
            }
            state.machine.settle(record.place, attempt: attempt, outcome, decision)
        }.next
    }

    // MARK: Coming and going

    /// Accepts a task, if need be in the run that is there for its like, or ends it at once.
    ///
    /// - Returns: false, and nothing has changed, if its key has to be found out first.
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
                // It has never been in line.
                let phase = TaskOutcome.failure(error).phase
                run.take(.ended(phase, attempts: 0, duration: .zero, runDuration: nil), .failure(error))
                leave(run, &state)
                observe(run.state.event, run, in: &state)
                return true
            }
            if let identity = new.identity { remember(run, identity, &state) }
            if let kept = run.options?.wrappedValue.kept { state.machine.maxWaitInLane = kept.maxWait }
            observe(.accepted, run, in: &state)
            run.place = state.machine.add(run, id: run.place.id, options)
            // Not before: the new one may be said to follow the old one.
            if let old { replace(old, by: run, &state) }
            return true
        }
    }

    /// Why a task is not accepted; nil if it is.
    ///
    /// - Parameters:
    ///   - old: one like it.
    ///   - options: takes the moments of the queue's clock, and what the task has to wait for.
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

    /// Cancels the tasks that are meant, be they in line themselves or share a run.
    func cancelAll(_ reason: CancellationReason, where isMeant: (TaskRecord) -> Bool) {
        change { state in
            let records = state.machine.tasks.map(\.job).filter {
                $0.cancelFollowers(reason, in: &state, where: isMeant)
            }
            for record in records {
                state.machine.cancel(record.place, reason)
            }
        }
    }

    // MARK: The end of all

    /// Waits until nothing is left and the observers have been told, or the caller is cancelled.
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
                // What is told may have others add tasks.
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
            // Ends early, by an error, once nothing is left or the caller is cancelled.
            try? await self.time.sleep(end)
            self.cancelAll(.queueShutDown) { _ in true }
        }
        await drain()
        timer.cancel()
        await timer.value
        await drain()
    }

    // MARK: The timer

    /// Sees to it that one timer is set if time alone will change something, and none if not.
    private func setTimer(in state: inout State) {
        guard let due = state.machine.nextWake() else {
            if let timer = state.timer {
                state.effects.cancelled.append(timer.task)
                state.timer = nil
            }
            return
        }
        // One that goes off early does no harm; to put it off each time would cost more.
        if let timer = state.timer {
            if timer.due <= due { return }
            state.effects.cancelled.append(timer.task)
        }
        let task = Task.detached {
            let isOver: Void? = try? await self.time.sleep(due)
            self.state.withLock { state in
                if state.timer?.due == due { state.timer = nil }
            }
            // If it is not over, it was cancelled, or the clock fails; the next change sets another.
            if isOver != nil { self.change { _ in } }
        }
        state.timer = (due, task)
    }
}

/// What a change does after it has released the lock: all that may run code of users.
struct QueueEffects {
    var starts: [(start: QueueStart, worker: QueueWorker)] = []
    /// What the worker who asked is to do next.
    var next: QueueStart?
    var timeOuts: [QueueStart] = []
    var cancelled: [Task<Void, Never>] = []
    /// What the observers are to be told.
    var observed: [ObservedEvent] = []
    var ends = QueueEnds()
    var returnedTokens: [RateTokens] = []
    /// Values of the user's that are let go of, which may run code as they go, and so have to outlive the lock.
    var released: [Any] = []
}

/// The keys of tasks, by which limits count.
extension QueueScheduler {
    /// Takes in what the reply to an attempt says of its server's limits, unless the attempt is over.
    func takeLimit(_ limit: NetTaskLimit, of record: TaskRecord, attempt: Int) {
        // All tasks need their keys, as a limit of one key is not to hold the tasks of others.
        let hasKeys = withLock { state in
            state.machine.needsKeys = true
            return state.machine.hasKeys
        }
        if !hasKeys {
            findKeys()
            withLock { $0.machine.hasKeys = true }
        }
        change { $0.machine.note(limit, of: record.place, attempt: attempt) }
    }

    /// Finds out the keys of those tasks that were added while there was no limit per key.
    func findKeys() {
        let records = withLock { $0.machine.tasks.map(\.job).filter(\.mayLackKey) }
        // Not under the lock, as it is code of the user's.
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
