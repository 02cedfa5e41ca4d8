/// The working part of a queue: the state machine under its lock, the timer, and the carrying out of actions.
///
/// It knows no types of tasks. It lives as long as the queue or any task that runs or waits for its time. Its lock
/// guards its records too, so that a task's state and its place in the queue never disagree.
final class QueueScheduler: Sendable {
    struct State {
        var machine: QueueStateMachine<TaskRecord>
        var delegates: [DelegateRegistration] = []
        /// nil if nobody observes.
        var observation: QueueObservation?
        /// Tasks that have ended in this change without the machine's doing.
        var ended: [TaskRecord] = []
        /// Values of the user's that are let go of, which may run code as they go, and so have to outlive the lock.
        var released: [Any] = []
        fileprivate var isShutDown = false
        fileprivate var lastID: UInt64 = 0
        var lastGroup = 0
        /// How many members of serial groups have been added whose successor is still to be added, or not to be.
        var openSuccessions = 0
        fileprivate(set) var recordsByIdentity: [TaskIdentity: TaskRecord] = [:]
        fileprivate var timer: (due: Duration, task: Task<Void, Never>)?
        /// Ends for those who wait until nothing is left.
        fileprivate var drained: Broadcast<Never>?
        /// Those who wait until the observers have been told what has happened up to now.
        fileprivate var waiters: [CheckedContinuation<Void, Never>] = []

        /// Whether nothing is left, nor about to be added.
        var isDrained: Bool { machine.count == 0 && openSuccessions == 0 }

        /// Why no task is accepted any more; nil as long as there is no reason.
        var refusal: CancellationReason? {
            if isShutDown { return .queueShutDown }
            // A serial group goes on to add tasks when nobody has the queue any more.
            return machine.isAbandoned ? .queueReleased : nil
        }
    }

    /// What is left to do once the lock is free again, since it may run code of others.
    private struct Effects {
        var starts: [(start: QueueStart, worker: QueueWorker)] = []
        /// What the worker who asked is to do next.
        var next: QueueStart?
        var timeOuts: [QueueStart] = []
        var cancelled: [Task<Void, Never>] = []
        var ends = QueueEnds()
        /// Whether the observers are to be told of something, and nobody is doing so.
        var startsTelling = false
        var returnedTokens: [RateTokens] = []
        var released: [Any] = []
    }

    let time: TimeSource
    private let state: Locked<State>

    init(machine: QueueStateMachine<TaskRecord>, observers: [any NetTaskObserver], time: TimeSource) {
        self.time = time
        self.state = Locked(State(machine: machine, observation: QueueObservation(observers)))
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
            var effects = Effects()
            for record in state.ended {
                leave(record, &state, &effects)
                // That one leaves the run of another is not observed.
                if record.runner === record {
                    state.observation?.noteEnd(of: record, now: now)
                }
                state.released.append(record)
            }
            state.ended.removeAll()
            for action in state.machine.actions {
                apply(action, for: worker, &state, &effects)
            }
            state.machine.clearActions()
            if state.isDrained, let drained = state.drained.take() {
                effects.ends.drained.append(drained)
            }
            swap(&effects.ends.waiters, &state.waiters)
            setTimer(in: &state, &effects)
            swap(&effects.returnedTokens, &state.machine.returnedTokens)
            swap(&effects.released, &state.released)
            if state.observation != nil {
                // Who awaits a task finds its end observed.
                effects.startsTelling = state.observation?.post(&effects.ends, taskCount: state.machine.count) ?? false
            }
            return (result, effects)
        }
        perform(effects)
        return (result, effects.next)
    }

    private func apply(
        _ action: QueueStateMachine<TaskRecord>.Action,
        for worker: QueueWorker?,
        _ state: inout State,
        _ effects: inout Effects
    ) {
        let now = state.machine.now
        switch action {
        case .start(let record, let attempt):
            if let worker, effects.next == nil, !worker.isDismissed, worker.priority == record.threadPriority {
                record.begin(attempt: attempt, on: worker)
                effects.next = (record, attempt)
            } else {
                let worker = QueueWorker(priority: record.threadPriority)
                record.begin(attempt: attempt, on: worker)
                effects.starts.append(((record, attempt), worker))
            }
            state.observation?.noteStart(of: record, attempt: attempt, now: now)
        case .retry(let record, let attempt, let delay):
            record.waitForRetry()
            state.observation?.noteRetry(of: record, attempt: attempt, after: delay, now: now)
        case .pause(let record, let attempt, let wait):
            record.waitForPoll()
            state.observation?.notePause(of: record, attempt: attempt, after: wait, now: now)
        case .hold(let record, let key, let wait, let isReminder):
            state.observation?.noteHold(of: record, key: key, for: wait, isReminder: isReminder)
        case .timeOut(let record, let attempt):
            let limit = state.machine.entries[record.place.slot].timeout
            if record.tryFinish(attempt: attempt, .timedOut(.attempt, limit: limit, attempt: attempt), in: &state) {
                dismissWorker(of: record, &effects)
                effects.timeOuts.append((record, attempt))
            }
        case .end(let record, let end):
            // One that has finished is held by who made the attempt, and keeps what that brought.
            if end != .finished {
                dismissWorker(of: record, &effects)
                state.released.append((record, record.outcome))
            }
            record.end(end)
            leave(record, &state, &effects)
            state.observation?.noteEnd(of: record, now: now)
        }
    }

    private func dismissWorker(of record: TaskRecord, _ effects: inout Effects) {
        guard let worker = record.worker else { return }
        worker.isDismissed = true
        if let task = worker.task {
            effects.cancelled.append(task)
        }
    }

    private func leave(_ record: TaskRecord, _ state: inout State, _ effects: inout Effects) {
        if let identity = record.watchers?.identity, state.recordsByIdentity[identity] === record {
            forget(identity, in: &state)
        }
        record.work.tell(state.delegates)
        if record.watchers == nil, state.observation == nil {
            record.isAnnounced = true
        } else {
            effects.ends.records.append(record)
        }
    }

    /// The key may be the last to hold a request of the user's.
    private func forget(_ identity: TaskIdentity, in state: inout State) {
        if let index = state.recordsByIdentity.index(forKey: identity) {
            state.released.append(state.recordsByIdentity.remove(at: index).key)
        }
    }

    // MARK: Without the lock

    private func perform(_ effects: Effects) {
        effects.ends.announce()
        if effects.startsTelling {
            tellObservers()
        }
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
                let (outcome, reply) = await record.work.makeAttempt(attempt)
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
                if record.tryFinish(attempt: attempt, outcome, reply: reply, in: &state) {
                    state.machine.succeed(record.place, attempt: attempt)
                }
            }.next
        }
        // First what the attempt came to, so that no time-out comes between; then the judgement, by code of others.
        let isFirst = state.withLock { record.tryFinish(attempt: attempt, outcome, reply: reply, in: &$0) }
        return isFirst ? settleFailure(of: record, attempt: attempt, for: worker) : nil
    }

    @discardableResult
    private func settleFailure(of record: TaskRecord, attempt: Int, for worker: QueueWorker?) -> QueueStart? {
        guard let outcome = state.withLock({ _ in record.outcome }) else { return nil }
        let decision = record.work.decideRetry(after: outcome, attempt: attempt)
        return change(for: worker) { record.settle(attempt: attempt, decision, in: &$0) }.next
    }

    // MARK: Coming and going

    /// Accepts a task, or ends it at once.
    ///
    /// - Parameter options: with moments counted from now, and without dependencies.
    func enter(
        _ record: TaskRecord,
        _ options: QueueTaskOptions,
        dependencies: [NetTaskDependency],
        in state: inout State
    ) {
        if let refusal = state.refusal {
            return refuse(record, .cancelled(refusal), in: &state)
        }
        var options = options
        let now = state.machine.now
        options.notBefore = options.notBefore.map { now + $0 }
        options.expiry = options.expiry.map { now + $0 }
        for dependency in dependencies {
            let other = dependency.record
            guard other.scheduler === self else {
                return refuse(record, .refused(.otherQueue), in: &state)
            }
            switch other.hasSucceeded {
            case nil: options.dependencies.append(.init(on: other.runner.place, onFailure: dependency.onFailure))
            case false? where dependency.onFailure == .cancel:
                return refuse(record, .cancelled(.dependency(other.place.id)), in: &state)
            case _?: break
            }
        }
        if let identity = record.watchers?.identity {
            // The key of an older one would stay otherwise.
            forget(identity, in: &state)
            state.recordsByIdentity[identity] = record
        }
        state.observation?.noteAcceptance(of: record, notBefore: options.notBefore, now: now)
        record.place = state.machine.add(record, id: record.place.id, options)
    }

    /// Ends a task that has never been in line.
    func refuse(_ record: TaskRecord, _ end: QueueEnd, in state: inout State) {
        record.end(end)
        state.ended.append(record)
    }

    func number(_ record: TaskRecord, in state: inout State) {
        state.lastID += 1
        record.place = QueuePlace(slot: 0, id: NetTaskID(state.lastID))
    }

    /// Cancels the tasks that are meant, be they in line themselves or share a run.
    func cancelAll(_ reason: CancellationReason, where isMeant: (TaskRecord) -> Bool) {
        change { state in
            var ended: [TaskRecord] = []
            state.machine.cancelAll(reason) { record in
                let followers = record.cancelFollowers(reason, where: isMeant)
                ended += followers.ended
                return followers.all
            }
            state.ended += ended
        }
    }

    // MARK: The end of all

    /// Waits until nothing is left and the observers have been told, or the caller is cancelled.
    func drain() async {
        var postCount = 0
        while !Task.isCancelled {
            let (drained, posted) = state.withLock { state in
                if !state.isDrained, state.drained == nil {
                    state.drained = Broadcast()
                }
                return (state.drained?.stream(from: nil), state.observation?.postCount ?? 0)
            }
            if let drained {
                for await _ in drained {}
            } else if posted != postCount {
                // What is told may have others add tasks.
                postCount = posted
                await withCheckedContinuation { continuation in
                    change { $0.waiters.append(continuation) }
                }
            } else {
                return
            }
        }
    }

    /// Tells the observers until nothing is left to tell: never on the thread that causes an event, which may hold locks.
    private func tellObservers() {
        Task.detached(priority: Task.currentPriority) {
            while var events = self.state.withLock({ $0.observation?.takeEvents() }) {
                events.tell()
            }
        }
    }

    func shutDown(grace: Duration) async {
        let end = change { state in
            state.isShutDown = true
            state.machine.shutDown(.queueShutDown)
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
    private func setTimer(in state: inout State, _ effects: inout Effects) {
        guard let due = state.machine.nextWake() else {
            if let timer = state.timer {
                effects.cancelled.append(timer.task)
                state.timer = nil
            }
            return
        }
        // One that goes off early does no harm; to put it off each time would cost more.
        if let timer = state.timer {
            if timer.due <= due { return }
            effects.cancelled.append(timer.task)
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
