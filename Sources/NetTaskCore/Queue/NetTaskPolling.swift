/// A task that starts a long-running operation and polls until the operation completes.
///
/// The request that starts the operation and each poll are attempts of the same task. While the task waits for the next poll,
/// it uses no slot. Generated tasks conform to `HTTPLongRunningTask`, a refinement of this protocol in NetTaskStreams.
///
/// A queue polls only if the task's settings have a ``NetTaskSettings/pollInterval``.
public protocol NetTaskPolling<Request, Reply>: NetTask {
    /// Returns the task whose request asks for the state of the operation.
    ///
    /// Each poll is an attempt with the settings of the returned task: its retry policy, its timeout, its limit key and its
    /// rate. Each poll has all of its retries. The priority, the deadline and the expiry are those of the task that started the
    /// operation. Called several times in each attempt, on a thread of the concurrency pool.
    ///
    /// - Parameters:
    ///   - task: the task that started the operation.
    ///   - start: the reply to the request that started the operation.
    /// - Throws: ``ParseError`` if the reply does not say where to poll.
    static func poll(for task: Self, after start: Reply) throws -> any NetTask<Request, Reply>

    /// Whether a reply says, before it is checked and parsed, that the operation has not completed. Called several times for
    /// each reply, on a thread of the concurrency pool. Default: `false`.
    static func isPending(_ reply: Reply) -> Bool

    /// Returns the state of the operation that a reply describes. The reply is pending, or its ``NetTask/check(_:)`` accepted
    /// it. Called once for each reply, on a thread of the concurrency pool.
    ///
    /// - Parameters:
    ///   - task: the task that started the operation.
    ///   - reply: the reply to the request that starts the operation, or to a poll.
    ///   - start: the reply to the request that started the operation, or `nil` if `reply` is that reply.
    /// - Throws: the error of an operation that has failed.
    static func step(of task: Self, after reply: Reply, start: Reply?) throws -> NetTaskStep<Response>
}

extension NetTaskPolling {
    public static func isPending(_ reply: Reply) -> Bool { false }
}

/// The state of a long-running operation.
public enum NetTaskStep<Response: Sendable>: Sendable {
    /// The operation has completed, with the response of the task.
    case done(Response)
    /// The operation has not completed. The task polls again after this delay.
    case pending(after: Duration)
}

extension NetTaskStep: Equatable where Response: Equatable {}

/// Says that the task has to poll again. It is not a failure and is not reported as one. A ``KeptRun`` ends with it.
package struct NetTaskPause: Error {
    /// The reply to the request that started the operation.
    package let start: any Sendable
    package let wait: Duration
}

/// The polls of a task so far.
struct PollState: Sendable {
    /// The reply to the request that started the operation.
    let start: any Sendable
    /// The number of polls with a reply.
    var pollCount = 0
    /// The latest attempt with a reply. Retries are counted from there.
    var answeredAttempt = 0
}

extension TypedWork {
    /// Makes an attempt of a task that polls.
    ///
    /// - Parameter reply: receives the reply.
    func makeStep<P: NetTaskPolling<T.Request, T.Reply>>(
        of task: P,
        _ attempt: Int,
        of record: TaskRecord,
        _ reply: inout T.Reply?
    ) async throws -> TaskOutcome {
        let polls = record.scheduler.withLock { _ in record.polls?.wrappedValue }
        let start = polls?.start as? T.Reply
        let context: NetTaskContext
        if let start {
            let poll = try P.poll(for: task, after: start)
            let settings = type(of: poll).settings
            context = try await exchange(poll, settings, nil, attempt, of: record, &reply, isPending: P.isPending)
        } else {
            let key = record.options?.wrappedValue.idempotencyKey
            context = try await exchange(task, P.settings, key, attempt, of: record, &reply, isPending: P.isPending)
        }
        queue.handler.didSucceed(context: context)
        guard let received = reply else { throw CancellationError() }  // never
        switch try reading({ try P.step(of: task, after: received, start: start) }) {
        case .done(let response): return .success(response)
        case .pending(let wait):
            let count = (polls?.pollCount ?? 0) + (start == nil ? 0 : 1)
            record.report(NetTaskProgress(.polling, completed: Int64(count)), attempt: attempt)
            _ = try P.poll(for: task, after: start ?? received)
            return .failure(NetTaskPause(start: start ?? received, wait: wait))
        }
    }

    /// The next poll, if the task polls and has started its operation.
    func poll(after start: (any Sendable)?) -> (any NetTask<T.Request, T.Reply>)? {
        func poll<P: NetTaskPolling<T.Request, T.Reply>>(_ task: P, _ start: T.Reply) -> (
            any NetTask<T.Request, T.Reply>
        )? {
            try? P.poll(for: task, after: start)
        }
        guard let start = start as? T.Reply, let task = task as? any NetTaskPolling<T.Request, T.Reply> else {
            return nil
        }
        return poll(task, start)
    }
}
