import NetTaskHTTP

/// The default classification of failures: for HTTP, that of the real handler, otherwise transient.
func standardDisposition<Request, Reply>(
    _ request: Request.Type,
    _ reply: Reply.Type
) -> @Sendable (any Error, NetTaskContext) -> RetryDisposition {
    let other: RetryDisposition = request == HTTPMessage.self && reply == HTTPReply.self ? .final : .transient
    return { error, _ in RetryDisposition(of: error) ?? other }
}
