import NetTaskCore

/// Stops a current run.
final class RunControl: Sendable {
    /// Why a run was stopped.
    enum Reason: Sendable {
        /// The task was already cancelled in the store.
        case cancelled
        /// The lease is to be returned.
        case returned
    }

    private struct State {
        var reason: Reason?
        var cancel: (@Sendable () -> Void)?
        var isEnding = false
        var attemptCount = 0
    }

    private let state = Locked(State())

    /// Why the run was stopped; nil while it may continue.
    var reason: Reason? { state.withLock { $0.reason } }

    /// Stops the run. The first reason is kept.
    func stop(_ reason: Reason) {
        let cancel = state.withLock { state in
            state.reason = state.reason ?? reason
            return state.cancel
        }
        cancel?()
    }

    func recordAttempts(_ count: Int) {
        state.withLock { $0.attemptCount = count }
    }

    /// Marks that the run is about to report its end to the store. The answer shows whether its lease was lost.
    ///
    /// - Returns: the number of its attempts.
    func beginEnd() -> Int {
        state.withLock { state in
            state.isEnding = true
            return state.attemptCount
        }
    }

    var isEnding: Bool { state.withLock { $0.isEnding } }

    /// Stops a run that has not yet detected the loss of its lease.
    ///
    /// - Returns: false if the run was stopped before, or is about to report its end.
    func stopLost() -> Bool {
        let (isFirst, cancel) = state.withLock { state in
            if state.isEnding || state.reason != nil { return (false, nil as (@Sendable () -> Void)?) }
            state.reason = .cancelled
            return (true, state.cancel)
        }
        cancel?()
        return isFirst
    }

    /// Sets the closure that stops the run. It is called immediately if the run was stopped before.
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
