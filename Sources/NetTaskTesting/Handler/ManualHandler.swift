public import NetTaskHTTP

/// A handler that sends nothing and holds each attempt open until the test ends it.
///
///     let handler = HTTPManualHandler()
///     let queue = HTTPNetTaskQueue(limit: 1, handler: handler)
///     let first = queue.add(GetPost(id: 1))
///     let second = queue.add(GetPost(id: 2))
///
///     let attempt = try await handler.next()       // waits until an attempt is made
///     #expect(attempt.request.uri == "posts/1")
///     #expect(second.status.phase == .waiting)
///     attempt.succeed(.json(#"{"id": 1, "title": "t"}"#))
///     #expect(try await first.value.id == 1)
///
/// Use it to test time and order: how many attempts run at the same time, which starts first, the state during an attempt, and
/// cancellation. To hold only some types of tasks, use it in a ``MockHandler`` with ``MockHandler/on(_:by:)``. All members may
/// be used from any thread.
public final class ManualHandler<Request: Sendable, Reply: Sendable>: NetTaskQueueHandler {
    private typealias Continuation = CheckedContinuation<Reply, any Error>

    private struct State {
        var log = CallLog<Request>()
        /// The attempts that `next()` has not returned. Attempts that have ended do not hold the context of a queue, which
        /// holds this handler.
        var untaken: [(request: Request, context: NetTaskContext, number: Int)] = []
        var open: [Int: Continuation] = [:]
        var cancelled: Set<Int> = []
        var lastNumber = 0
        var highestInFlightCount = 0
    }

    private let state = Watched(State())
    private let endsWhenCancelled: Bool
    private let judge: @Sendable (any Error, NetTaskContext) -> RetryDisposition

    /// Makes a handler.
    ///
    /// - Parameters:
    ///   - endsWhenCancelled: whether a cancelled attempt ends immediately, as with good transports. If not, it stays open
    ///     until the test ends it. Default: `true`.
    ///   - disposition: classifies failures. Called on the concurrency pool. Default: for HTTP, the judgement of
    ///     `HTTPNetTaskQueueHandler`; otherwise all failures are transient.
    public init(
        endsWhenCancelled: Bool = true,
        disposition: (@Sendable (any Error, NetTaskContext) -> RetryDisposition)? = nil
    ) {
        self.endsWhenCancelled = endsWhenCancelled
        judge = disposition ?? standardDisposition(Request.self, Reply.self)
    }

    /// Returns the next attempt, in the order in which they started, and waits for it if necessary. Each attempt is returned
    /// once.
    ///
    /// - Throws: `CancellationError` if there was no attempt before the test was cancelled, such as by its time limit.
    public func next() async throws -> HeldAttempt<Request, Reply> {
        try await state.wait { [self] state in
            guard !state.untaken.isEmpty else { return nil }
            let next = state.untaken.removeFirst()
            return HeldAttempt(request: next.request, context: next.context, number: next.number, handler: self)
        }
    }

    /// The attempts of this type of task so far, in order. A task that cannot be packed makes none.
    public func calls<T: NetTask>(of type: T.Type) -> [MockCall<T>] where T.Request == Request {
        state.value.log.calls(of: type)
    }

    /// The requests of all attempts so far, in order.
    public var requests: [Request] { state.value.log.requests }

    /// The number of open attempts.
    public var inFlightCount: Int { state.value.open.count }

    /// The highest number of attempts that were open at the same time.
    public var highestInFlightCount: Int { state.value.highestInFlightCount }

    // MARK: Use by the queue

    public func send(_ request: Request, context: NetTaskContext) async throws -> Reply {
        let number = state.update { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        return try await completingHTTP(of: request, attempt: context.attempt) {
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    begin(number, request, context, continuation)
                }
            } onCancel: {
                cancel(number)
            }
        }
    }

    public func disposition(of error: any Error, context: NetTaskContext) -> RetryDisposition {
        judge(error, context)
    }

    private func begin(_ number: Int, _ request: Request, _ context: NetTaskContext, _ continuation: Continuation) {
        state.update { state in
            state.log.append(request, context)
            state.untaken.append((request, context, number))
            state.open[number] = continuation
            state.highestInFlightCount = max(state.highestInFlightCount, state.open.count)
        }
        // An earlier cancellation did not find the attempt.
        if Task.isCancelled {
            cancel(number)
        }
    }

    private func cancel(_ number: Int) {
        state.update { _ = $0.cancelled.insert(number) }
        if endsWhenCancelled {
            end(number, .failure(CancellationError()))
        }
    }

    // MARK: Use by held attempts

    func isCancelled(_ number: Int) -> Bool {
        state.value.cancelled.contains(number)
    }

    func end(_ number: Int, _ result: Result<Reply, any Error>) {
        let continuation = state.update { state in
            if let index = state.untaken.firstIndex(where: { $0.number == number }) {
                state.untaken[index].context = state.untaken[index].context.detached
            }
            return state.open.removeValue(forKey: number)
        }
        continuation?.resume(with: result)
    }
}

/// A ``ManualHandler`` for HTTP tasks.
public typealias HTTPManualHandler = ManualHandler<HTTPMessage, HTTPReply>

extension NetTaskContext {
    /// The context without its queue.
    fileprivate var detached: NetTaskContext {
        NetTaskContext(
            id: id,
            name: name,
            attempt: attempt,
            tags: tags,
            timeout: timeout,
            isIdempotent: isIdempotent,
            task: task
        )
    }
}
