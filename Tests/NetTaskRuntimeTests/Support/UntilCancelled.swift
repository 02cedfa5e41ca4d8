/// Waits until the Swift task is cancelled.
func untilCancelled() async throws -> Never {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    for await _ in stream {}
    continuation.finish()
    throw CancellationError()
}
