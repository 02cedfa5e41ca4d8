public import Foundation
public import NetTaskCore

extension DurableNetTaskQueue {
    // MARK: Contents

    /// Returns the tasks that match a query, by ID. Default: the first 100 tasks.
    ///
    /// - Throws: ``TaskStoreError``, like all methods of this extension.
    public func tasks(_ query: TaskQuery = TaskQuery()) async throws(TaskStoreError) -> [StoredTask] {
        let tasks = try await core.store.tasks(query)
        core.watch.markOpen(tasks)
        return tasks
    }

    /// Returns the task with this number, or `nil` if the store has no such task.
    public func task(_ id: DurableTaskID) async throws(TaskStoreError) -> StoredTask? {
        let task = try await core.store.task(id)
        core.watch.markOpen([task].compactMap(\.self))
        return task
    }

    /// Returns the handle of the task of this type that has this ``TaskUniqueness/key`` and has not ended, or `nil` if there is
    /// none.
    public func handle<T: DurableNetTask>(
        unique key: String,
        of type: T.Type
    ) async throws(TaskStoreError) -> DurableNetTaskHandle<T>? where T.Request == Request, T.Reply == Reply {
        let kinds = core.registry.kinds(of: type)
        let query = TaskQuery(states: Self.open, kinds: kinds, uniqueKey: key, limit: 1, includesPayloads: false)
        return try await tasks(query).first.map { handle(for: $0.id, of: type) }
    }

    /// Returns the runs of a task, in the order in which they started.
    public func runs(of id: DurableTaskID) async throws(TaskStoreError) -> [TaskRun] {
        try await core.store.runs(of: id)
    }

    /// Returns the number of tasks by kind and state. Combinations without tasks are omitted.
    public func counts() async throws(TaskStoreError) -> [TaskCount] {
        try await core.store.counts()
    }

    /// Returns a stream of the tasks that match a query: now, and after each change of them. Slow consumers may miss values,
    /// but always get the latest. The stream ends with the store. If the store fails, a value is omitted and the error is
    /// logged.
    public func live(_ query: TaskQuery = TaskQuery()) -> AsyncStream<[StoredTask]> {
        let (stream, continuation) = AsyncStream<[StoredTask]>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let changes = core.store.changes()
        let task = Task { [core] in
            var latest: [StoredTask]?
            func look() async {
                do {
                    let tasks = try await core.store.tasks(query)
                    core.watch.markOpen(tasks)
                    if tasks != latest {
                        continuation.yield(tasks)
                        latest = tasks
                    }
                } catch .suspended {
                    // It is read again when the store is resumed.
                } catch {
                    core.log(.error, "A live list could not be read: \(error)")
                }
            }
            await look()
            for await _ in changes {
                await look()
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    // MARK: Cancelling

    /// Cancels a task, even during a run, and its dependents.
    ///
    /// - Returns: the tasks that were cancelled; empty if the task had ended.
    @discardableResult
    public func cancel(id: DurableTaskID) async throws(TaskStoreError) -> [DurableTaskID] {
        try await core.cancel([id], reason: "The task was cancelled by a call to its queue")
    }

    /// Cancels all tasks with this tag that have not ended, and their dependents.
    @discardableResult
    public func cancel(tag: String) async throws(TaskStoreError) -> [DurableTaskID] {
        try await cancel(
            all: TaskQuery(states: Self.open, tag: tag),
            reason: "The task was cancelled with all tasks that have the tag \(tag.debugDescription)"
        )
    }

    /// Cancels all tasks of this type that have not ended, and their dependents.
    @discardableResult
    public func cancel<T: DurableNetTask>(_ type: T.Type) async throws(TaskStoreError) -> [DurableTaskID]
    where T.Request == Request, T.Reply == Reply {
        try await cancel(
            all: TaskQuery(states: Self.open, kinds: core.registry.kinds(of: type)),
            reason: "The task was cancelled with all tasks of its type"
        )
    }

    private static var open: Set<TaskState> { [.waiting, .blocked, .running] }

    private func cancel(all query: TaskQuery, reason: String) async throws(TaskStoreError) -> [DurableTaskID] {
        var query = query
        query.includesPayloads = false
        var cancelled: [DurableTaskID] = []
        try await forEachPage(of: query) { (page) async throws(TaskStoreError) in
            cancelled += try await core.cancel(page.map(\.id), reason: reason)
        }
        return cancelled
    }

    func forEachPage(
        of query: TaskQuery,
        _ body: ([StoredTask]) async throws(TaskStoreError) -> Void
    ) async throws(TaskStoreError) {
        var query = query
        query.limit = 1000
        while true {
            let page = try await core.store.tasks(query)
            guard let last = page.last else { return }
            try await body(page)
            query.after = last.id
        }
    }

    // MARK: Operating

    /// Pauses or resumes tasks of these kinds in all queues on this store. Current runs continue.
    ///
    /// - Returns: the kinds whose state has changed.
    @discardableResult
    public func setPaused(_ isPaused: Bool, kinds: Set<String>) async throws(TaskStoreError) -> Set<String> {
        let changed = try await core.change { (store) async throws(TaskStoreError) in
            try await store.setPaused(isPaused, kinds: kinds, now: core.wallClock())
        }
        core.pump.wake()
        return changed
    }

    /// Returns the paused kinds.
    public func pausedKinds() async throws(TaskStoreError) -> Set<String> {
        try await core.store.pausedKinds()
    }

    /// Returns the statistics for each minute since a date, by minute and kind. They are kept for 7 days.
    public func figures(since date: Date) async throws(TaskStoreError) -> [TaskFigure] {
        try await core.store.figures(since: date)
    }

    // MARK: Dead letters

    /// Returns the dead letters, by ID.
    ///
    /// - Parameters:
    ///   - reasons: the reasons to include. Default: `nil`, all reasons.
    ///   - kinds: the kinds to include. Default: `nil`, all kinds.
    ///   - after: returns only tasks with higher IDs, for the next page. Default: `nil`.
    ///   - limit: the maximum number of tasks. Default: 100.
    public func deadLetters(
        reasons: Set<TaskDeathReason>? = nil,
        kinds: Set<String>? = nil,
        after: DurableTaskID? = nil,
        limit: Int = 100
    ) async throws(TaskStoreError) -> [StoredTask] {
        try await core.store.tasks(
            TaskQuery(states: [.dead], kinds: kinds, deathReasons: reasons, after: after, limit: limit)
        )
    }

    /// Retries dead letters: they are due immediately, as if they had not run before. Handles that have reported the earlier
    /// end do not report another one; a new handle reports the next end.
    ///
    /// - Parameters:
    ///   - ids: the tasks. Tasks that are not dead are not affected.
    ///   - newKey: whether each task gets a new idempotency key, so that the server acts again. With the same key, a server may
    ///     only report the earlier result again, such as the failure of a long-running operation. Effects of earlier runs
    ///     remain. Default: `false`.
    /// - Returns: the tasks that were dead letters.
    @discardableResult
    public func retry(
        _ ids: [DurableTaskID],
        newKey: Bool = false
    ) async throws(TaskStoreError) -> [DurableTaskID] {
        let newKeys = newKey ? Dictionary(ids.map { ($0, core.random.uuid()) }, uniquingKeysWith: { $1 }) : [:]
        let retried = try await core.change { (store) async throws(TaskStoreError) in
            try await store.retry(ids, newKeys: newKeys, now: core.wallClock())
        }
        core.watch.forget(retried)
        core.pump.wake()
        return retried
    }

    /// Removes tasks and their history, in any state. Dependents of tasks that have not ended are cancelled.
    ///
    /// - Returns: the tasks that were removed, and those that ended with them.
    @discardableResult
    public func drop(_ ids: [DurableTaskID]) async throws(TaskStoreError) -> [DurableTaskID] {
        try await core.endTasks { (store) async throws(TaskStoreError) in
            try await store.drop(ids, now: core.wallClock())
        }
    }

    /// Returns all tasks that match a query as JSON, one per line, in UTF-8. The payload of a sealed task stays sealed. The
    /// `limit` of the query is ignored.
    public func export(_ query: TaskQuery = TaskQuery()) async throws(TaskStoreError) -> Data {
        var lines = Data()
        try await forEachPage(of: query) { (page) async throws(TaskStoreError) in
            for task in page {
                lines.append(ExportedTask.line(for: task))
            }
        }
        return lines
    }
}
