public import NetTaskHTTP

/// An attempt that a ``ManualHandler`` holds open until the test ends it.
///
/// An attempt ends once. Later calls have no effect.
public struct HeldAttempt<Request: Sendable, Reply: Sendable>: Sendable {
    /// The packed request of this attempt.
    public let request: Request
    /// The context of the attempt, with its number, its tags and the task.
    public let context: NetTaskContext
    let number: Int
    let handler: ManualHandler<Request, Reply>

    /// Ends the attempt with a reply. The task decides whether the reply is a success.
    public func succeed(_ reply: Reply) {
        handler.end(number, .success(reply))
    }

    /// Ends the attempt with an error, without a reply.
    public func fail(_ error: any Error) {
        handler.end(number, .failure(error))
    }

    /// Whether the queue has cancelled the attempt, even if it has ended otherwise.
    public var isCancelled: Bool { handler.isCancelled(number) }
}
