public import NetTaskCore

/// A handle of a durable task, to observe, await and cancel it.
///
///     let handle = try await queue.enqueue(PlaceOrder(article: 17))
///     let order = try await handle.value
///
/// Handles can be copied and shared freely. After a relaunch, ``DurableNetTaskQueue/handle(for:of:)`` makes them again.
public struct DurableNetTaskHandle<T: DurableNetTask>: Sendable, Identifiable {
    /// The number of the task in its store.
    public let id: DurableTaskID
    let record: DurableRecord<T>
    let core: DurableCore<T.Request, T.Reply>

    /// Returns the current state of the task in the store.
    ///
    /// - Throws: ``DurableTaskError/unknown`` if the store does not have the task; ``DurableTaskError/store(_:)``.
    public func status() async throws(DurableTaskError<T.Rejection, T.Failure>) -> StoredTask {
        let task: StoredTask?
        do {
            task = try await core.store.task(id)
        } catch {
            throw .store(error)
        }
        guard let task else { throw .unknown }
        core.watch.markOpen([task])
        return task
    }

    /// Returns the task as it was enqueued; nil after it has succeeded or was cancelled.
    ///
    /// - Throws: ``DurableNetTaskError`` if the store fails; errors of the task or of its codec if the stored task cannot be
    ///   decoded.
    public func task() async throws -> T? {
        let stored = try await status().task
        if stored.payload.isEmpty { return nil }
        return try T(stored: core.open(stored))
    }

    /// The response or the error, as soon as the task has ended, in this process or in another one.
    ///
    /// After a relaunch, the response is read from the stored reply, if the task stores it. Waiting does not own the task: if
    /// the waiting Swift task is cancelled, the task is not cancelled, and the wait does not end. If nothing runs the task, the
    /// wait does not end either.
    public var result: Result<T.Response, DurableTaskError<T.Rejection, T.Failure>> {
        get async {
            if let outcome = record.outcome { return outcome }
            do {
                try await core.refresh(record)
            } catch {
                return .failure(.store(error))
            }
            return await record.end()
        }
    }

    /// The response, as soon as the task has ended. Waits like ``result``.
    public var value: T.Response {
        get async throws(DurableTaskError<T.Rejection, T.Failure>) {
            try await result.get()
        }
    }

    /// The events of the task, from the latest one to its end. Each use is a new subscription. Events of another process may
    /// arrive late or not at all, except for the end.
    public var events: AsyncStream<DurableNetTaskEvent<T>> {
        let events = record.events()
        if !record.isEnded {
            // Nothing is known yet of a task from before a relaunch.
            Task { [core, record] in
                try? await core.refresh(record)
            }
        }
        return events
    }

    /// Cancels the task, even during a run, and the tasks that depend on it. After this returns, no run of the task starts.
    ///
    /// - Returns: whether the task had not ended before.
    /// - Throws: ``TaskStoreError``.
    @discardableResult
    public func cancel() async throws(TaskStoreError) -> Bool {
        try await !core.cancel([id], reason: "The task was cancelled").isEmpty
    }

    /// Changes the priority from the next run on.
    ///
    /// - Throws: ``TaskStoreError``.
    public func setPriority(_ priority: NetTaskPriority) async throws(TaskStoreError) {
        try await core.change { (store) async throws(TaskStoreError) in
            try await store.setPriority(priority, of: [id])
        }
    }

    /// Makes the task wait for another task of its store. The task must not be running, but it may be between two runs. For a
    /// new task, use the option `.after(other)` instead.
    ///
    /// - Parameters:
    ///   - other: the task to wait for. If it has ended, its end counts.
    ///   - onFailure: whether this task runs if the other task does not succeed. Default: it does not run, and ends as
    ///     cancelled.
    /// - Throws: ``TaskStoreError``, such as ``TaskStoreError/circularDependency(_:)`` if the two tasks would wait for each
    ///   other, and ``TaskStoreError/begun(_:)``. Nothing is then changed.
    public func depend<Other>(
        on other: DurableNetTaskHandle<Other>,
        onFailure: NetTaskDependency.FailurePolicy = .cancel
    ) async throws(TaskStoreError) {
        let dependency = TaskDependency(other.id, onFailure: onFailure)
        try await core.endTasks { (store) async throws(TaskStoreError) in
            try await store.depend(id, on: dependency, now: core.wallClock())
        }
    }
}
