extension TaskRecord {
    func context(attempt: Int) -> NetTaskContext {
        NetTaskContext(
            id: place.id,
            name: T.name,
            attempt: attempt,
            tags: tags,
            timeout: T.timeout,
            isIdempotent: T.isIdempotent,
            task: task
        )
    }

    /// Makes an attempt, and has the queue settle what came of it, unless it was ended otherwise before.
    func makeAttempt(_ attempt: Int, on worker: QueueWorker) async -> QueueStart? {
        var reply: T.Reply?
        let outcome: Outcome
        do {
            var context = context(attempt: attempt)
            context.report = { [weak self] progress in self?.note(progress, attempt: attempt) }
            let received = try await queue.handler.send(try pack(), context: context)
            reply = received
            try T.check(received)
            outcome = .success(try parse(received))
        } catch {
            outcome = .failure(T.failure(for: error, reply: reply))
        }
        return settle(attempt, outcome, reply: reply, on: worker)
    }

    private func pack() throws -> T.Request {
        do {
            return try task.pack()
        } catch let error as PackError {
            throw error
        } catch {
            throw PackError(task: T.name, parameter: "", reason: String(describing: error))
        }
    }

    private func parse(_ reply: T.Reply) throws -> T.Response {
        do {
            return try task.parse(reply)
        } catch let error as ParseError {
            throw error
        } catch {
            throw ParseError(String(describing: error), underlying: error)
        }
    }

    private func settle(_ attempt: Int, _ outcome: Outcome, reply: T.Reply?, on worker: QueueWorker) -> QueueStart? {
        var displaced: [Any] = []
        guard case .failure(let error) = outcome, mayRetry(attempt) else {
            return scheduler.change(by: worker) { state, now in
                guard claim(attempt: attempt, outcome, reply: reply, displaced: &displaced) else { return }
                if case .success = outcome {
                    state.machine.succeed(place, attempt: attempt, now: now)
                } else {
                    state.machine.fail(place, attempt: attempt, retryAfter: nil, now: now)
                }
            }
        }
        // First what the attempt came to, so that no time-out comes between; then the judgement, by code of others.
        let isFirst = scheduler.withLock { _ in
            claim(attempt: attempt, outcome, reply: reply, displaced: &displaced)
        }
        guard isFirst else { return nil }
        let wait = retryDelay(after: error, attempt: attempt)
        return scheduler.change(by: worker) { state, now in
            state.machine.fail(place, attempt: attempt, retryAfter: wait, now: now)
        }
    }

    /// Has the queue settle an attempt that took too long.
    func judgeTimeOut(_ attempt: Int) {
        let outcome = scheduler.withLock { _ in lastOutcome }
        guard case .failure(let error)? = outcome else { return }
        let wait = mayRetry(attempt) ? retryDelay(after: error, attempt: attempt) : nil
        scheduler.change { state, now in
            state.machine.fail(place, attempt: attempt, retryAfter: wait, now: now)
        }
    }

    private var policy: RetryPolicy { retryPolicy?.wrappedValue ?? T.retry }

    private func mayRetry(_ attempt: Int) -> Bool { attempt <= policy.maxRetryCount }

    /// The wait before the next attempt, or nil if there shall be none. The task itself is asked last.
    private func retryDelay(after error: NetTaskError<T.Failure>, attempt: Int) -> Duration? {
        let disposition: RetryDisposition =
            switch error {
            case .pack, .cancelled: .never
            default: queue.handler.disposition(of: error.underlying, context: context(attempt: attempt))
            }
        guard policy.allows(disposition, isIdempotent: T.isIdempotent), task.shouldRetry(after: error) else {
            return nil
        }
        let delay = policy.delay(beforeRetry: attempt, random: queue.random.unit)
        if case .throttled(let after?) = disposition {
            return max(delay, after)
        }
        return delay
    }
}
