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
            note(retry)
            state.machine.fail(place, attempt: attempt, retryAfter: retry?.wait, now: now)
        }
    }

    /// Has the queue settle an attempt that took too long.
    func settleTimeOut(attempt: Int) {
        guard let outcome = scheduler.withLock({ _ in outcome }) else { return }
        let retry = retry(after: outcome, attempt: attempt)
        scheduler.change { state, now in
            note(retry)
            state.machine.fail(place, attempt: attempt, retryAfter: retry?.wait, now: now)
        }
    }

    /// Takes in how far an attempt has come, unless it is over.
    func report(_ progress: NetTaskProgress, attempt: Int) {
        scheduler.withLock { _ in note(progress, attempt: attempt) }
    }
}
