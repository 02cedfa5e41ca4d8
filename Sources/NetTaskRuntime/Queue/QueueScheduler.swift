/// The working part of a queue: the state machine under its lock, the timer, and the carrying out of actions.
///
/// It knows no types of tasks. It lives as long as the queue or any task that runs or waits for its time. Its lock
/// guards its jobs too, so that a task's state and its place in the queue never disagree.
final class QueueScheduler: Sendable {
    struct State {
        var machine: QueueStateMachine<QueueJob>
        var delegates: [DelegateRegistration] = []
        /// nil if nobody observes.
        var observation: QueueObservation?
        fileprivate var isShutDown = false
        fileprivate var lastID: UInt64 = 0
        fileprivate var lastGroup = 0
        fileprivate var jobsByIdentity: [TaskIdentity: QueueJob] = [:]
        /// Those that have made way for others.
        fileprivate var identities: [TaskIdentity] = []
        /// Those who have ended without the machine's doing.
        fileprivate var ended: [QueueJob] = []
        fileprivate var timer: Timer?
        fileprivate var timerCount = 0
        fileprivate var drainers: [Int: CheckedContinuation<Void, Never>] = [:]
        fileprivate var drainerCount = 0

        /// Why no task is accepted any more; nil as long as there is no reason.
        var refusal: CancellationReason? {
            if isShutDown { return .queueShutDown }
            // A serial group goes on to add tasks when nobody has the queue any more.
            return machine.isAbandoned ? .queueReleased : nil
        }
    }

    fileprivate struct Timer {
        var due: Duration
        var number: Int
        var task: Task<Void, Never>
    }

    private let time: TimeSource
    private let state: Locked<State>

    init(machine: QueueStateMachine<QueueJob>, observers: [any NetTaskObserver], time: TimeSource) {
        self.time = time
        self.state = Locked(State(machine: machine, observation: QueueObservation(observers)))
    }

    // MARK: Under the lock

    /// Reads or writes what nothing follows from.
    func withLock<Result>(_ body: (inout State) -> Result) -> Result {
        state.withLock(body)
    }

    /// Changes something, and does what follows from it.
    @discardableResult
    func change<Result>(_ body: (inout State, _ now: Duration) -> Result) -> Result {
        let (result, effects) = settle(for: nil, body)
        perform(effects)
        return result
    }

    /// The same for a worker who has made an attempt.
    ///
    /// - Returns: what it is to do next.
    func change(by worker: QueueWorker, _ body: (inout State, _ now: Duration) -> Void) -> QueueStart? {
        let (_, effects) = settle(for: worker, body)
        perform(effects)
        return effects.next
    }

    private func settle<Result>(
        for worker: QueueWorker?,
        _ body: (inout State, Duration) -> Result
    ) -> (Result, QueueEffects) {
        let now = time.now()
        return state.withLock { state in
            let result = body(&state, now)
            var effects = QueueEffects()
            swap(&effects.identities, &state.identities)
            if !state.ended.isEmpty {
                for job in state.ended {
                    leave(job, &state, &effects)
                    // Who shares the run of another leaves that to be observed.
                    if job.leader == nil {
                        state.observation?.noteEnd(of: job, now: now)
                    }
                }
                effects.gone += state.ended
                state.ended.removeAll()
            }
            for action in state.machine.actions {
                apply(action, for: worker, &state, &effects, now)
            }
            state.machine.clearActions()
            if state.machine.count == 0, !state.drainers.isEmpty {
                effects.drained = Array(state.drainers.values)
                state.drainers = [:]
            }
            setTimer(in: &state, &effects)
            effects.tellsObservers = state.observation?.completeChange(taskCount: state.machine.count) ?? false
            return (result, effects)
        }
    }

    private func apply(
        _ action: QueueStateMachine<QueueJob>.Action,
        for worker: QueueWorker?,
        _ state: inout State,
        _ effects: inout QueueEffects,
        _ now: Duration
    ) {
        switch action {
        case .start(let job, let attempt):
            job.begin(attempt: attempt)
            state.observation?.noteStart(of: job, attempt: attempt, now: now)
            let start = QueueStart(job: job, attempt: attempt)
            if let worker, effects.next == nil, !worker.isDismissed, worker.priority == job.threadPriority {
                job.worker = worker
                effects.next = start
            } else {
                let worker = QueueWorker(priority: job.threadPriority)
                job.worker = worker
                effects.starts.append((start, worker))
            }
        case .retry(let job, let attempt, let delay):
            job.worker = nil
            job.waitForRetry()
            state.observation?.noteRetry(of: job, attempt: attempt, after: delay, now: now)
        case .timeOut(let job, let attempt):
            var displaced: (TaskOutcome?, (any Sendable)?)
            if job.claimTimeOut(attempt: attempt, displaced: &displaced) {
                effects.displaced.append(displaced)
                dismissWorker(of: job, &effects)
                effects.timeOuts.append(QueueStart(job: job, attempt: attempt))
            }
        case .end(let job, let end):
            // One that has finished is held by who made the attempt, and keeps what that brought.
            if end != .finished {
                dismissWorker(of: job, &effects)
                effects.gone.append(job)
                effects.displaced.append((job.outcome, nil))
            }
            job.end(end)
            leave(job, &state, &effects)
            state.observation?.noteEnd(of: job, now: now)
        }
    }

    private func dismissWorker(of job: QueueJob, _ effects: inout QueueEffects) {
        guard let worker = job.worker else { return }
        worker.isDismissed = true
        if let task = worker.task {
            effects.cancelled.append(task)
        }
    }

    private func leave(_ job: QueueJob, _ state: inout State, _ effects: inout QueueEffects) {
        job.worker = nil
        if let identity = job.watchers?.identity, let index = state.jobsByIdentity.index(forKey: identity),
            state.jobsByIdentity[index].value === job
        {
            effects.identities.append(state.jobsByIdentity.remove(at: index).key)
        }
        if !state.delegates.isEmpty {
            job.tell(state.delegates)
        }
        if job.watchers != nil {
            effects.ended.append(job)
        }
    }

    // MARK: Without the lock

    private func perform(_ effects: QueueEffects) {
        // First, so that who has awaited a task finds its end observed, unless another thread is about it.
        if effects.tellsObservers {
            tellObservers()
        }
        for job in effects.ended {
            job.announceEnd()
        }
        for task in effects.cancelled {
            task.cancel()
        }
        for continuation in effects.drained {
            continuation.resume()
        }
        for (start, worker) in effects.starts {
            spawn(worker, start)
        }
        for start in effects.timeOuts {
            // Judging calls code of the user's, which must not hold up the queue's timer.
            Task.detached(priority: start.job.threadPriority) { start.job.settleTimeOut(attempt: start.attempt) }
        }
    }

    private func spawn(_ worker: QueueWorker, _ start: QueueStart) {
        // Detached, as an attempt may start on the thread of a stranger, whose task-local values are none of ours.
        let task = Task.detached(priority: worker.priority) {
            await worker.run(start)
        }
        let isDismissed = state.withLock { _ in
            worker.task = task
            return worker.isDismissed
        }
        if isDismissed {
            task.cancel()
        }
    }

    // MARK: Coming and going

    /// Accepts a job, or ends it at once.
    ///
    /// - Parameter terms: with moments counted from now, and without dependencies.
    func enter(
        _ job: QueueJob,
        terms: QueueTerms,
        dependencies: [NetTaskDependency],
        in state: inout State,
        now: Duration
    ) {
        if let refusal = state.refusal {
            return refuse(job, .cancelled(refusal), in: &state)
        }
        var terms = terms
        terms.notBefore = terms.notBefore.map { now + $0 }
        terms.expiry = terms.expiry.map { now + $0 }
        for dependency in dependencies {
            guard dependency.job.scheduler === self else {
                return refuse(job, .refused(.otherQueue), in: &state)
            }
            switch dependency.job.hasSucceeded {
            case nil:
                terms.dependencies.append(.init(on: dependency.job.runner.place, onFailure: dependency.onFailure))
            case false? where dependency.onFailure == .cancel:
                return refuse(job, .cancelled(.dependency(dependency.job.place.id)), in: &state)
            case _?: break
            }
        }
        if let identity = job.watchers?.identity {
            // The key of an older one would stay, and perhaps be the last to hold a request of the user's.
            if let index = state.jobsByIdentity.index(forKey: identity) {
                state.identities.append(state.jobsByIdentity.remove(at: index).key)
            }
            state.jobsByIdentity[identity] = job
        }
        state.observation?.noteAcceptance(of: job, notBefore: terms.notBefore, now: now)
        job.place = state.machine.add(job, id: job.place.id, terms: terms, now: now)
    }

    /// Ends a job that has never been in line.
    func refuse(_ job: QueueJob, _ end: QueueEnd, in state: inout State) {
        job.end(end)
        state.ended.append(job)
    }

    func number(_ job: QueueJob, in state: inout State) {
        state.lastID += 1
        job.place = QueuePlace(slot: 0, id: NetTaskID(state.lastID))
    }

    /// The number of a new group.
    func numberOfGroup() -> Int {
        state.withLock { state in
            state.lastGroup += 1
            return state.lastGroup
        }
    }

    func job(like identity: TaskIdentity, in state: State) -> QueueJob? {
        state.jobsByIdentity[identity]
    }

    /// Cancels whoever is meant: jobs, or those of their followers.
    func cancelAll(_ reason: CancellationReason, where isMeant: (QueueJob) -> Bool) {
        change { state, now in
            var ended: [QueueJob] = []
            state.machine.cancelAll(
                reason,
                where: { job in
                    let seats = job.cancelSeats(reason, where: isMeant)
                    ended += seats.ended
                    return seats.all
                },
                now: now
            )
            state.ended += ended
        }
    }

    /// Adds a job to those that have ended in this change.
    func noteEnd(of job: QueueJob, in state: inout State) {
        state.ended.append(job)
    }

    // MARK: The end of all

    /// Waits until nothing is left, or the caller is cancelled.
    func drain() async {
        let number = state.withLock { state in
            state.drainerCount += 1
            return state.drainerCount
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDone = state.withLock { state in
                    if state.machine.count == 0 || Task.isCancelled { return true }
                    state.drainers[number] = continuation
                    return false
                }
                if isDone {
                    continuation.resume()
                }
            }
        } onCancel: {
            state.withLock { $0.drainers.removeValue(forKey: number) }?.resume()
        }
    }

    func shutDown(grace: Duration) async {
        let end = change { state, now in
            state.isShutDown = true
            state.machine.shutDown(.queueShutDown, now: now)
            return now + grace
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
    private func setTimer(in state: inout State, _ effects: inout QueueEffects) {
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
        state.timerCount += 1
        let number = state.timerCount
        let task = Task.detached {
            do {
                try await self.time.sleep(due)
            } catch {
                // Cancelled, or a clock that fails; the next change sets another.
                return self.forget(timer: number)
            }
            self.wake(timer: number)
        }
        state.timer = Timer(due: due, number: number, task: task)
    }

    private func forget(timer number: Int) {
        state.withLock { state in
            if state.timer?.number == number {
                state.timer = nil
            }
        }
    }

    private func wake(timer number: Int) {
        forget(timer: number)
        change { state, now in
            state.machine.passTime(now: now)
        }
    }
}
