extension TaskRecord {
    func makeAttempt(_ attempt: Int, on worker: QueueWorker) async -> QueueStart? {
        var reply: T.Reply?
        let outcome: TaskOutcome
        do {
            // It may have been cancelled before there was a thread for it.
            try Task.checkCancellation()
            var context = context(attempt: attempt)
            context.progressed = self
            let received = try await queue.handler.send(try pack(), context: context)
            reply = received
            try T.check(received)
            outcome = .success(try parse(received))
        } catch {
            let error = T.failure(for: error, reply: reply)
            if case .cancelled(let reason) = error {
                outcome = .cancelled(reason)
            } else {
                outcome = .failure(error)
            }
        }
        return settle(attempt, outcome, reply: reply, on: worker)
    }

    private func context(attempt: Int) -> NetTaskContext {
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

    /// The task itself is asked last.
    func delayBeforeRetry(after outcome: TaskOutcome, attempt: Int) -> Duration? {
        let policy = retryPolicy?.wrappedValue ?? T.retry
        guard attempt <= policy.maxRetryCount, case .failure(let error) = Self.typed(outcome) else { return nil }
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
