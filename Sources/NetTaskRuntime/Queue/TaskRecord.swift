/// A task in a queue with its types: what its handles see of it.
///
/// Unchecked for the reason given at ``QueueJob``.
final class TaskRecord<T: NetTask>: QueueJob, @unchecked Sendable {
    let task: T
    let queue: QueueCore<T.Request, T.Reply>
    /// nil if there are none.
    let options: Indirect<NetTaskRunOptions>?

    init(_ task: T, _ options: NetTaskOptions, in queue: QueueCore<T.Request, T.Reply>) {
        self.task = task
        self.queue = queue
        self.options = options.run.isEmpty ? nil : Indirect(wrappedValue: options.run)
        super.init(tags: options.tags, scheduler: queue.scheduler)
    }

    override var anyTask: any NetTask { task }

    override func run(attempt: Int, on worker: QueueWorker) async -> QueueStart? {
        await makeAttempt(attempt, on: worker)
    }

    override func retry(after outcome: TaskOutcome, attempt: Int) -> RetryDecision? {
        decideRetry(after: outcome, attempt: attempt)
    }

    override func error(of outcome: TaskOutcome) -> (any Error)? {
        if case .failure(let error) = Self.typed(outcome) { error.underlying } else { nil }
    }

    override func optionalLimit(of kind: TimeoutError.Kind) -> Duration? {
        switch kind {
        case .attempt: options?.wrappedValue.timeout
        case .deadline: options?.wrappedValue.deadline
        case .expiry, .connect, .firstByte, .idle: nil
        }
    }

    override func deliver(to registrations: [DelegateRegistration]) async {
        var told: Set<ObjectIdentifier> = []
        for registration in registrations {
            await registration.tell(NetTaskHandle(self), unlessIn: &told)
        }
    }

    // MARK: With the task's types

    static func typed(_ outcome: TaskOutcome) -> Result<T.Response, NetTaskError<T.Failure>> {
        switch outcome {
        case .success(let response as T.Response): .success(response)
        case .failure(let error): .failure(NetTaskError(error))
        case .cancelled(let reason): .failure(.cancelled(reason))
        case .timedOut(let kind, let limit, let attempt):
            .failure(.timeout(TimeoutError(kind, limit: limit ?? Self.limit(of: kind), task: T.name, attempt: attempt)))
        // Outcomes come from an attempt of this very type, or from that of one it shares a run with: of the same type.
        case .success(let other): fatalError("\(other) is no response of \(T.self)")
        }
    }

    private static func limit(of kind: TimeoutError.Kind) -> Duration? {
        switch kind {
        case .attempt: T.settings.timeout
        case .deadline: T.settings.deadline
        case .expiry, .connect, .firstByte, .idle: nil
        }
    }

    static func typed(_ snapshot: TaskSnapshot) -> NetTaskStatus<T> {
        NetTaskStatus(
            phase: snapshot.phase,
            attempt: snapshot.attempt,
            // Of an optional type there would be a reply where there is none.
            reply: snapshot.reply.flatMap { $0 as? T.Reply },
            result: snapshot.phase.isEnd ? snapshot.outcome.map(typed) : nil
        )
    }

    static func event(_ snapshot: TaskSnapshot) -> NetTaskEvent<T> {
        let outcome = snapshot.outcome.map(typed)
        return switch (snapshot.phase, outcome) {
        case (.succeeded, let outcome?), (.failed, let outcome?), (.cancelled, let outcome?): .ended(outcome)
        case (.retrying, .failure(let error)?):
            .retrying(retry: snapshot.attempt, after: snapshot.wait, reason: snapshot.retryReason, error: error)
        case (.running, _): .started(attempt: snapshot.attempt)
        default: .waiting
        }
    }

    // MARK: For those who watch

    var status: NetTaskStatus<T> {
        Self.typed(scheduler.withLock { _ in snapshot })
    }

    /// Waits for the end. The caller's cancellation does not shorten the wait.
    func awaitedResult() async -> Result<T.Response, NetTaskError<T.Failure>> {
        let outcome = await withCheckedContinuation { continuation in
            whenEnded { continuation.resume(returning: $0) }
        }
        return Self.typed(outcome)
    }

    /// Calls the closure once the task has ended, if need be at once. It must be quick.
    func whenEnded(_ action: @escaping @Sendable (TaskOutcome) -> Void) {
        let outcome = scheduler.withLock { _ in
            if result == nil {
                watch().waiters.append(action)
            }
            return result
        }
        if let outcome {
            action(outcome)
        }
    }

    func events() -> NetTaskEvents<T> {
        let (stream, continuation) = AsyncStream<NetTaskEvent<T>>.makeStream()
        let key: Int? = scheduler.withLock { _ in
            continuation.yield(Self.event(snapshot))
            if result != nil { return nil }
            let watchers = watch()
            watchers.lastStream += 1
            watchers.eventStreams[watchers.lastStream] = .init(
                yield: { continuation.yield(Self.event($0)) },
                finish: { continuation.finish() }
            )
            return watchers.lastStream
        }
        if let key {
            continuation.onTermination = { [weak self] _ in
                _ = self?.scheduler.withLock { _ in self?.watchers?.eventStreams.removeValue(forKey: key) }
            }
        } else {
            continuation.finish()
        }
        return NetTaskEvents(stream: stream)
    }

    func progressStream() -> AsyncStream<NetTaskProgress> {
        let (stream, continuation) = AsyncStream<NetTaskProgress>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let key: Int? = scheduler.withLock { _ in
            if let progress = runner.watchers?.progress {
                continuation.yield(progress)
            }
            if result != nil { return nil }
            let watchers = watch()
            watchers.lastStream += 1
            watchers.progressStreams[watchers.lastStream] = .init(
                yield: { continuation.yield($0) },
                finish: { continuation.finish() }
            )
            return watchers.lastStream
        }
        if let key {
            continuation.onTermination = { [weak self] _ in
                _ = self?.scheduler.withLock { _ in self?.watchers?.progressStreams.removeValue(forKey: key) }
            }
        } else {
            continuation.finish()
        }
        return stream
    }

    func subscribe(_ subscriber: Subscriber<TaskSnapshot>) -> NetTaskSubscription {
        let moment = subscriber.moment
        scheduler.withLock { _ in
            if let result {
                if moment.includes(result.phase == .cancelled ? .cancelled : .finished) {
                    post(.moment([subscriber], snapshot))
                }
            } else {
                watch().subscribers.append(subscriber)
            }
        }
        return NetTaskSubscription(subscriber)
    }
}
