public import NetTaskHTTP

/// A durable queue for HTTP tasks.
public typealias DurableHTTPNetTaskQueue = DurableNetTaskQueue<HTTPMessage, HTTPReply>

/// The durable tasks of a client that speaks HTTP.
public typealias DurableHTTPNetTasks = DurableNetTasks<HTTPMessage, HTTPReply>

/// Why a durable HTTP task has no response. The cases are those of ``DurableTaskError``.
public typealias DurableNetTaskError<Failure: Sendable> = DurableTaskError<StatusError, Failure>
