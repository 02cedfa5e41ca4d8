public import NetTaskHTTP

/// A durable queue for HTTP tasks.
///
///     let queue = DurableHTTPNetTaskQueue(store: store, handler: HTTPNetTaskQueueHandler())
///     queue.register(Shop.durableTasks)
///     queue.start()
///
/// See ``DurableNetTaskQueue`` for its members.
public typealias DurableHTTPNetTaskQueue = DurableNetTaskQueue<HTTPMessage, HTTPReply>

/// The durable tasks of an HTTP client.
public typealias DurableHTTPNetTasks = DurableNetTasks<HTTPMessage, HTTPReply>

/// The reason why a durable HTTP task has no response. The cases are those of ``DurableTaskError``.
public typealias DurableNetTaskError<Failure: Sendable> = DurableTaskError<StatusError, Failure>
