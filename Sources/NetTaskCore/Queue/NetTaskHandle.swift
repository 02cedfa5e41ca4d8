/// A handle to a task in a queue: use it to observe, await or cancel the task.
///
///     let handle = queue.add(GetPost(id: 1))
///     for await event in handle.events { print(event) }
///     let post = try await handle.value
///
/// Handles may be copied and used from any thread. The task continues if all its handles are released.
public struct NetTaskHandle<T: NetTask>: Sendable, Identifiable {
    let record: TaskRecord
    /// The task as it was added.
    public let task: T

    init(_ record: TaskRecord, _ task: T) {
        self.record = record
        self.task = task
    }

    /// The number of the task in its queue. Tasks that share a run (``DuplicatePolicy/coalesce``) have the same number.
    public var id: NetTaskID { record.place.id }
    /// The tags that the task was added with.
    public var tags: [String] { record.tags }

    /// The current status of the task.
    public var status: NetTaskStatus<T> { NetTaskStatus(record.scheduler.withLock { _ in record.state }) }

    /// The response, once the task has succeeded.
    ///
    /// Awaiting the value does not own the task: cancelling the caller neither cancels the task nor ends the wait. With
    /// ``NetTaskQueue/run(_:options:)``, cancelling the caller cancels the task.
    public var value: T.Response {
        get async throws(TaskError<T.Rejection, T.Failure>) {
            try await result.get()
        }
    }

    /// The response or the error, once the task has ended.
    public var result: Result<T.Response, TaskError<T.Rejection, T.Failure>> {
        get async {
            // The caller's cancellation does not end the wait.
            let outcome = await withCheckedContinuation { continuation in
                record.whenEnded { continuation.resume(returning: $0) }
            }
            return outcome.typed(T.self)
        }
    }

    /// The events of the task. Each use makes a new sequence, which begins with the latest event.
    public var events: NetTaskEvents<T> { NetTaskEvents(states: record.events()) }

    /// The progress of the attempts, if the handler reports it. Each use makes a new stream, which begins with the latest
    /// progress and ends with the task. Slow consumers may miss values, but always get the latest.
    public var progress: AsyncStream<NetTaskProgress> { record.progress() }

    /// Calls a closure when something happens to the task.
    ///
    /// Each time that the moment occurs, its subscribers are called one after the other, in the order of subscription and
    /// before the queue's delegates. They receive the status of that moment. If the task has already ended, a closure that
    /// subscribes to the end is called immediately.
    ///
    /// - Parameters:
    ///   - moment: the kind of event to wait for.
    ///   - action: called on a thread of the concurrency pool, never on the thread that caused the event.
    /// - Returns: a subscription that can be cancelled. Releasing it does not cancel it.
    @discardableResult
    public func subscribe(
        _ moment: NetTaskMoment,
        _ action: @escaping @Sendable (NetTaskStatus<T>) -> Void
    ) -> NetTaskSubscription {
        record.subscribe(Subscriber(moment) { action(NetTaskStatus($0)) })
    }

    /// Calls a closure on the main actor when something happens to the task; otherwise the same as ``subscribe(_:_:)``.
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

    /// Cancels the task. Has no effect once the task has ended.
    ///
    /// When this returns, the task has left the queue. A waiting task is never sent, and the result of a running attempt is
    /// ignored. If the task shares a run with others, the run continues for them.
    public func cancel() {
        cancel(.handle)
    }

    func cancel(_ reason: CancellationReason) {
        record.cancel(reason)
    }

    /// Changes the priority. A ready task moves behind the other ready tasks of its new priority. A running task uses the new
    /// priority for its next retry.
    public func setPriority(_ priority: NetTaskPriority) {
        record.setPriority(priority)
    }

    /// Adds a dependency on another task of the same queue.
    ///
    /// The dependent task must not have been started. A task that could start immediately may have been started before this
    /// call: use ``NetTaskOption/after(_:onFailure:)`` when you add it.
    ///
    /// - Throws: ``NetTaskDependencyError`` if the tasks would depend on each other, directly or through other tasks; if the
    ///   task has been started; or if the other task is in another queue. Nothing changes in these cases.
    public func depend<Other: NetTask>(
        on other: NetTaskHandle<Other>,
        onFailure: NetTaskDependency.FailurePolicy = .cancel
    ) throws(NetTaskDependencyError) {
        try record.depend(on: NetTaskDependency(other, onFailure: onFailure))
    }
}
