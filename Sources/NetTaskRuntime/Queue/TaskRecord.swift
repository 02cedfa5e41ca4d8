/// One task from its acceptance to its end: makes its attempts, keeps its status, and tells those who watch.
///
/// What is to happen is decided by the queue's state machine. Actions of the queue may arrive late or, from two
/// threads, in either order; each is checked against the state here, so that the worst a late one does is nothing.
final class TaskRecord<T: NetTask>: QueueJob {
    typealias Outcome = Result<T.Response, NetTaskError<T.Failure>>

    private struct State {
        var phase = NetTaskStatus<T>.Phase.waiting
        var attempt = 0
        var reply: T.Reply?
        /// What the latest attempt brought. Set by the one who is first to end that attempt.
        var outcome: Outcome?
        var wait: Duration = .zero
        var result: Outcome?
        var running: Task<Void, Never>?
        var latest = NetTaskEvent<T>.waiting
        var waiters: [CheckedContinuation<Outcome, Never>] = []
        var subscribers: [Int: AsyncStream<NetTaskEvent<T>>.Continuation] = [:]
        var subscriptions = 0

        mutating func emit(_ event: NetTaskEvent<T>) {
            latest = event
            for subscriber in subscribers.values {
                subscriber.yield(event)
            }
        }

        mutating func announceRetry() {
            if case .failure(let error)? = outcome {
                phase = .retrying
                emit(.retrying(retry: attempt, after: wait, error: error))
            }
            outcome = nil
        }
    }

    let id: NetTaskID
    let task: T
    let options: NetTaskOptions
    /// What attempts run with: that of the one who added the task, not of the one whose task made way for it.
    private let priority = Task.currentPriority
    private let state = Locked(State())

    init(id: NetTaskID, task: T, options: NetTaskOptions) {
        self.id = id
        self.task = task
        self.options = options
    }

    // MARK: For those who watch

    var status: NetTaskStatus<T> {
        state.withLock {
            NetTaskStatus(phase: $0.phase, attempt: $0.attempt, reply: $0.reply, result: $0.result)
        }
    }

    /// Waits for the end. The caller's cancellation does not shorten the wait.
    func result() async -> Outcome {
        await withCheckedContinuation { continuation in
            let result = state.withLock { state in
                if state.result == nil {
                    state.waiters.append(continuation)
                }
                return state.result
            }
            if let result {
                continuation.resume(returning: result)
            }
        }
    }

    func events() -> NetTaskEvents<T> {
        let (stream, continuation) = AsyncStream<NetTaskEvent<T>>.makeStream()
        let key: Int? = state.withLock { state in
            continuation.yield(state.latest)
            guard state.result == nil else { return nil }
            state.subscriptions += 1
            state.subscribers[state.subscriptions] = continuation
            return state.subscriptions
        }
        if let key {
            continuation.onTermination = { [weak self] _ in
                _ = self?.state.withLock { $0.subscribers.removeValue(forKey: key) }
            }
        } else {
            continuation.finish()
        }
        return NetTaskEvents(stream: stream)
    }

    // MARK: What the queue decides

    func start(attempt: Int, in queue: QueueCore<T.Request, T.Reply>) {
        state.withLock { state in
            guard state.result == nil, attempt > state.attempt else { return }
            if attempt > 1 {
                // The action that announces it may still be on its way on another thread.
                state.announceRetry()
            }
            state.phase = .running
            state.attempt = attempt
            state.emit(.started(attempt: attempt))
            // Detached, as an attempt may start on the thread of a stranger, whose task-local values are none of ours.
            state.running = Task.detached(priority: priority) { await self.run(attempt: attempt, in: queue) }
        }
    }

    func retry(after attempt: Int, wait: Duration) {
        state.withLock { state in
            guard state.result == nil, attempt == state.attempt, state.phase == .running else { return }
            state.running = nil
            state.announceRetry()
        }
    }

    func timeOut(attempt: Int, in queue: QueueCore<T.Request, T.Reply>) {
        // The action that starts it may still be on its way on another thread; if so, this does its work.
        start(attempt: attempt, in: queue)
        let error = NetTaskError<T.Failure>.timeout(
            TimeoutError(.attempt, limit: T.timeout ?? .zero, task: T.name, attempt: attempt)
        )
        // First what the attempt came to, then its cancellation, which would otherwise pass for it.
        guard claim(attempt: attempt, .failure(error)) else { return }
        state.withLock { $0.running }?.cancel()
        // Judging calls code of the user's, which must not hold up the queue's timer.
        Task.detached(priority: priority) { self.report(attempt: attempt, .failure(error), in: queue) }
    }

    func end(_ end: QueueStateMachine.End) {
        let last = state.withLock { (attempt: $0.attempt, outcome: $0.outcome) }
        let result: Outcome =
            switch end {
            case .cancelled(let reason):
                .failure(.cancelled(reason))
            case .deadlinePassed:
                .failure(
                    .timeout(TimeoutError(.deadline, limit: T.deadline ?? .zero, task: T.name, attempt: last.attempt))
                )
            case .finished:
                // The machine ends a task so only after an attempt has brought something.
                last.outcome ?? .failure(.cancelled(.handler))
            }
        let (running, waiters, subscribers) = state.withLock { state in
            switch result {
            case .success: state.phase = .succeeded
            case .failure(.cancelled): state.phase = .cancelled
            case .failure: state.phase = .failed
            }
            state.result = result
            state.emit(.ended(result))
            defer {
                state.running = nil
                state.outcome = nil
                state.waiters = []
                state.subscribers = [:]
            }
            return (end == .finished ? nil : state.running, state.waiters, Array(state.subscribers.values))
        }
        running?.cancel()
        for waiter in waiters {
            waiter.resume(returning: result)
        }
        for subscriber in subscribers {
            subscriber.finish()
        }
    }

    // MARK: An attempt

    private func context(attempt: Int) -> NetTaskContext {
        NetTaskContext(
            id: id,
            name: T.name,
            attempt: attempt,
            tags: options.tags,
            timeout: T.timeout,
            isIdempotent: T.isIdempotent,
            task: task
        )
    }

    private func run(attempt: Int, in queue: QueueCore<T.Request, T.Reply>) async {
        var reply: T.Reply?
        do {
            let request = try pack()
            let received = try await queue.handler.send(request, context: context(attempt: attempt))
            reply = received
            note(received, attempt: attempt)
            try T.check(received)
            finish(attempt: attempt, .success(try parse(received)), in: queue)
        } catch {
            finish(attempt: attempt, .failure(T.failure(for: error, reply: reply)), in: queue)
        }
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

    private func note(_ reply: T.Reply, attempt: Int) {
        state.withLock { state in
            if state.attempt == attempt, state.result == nil {
                state.reply = reply
            }
        }
    }

    /// Reports what an attempt brought, unless it was ended otherwise before.
    private func finish(attempt: Int, _ outcome: Outcome, in queue: QueueCore<T.Request, T.Reply>) {
        if claim(attempt: attempt, outcome) {
            report(attempt: attempt, outcome, in: queue)
        }
    }

    /// Whether this is the first to end the attempt.
    private func claim(attempt: Int, _ outcome: Outcome) -> Bool {
        state.withLock { state in
            guard state.result == nil, state.attempt == attempt, state.phase == .running, state.outcome == nil else {
                return false
            }
            state.outcome = outcome
            return true
        }
    }

    private func report(attempt: Int, _ outcome: Outcome, in queue: QueueCore<T.Request, T.Reply>) {
        switch outcome {
        case .success:
            queue.handle(.succeeded(id, attempt: attempt))
        case .failure(let error):
            let wait = retryDelay(after: error, attempt: attempt, in: queue)
            state.withLock { $0.wait = wait ?? .zero }
            queue.handle(.failed(id, attempt: attempt, retryAfter: wait))
        }
    }

    /// The wait before the next attempt, or nil if there shall be none. The task itself is asked last.
    private func retryDelay(
        after error: NetTaskError<T.Failure>,
        attempt: Int,
        in queue: QueueCore<T.Request, T.Reply>
    ) -> Duration? {
        let policy = options.retry ?? T.retry
        guard attempt <= policy.maxRetryCount else { return nil }
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
