import NetTaskCore

/// How a run under way is cut off from outside.
final class RunControl: Sendable {
    /// Why it was.
    enum Reason: Sendable {
        /// Its task has been cancelled in the store already.
        case cancelled
        /// Its lease is to be given back.
        case returned
    }

    private struct State {
        var reason: Reason?
        var cancel: (@Sendable () -> Void)?
        var isEnding = false
        var attemptCount = 0
    }

    private let state = Locked(State())

    /// nil as long as it may go on.
    var reason: Reason? { state.withLock { $0.reason } }

    /// Cuts the run off; the first reason stays.
    func stop(_ reason: Reason) {
        let cancel = state.withLock { state in
            state.reason = state.reason ?? reason
            return state.cancel
        }
        cancel?()
    }

    func noteAttempts(_ count: Int) {
        state.withLock { $0.attemptCount = count }
    }

    /// The run is about to tell the store how it ended, and learns by the answer whether its lease was lost.
    ///
    /// - Returns: how many attempts it made.
    func beginEnd() -> Int {
        state.withLock { state in
            state.isEnding = true
            return state.attemptCount
        }
    }

    var isEnding: Bool { state.withLock { $0.isEnding } }

    /// Cuts a run off that does not know yet that its lease is lost.
    ///
    /// - Returns: false if it was cut off before, or is about to ask for itself.
    func stopLost() -> Bool {
        let (isFirst, cancel) = state.withLock { state in
            if state.isEnding || state.reason != nil { return (false, nil as (@Sendable () -> Void)?) }
            state.reason = .cancelled
            return (true, state.cancel)
        }
        cancel?()
        return isFirst
    }

    /// Says what cuts it off from now on. It is done at once if the run was cut off before.
    func onStop(_ cancel: @escaping @Sendable () -> Void) {
        let isStopped = state.withLock { state in
            state.cancel = cancel
            return state.reason != nil
        }
        if isStopped {
            cancel()
        }
    }
}
