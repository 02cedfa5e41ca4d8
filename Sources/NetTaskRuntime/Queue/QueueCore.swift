/// The working part of a queue: the state machine under its lock, the timer, and the carrying out of actions.
///
/// It lives as long as the queue or any task that runs or waits for its time.
final class QueueCore<Request: Sendable, Reply: Sendable>: Sendable {
    private typealias Job = any QueueJob<Request, Reply>

    private struct Timer {
        var due: Duration
        var number: Int
        var task: Task<Void, Never>
    }

    private struct State {
        var machine: QueueStateMachine
        var jobs: [NetTaskID: Job] = [:]
        var lastID: UInt64 = 0
        var timer: Timer?
        var timerCount = 0
    }

    let handler: any NetTaskQueueHandler<Request, Reply>
    let random: RandomSource
    private let time: TimeSource
    private let state: Locked<State>

    init(limit: Int, handler: any NetTaskQueueHandler<Request, Reply>, time: TimeSource, random: RandomSource) {
        self.handler = handler
        self.time = time
        self.random = random
        self.state = Locked(State(machine: QueueStateMachine(limit: limit)))
    }

    var count: Int { state.withLock { $0.machine.count } }
    var limit: Int { state.withLock { $0.machine.limit } }
    var isSuspended: Bool { state.withLock { $0.machine.isSuspended } }

    func add<T: NetTask>(_ task: T, _ options: NetTaskOptions) -> TaskRecord<T>
    where T.Request == Request, T.Reply == Reply {
        let timeout = T.timeout
        let deadline = T.deadline
        return change { state in
            state.lastID += 1
            let record = TaskRecord(id: NetTaskID(state.lastID), task: task, options: options)
            state.jobs[record.id] = record
            return (.added(record.id, timeout: timeout, deadline: deadline), record)
        }
    }

    func handle(_ event: QueueStateMachine.Event) {
        change { _ in (event, ()) }
    }

    /// Lets the machine take in an event, and does what it says once the lock is free again.
    private func change<Result>(_ event: (inout State) -> (QueueStateMachine.Event, Result)) -> Result {
        let (actions, result) = state.withLock { state in
            let (event, result) = event(&state)
            let actions = state.machine.handle(event, now: time.now()).compactMap { action in
                job(for: action, in: &state).map { (action, $0) }
            }
            setTimer(in: &state)
            return (actions, result)
        }
        for (action, job) in actions {
            perform(action, on: job)
        }
        return result
    }

    private func job(for action: QueueStateMachine.Action, in state: inout State) -> Job? {
        switch action {
        case .start(let id, _), .retry(let id, _, _), .timeOut(let id, _): state.jobs[id]
        case .end(let id, _): state.jobs.removeValue(forKey: id)
        }
    }

    private func perform(_ action: QueueStateMachine.Action, on job: Job) {
        switch action {
        case .start(_, let attempt): job.start(attempt: attempt, in: self)
        case .retry(_, let attempt, let wait): job.retry(after: attempt, wait: wait)
        case .timeOut(_, let attempt): job.timeOut(attempt: attempt, in: self)
        case .end(_, let end): job.end(end)
        }
    }

    /// Sees to it that one timer is set if time alone will change something, and none if not.
    private func setTimer(in state: inout State) {
        guard let due = state.machine.nextWake() else {
            state.timer?.task.cancel()
            state.timer = nil
            return
        }
        // One that goes off early does no harm; to put it off each time would cost more.
        if let timer = state.timer, timer.due <= due { return }
        state.timer?.task.cancel()
        state.timerCount += 1
        let number = state.timerCount
        let task = Task.detached {
            do {
                try await self.time.sleep(due)
            } catch {
                return
            }
            self.wake(timer: number)
        }
        state.timer = Timer(due: due, number: number, task: task)
    }

    private func wake(timer number: Int) {
        change { state in
            if state.timer?.number == number {
                state.timer = nil
            }
            return (.timePassed, ())
        }
    }
}
