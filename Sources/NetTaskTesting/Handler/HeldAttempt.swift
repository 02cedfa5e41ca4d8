public import NetTaskHTTP

/// An attempt that a ``ManualHandler`` holds open until the test ends it.
///
/// It ends once: whatever is said after that has no effect.
public struct HeldAttempt<Request: Sendable, Reply: Sendable>: Sendable {
    /// What the task was packed into for this attempt.
    public let request: Request
    /// What the queue told the handler about the attempt: its number, its tags, the task itself.
    public let context: NetTaskContext
    let number: Int
    let handler: ManualHandler<Request, Reply>

    /// Ends the attempt with what came back. Whether that is a success is for the task to say.
    public func succeed(_ reply: Reply) {
        handler.end(number, .success(reply))
    }

    /// Ends the attempt with an error: nothing came back.
    public func fail(_ error: any Error) {
        handler.end(number, .failure(error))
    }

    /// Whether the queue has cancelled the attempt, however it ended.
    public var isCancelled: Bool { handler.isCancelled(number) }
}
