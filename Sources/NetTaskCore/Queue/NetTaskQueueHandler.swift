/// Knows the wire: sends a request, brings back the reply, and judges what went wrong.
///
/// Any handler of the same request and reply can wrap another.
public protocol NetTaskQueueHandler<Request, Reply>: Sendable {
    associatedtype Request: Sendable
    associatedtype Reply: Sendable

    /// Makes one attempt. Called on the concurrency pool, for many tasks at once.
    ///
    /// The Swift task it runs in is cancelled when the attempt is no longer wanted. What is returned after that is
    /// ignored, so a handler need not hurry, but it should stop what it has under way.
    ///
    /// - Returns: whatever came back, good or bad; the task checks it.
    /// - Throws: if nothing came back.
    func send(_ request: Request, context: NetTaskContext) async throws -> Reply

    /// Whether an attempt that failed so may be made again. Called on the concurrency pool; must not block. Default: what the
    /// error says by itself (``RetryDisposition/init(of:now:)``), and of all others that they are ``RetryDisposition/transient``.
    ///
    /// - Parameters:
    ///   - error: what ``send(_:context:)`` or the task itself threw, or a ``NetTaskTimeoutError`` of the queue.
    ///   - context: the attempt.
    func disposition(of error: any Error, context: NetTaskContext) -> RetryDisposition

    /// Whether a retry that all others would make is let through; asked last, once for each. Called on the concurrency
    /// pool; must not block. Defaults to `true`.
    ///
    /// - Parameters:
    ///   - disposition: what this handler made of the failure.
    ///   - context: the attempt.
    func permitsRetry(after disposition: RetryDisposition, context: NetTaskContext) -> Bool

    /// What a task shares ``NetTaskQueue/limitPerKey`` and a server's limits by, such as its host, unless it or the call names
    /// a key. Called only once there is such a limit, on the thread that adds the task, sets the limit or learns of it.
    /// Default: nil, which shares no limit per key.
    ///
    /// - Parameters:
    ///   - task: the task.
    ///   - handlerOptions: what was said to the handler when the task was added.
    func limitKey(of task: some NetTask<Request, Reply>, handlerOptions: [any Sendable]) -> String?

    /// An attempt has brought the task's response, or a part of it that the next attempt continues. Called on the concurrency
    /// pool; must not block. The default does nothing.
    func didSucceed(context: NetTaskContext)
}

extension NetTaskQueueHandler {
    public func disposition(of error: any Error, context: NetTaskContext) -> RetryDisposition {
        RetryDisposition(of: error) ?? .transient
    }

    public func permitsRetry(after disposition: RetryDisposition, context: NetTaskContext) -> Bool { true }

    public func limitKey(of task: some NetTask<Request, Reply>, handlerOptions: [any Sendable]) -> String? { nil }

    public func didSucceed(context: NetTaskContext) {}
}

/// What a handler is told about the attempt that it makes. Not to be kept for longer, since it holds the task and, by
/// it, the queue.
public struct NetTaskContext: Sendable {
    /// The task's number in its queue.
    public var id: NetTaskID
    /// The name of the task's operation.
    public var name: String
    /// The number of the attempt, from 1.
    public var attempt: Int
    /// The tags that the task was added with.
    public var tags: [String]
    /// How long this attempt may take. The queue sees to it: it cancels the attempt then.
    public var timeout: Duration?
    /// Whether sending the request twice does no more than sending it once.
    public var isIdempotent: Bool
    /// Why the attempt before failed, in a retry; nil in the first attempt.
    public var retryReason: RetryDisposition?
    /// What was said to the handler when the task was added, by ``NetTaskOption/forHandler(_:)``, in that order.
    public var handlerOptions: [any Sendable]
    /// The text that is the same in all attempts of this task, and in no other task; nil for tasks whose ``settings``
    /// have no ``NetTaskSettings/idempotencyKey``.
    public var idempotencyKey: String?
    /// The task whose attempt this is; nil in a context that was made without one.
    public var task: (any NetTask)?
    /// Who is told of the progress.
    var record: TaskRecord?
    /// Whether the attempt has a token of a rate.
    var hasRate = false

    /// Makes a context, such as to call a handler without a queue.
    public init(
        id: NetTaskID = NetTaskID(),
        name: String,
        attempt: Int = 1,
        tags: [String] = [],
        timeout: Duration? = nil,
        isIdempotent: Bool = false,
        retryReason: RetryDisposition? = nil,
        handlerOptions: [any Sendable] = [],
        idempotencyKey: String? = nil,
        task: (any NetTask)? = nil
    ) {
        self.id = id
        self.name = name
        self.attempt = attempt
        self.tags = tags
        self.timeout = timeout
        self.isIdempotent = isIdempotent
        self.retryReason = retryReason
        self.handlerOptions = handlerOptions
        self.idempotencyKey = idempotencyKey
        self.task = task
    }

    /// What the task says once and for all; nothing in a context that was made without a task.
    public var settings: NetTaskSettings {
        task.map { type(of: $0).settings } ?? NetTaskSettings()
    }

    /// Tells those who watch the task how far the attempt has come. Once the attempt is over this does nothing.
    public func reportProgress(_ progress: NetTaskProgress) {
        record?.report(progress, attempt: attempt)
    }

    /// Lets the attempt take as long as it may, since its reply has begun: ``timeout`` counts no more, and only the task's
    /// deadline does.
    package func endTimeout() {
        record?.change { $0.endTimeout($1, attempt: attempt) }
    }

    /// Tells the queue what the other side has said of its limits: tasks of the same key wait as long as it says, and others
    /// go on. The key is ``NetTaskOption/key(_:)``, that of the task's settings, or what the queue or its handler makes of the
    /// task; tasks without one wait together. Once the attempt is over this does nothing.
    public func reportLimit(_ limit: NetTaskLimit) {
        if let record {
            record.scheduler.takeLimit(limit, of: record, attempt: attempt)
        }
    }

    /// Counts another request of the attempt for the ``NetTaskRate`` of the task, such as one to which a redirect leads. The
    /// first is counted as the attempt starts.
    package func countRequest() {
        if hasRate { record?.change { $0.setHasToken(true, of: $1, attempt: attempt) } }
    }

    /// The head of the reply has come, so that the request has arrived: its token of the ``NetTaskRate`` comes back.
    package func countReply() {
        if hasRate { record?.change { $0.setHasToken(false, of: $1, attempt: attempt) } }
    }

    /// Tells those who observe the queue that the request never left, and is sent once more in the same attempt.
    public func reportResend(after error: any Error) {
        record?.reportResend(after: error, attempt: attempt)
    }
}
