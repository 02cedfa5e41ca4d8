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

    /// Whether an attempt that failed so may be made again. Called on the concurrency pool; must not block.
    ///
    /// - Parameter error: what ``send(_:context:)`` or the task itself threw, or a ``NetTaskTimeoutError`` of the queue.
    func disposition(of error: any Error, context: NetTaskContext) -> RetryDisposition

    /// Whether a retry that all others would make is let through; asked last, once for each. Called on the concurrency
    /// pool; must not block. By default true.
    ///
    /// - Parameter disposition: what this handler made of the failure.
    func permitsRetry(after disposition: RetryDisposition, context: NetTaskContext) -> Bool

    /// What a task shares ``NetTaskQueue/limitPerKey`` by, such as its host, unless it or the call names a key. Called
    /// only while there is such a limit, on the thread that adds the task or sets the limit. Default: nil, which shares
    /// none.
    ///
    /// - Parameter handlerOptions: what was said to the handler when the task was added.
    func limitKey(of task: some NetTask<Request, Reply>, handlerOptions: [any Sendable]) -> String?

    /// An attempt has brought the task's response. Called on the concurrency pool; must not block. By default this does
    /// nothing.
    func didSucceed(context: NetTaskContext)
}

extension NetTaskQueueHandler {
    public func permitsRetry(after disposition: RetryDisposition, context: NetTaskContext) -> Bool { true }

    public func limitKey(of task: some NetTask<Request, Reply>, handlerOptions: [any Sendable]) -> String? { nil }

    public func didSucceed(context: NetTaskContext) {}
}
