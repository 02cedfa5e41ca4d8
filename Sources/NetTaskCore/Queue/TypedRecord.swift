/// What a ``TaskRecord`` leaves to the types of its task. All of it calls code of the user's, so never under a lock.
protocol QueueWork: TaskRecord {
    var anyTask: any NetTask { get }
    /// Makes an attempt.
    ///
    /// - Returns: what it came to, and what of the reply is to be kept.
    func makeAttempt(_ attempt: Int) async -> (outcome: TaskOutcome, reply: (any Sendable)?)
    /// Whether there shall be another attempt.
    func decideRetry(after outcome: TaskOutcome, attempt: Int) -> RetryDecision
    /// The ``TaskError`` of an outcome, and what is in it; nil for a success.
    static func error(of outcome: TaskOutcome) -> (error: any Error, underlying: any Error)?
    /// What the request of the next attempt shares ``NetTaskQueue/limitPerKey`` by, where neither it nor the call says so.
    func limitKey() -> String?
    func tell(_ delegate: any NetTaskDelegate)
    @MainActor
    func tell(_ delegate: any MainActorNetTaskDelegate)
}

extension QueueWork {
    /// Tells a group of the end, and then calls the closure.
    func whenEnded(tell group: NetTaskGroupHandle, then: @escaping @Sendable () -> Void = {}) {
        whenEnded { outcome in
            group.note(outcome.phase, error: Self.error(of: outcome)?.error)
            then()
        }
    }
}

/// What follows from an attempt that failed.
enum RetryDecision: Sendable {
    case retry(after: Duration, reason: RetryDisposition)
    /// It has not failed, and another one is to follow.
    case goOn(NetTaskPause)
    /// The handler does not permit the retry that all others would make.
    case refused(reason: RetryDisposition)
    case end
}

/// A task in a queue, with its types.
///
/// Unchecked, as its class is: what it adds is constant.
final class TypedRecord<T: NetTask>: TaskRecord, QueueWork, @unchecked Sendable {
    let task: T
    let queue: QueueCore<T.Request, T.Reply>

    init(_ task: T, _ options: NetTaskOptions, in queue: QueueCore<T.Request, T.Reply>) {
        self.task = task
        self.queue = queue
        super.init(options, in: queue.scheduler)
        work = self
    }

    var anyTask: any NetTask { task }

    func makeAttempt(_ attempt: Int) async -> (outcome: TaskOutcome, reply: (any Sendable)?) {
        let settings = T.settings
        if settings.pollInterval != nil, let task = task as? any NetTaskPolling<T.Request, T.Reply> {
            return await makeStep(of: task, attempt)
        }
        var reply: T.Reply?
        do {
            // It may have been cancelled before there was a thread for it.
            try Task.checkCancellation()
            let context = context(attempt: attempt, of: task, settings)
            let request = try pack(options?.wrappedValue.idempotencyKey)
            let received = try await queue.handler.send(request, context: context)
            reply = received
            try T.check(received)
            let response = try reading { try task.parse(received) }
            queue.handler.didSucceed(context: context)
            let keepsReply = options?.wrappedValue.keepsReply ?? false
            return (.success(response), keepsReply ? received : T.remainder(of: received))
        } catch {
            let error = T.failure(for: error, reply: reply)
            if case .cancelled(let reason) = error { return (.cancelled(reason), reply) }
            return (.failure(error), reply)
        }
    }

    /// - Parameter task: Whose request the attempt sends.
    func context<Sent: NetTask>(attempt: Int, of task: Sent, _ settings: NetTaskSettings) -> NetTaskContext {
        context(attempt: attempt, of: task, settings, idempotencyKey: options?.wrappedValue.idempotencyKey)
    }

    func context<Sent: NetTask>(
        attempt: Int,
        of task: Sent,
        _ settings: NetTaskSettings,
        idempotencyKey: String?
    ) -> NetTaskContext {
        let options = self.options?.wrappedValue
        var context = NetTaskContext(
            id: place.id,
            name: settings.name ?? String(describing: Sent.self),
            attempt: attempt,
            tags: tags,
            timeout: options?.timeout ?? settings.timeout,
            isIdempotent: Sent.isIdempotent(task),
            retryReason: attempt > 1 ? scheduler.withLock { _ in retryReason } : nil,
            handlerOptions: options?.handlerOptions ?? [],
            idempotencyKey: idempotencyKey,
            task: task
        )
        context.record = self
        context.hasRate = settings.rate != nil
        return context
    }

    func pack(_ idempotencyKey: String?) throws -> T.Request {
        if let idempotencyKey {
            guard let header = T.settings.idempotencyKey?.header else {
                let reason = "it was added with an idempotency key, but its settings name no header for one"
                throw PackError(task: T.name, parameter: "", reason: reason)
            }
            if let refusal = NetTaskIdempotencyKey.refusal(of: idempotencyKey) {
                throw PackError(task: T.name, parameter: header, reason: refusal)
            }
        }
        return try packing { try task.pack() }
    }

    func packing<Request>(_ pack: () throws -> Request) throws -> Request {
        do {
            return try pack()
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

    /// First the policy, then the task and the call, and the handler last, whose tokens are to be spent for nothing else.
    func decideRetry(after outcome: TaskOutcome, attempt: Int) -> RetryDecision {
        let options = self.options?.wrappedValue
        let own = T.settings
        var answeredAttempt = 0
        var poll: (any NetTask<T.Request, T.Reply>)?
        if own.pollInterval != nil {
            if case .failure(let pause as NetTaskPause) = outcome { return .goOn(pause) }
            answeredAttempt = scheduler.withLock { _ in pollState?.answeredAttempt ?? 0 }
            poll = latestPoll()
        }
        let sent: any NetTask = poll ?? task
        let settings = poll.map { type(of: $0).settings } ?? own
        let policy = options?.retry ?? settings.retry
        let resumption = (task as? any NetTaskResuming)?.resumption ?? (latestAttempt: 0, delay: .zero)
        let counted = attempt - answeredAttempt - max(resumption.latestAttempt - 1, 0)
        guard counted <= policy.maxRetryCount, case .failure(let error) = outcome.typed(T.self) else { return .end }
        let context = context(attempt: attempt, of: sent, settings)
        // An attempt that brought a part of the response gives its retry back.
        if resumption.latestAttempt == attempt { queue.handler.didSucceed(context: context) }
        let reason: RetryDisposition =
            switch error {
            case .pack, .cancelled: .never
            default: queue.handler.disposition(of: error.underlying, context: context)
            }
        let (maxHold, maxWait) = scheduler.withLock { ($0.machine.maxHold, $0.machine.maxWaitInLane) }
        if case .throttled(let after?) = reason, let maxWait, after > maxWait { return .end }
        guard policy.allows(reason, isIdempotent: context.isIdempotent), task.shouldRetry(after: error),
            options?.predicates.allSatisfy({ $0(error.underlying) }) ?? true
        else { return .end }
        guard queue.handler.permitsRetry(after: reason, context: context) else { return .refused(reason: reason) }
        let delay = max(policy.delay(beforeRetry: counted, random: queue.random.unit), resumption.delay)
        if case .throttled(let after?) = reason {
            return .retry(after: max(delay, min(after, maxHold)), reason: reason)
        }
        return .retry(after: delay, reason: reason)
    }

    static func error(of outcome: TaskOutcome) -> (error: any Error, underlying: any Error)? {
        if case .success = outcome { return nil }
        if case .failure(let error) = outcome.typed(T.self) { return (error, error.underlying) }
        return nil
    }

    func limitKey() -> String? {
        if T.settings.pollInterval != nil, let poll = latestPoll() { return limitKey(of: poll) }
        return limitKey(of: task)
    }

    private func limitKey(of sent: some NetTask<T.Request, T.Reply>) -> String? {
        queue.key?(sent) ?? queue.handler.limitKey(of: sent, handlerOptions: options?.wrappedValue.handlerOptions ?? [])
    }

    /// The lane of the next attempt.
    ///
    /// - Parameter own: the settings of the task.
    func lane(_ own: NetTaskSettings) -> QueueTaskLane {
        if own.pollInterval != nil, let poll = latestPoll() { return lane(ofPoll: poll) }
        return lane(of: task, own)
    }

    func lane<Poll: NetTask<T.Request, T.Reply>>(ofPoll poll: Poll) -> QueueTaskLane {
        var lane = lane(of: poll, Poll.settings)
        lane.key = lane.key ?? limitKey(of: poll)
        return lane
    }

    /// The lane of the attempts that send the requests of that task; without a key where the handler says it.
    private func lane(of sent: some NetTask<T.Request, T.Reply>, _ settings: NetTaskSettings) -> QueueTaskLane {
        let options = self.options?.wrappedValue
        var lane = QueueTaskLane(
            key: options?.key ?? settings.limitKey,
            timeout: options?.timeout ?? settings.timeout
        )
        guard let rate = settings.rate else { return lane }
        if options?.key == nil {
            let own = rate.key ?? rate.laneKey(settings.limitKey ?? limitKey(of: sent))
            lane.key = settings.client.isEmpty ? own : "\(settings.client) \(own)"
        }
        lane.rate = scheduler.share(of: rate, client: settings.client, lane: lane.key ?? "")
        return lane
    }

    func tell(_ delegate: any NetTaskDelegate) {
        delegate.netTaskDidEnd(NetTaskHandle(self))
    }

    @MainActor
    func tell(_ delegate: any MainActorNetTaskDelegate) {
        delegate.netTaskDidEnd(NetTaskHandle(self))
    }
}

// MARK: - With the task's types

extension TaskOutcome {
    func typed<T: NetTask>(_ type: T.Type) -> Result<T.Response, TaskError<T.Rejection, T.Failure>> {
        switch self {
        // Outcomes come from an attempt of this very type, or from that of a task of the same type that shares its run.
        case .success(let response): return .success(response as! T.Response)
        case .failure(let error): return .failure(TaskError(error))
        case .cancelled(let reason): return .failure(.cancelled(reason))
        case .timedOut(let kind, let limit, let attempt, let hold):
            let own = kind == .deadline ? T.settings.deadline : nil
            let error = NetTaskTimeoutError(kind, limit: limit ?? own, task: T.name, attempt: attempt, hold: hold)
            return .failure(.timeout(error))
        }
    }
}

extension NetTaskStatus {
    init(_ snapshot: TaskSnapshot) {
        self.init(
            phase: snapshot.phase,
            attempt: snapshot.attempt,
            // Of an optional type there would be a reply where there is none.
            reply: snapshot.reply.flatMap { $0 as? T.Reply },
            result: snapshot.phase.isEnd ? snapshot.outcome.map { $0.typed(T.self) } : nil
        )
    }
}

extension NetTaskEvent {
    init(_ snapshot: TaskSnapshot) {
        let outcome = snapshot.outcome.map { $0.typed(T.self) }
        switch (snapshot.phase, outcome) {
        case (.succeeded, let outcome?), (.failed, let outcome?), (.cancelled, let outcome?): self = .ended(outcome)
        case (.retrying, .failure(let error)?):
            self = .retrying(
                retry: snapshot.attempt,
                after: snapshot.wait,
                reason: snapshot.retryReason,
                error: error
            )
        case (.running, _): self = .started(attempt: snapshot.attempt)
        default: self = .waiting
        }
    }
}

/// An attempt that is to be made.
typealias QueueStart = (record: TaskRecord, attempt: Int)

/// One Swift task that makes attempts: it takes the next as soon as it is done with one, so that a busy queue makes
/// no Swift task for each of its own.
///
/// An attempt that is no longer wanted takes its worker with it, since a Swift task that is cancelled stays so.
///
/// Unchecked, because all that varies is touched only under the lock of the scheduler.
final class QueueWorker: @unchecked Sendable {
    let firstPriority: TaskPriority
    private(set) var priority: TaskPriority
    var task: Task<Void, Never>?
    /// Whether it may make no other attempt.
    var isDismissed = false

    init(priority: TaskPriority) {
        (firstPriority, self.priority) = (priority, priority)
    }

    /// Raises the priority of its thread, where the system can.
    func escalate(to priority: TaskPriority) {
        self.priority = max(self.priority, priority)
        #if compiler(>=6.2)
            if self.priority > firstPriority, #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
                task?.escalatePriority(to: self.priority)
            }
        #endif
    }
}
