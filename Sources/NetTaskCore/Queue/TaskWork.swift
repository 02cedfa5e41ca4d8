/// The operations of a ``TaskRecord`` that depend on the types of its task. All of them call code of users, so never call them
/// with a lock held.
protocol TaskWork: Sendable {
    var anyTask: any NetTask { get }
    /// Makes an attempt.
    ///
    /// - Returns: the result, and the part of the reply to keep.
    func makeAttempt(_ attempt: Int, of record: TaskRecord) async -> (outcome: TaskOutcome, reply: (any Sendable)?)
    /// Decides what follows from an attempt without a response.
    func decide(after outcome: TaskOutcome, attempt: Int, of record: TaskRecord) -> TaskDecision
    /// Returns the ``TaskError`` of an outcome and its underlying error, or `nil` for a success.
    func error(of outcome: TaskOutcome) -> (error: any Error, underlying: any Error)?
    /// Returns the ``NetTaskQueue/limitPerKey`` key of the next attempt's request, for a task that has no key itself.
    func limitKey(of record: TaskRecord) -> String?
    func notify(_ delegate: any NetTaskDelegate, of record: TaskRecord)
    @MainActor
    func notify(_ delegate: any MainActorNetTaskDelegate, of record: TaskRecord)
}

/// The operations of a task of a known type.
struct TypedWork<T: NetTask>: TaskWork {
    let task: T
    let queue: QueueCore<T.Request, T.Reply>

    var anyTask: any NetTask { task }

    func makeAttempt(_ attempt: Int, of record: TaskRecord) async -> (outcome: TaskOutcome, reply: (any Sendable)?) {
        let settings = T.settings
        let options = record.options?.wrappedValue
        var reply: T.Reply?
        do {
            // The task may have been cancelled before a thread was available.
            try Task.checkCancellation()
            let outcome: TaskOutcome
            if settings.pollInterval != nil, let task = task as? any NetTaskPolling<T.Request, T.Reply> {
                outcome = try await makeStep(of: task, attempt, of: record, &reply)
            } else {
                let key = options?.idempotencyKey
                let context = try await exchange(task, settings, key, attempt, of: record, &reply)
                guard let received = reply else { throw CancellationError() }  // never
                outcome = .success(try reading { try task.parse(received) })
                queue.handler.didSucceed(context: context)
            }
            guard case .success = outcome, let received = reply, options?.kept == nil else { return (outcome, reply) }
            return (outcome, T.remainder(of: received))
        } catch {
            let error = T.failure(for: error, reply: reply)
            if case .cancelled(let reason) = error { return (.failure(reason), reply) }
            return (.failure(error), reply)
        }
    }

    /// Sends the request of a task, either this one or its poll, and checks the reply.
    ///
    /// - Parameters:
    ///   - reply: receives the reply.
    ///   - isPending: whether the reply is not to be checked.
    func exchange<Sent: NetTask<T.Request, T.Reply>>(
        _ sent: Sent,
        _ settings: NetTaskSettings,
        _ idempotencyKey: String?,
        _ attempt: Int,
        of record: TaskRecord,
        _ reply: inout T.Reply?,
        isPending: @Sendable (T.Reply) -> Bool = { _ in false }
    ) async throws -> NetTaskContext {
        let request = try pack(sent, settings, idempotencyKey)
        let context = context(attempt, of: record, sending: sent, settings, idempotencyKey)
        let received = try await queue.handler.send(request, context: context)
        reply = received
        if !isPending(received) { try Sent.check(received) }
        return context
    }

    private func context<Sent: NetTask>(
        _ attempt: Int,
        of record: TaskRecord,
        sending sent: Sent,
        _ settings: NetTaskSettings,
        _ idempotencyKey: String?
    ) -> NetTaskContext {
        let options = record.options?.wrappedValue
        var context = NetTaskContext(
            id: record.place.id,
            name: settings.name ?? String(describing: Sent.self),
            attempt: attempt,
            tags: record.tags,
            timeout: options?.timeout ?? settings.timeout,
            isIdempotent: Sent.isIdempotent(sent, settings),
            retryReason: attempt > 1 ? record.scheduler.withLock { _ in record.state.retryReason } : nil,
            handlerOptions: options?.handlerOptions ?? [],
            idempotencyKey: idempotencyKey,
            task: sent
        )
        context.record = record
        context.hasRate = settings.rate != nil
        return context
    }

    private func pack<Sent: NetTask>(
        _ sent: Sent,
        _ settings: NetTaskSettings,
        _ idempotencyKey: String?
    ) throws -> Sent.Request {
        if let idempotencyKey {
            guard let header = settings.idempotencyKey?.header else {
                let reason = "it was added with an idempotency key, but its settings have no header for the key"
                throw PackError(task: T.name, parameter: "", reason: reason)
            }
            if let refusal = NetTaskIdempotencyKey.refusal(of: idempotencyKey) {
                throw PackError(task: T.name, parameter: header, reason: refusal)
            }
        }
        do {
            return try sent.pack()
        } catch let error as PackError {
            throw error
        } catch {
            throw PackError(task: T.name, parameter: "", reason: String(describing: error))
        }
    }

    func reading<Response>(_ parse: () throws -> Response) throws -> Response {
        do {
            return try parse()
        } catch let error where error is ParseError || error is TransportError || error is any NetTaskFinalError {
            throw error
        } catch {
            throw ParseError(String(describing: error), underlying: error)
        }
    }

    /// Asks the policy first, then the task and the options. The handler comes last, so that a ``RetryQuota`` is spent only on
    /// retries that are made.
    func decide(after outcome: TaskOutcome, attempt: Int, of record: TaskRecord) -> TaskDecision {
        let options = record.options?.wrappedValue
        let (maxHold, polls) = record.scheduler.withLock { ($0.machine.maxHold, record.polls?.wrappedValue) }
        if case .failure(let pause as NetTaskPause) = outcome {
            let wait = max(.zero, min(pause.wait, maxHold))
            if options?.kept != nil { return TaskDecision(event: .pending(attempt: attempt, after: wait)) }
            guard let poll = poll(after: pause.start) else { return TaskDecision(wait: wait) }
            var next = lane(of: record, sending: poll, type(of: poll).settings)
            next.key = next.key ?? limitKey(of: record, sending: poll)
            return TaskDecision(wait: wait, lane: next)
        }
        let poll = poll(after: polls?.start)
        let sent: any NetTask<T.Request, T.Reply> = poll ?? task
        let settings = type(of: sent).settings
        let policy = options?.retry ?? settings.retry
        let resumption = (task as? any NetTaskResuming)?.resumption ?? (latestAttempt: 0, delay: .zero)
        let counted = attempt - (polls?.answeredAttempt ?? 0) - max(resumption.latestAttempt - 1, 0)
        guard counted <= policy.maxRetryCount, case .failure(let error) = outcome.typed(T.self) else {
            return TaskDecision()
        }
        let context = context(attempt, of: record, sending: sent, settings, options?.idempotencyKey)
        // An attempt with a part of the response restores the tokens of its retry.
        if resumption.latestAttempt == attempt { queue.handler.didSucceed(context: context) }
        let reason: RetryDisposition =
            switch error {
            case .pack, .cancelled: .never
            default: queue.handler.disposition(of: error.underlying, context: context)
            }
        let asked: Duration? = if case .throttled(let after) = reason { after } else { nil }
        if let asked, let kept = options?.kept, asked > kept.maxWait { return TaskDecision() }
        guard policy.allows(reason, isIdempotent: context.isIdempotent), task.shouldRetry(after: error),
            options?.predicates.allSatisfy({ $0(error.underlying) }) ?? true
        else { return TaskDecision() }
        guard queue.handler.permitsRetry(after: reason, context: context) else {
            return TaskDecision(event: .retryRefused(reason: reason))
        }
        let delay = max(policy.delay(beforeRetry: counted, random: queue.random.unit), resumption.delay)
        return TaskDecision(wait: max(delay, min(asked ?? .zero, maxHold)), reason: reason)
    }

    func error(of outcome: TaskOutcome) -> (error: any Error, underlying: any Error)? {
        if case .success = outcome { return nil }
        if case .failure(let error) = outcome.typed(T.self) { return (error, error.underlying) }
        return nil
    }

    // MARK: Keys and lanes

    func limitKey(of record: TaskRecord) -> String? {
        let start = record.scheduler.withLock { _ in record.polls?.wrappedValue.start }
        if let poll = poll(after: start) { return limitKey(of: record, sending: poll) }
        return limitKey(of: record, sending: task)
    }

    private func limitKey(of record: TaskRecord, sending sent: some NetTask<T.Request, T.Reply>) -> String? {
        let handlerOptions = record.options?.wrappedValue.handlerOptions ?? []
        return queue.key?(sent) ?? queue.handler.limitKey(of: sent, handlerOptions: handlerOptions)
    }

    /// Returns the lane of the first attempt.
    ///
    /// - Parameter own: the settings of the task.
    func lane(of record: TaskRecord, _ own: NetTaskSettings) -> QueueTaskLane {
        if let poll = poll(after: record.options?.wrappedValue.kept?.start) {
            return lane(of: record, sending: poll, type(of: poll).settings)
        }
        return lane(of: record, sending: task, own)
    }

    /// Returns the lane of the attempts that send the requests of a task. The lane has no key if the handler determines it.
    private func lane(
        of record: TaskRecord,
        sending sent: some NetTask<T.Request, T.Reply>,
        _ settings: NetTaskSettings
    ) -> QueueTaskLane {
        let options = record.options?.wrappedValue
        var lane = QueueTaskLane(
            key: options?.key ?? settings.limitKey,
            timeout: options?.timeout ?? settings.timeout
        )
        guard let rate = settings.rate else { return lane }
        if options?.key == nil {
            let own = rate.key ?? rate.laneKey(settings.limitKey ?? limitKey(of: record, sending: sent))
            lane.key = settings.client.isEmpty ? own : "\(settings.client) \(own)"
        }
        lane.rate = record.scheduler.share(of: rate, client: settings.client, lane: lane.key ?? "")
        return lane
    }

    // MARK: Delegates

    func notify(_ delegate: any NetTaskDelegate, of record: TaskRecord) {
        delegate.netTaskDidEnd(NetTaskHandle(record, task))
    }

    @MainActor
    func notify(_ delegate: any MainActorNetTaskDelegate, of record: TaskRecord) {
        delegate.netTaskDidEnd(NetTaskHandle(record, task))
    }
}

// MARK: - Conversions to the task's types

extension TaskOutcome {
    func typed<T: NetTask>(_ type: T.Type) -> Result<T.Response, TaskError<T.Rejection, T.Failure>> {
        switch self {
        case .success(let response):
            // The outcome comes from an attempt of this type, or of a task of the same type that shares its run.
            guard let response = response as? T.Response else { return .failure(.cancelled(.handler)) }  // never
            return .success(response)
        case .failure(var error as NetTaskTimeoutError) where error.task.isEmpty:
            // The queue does not read the names of tasks, because that calls code of users.
            error.task = T.name
            return .failure(T.failure(for: error, reply: nil))
        case .failure(let error): return .failure(TaskError(error))
        }
    }
}

extension NetTaskStatus {
    init(_ state: TaskState) {
        self.init(
            phase: state.phase,
            attempt: state.attempt,
            // With an optional type, a plain cast would turn a missing reply into `.some(nil)`.
            reply: state.reply.flatMap { $0 as? T.Reply },
            result: state.isEnded ? state.outcome.map { $0.typed(T.self) } : nil
        )
    }
}

extension NetTaskEvent {
    init(_ state: TaskState) {
        switch (state.event, state.outcome.map { $0.typed(T.self) }) {
        case (.started(let attempt, _), _): self = .started(attempt: attempt)
        case (.retrying(let retry, let wait, let reason), .failure(let error)?):
            self = .retrying(retry: retry, after: wait, reason: reason, error: error)
        case (.ended, let result?): self = .ended(result)
        default: self = .waiting
        }
    }
}
