/// Sends requests of a protocol, returns the replies, and classifies errors.
///
/// A handler can wrap another handler with the same types of requests and replies.
public protocol NetTaskQueueHandler<Request, Reply>: Sendable {
    /// The type of packed requests.
    associatedtype Request: Sendable
    /// The type of replies, which tasks parse.
    associatedtype Reply: Sendable

    /// Makes one attempt. Called on the concurrency pool, for several tasks at the same time.
    ///
    /// The Swift task is cancelled when the attempt is no longer needed. The queue then ignores the result, so the handler does
    /// not have to return immediately, but it should stop its work.
    ///
    /// - Returns: any complete reply. The task checks it.
    /// - Throws: an error if there is no reply.
    func send(_ request: Request, context: NetTaskContext) async throws -> Reply

    /// Returns whether an attempt with this error may be retried. Called on the concurrency pool; must not block. Default:
    /// ``RetryDisposition/init(of:now:)``, or ``RetryDisposition/transient`` for errors that have no disposition.
    ///
    /// - Parameters:
    ///   - error: the error of ``send(_:context:)`` or of the task, or the queue's ``NetTaskTimeoutError``.
    ///   - context: the attempt.
    func disposition(of error: any Error, context: NetTaskContext) -> RetryDisposition

    /// Returns whether to make a retry. Called last and once for each retry, after the policy, the task and the options have
    /// allowed it. Called on the concurrency pool; must not block. Default: `true`.
    ///
    /// - Parameters:
    ///   - disposition: this handler's classification of the failure.
    ///   - context: the attempt.
    func permitsRetry(after disposition: RetryDisposition, context: NetTaskContext) -> Bool

    /// Returns the key that groups tasks for ``NetTaskQueue/limitPerKey`` and for a server's limits, such as the host, for a
    /// task without its own key. Called only if there is such a limit, on the thread that adds the task, sets the limit or
    /// reports it. Default: `nil`, no limit per key.
    ///
    /// - Parameters:
    ///   - task: the task.
    ///   - handlerOptions: the handler options that the task was added with.
    func limitKey(of task: some NetTask<Request, Reply>, handlerOptions: [any Sendable]) -> String?

    /// Called when an attempt has brought the response of the task, or a part of it that the next attempt continues. Called on
    /// the concurrency pool; must not block. The default does nothing.
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

/// An attempt, as its handler sees it. Release the context after the attempt, because it holds the task and, through the task,
/// the queue.
public struct NetTaskContext: Sendable {
    /// The task's number in its queue.
    public var id: NetTaskID
    /// The name of the task's operation.
    public var name: String
    /// The number of the attempt, from 1.
    public var attempt: Int
    /// The tags that the task was added with.
    public var tags: [String]
    /// The timeout of this attempt. The queue cancels the attempt when the timeout has passed.
    public var timeout: Duration?
    /// Whether the request is idempotent: sending it twice has the same effect as sending it once.
    public var isIdempotent: Bool
    /// The reason of this retry, or `nil` in the first attempt.
    public var retryReason: RetryDisposition?
    /// The options for the handler (``NetTaskOption/forHandler(_:)``), in the order in which they were given.
    public var handlerOptions: [any Sendable]
    /// The idempotency key, the same in all attempts of this task and different in other tasks; `nil` if the task's
    /// ``settings`` have no ``NetTaskSettings/idempotencyKey``.
    public var idempotencyKey: String?
    /// The task, or `nil` in a context that was made without one.
    public var task: (any NetTask)?
    /// Receives the progress.
    var record: TaskRecord?
    /// Whether the attempt has a token of a ``NetTaskRate``.
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

    /// The settings of the task, or the defaults in a context that was made without a task.
    public var settings: NetTaskSettings {
        task.map { type(of: $0).settings } ?? NetTaskSettings()
    }

    /// Reports the progress of the attempt to the handles of the task. Has no effect once the attempt has ended.
    public func reportProgress(_ progress: NetTaskProgress) {
        record?.report(progress, attempt: attempt)
    }

    /// Ends the ``timeout`` of the attempt, because its reply has begun. Only the deadline of the task still applies.
    package func endTimeout() {
        record?.change { $0.endTimeout($1, attempt: attempt) }
    }

    /// Reports a limit that the server has stated. Tasks with the same key wait; tasks with other keys continue.
    ///
    /// The key is ``NetTaskOption/key(_:)``, the key of the task's settings, or the key that the queue or its handler derives
    /// from the task. Tasks without a key wait together. Has no effect once the attempt has ended.
    public func reportLimit(_ limit: NetTaskLimit) {
        if let record {
            record.scheduler.recordLimit(limit, of: record, attempt: attempt)
        }
    }

    /// Counts another request of the attempt against the ``NetTaskRate`` of the task, such as the request after a redirect. The
    /// first request is counted when the attempt starts.
    package func countRequest() {
        if hasRate { record?.change { $0.setHasToken(true, of: $1, attempt: attempt) } }
    }

    /// Returns the token of the ``NetTaskRate`` after its time span, because the head of the reply shows that the request has
    /// arrived.
    package func countReply() {
        if hasRate { record?.change { $0.setHasToken(false, of: $1, attempt: attempt) } }
    }

    /// Reports to the observers of the queue that the request was not sent, and is sent again in the same attempt.
    public func reportResend(after error: any Error) {
        record?.reportResend(after: error, attempt: attempt)
    }
}
