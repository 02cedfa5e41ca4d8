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
            let response = try parse(received)
            queue.handler.didSucceed(context: context)
            outcome = .success(response)
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
            timeout: options?.wrappedValue.timeout ?? T.settings.timeout,
            isIdempotent: T.settings.mayRepeat,
            retryReason: attempt > 1 ? scheduler.withLock { _ in retryReason } : nil,
            handlerOptions: options?.wrappedValue.handlerOptions ?? [],
            idempotencyKey: options?.wrappedValue.idempotencyKey,
            task: task
        )
    }

    private func pack() throws -> T.Request {
        if let key = options?.wrappedValue.idempotencyKey { try check(idempotencyKey: key) }
        do {
            return try task.pack()
        } catch let error as PackError {
            throw error
        } catch {
            throw PackError(task: T.name, parameter: "", reason: String(describing: error))
        }
    }

    private func check(idempotencyKey key: String) throws(PackError) {
        let refusal = NetTaskIdempotencyKey.refusal(of: key)
        guard let header = T.settings.idempotencyKey?.header else {
            let reason = "it was added with an idempotency key, and its delivery names no header for one"
            throw PackError(task: T.name, parameter: "", reason: reason)
        }
        if let refusal {
            throw PackError(task: T.name, parameter: header, reason: refusal)
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

    /// First the policy, then the task and the call, and the handler last, whose tokens are to be spent for nothing else.
    func decideRetry(after outcome: TaskOutcome, attempt: Int) -> RetryDecision? {
        let options = options?.wrappedValue
        let policy = options?.retry ?? T.settings.retry
        guard attempt <= policy.maxRetryCount, case .failure(let error) = Self.typed(outcome) else { return nil }
        let context = context(attempt: attempt)
        let reason: RetryDisposition =
            switch error {
            case .pack, .cancelled: .never
            default: queue.handler.disposition(of: error.underlying, context: context)
            }
        guard policy.allows(reason, isIdempotent: T.settings.mayRepeat), task.shouldRetry(after: error),
            options?.predicates.allSatisfy({ $0(error.underlying) }) ?? true
        else { return nil }
        guard queue.handler.permitsRetry(after: reason, context: context) else {
            return RetryDecision(wait: .zero, reason: reason, isPermitted: false)
        }
        let delay = policy.delay(beforeRetry: attempt, random: queue.random.unit)
        if case .throttled(let after?) = reason {
            return RetryDecision(wait: max(delay, after), reason: reason)
        }
        return RetryDecision(wait: delay, reason: reason)
    }
}
