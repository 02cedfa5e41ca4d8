public import Foundation
public import NetTaskCore

extension DurableNetTaskQueue {
    // MARK: What is in it

    /// The tasks that the query is about, by id. Defaults to the first 100.
    ///
    /// - Throws: ``TaskStoreError``, as all of these do.
    public func tasks(_ query: TaskQuery = TaskQuery()) async throws(TaskStoreError) -> [StoredTask] {
        let tasks = try await core.store.tasks(query)
        core.watch.notice(tasks)
        return tasks
    }

    /// The task of that number; nil if there is none, or no longer.
    public func task(_ id: DurableTaskID) async throws(TaskStoreError) -> StoredTask? {
        let task = try await core.store.task(id)
        core.watch.notice([task].compactMap(\.self))
        return task
    }

    /// The handle of the task of that type with that ``TaskUniqueness/key`` that has not ended; nil if there is none.
    public func handle<T: DurableNetTask>(
        unique key: String,
        of type: T.Type
    ) async throws(TaskStoreError) -> DurableNetTaskHandle<T>? where T.Request == Request, T.Reply == Reply {
        let kinds = core.registry.kinds(of: type)
        let query = TaskQuery(states: Self.open, kinds: kinds, uniqueKey: key, limit: 1, includesPayloads: false)
        return try await tasks(query).first.map { handle(for: $0.id, of: type) }
    }

    /// The runs of a task, the first one first.
    public func runs(of id: DurableTaskID) async throws(TaskStoreError) -> [TaskRun] {
        try await core.store.runs(of: id)
    }

    /// How many tasks there are, by kind and state; none that are 0.
    public func counts() async throws(TaskStoreError) -> [TaskCount] {
        try await core.store.counts()
    }

    /// The tasks that the query is about, now and again after each change that matters to it. Who is slow misses what was
    /// in between, never the latest. It ends with the store. What the store cannot say is left out and logged.
    public func live(_ query: TaskQuery = TaskQuery()) -> AsyncStream<[StoredTask]> {
        let (stream, continuation) = AsyncStream<[StoredTask]>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let changes = core.store.changes()
        let task = Task { [core] in
            var latest: [StoredTask]?
            func look() async {
                do {
                    let tasks = try await core.store.tasks(query)
                    core.watch.notice(tasks)
                    if tasks != latest {
                        continuation.yield(tasks)
                        latest = tasks
                    }
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

    /// Cancels a task, also in the middle of a run, and those that depend on it.
    ///
    /// - Returns: those that are cancelled by it; none if it had ended.
    @discardableResult
    public func cancel(id: DurableTaskID) async throws(TaskStoreError) -> [DurableTaskID] {
        try await core.cancel([id], reason: "The task was cancelled by way of its queue")
    }

    /// Cancels all tasks with that tag that have not ended, and those that depend on them.
    @discardableResult
    public func cancel(tag: String) async throws(TaskStoreError) -> [DurableTaskID] {
        try await cancel(
            all: TaskQuery(states: Self.open, tag: tag),
            reason: "The task was cancelled with all tasks that have the tag \(tag.debugDescription)"
        )
    }

    /// Cancels all tasks of that type that have not ended, and those that depend on them.
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

    /// Has tasks of these kinds run no more until they are resumed, by whatever queue on this store. Those under way go on.
    ///
    /// - Returns: the kinds for which this is a change.
    @discardableResult
    public func setPaused(_ isPaused: Bool, kinds: Set<String>) async throws(TaskStoreError) -> Set<String> {
        let changed = try await core.change { (store) async throws(TaskStoreError) in
            try await store.setPaused(isPaused, kinds: kinds, now: core.wallClock())
        }
        core.pump.wake()
        return changed
    }

    /// The kinds that are paused.
    public func pausedKinds() async throws(TaskStoreError) -> Set<String> {
        try await core.store.pausedKinds()
    }

    /// What happened in each minute from that date on, by minute and kind. Kept for 7 days.
    public func figures(since date: Date) async throws(TaskStoreError) -> [TaskFigure] {
        try await core.store.figures(since: date)
    }

    // MARK: Dead letters

    /// The tasks in the dead letters, by id.
    ///
    /// - Parameters:
    ///   - reasons: only those that are there for one of these; by default all.
    ///   - kinds: only those of these kinds; by default all.
    ///   - after: only those with greater ids, for the next page.
    ///   - limit: the maximum number returned; defaults to 100.
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

    /// Takes tasks out of the dead letters: they are due at once, as if none of their runs had been. Handles that were told
    /// of the end keep it; a new one tells of the next.
    ///
    /// - Parameters:
    ///   - ids: the tasks; those that are not dead stay as they are.
    ///   - newKey: gives each task a new idempotency key, so that the server acts once more: such as for a long operation that has
    ///     failed, which the server would only report again for the same key. Effects of earlier runs stay. Defaults to `false`.
    /// - Returns: those that were there.
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

    /// Removes tasks and their history, whatever their state; those that depend on one which has not ended are cancelled.
    ///
    /// - Returns: those that were there, and those that ended with them.
    @discardableResult
    public func drop(_ ids: [DurableTaskID]) async throws(TaskStoreError) -> [DurableTaskID] {
        try await core.endTasks { (store) async throws(TaskStoreError) in
            try await store.drop(ids, now: core.wallClock())
        }
    }

    /// The tasks that the query is about, all of them, as JSON: one to a line, in UTF-8. The payload of a sealed task stays
    /// sealed. Its `limit` does not count.
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
