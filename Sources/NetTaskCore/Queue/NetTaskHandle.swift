/// A task in a queue: to watch it, to await it, to cancel it. Handles may be copied and shared freely.
public struct NetTaskHandle<T: NetTask>: Sendable, Identifiable {
    let record: TaskRecord
    /// The task as it was added.
    public let task: T

    init(_ record: TaskRecord, _ task: T) {
        self.record = record
        self.task = task
    }

    /// The number of the task in its queue. Tasks that share a run (``DuplicatePolicy/coalesce``) share the number.
    public var id: NetTaskID { record.place.id }
    /// The tags that the task was added with.
    public var tags: [String] { record.tags }

    /// Where the task stands now.
    public var status: NetTaskStatus<T> { NetTaskStatus(record.scheduler.withLock { _ in record.state }) }

    /// The response, once it is there.
    ///
    /// Awaiting it does not own the task: cancelling the one who waits neither cancels the task nor ends the wait.
    /// ``NetTaskQueue/run(_:options:)`` does.
    public var value: T.Response {
        get async throws(TaskError<T.Rejection, T.Failure>) {
            try await result.get()
        }
    }

    /// The response or the error, once either is there.
    public var result: Result<T.Response, TaskError<T.Rejection, T.Failure>> {
        get async {
            // The caller's cancellation does not shorten the wait.
            let outcome = await withCheckedContinuation { continuation in
                record.whenEnded { continuation.resume(returning: $0) }
            }
            return outcome.typed(T.self)
        }
    }

    /// What happens to the task: a new subscription at each use, which begins with the latest event.
    public var events: NetTaskEvents<T> { NetTaskEvents(states: record.events()) }

    /// How far the attempts come, as far as the handler tells: a new subscription at each use, which begins with the
    /// latest progress and ends with the task. Slow consumers may skip values but always get the latest.
    public var progress: AsyncStream<NetTaskProgress> { record.progress() }

    /// Has a closure called when something happens to the task.
    ///
    /// All who subscribe to a moment are called once each time, in the order of subscription and before the queue's
    /// delegates, one after the other; with the status of that moment. Who subscribes to the end after it is called
    /// for it all the same.
    ///
    /// - Parameters:
    ///   - moment: what has to happen.
    ///   - action: called on a thread of the concurrency pool, never by the thread that caused the event.
    /// - Returns: a means to stop it. It may be dropped.
    @discardableResult
    public func subscribe(
        _ moment: NetTaskMoment,
        _ action: @escaping @Sendable (NetTaskStatus<T>) -> Void
    ) -> NetTaskSubscription {
        record.subscribe(Subscriber(moment) { action(NetTaskStatus($0)) })
    }

    /// Has a closure called on the main actor when something happens to the task; else as ``subscribe(_:_:)``.
    ///
    ///     handle.subscribe(.finished, on: MainActor.shared) { status in
    ///         label.text = "\(status.phase)"
    ///     }
    @discardableResult
    public func subscribe(
        _ moment: NetTaskMoment,
        on actor: MainActor,
        _ action: @escaping @MainActor (NetTaskStatus<T>) -> Void
    ) -> NetTaskSubscription {
        record.subscribe(
            Subscriber(moment, on: actor) { state in
                MainActor.assumeIsolated { action(NetTaskStatus(state)) }
            }
        )
    }

    /// Cancels the task. Once it has ended this does nothing.
    ///
    /// When it returns, the task has left the queue: one that waited is never sent, and what a running one still
    /// brings is ignored. A run that others share goes on for them.
    public func cancel() {
        cancel(.handle)
    }

    func cancel(_ reason: CancellationReason) {
        record.cancel(reason)
    }

    /// Changes the priority. It counts at once for a task in line, which goes to the end of its new line, and from the
    /// next retry on for a running one.
    public func setPriority(_ priority: NetTaskPriority) {
        record.setPriority(priority)
    }

    /// Lets the task wait for another one of its queue, too. It must not have been started, so this is for tasks that
    /// wait already; for others say ``NetTaskOption/after(_:onFailure:)`` when they are added.
    ///
    /// - Throws: ``NetTaskDependencyError`` if the two would wait for each other, be it by way of others; if the task
    ///   has been started; if the other one is in another queue. Nothing has changed then.
    public func depend<Other: NetTask>(
        on other: NetTaskHandle<Other>,
        onFailure: NetTaskDependency.FailurePolicy = .cancel
    ) throws(NetTaskDependencyError) {
        try record.depend(on: NetTaskDependency(other, onFailure: onFailure))
    }
}
