import Foundation
import NetTaskCore

/// The part of a durable queue that its handles and runs share.
final class DurableCore<Request: Sendable, Reply: Sendable>: Sendable {
    let store: any TaskStore
    let inner: NetTaskQueue<Request, Reply>
    let handler: any NetTaskQueueHandler<Request, Reply>
    let configuration: DurableConfiguration
    let time: TimeSource
    let random: RandomSource
    let registry: Registry<Request, Reply>
    let watch: TaskWatch
    let pump: Pump
    /// Identifies this queue, to distinguish its own changes from those of others.
    let author = Int64.random(in: 1 ... .max)
    let housekeeping = Locked(Housekeeping())
    /// The order of suspending and resuming the store.
    let suspensions = CallOrder()
    /// Whether kinds were registered since the last search for unregistered kinds.
    let hasNewKinds = Locked(false)
    /// The tasks that listen to the store and the conditions; `nil` before the start.
    private let listeners = Locked<[Task<Void, Never>]?>(nil)

    init(
        store: any TaskStore,
        handler: any NetTaskQueueHandler<Request, Reply>,
        limit: Int,
        _ configuration: DurableConfiguration
    ) {
        self.store = store
        self.handler = handler
        self.configuration = configuration
        time = TimeSource(configuration.clock)
        random = RandomSource(configuration.random)
        inner = NetTaskQueue(
            limitPerKey: configuration.limitPerKey,
            maxHold: configuration.maxHold,
            handler: handler,
            key: configuration.key,
            observers: configuration.observers,
            clock: configuration.clock,
            wallClock: configuration.wallClock,
            random: random
        )
        let pump = Pump(limit: limit)
        let executors = handler as? DurableExecutors
        registry = Registry(executors)
        executors?.onChange { [weak pump] in pump?.wake() }
        watch = TaskWatch(since: configuration.wallClock())
        self.pump = pump
    }

    var hooks: DurableHooks { configuration.hooks }

    var wallClock: @Sendable () -> Date { configuration.wallClock }

    deinit {
        listeners.withLock { $0 }?.forEach { $0.cancel() }
    }

    /// Starts to listen to the store and the conditions, once. The listening tasks do not keep the queue alive.
    func listen() {
        let isFirst = listeners.withLock { listeners in
            defer { listeners = listeners ?? [] }
            return listeners == nil
        }
        if !isFirst { return }
        let (changes, others) = TaskChangeSource.$author.withValue(author) { (store.changes(), store.changes()) }
        let conditionChanges = configuration.conditions.changes()
        let tasks = [
            Task.detached { [weak pump, registry] in
                for await change in changes {
                    // Tasks that this queue cannot run are left to others.
                    if change.kinds.map({ !$0.isDisjoint(with: registry.runnable.keys) }) ?? true { pump?.wake() }
                }
            },
            Task.detached { [weak pump] in
                for await _ in conditionChanges {
                    pump?.wake()
                }
            },
            Task.detached { [weak self] in
                for await change in others {
                    await self?.stopLostRuns(among: change.ids)
                    await self?.lookAtWatched(among: change.ids)
                }
            },
            Task.detached { [weak self, store, time] in
                guard let duration = store.leaseDuration else { return }
                while !Task.isCancelled {
                    try? await time.sleep(time.now() + duration / 3)
                    await self?.renewLeases()
                }
            },
            Task.detached { [weak self, weak pump, store, time] in
                guard let duration = store.leaseDuration else { return }
                while !Task.isCancelled {
                    let oldest = pump?.state.oldestRenewal ?? time.now()
                    try? await time.sleep(oldest + duration)
                    self?.cutOffUnrenewed(for: duration)
                }
            },
        ]
        listeners.withLock { $0 = tasks }
        pump.start(self)
    }

    func log(_ level: DurableLogEntry.Level, _ text: @autoclosure () -> String, id: DurableTaskID? = nil) {
        hooks.log?(DurableLogEntry(level, text(), id: id))
    }

    /// The stored form of the task, opened by its codec.
    func open(_ task: NewTask) throws -> Data {
        try configuration.open(task.payload, task.codec)
    }

    // MARK: Changing the store

    /// Changes the store. The queue is not notified of the change.
    func change<Value: Sendable>(
        _ body: (any TaskStore) async throws(TaskStoreError) -> Value
    ) async throws(TaskStoreError) -> Value {
        try await TaskChangeSource.$author.withValue(author) { () async -> Result<Value, TaskStoreError> in
            do throws(TaskStoreError) {
                return .success(try await body(store))
            } catch {
                return .failure(error)
            }
        }.get()
    }

    /// Changes the store in a transaction of the app. The queue is not notified of the change.
    func change<Value>(_ body: () throws(TaskStoreError) -> Value) throws(TaskStoreError) -> Value {
        try TaskChangeSource.$author.withValue(author) { Result(catching: body) }.get()
    }

    /// Wakes the pump for new tasks, unless this queue can neither run nor expire one of them.
    func wake(for tasks: [NewTask]) {
        let runnable = registry.runnable
        if tasks.contains(where: { runnable[$0.kind] != nil || $0.expires != nil }) { pump.wake() }
    }

    // MARK: Ends

    func cancel(_ ids: [DurableTaskID], reason: String) async throws(TaskStoreError) -> [DurableTaskID] {
        try await endTasks { (store) async throws(TaskStoreError) in
            try await store.cancel(ids, reason: reason, now: wallClock())
        }
    }

    /// Changes the store in a way that ends tasks, and reports these ends.
    ///
    /// - Returns: the tasks that ended.
    @discardableResult
    func endTasks(
        _ body: (any TaskStore) async throws(TaskStoreError) -> [DurableTaskID]
    ) async throws(TaskStoreError) -> [DurableTaskID] {
        let ended = try await change(body)
        await reportEnds(ended)
        return ended
    }

    /// Reports an end, unless it has been reported.
    func notify<T: DurableNetTask>(
        _ stored: StoredTask,
        _ result: Result<T.Response, DurableTaskError<T.Rejection, T.Failure>>,
        task: T?,
        _ source: EndSource
    ) where T.Request == Request, T.Reply == Reply {
        guard watch.end(stored, result, T.self, source, now: wallClock()) else { return }
        hooks.didEnd(stored)
        for action in watch.endActions(of: T.self) {
            action(DurableNetTaskEnd(id: stored.id, task: task, result: result))
        }
    }

    /// Reports ends that the store has stored, and stops the runs of these tasks.
    func reportEnds(_ ids: [DurableTaskID]) async {
        if ids.isEmpty { return }
        // Other tasks may have been waiting for these.
        pump.wake()
        // Before the store is read, because later claims belong to the task's next runs.
        let leases = Dictionary(grouping: pump.state.allLeases, by: \.id)
        // Running tasks first, because their runs have to be stopped.
        let ordered = ids.filter { leases[$0] != nil } + ids.filter { leases[$0] == nil }
        do {
            try await read(ordered) { id, task in reportEnd(id, task, leases[id] ?? []) }
        } catch {
            if error == .closed { return }
            if error != .suspended {
                log(
                    .error,
                    "The ends of \(ids.count) tasks could not be read, and are read again: \(error)",
                    id: ids.first
                )
            }
            Task.detached { [weak self, time] in
                try? await time.sleep(time.now() + .seconds(1))
                await self?.reportEnds(ids)
            }
        }
    }

    /// Calls the body with each task in its stored state; `nil` if the store has no such task.
    private func read(
        _ ids: [DurableTaskID],
        _ body: (DurableTaskID, StoredTask?) -> Void
    ) async throws(TaskStoreError) {
        for first in stride(from: 0, to: ids.count, by: 100) {
            let batch = Array(ids[first...].prefix(100))
            let tasks = try await store.tasks(batch)
            let byID = Dictionary(tasks.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
            for id in batch { body(id, byID[id]) }
        }
    }

    private func reportEnd(_ id: DurableTaskID, _ task: StoredTask?, _ leases: [TaskLease]) {
        guard let task else {
            pump.stopRuns(leases)
            watch.watchedTasks(id).forEach { $0.markRemoved() }
            return
        }
        guard task.state.isEnd else { return watch.forget([id]) }
        pump.stopRuns(leases)
        if let kind = registry.kind(task.task.kind) {
            kind.reportEnd(task, self, .own)
        } else if watch.end(task, now: wallClock()) {
            hooks.didEnd(task)
        }
    }

    /// Stops runs whose tasks were ended or taken over by another process, or directly in the store.
    ///
    /// - Parameter ids: the tasks that may be affected; `nil` for all.
    private func stopLostRuns(among ids: Set<DurableTaskID>?) async {
        // Before the store is read, because its answer does not include later claims.
        let leases = pump.state.heldLeases.filter { ids?.contains($0.id) ?? true }
        if leases.isEmpty { return }
        let start = time.now()
        // Errors are reported where they are handled.
        guard let lost = try? await store.renew(leases, now: wallClock()) else { return }
        await stop(lost: lost, of: leases, renewedAt: start)
    }

    /// Renews all leases, including those of runs whose end has not been stored yet.
    private func renewLeases() async {
        let leases = pump.state.allLeases
        if leases.isEmpty { return }
        let start = time.now()
        do {
            let lost = try await store.renew(leases, now: wallClock())
            await stop(lost: lost, of: leases, renewedAt: start)
        } catch {
            log(.error, "\(leases.count) leases could not be renewed: \(error)")
        }
    }

    /// Stops the runs whose leases were not renewed in time: their tasks may belong to others. Does not wait for a store that
    /// does not answer.
    private func cutOffUnrenewed(for duration: Duration) {
        let lost = pump.state.leases(renewedAtLatest: time.now() - duration)
        for control in pump.state.controls(of: lost) where control.stopLost() {
            log(.error, "A run was stopped, because its lease could not be renewed for \(duration)")
        }
        // The leases are checked only once: the store rejects an end that arrives late.
        pump.state.recordRenewal(lost, at: time.now())
    }

    private func stop(lost: [TaskLease], of leases: [TaskLease], renewedAt start: Duration) async {
        let isLost = Set(lost)
        pump.state.recordRenewal(leases.filter { !isLost.contains($0) }, at: start)
        let stopped = lost.filter { lease in pump.state.controls(of: [lease]).contains { $0.stopLost() } }
        await reportEnds(stopped.map(\.id))
    }

    // MARK: Tasks with handles

    /// Reads the changes that others may have made to a task. A task that runs here is not read: its run reports its end.
    func refresh(_ watched: any WatchedTask) async throws(TaskStoreError) {
        guard mayHaveChanged(watched) else { return }
        update(watched, try await store.task(watched.id))
    }

    private func mayHaveChanged(_ watched: any WatchedTask) -> Bool {
        !watched.isEnded && !(watch.isOpen(watched) && pump.state.runs(watched.id))
    }

    /// - Parameter task: the stored task.
    private func update(_ watched: any WatchedTask, _ task: StoredTask?) {
        let kind = task.flatMap { registry.kind($0.task.kind) }
        // A handle whose type differs from that of the task would wait forever.
        if task != nil, kind?.type != watched.type { return watched.markRemoved() }
        if task?.state.isEnd == false {
            watch.recordOpen(watched)
        }
        // The task may have started and ended while the store was read.
        guard !watched.isEnded, !pump.state.runs(watched.id) else { return }
        guard let task else { return watched.markRemoved() }
        if task.state.isEnd {
            kind?.reportEnd(task, self, .seen)
            // Has no effect, unless its number belongs to another task.
            watched.markRemoved()
        } else {
            watched.update(task, try? KeptStart(of: task, configuration))
        }
    }

    private func lookAtWatched(among ids: Set<DurableTaskID>?) async {
        let watched = (ids?.flatMap(watch.watchedTasks) ?? watch.openTasks).filter(mayHaveChanged)
        let open = Dictionary(grouping: watched, by: \.id)
        // Errors are reported where they are handled.
        try? await read(Array(open.keys)) { id, task in open[id]?.forEach { update($0, task) } }
    }
}
