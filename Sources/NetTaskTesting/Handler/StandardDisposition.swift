import NetTaskHTTP

/// How failures are judged where a test does not say: for HTTP as the real handler does, else as transient.
func standardDisposition<Request, Reply>(
    _ request: Request.Type,
    _ reply: Reply.Type
) -> @Sendable (any Error, NetTaskContext) -> RetryDisposition {
    let other: RetryDisposition = request == HTTPMessage.self && reply == HTTPReply.self ? .final : .transient
    return { error, _ in RetryDisposition(of: error) ?? other }
}
