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

    /// Tells those who observe the queue that the request never left, and is sent once more in the same attempt.
    public func reportResend(after error: any Error) {
        record?.reportResend(after: error, attempt: attempt)
    }
}
