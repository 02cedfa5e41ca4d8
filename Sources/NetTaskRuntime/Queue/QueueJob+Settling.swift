extension QueueJob {
    /// Has the queue settle what an attempt came to, unless it was ended otherwise before.
    ///
    /// - Returns: what the worker is to do next.
    func settle(
        _ attempt: Int,
        _ outcome: TaskOutcome,
        reply: (any Sendable)?,
        on worker: QueueWorker
    ) -> QueueStart? {
        var displaced: (TaskOutcome?, (any Sendable)?)
        let course = Course()
        if case .success = outcome {
            return scheduler.change(by: worker) { state, now in
                if claim(attempt: attempt, outcome, reply: reply, course: course, displaced: &displaced) {
                    state.machine.succeed(place, attempt: attempt, now: now)
                }
            }
        }
        // First what the attempt came to, so that no time-out comes between; then the judgement, by code of others.
        let isFirst = scheduler.withLock { _ in
            claim(attempt: attempt, outcome, reply: reply, course: course, displaced: &displaced)
        }
        guard isFirst else { return nil }
        let retry = retry(after: outcome, attempt: attempt)
        return scheduler.change(by: worker) { state, now in
            fail(attempt, retry, in: &state, now: now)
        }
    }

    /// Has the queue settle an attempt that took too long.
    func settleTimeOut(attempt: Int) {
        guard let outcome = scheduler.withLock({ _ in outcome }) else { return }
        let retry = retry(after: outcome, attempt: attempt)
        scheduler.change { state, now in
            fail(attempt, retry, in: &state, now: now)
        }
    }

    /// Under the lock.
    private func fail(_ attempt: Int, _ retry: RetryDecision?, in state: inout QueueScheduler.State, now: Duration) {
        guard let retry, retry.isPermitted else {
            if let retry, state.machine.isRunning(place, attempt) {
                state.observation?.noteRefusedRetry(of: self, reason: retry.reason)
            }
            return state.machine.fail(place, attempt: attempt, retryAfter: nil, now: now)
        }
        note(retry)
        state.machine.fail(place, attempt: attempt, retryAfter: retry.wait, now: now)
    }

    /// Takes in how far an attempt has come, unless it is over.
    func report(_ progress: NetTaskProgress, attempt: Int) {
        scheduler.withLock { _ in note(progress, attempt: attempt) }
    }

    /// Tells the observers of a request that is sent once more in its attempt, unless that is over.
    func reportResend(after error: any Error, attempt: Int) {
        scheduler.change { state, _ in
            if state.machine.isRunning(place, attempt) {
                state.observation?.noteResend(of: self, attempt: attempt, after: error)
            }
        }
    }
}
