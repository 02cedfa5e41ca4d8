import NetTaskRuntime

/// Observes one task, and reports a fault if the queue breaks a promise. It is part of the task, so that it
/// is released with the last reference to it. At this moment the task must have ended exactly once.
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
    /// Passed to all objects of the task.
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

    /// Records that the queue reported the end of the task.
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

    /// Records that an attempt has reached the handler.
    func begin(attempt: Int) {
        run.attempts.add(1, to: attempt == 1 ? .first : .retry)
        let (last, dependencies) = state.update { state in
            defer { (state.lastAttempt, state.dependencies) = (attempt, []) }
            return (state.lastAttempt, state.dependencies)
        }
        // An attempt that timed out may reach the handler after the next one.
        if !setup.isHurried {
            run.faults.check(attempt == last + 1, "Attempt \(attempt) of a task followed attempt \(last)")
        }
        run.faults.check(attempt <= setup.retries + 1, "\(setup.retries) retries were asked for, not \(attempt - 1)")
        run.faults.check(dependencies.allSatisfy { $0() }, "A task was started before one that it depends on had ended")
    }

    // MARK: Dependencies

    /// The length of the chain of dependencies, including this task. Tasks retain their dependencies, so that a
    /// long chain would retain many.
    var depth: Int { state.update { $0.depth } }

    /// Records that it must wait for another task, whose end the closure returns.
    func wait(for other: TaskWitness, _ hasEnded: @escaping @Sendable () -> Bool) {
        let depth = other.depth + 1
        state.update { state in
            state.depth = max(state.depth, depth)
            state.dependencies.append(hasEnded)
        }
    }
}
