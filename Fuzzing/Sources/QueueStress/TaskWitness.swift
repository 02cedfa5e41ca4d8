import NetTaskRuntime

/// Sees what becomes of one task, and speaks up if that is not what a queue promises. It is part of the task, so that it
/// goes when the last trace of it does; then the task must have ended exactly once.
final class TaskWitness: Sendable {
    private struct State {
        var isWatched = false
        var ends = 0
        var phase: NetTaskPhase?
        var lastAttempt = 0
        var notifiedDelegates: Set<Int> = []
        /// Whether a task that this one waits for has ended as it has to.
        var dependencies: [@Sendable () -> Bool] = []
        var depth = 0
    }

    /// The number of the queue.
    let queue: Int
    let setup: TaskSetup
    let run: RunRecord
    private let token: LiveToken
    private let state = Box(State())
    /// Handed to what has to do with the task.
    private let farewell: (@Sendable () -> Void)?

    init(queue: Int, setup: TaskSetup, run: RunRecord, farewell: (@Sendable () -> Void)?) {
        self.queue = queue
        self.setup = setup
        self.run = run
        self.farewell = farewell
        token = LiveToken(.task, run.live, farewell: farewell)
    }

    deinit {
        let (isWatched, ends) = state.update { ($0.isWatched, $0.ends) }
        if isWatched {
            run.faults.check(ends == 1, "A task of queue \(queue) ended \(ends) times")
        }
    }

    func token(_ kind: LiveObjects.Kind) -> LiveToken {
        LiveToken(kind, run.live, farewell: farewell)
    }

    // MARK: Ends

    /// Records that from now on ``end(_:)`` is called each time the queue reports the end of the task.
    func watch() {
        state.update { $0.isWatched = true }
    }

    /// The queue tells that the task has ended.
    func end(_ phase: NetTaskPhase) {
        let isFirst = state.update { state in
            state.ends += 1
            state.dependencies = []
            return state.ends == 1
        }
        if isFirst { run.ends.add(1, to: RunRecord.End(phase)) }
        see(phase)
    }

    /// Records an observed end of the task. All observed ends must be equal.
    func see(_ phase: NetTaskPhase) {
        let known = state.update { state in
            defer { state.phase = state.phase ?? phase }
            return state.phase ?? phase
        }
        run.faults.check(phase == known, "A task of queue \(queue) ended as \(known), and then as \(phase)")
    }

    /// Records that a delegate was notified of the task's end.
    func record(delegate: Int, _ phase: NetTaskPhase) {
        let isFirst = state.update { $0.notifiedDelegates.insert(delegate).inserted }
        run.faults.check(isFirst, "A delegate was notified twice of a task")
        run.faults.check(phase == .succeeded || phase == .failed, "A delegate was notified of a task that is \(phase)")
        // For a shared run it is notified once, with the first task, which may have been cancelled before.
        if !setup.isShared { see(phase) }
    }

    // MARK: Attempts

    /// An attempt has come to the handler.
    func begin(attempt: Int) {
        run.attempts.add(1, to: attempt == 1 ? .first : .retry)
        let (last, dependencies) = state.update { state in
            defer { (state.lastAttempt, state.dependencies) = (attempt, []) }
            return (state.lastAttempt, state.dependencies)
        }
        // An attempt that took too long may come to the handler after the one that follows it.
        if !setup.isHurried {
            run.faults.check(attempt == last + 1, "Attempt \(attempt) of a task followed attempt \(last)")
        }
        run.faults.check(attempt <= setup.retries + 1, "\(setup.retries) retries were asked for, not \(attempt - 1)")
        run.faults.check(dependencies.allSatisfy { $0() }, "A task was started before one that it depends on had ended")
    }

    // MARK: Dependencies

    /// How many tasks wait for each other in a row, this one included. Tasks keep those that they wait for, so that a
    /// long row would keep many.
    var depth: Int { state.update { $0.depth } }

    /// It has to wait for another one, whose end is asked for by a closure.
    func wait(for other: TaskWitness, _ hasEnded: @escaping @Sendable () -> Bool) {
        let depth = other.depth + 1
        state.update { state in
            state.depth = max(state.depth, depth)
            state.dependencies.append(hasEnded)
        }
    }
}
