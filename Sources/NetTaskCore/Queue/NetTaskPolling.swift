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

/// An attempt says that the task is to poll: no failure, and told to nobody as one. It is the end of a ``KeptRun``.
package struct NetTaskPause: Error {
    /// The reply to the request that has started it.
    package let start: any Sendable
    package let wait: Duration
}

/// What a task has come to that polls.
struct PollState: Sendable {
    /// The reply to the request that has started it.
    let start: any Sendable
    /// How many polls were answered.
    var pollCount = 0
    /// The latest attempt that was answered. Those before do not count as retries.
    var answeredAttempt = 0
}

extension TypedWork {
    /// Makes an attempt of a task that polls.
    ///
    /// - Parameter reply: takes what came back.
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

    /// The poll of what has been started, if it is this type of task that polls.
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
