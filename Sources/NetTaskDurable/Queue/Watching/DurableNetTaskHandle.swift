public import NetTaskCore

/// A durable task: to watch it, to await it, to cancel it. Handles may be copied and shared freely, and made again after
/// a relaunch, by ``DurableNetTaskQueue/handle(for:of:)``.
public struct DurableNetTaskHandle<T: DurableNetTask>: Sendable, Identifiable {
    /// The number of the task in its store.
    public let id: DurableTaskID
    let record: DurableRecord<T>
    let core: DurableCore<T.Request, T.Reply>

    /// All that the store has of the task now.
    ///
    /// - Throws: ``DurableTaskError/unknown`` if it has nothing, or no longer; ``DurableTaskError/store(_:)``.
    public func status() async throws(DurableTaskError<T.Rejection, T.Failure>) -> StoredTask {
        let task: StoredTask?
        do {
            task = try await core.store.task(id)
        } catch {
            throw .store(error)
        }
        guard let task else { throw .unknown }
        core.watch.notice([task])
        return task
    }

    /// The task as it was enqueued; nil once it has succeeded or was cancelled.
    ///
    /// - Throws: ``DurableNetTaskError`` if the store cannot say; whatever the task or its codec throws if what is stored
    ///   cannot be read.
    public func task() async throws -> T? {
        let stored = try await status().task
        if stored.payload.isEmpty { return nil }
        return try T(stored: core.open(stored))
    }

    /// The response or the error, once either is there, be it brought about by another process.
    ///
    /// After a relaunch, the response is read again from the reply, if it was kept. Awaiting does not own the task:
    /// cancelling the one who waits neither cancels the task nor ends the wait. A task that nobody runs is waited for
    /// without end.
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

    /// The response, once it is there; else as ``result``.
    public var value: T.Response {
        get async throws(DurableTaskError<T.Rejection, T.Failure>) {
            try await result.get()
        }
    }

    /// What happens to the task, from the latest event on to the end: a new subscription at each use. What happens in
    /// another process may be told late, or not at all but for the end.
    public var events: AsyncStream<DurableNetTaskEvent<T>> {
        let events = record.events()
        if !record.isEnded {
            // Of a task from an earlier life nothing is known yet.
            Task { [core, record] in
                try? await core.refresh(record)
            }
        }
        return events
    }

    /// Cancels the task, also in the middle of a run, and those that depend on it. When it returns, no run of it will
    /// be started any more.
    ///
    /// - Returns: whether it had not ended before.
    /// - Throws: ``TaskStoreError``.
    @discardableResult
    public func cancel() async throws(TaskStoreError) -> Bool {
        try await !core.cancel([id], reason: "The task was cancelled").isEmpty
    }

    /// Changes the priority. It counts from the next run on.
    ///
    /// - Throws: ``TaskStoreError``.
    public func setPriority(_ priority: NetTaskPriority) async throws(TaskStoreError) {
        try await core.change { (store) async throws(TaskStoreError) in
            try await store.setPriority(priority, of: [id])
        }
    }

    /// Has the task wait for another one of its store, too. It must not be running; between two runs it may be. For a task
    /// that is not enqueued yet, say `.after(other)` when it is.
    ///
    /// - Parameters:
    ///   - other: the task that comes first. One that has ended counts as it ended.
    ///   - onFailure: whether it runs if the other one does not succeed. By default it does not, and ends as cancelled.
    /// - Throws: ``TaskStoreError``, such as ``TaskStoreError/circularDependency(_:)`` if the two would wait for each other
    ///   and ``TaskStoreError/begun(_:)``. Nothing has changed then.
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
