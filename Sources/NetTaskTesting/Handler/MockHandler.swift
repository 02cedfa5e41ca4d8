public import NetTaskHTTP

/// A handler that sends nothing: the test defines the replies for each type of task, and inspects the requests.
///
///     let mock = HTTPMockHandler()
///     mock.on(CreatePost.self) { task, attempt in
///         if attempt == 1 { throw TransportError(.cannotConnect, reason: "no network") }
///         return .json(#"{"id": 1, "title": "\#(task.title)"}"#)
///     }
///     let queue = HTTPNetTaskQueue(handler: mock, clock: clock)
///
///     let post = try await queue.run(CreatePost(title: "t", userId: 7))
///
///     #expect(post.id == 1)
///     #expect(mock.calls(of: CreatePost.self).last?.request.bodyText == "title=t&user_id=7")
///     #expect(mock.unexpectedCalls.isEmpty)
///
/// To control when an attempt ends, use ``ManualHandler``. All members may be used from any thread, even while tasks run.
public final class MockHandler<Request: Sendable, Reply: Sendable>: NetTaskQueueHandler {
    private typealias Answer = @Sendable (Request, NetTaskContext) async throws -> Reply

    private struct State {
        var answers: [ObjectIdentifier: Answer] = [:]
        var log = CallLog<Request>()
        var unexpectedCalls: [String] = []
    }

    private let state = Watched(State())
    private let judge: @Sendable (any Error, NetTaskContext) -> RetryDisposition

    /// Makes a handler that expects no tasks yet.
    ///
    /// - Parameter disposition: classifies failures. Called on the concurrency pool. Default: for HTTP, the classification of
    ///   `HTTPNetTaskQueueHandler`; otherwise, all failures are transient.
    public init(disposition: (@Sendable (any Error, NetTaskContext) -> RetryDisposition)? = nil) {
        judge = disposition ?? standardDisposition(Request.self, Reply.self)
    }

    // MARK: Defining replies

    /// Sets the closure that answers attempts of this type of task. It replaces an earlier one.
    ///
    /// - Parameters:
    ///   - type: the type of the tasks. Other types are not affected.
    ///   - answer: called once for each attempt, on the concurrency pool, with the task and the number of the attempt, from 1.
    ///     It returns a reply, or throws an error if there is no reply.
    public func on<T: NetTask>(_ type: T.Type, _ answer: @escaping @Sendable (T, Int) async throws -> Reply)
    where T.Request == Request, T.Reply == Reply {
        setAnswer(for: type) { _, context in
            guard let task = context.task as? T else { throw Self.unexpected(context) }
            return try await answer(task, context.attempt)
        }
    }

    /// Sets another handler that makes the attempts of this type of task: a ``ManualHandler``, which holds them open, or a
    /// handler that sends them. This handler still classifies failures.
    public func on<T: NetTask>(_ type: T.Type, by handler: any NetTaskQueueHandler<Request, Reply>)
    where T.Request == Request, T.Reply == Reply {
        setAnswer(for: type, to: handler.send)
    }

    // MARK: Inspecting requests

    /// The attempts of this type of task so far, in order. A task that cannot be packed makes none.
    public func calls<T: NetTask>(of type: T.Type) -> [MockCall<T>] where T.Request == Request {
        state.value.log.calls(of: type)
    }

    /// The requests of all attempts so far, in order.
    public var requests: [Request] { state.value.log.requests }

    /// The names of tasks without an `on` for their type, one for each attempt.
    public var unexpectedCalls: [String] { state.value.unexpectedCalls }

    // MARK: Use by the queue

    public func send(_ request: Request, context: NetTaskContext) async throws -> Reply {
        let answer = state.update { state in
            state.log.append(request, context)
            let answer = context.task.flatMap { state.answers[ObjectIdentifier(type(of: $0))] }
            if answer == nil {
                state.unexpectedCalls.append(context.name)
            }
            return answer
        }
        guard let answer else { throw Self.unexpected(context) }
        return try await completingHTTP(of: request, attempt: context.attempt) {
            try await answer(request, context)
        }
    }

    public func disposition(of error: any Error, context: NetTaskContext) -> RetryDisposition {
        error is UnexpectedTaskError ? .never : judge(error, context)
    }

    private func setAnswer(for type: (some NetTask).Type, to answer: @escaping Answer) {
        state.update { $0.answers[ObjectIdentifier(type)] = answer }
    }

    private static func unexpected(_ context: NetTaskContext) -> UnexpectedTaskError {
        UnexpectedTaskError(
            task: context.name,
            reason: context.task == nil
                ? "the context that the handler was called with has no task"
                : "define its reply with `mock.on(\(context.name).self) { task, attempt in … }`"
        )
    }
}

/// A ``MockHandler`` for HTTP tasks.
public typealias HTTPMockHandler = MockHandler<HTTPMessage, HTTPReply>
