/// A task that starts something which takes long, and asks how far that has come until it is over.
///
/// All of it is one task of the queue: the request that starts it, and each poll, is an attempt. While it waits for the next
/// poll it holds no slot. Tasks of generated code conform to a
/// refinement of it, of the module NetTaskStreams.
///
/// A queue takes a task for one only if its settings have a ``NetTaskSettings/pollInterval``.
public protocol NetTaskPolling<Request, Reply>: NetTask {
    /// The task whose request asks how far it has come. Each poll is an attempt of that task: its own settings say how it is
    /// retried, how long an attempt may take, and by which key and rate it is limited; each poll has all of its retries. The
    /// priority, the deadline and the expiry are those of the task itself. Called several times in each attempt, on a thread of
    /// the concurrency pool.
    ///
    /// - Parameters:
    ///   - task: what was started.
    ///   - start: the reply to the request that has started it.
    /// - Throws: ``ParseError`` if the reply does not say whom to ask.
    static func poll(for task: Self, after start: Reply) throws -> any NetTask<Request, Reply>

    /// Whether a reply says, before it is checked and read, that it is not over. Called several times for each, on a thread of
    /// the concurrency pool. Default: none does.
    static func isPending(_ reply: Reply) -> Bool

    /// What a reply says that is pending, or accepted by its ``NetTask/check(_:)``. Called once for each, on a thread of the
    /// concurrency pool.
    ///
    /// - Parameters:
    ///   - task: what was started.
    ///   - reply: to the request that starts it, or to a poll.
    ///   - start: the reply to the request that has started it; nil if `reply` is that.
    /// - Throws: what ended it, if it has failed.
    static func step(of task: Self, after reply: Reply, start: Reply?) throws -> NetTaskStep<Response>
}

extension NetTaskPolling {
    public static func isPending(_ reply: Reply) -> Bool { false }
}

/// How far something has come that takes long.
public enum NetTaskStep<Response: Sendable>: Sendable {
    /// It is over, and this is the response of the task.
    case done(Response)
    /// It is to be asked again after a wait.
    case pending(after: Duration)
}

extension NetTaskStep: Equatable where Response: Equatable {}

/// An attempt says that it is to be asked again: no failure, and told to nobody as one. A durable queue has it as the end of
/// a run, and keeps what is in it.
package struct NetTaskPause: Error {
    /// The reply to the request that has started it.
    package let start: any Sendable
    package let wait: Duration
    /// Of the poll.
    let lane: QueueTaskLane
}

/// What a task has come to that is asked for.
struct PollState: Sendable {
    /// The reply to the request that has started it.
    var start: any Sendable
    /// How many polls were answered.
    var pollCount = 0
    /// The latest attempt that was answered. Those before do not count as retries.
    var answeredAttempt = 0
}

extension TypedRecord {
    /// Makes an attempt of a task that is asked for.
    func makeStep<P: NetTaskPolling>(
        of task: P,
        _ attempt: Int
    ) async -> (outcome: TaskOutcome, reply: (any Sendable)?) where P.Request == T.Request, P.Reply == T.Reply {
        let state = scheduler.withLock { _ in pollState }
        let start = state?.start as? T.Reply
        var reply: T.Reply?
        do {
            try Task.checkCancellation()
            if let start {
                reply = try await send(try P.poll(for: task, after: start), attempt, isPending: P.isPending)
            } else {
                let context = context(attempt: attempt, of: task, P.settings)
                let request = try pack(options?.wrappedValue.idempotencyKey)
                let received = try await queue.handler.send(request, context: context)
                reply = received
                if !P.isPending(received) { try P.check(received) }
                queue.handler.didSucceed(context: context)
            }
            guard let reply else { throw CancellationError() }  // never
            switch try reading({ try P.step(of: task, after: reply, start: start) }) {
            case .done(let response):
                let keepsReply = options?.wrappedValue.keepsReply ?? false
                return (.success(response), keepsReply ? reply : T.remainder(of: reply))
            case .pending(let wait):
                let count = (state?.pollCount ?? 0) + (start == nil ? 0 : 1)
                report(NetTaskProgress(.polling, completed: Int64(count)), attempt: attempt)
                let poll = try P.poll(for: task, after: start ?? reply)
                let wait = max(.zero, min(wait, scheduler.withLock { $0.machine.maxHold }))
                return (.failure(NetTaskPause(start: start ?? reply, wait: wait, lane: lane(ofPoll: poll))), reply)
            }
        } catch {
            var reply = reply
            if let refused = error as? RefusedPoll<T.Reply> { reply = refused.reply }
            let error = T.failure(for: (error as? RefusedPoll<T.Reply>)?.error ?? error, reply: reply)
            if case .cancelled(let reason) = error { return (.cancelled(reason), reply) }
            return (.failure(error), reply)
        }
    }

    private func send<Poll: NetTask>(
        _ poll: Poll,
        _ attempt: Int,
        isPending: @Sendable (T.Reply) -> Bool
    ) async throws -> T.Reply
    where Poll.Request == T.Request, Poll.Reply == T.Reply {
        let context = context(attempt: attempt, of: poll, Poll.settings, idempotencyKey: nil)
        let reply = try await queue.handler.send(try packing { try poll.pack() }, context: context)
        do {
            if !isPending(reply) { try Poll.check(reply) }
        } catch {
            throw RefusedPoll(error: error, reply: reply)
        }
        queue.handler.didSucceed(context: context)
        return reply
    }

    /// The task whose request the latest attempt has sent, if that was a poll.
    func latestPoll() -> (any NetTask<T.Request, T.Reply>)? {
        guard let start = scheduler.withLock({ _ in pollState?.start as? T.Reply }),
            let polling = task as? any NetTaskPolling<T.Request, T.Reply>
        else { return nil }
        return try? poll(for: polling, after: start)
    }

    private func poll<P: NetTaskPolling>(
        for task: P,
        after start: T.Reply
    ) throws -> any NetTask<T.Request, T.Reply> where P.Request == T.Request, P.Reply == T.Reply {
        try P.poll(for: task, after: start)
    }
}

/// The reply to a poll is not one that it accepts.
private struct RefusedPoll<Reply: Sendable>: Error {
    let error: any Error
    let reply: Reply
}

extension QueueStateMachine {
    /// Has a task wait for its next attempt whose latest one has not failed.
    ///
    /// - Parameter lane: of the attempts from now on.
    mutating func goOn(_ place: QueuePlace, attempt: Int, after wait: Duration, _ lane: QueueTaskLane) {
        guard isRunning(place, attempt), let job = jobs[place.slot] else { return }
        if isShutDown || isAbandoned {
            return end(place.slot, .cancelled(isShutDown ? .queueShutDown : .queueReleased))
        }
        stopRunning(place.slot)
        entries[place.slot].timeout = lane.timeout
        let bucket = ready.join(key: lane.key)
        ready.leave(entries[place.slot].bucket)
        entries[place.slot].bucket = bucket
        setRate(lane.rate, of: bucket)
        if let latest = entries[place.slot].latest {
            setTimer(.expiry(after: attempt), due: latest, for: place.slot)
        }
        delay(place.slot, until: now + wait)
        actions.append(.pause(job, attempt: attempt, after: wait))
    }
}
