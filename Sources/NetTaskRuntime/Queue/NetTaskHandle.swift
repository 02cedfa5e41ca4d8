/// A task in a queue: to watch it, to await it, to cancel it. Handles may be copied and shared freely.
public struct NetTaskHandle<T: NetTask>: Sendable, Identifiable {
    private let record: TaskRecord<T>
    private let queue: QueueCore<T.Request, T.Reply>

    init(_ record: TaskRecord<T>, in queue: QueueCore<T.Request, T.Reply>) {
        self.record = record
        self.queue = queue
    }

    /// The number of the task in its queue.
    public var id: NetTaskID { record.id }
    /// The task as it was added.
    public var task: T { record.task }
    /// The tags that the task was added with.
    public var tags: [String] { record.options.tags }

    /// Where the task stands now.
    public var status: NetTaskStatus<T> { record.status }

    /// The response, once it is there.
    ///
    /// Awaiting it does not own the task: cancelling the one who waits neither cancels the task nor ends the wait.
    /// ``NetTaskQueue/run(_:_:)`` does.
    public var value: T.Response {
        get async throws(NetTaskError<T.Failure>) {
            try await record.result().get()
        }
    }

    /// The response or the error, once either is there.
    public var result: Result<T.Response, NetTaskError<T.Failure>> {
        get async { await record.result() }
    }

    /// What happens to the task: a new subscription at each use, which begins with the latest event.
    public var events: NetTaskEvents<T> { record.events() }

    /// Cancels the task. Once it has ended this does nothing.
    ///
    /// When it returns, the task has left the queue: one that waited is never sent, and what a running one still
    /// brings is ignored.
    public func cancel() {
        queue.handle(.cancelled(id, .handle))
    }

    func cancel(_ reason: CancellationReason) {
        queue.handle(.cancelled(id, reason))
    }
}
