import Foundation
import NetTaskCore

/// What a durable queue, its handles and its runs share.
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
    /// The number of this queue, by which its own changes are told from those of others.
    let author = Int64.random(in: 1 ... .max)
    let housekeeping = Locked(Housekeeping())
    /// Whether kinds were registered since unregistered ones were last looked for.
    let hasNewKinds = Locked(false)
    /// What listens to the store and the conditions; nil before it is to.
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

    /// Begins to listen to the store and the conditions, once. What listens keeps nothing alive.
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
                    // What nobody can run here is left to others.
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

    /// The task as it wrote itself down.
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
        await tellEnds(ended)
        return ended
    }

    /// Tells of an end, unless that was done before.
    func tell<T: DurableNetTask>(
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

    /// Tells of ends that the store knows already, and cuts off what runs of these tasks.
    func tellEnds(_ ids: [DurableTaskID]) async {
        if ids.isEmpty { return }
        // Other tasks may have waited for these.
        pump.wake()
        // Before the store is asked: what is claimed later is of the task's next life.
        let leases = Dictionary(grouping: pump.state.allLeases, by: \.id)
        // What runs comes first, since it has to be cut off.
        let ordered = ids.filter { leases[$0] != nil } + ids.filter { leases[$0] == nil }
        do {
            try await read(ordered) { id, task in tellEnd(id, task, leases[id] ?? []) }
        } catch {
            if error == .closed { return }
            log(.error, "The ends of \(ids.count) tasks could not be read, and are read again: \(error)", id: ids.first)
            Task.detached { [weak self, time] in
                try? await time.sleep(time.now() + .seconds(1))
                await self?.tellEnds(ids)
            }
        }
    }

    /// Calls the body with each task as the store has it now; `nil` if it has none.
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

    private func tellEnd(_ id: DurableTaskID, _ task: StoredTask?, _ leases: [TaskLease]) {
        guard let task else {
            pump.stopRuns(leases)
            watch.watchedTasks(id).forEach { $0.vanish() }
            return
        }
        guard task.state.isEnd else { return watch.forget([id]) }
        pump.stopRuns(leases)
        if let kind = registry.kind(task.task.kind) {
            kind.tellEnd(task, self, .own)
        } else if watch.end(task, now: wallClock()) {
            hooks.didEnd(task)
        }
    }

    /// Cuts off runs whose tasks were ended, or taken over, by somebody else: another process, or by way of the store.
    ///
    /// - Parameter ids: the tasks that this may be so of; nil: any.
    private func stopLostRuns(among ids: Set<DurableTaskID>?) async {
        // Before the store is asked, as later claims are not in its answer.
        let leases = pump.state.heldLeases.filter { ids?.contains($0.id) ?? true }
        if leases.isEmpty { return }
        let start = time.now()
        // Errors will come up where something is done about them.
        guard let lost = try? await store.renew(leases, now: wallClock()) else { return }
        await stop(lost: lost, of: leases, renewedAt: start)
    }

    /// Renews all leases, those included of runs whose end the store has not understood yet.
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

    /// Cuts off the runs whose leases could not be renewed in time: their tasks may be others' by now. A store that does
    /// not answer is not waited for.
    private func cutOffUnrenewed(for duration: Duration) {
        let lost = pump.state.leases(renewedAtLatest: time.now() - duration)
        for control in pump.state.controls(of: lost) where control.stopLost() {
            log(.error, "A run was cut off, since its lease could not be renewed for \(duration)")
        }
        // They are looked at once: an end that comes late is refused by the store.
        pump.state.noteRenewed(lost, at: time.now())
    }

    private func stop(lost: [TaskLease], of leases: [TaskLease], renewedAt start: Duration) async {
        let isLost = Set(lost)
        pump.state.noteRenewed(leases.filter { !isLost.contains($0) }, at: start)
        let stopped = lost.filter { lease in pump.state.controls(of: [lease]).contains { $0.stopLost() } }
        await tellEnds(stopped.map(\.id))
    }

    // MARK: Tasks that somebody has a handle of

    /// Looks at what others may have done to a task. One that runs here is left alone: its run tells of it.
    func refresh(_ watched: any WatchedTask) async throws(TaskStoreError) {
        guard mayHaveChanged(watched) else { return }
        update(watched, try await store.task(watched.id))
    }

    private func mayHaveChanged(_ watched: any WatchedTask) -> Bool {
        !watched.isEnded && !(watch.isOpen(watched) && pump.state.runs(watched.id))
    }

    /// - Parameter task: as the store has it now.
    private func update(_ watched: any WatchedTask, _ task: StoredTask?) {
        let kind = task.flatMap { registry.kind($0.task.kind) }
        // A handle of a type that the task is not of would wait for ever.
        if task != nil, kind?.type != watched.type { return watched.vanish() }
        if task?.state.isEnd == false {
            watch.noticeOpen(watched)
        }
        // It may have been started, and have ended, while the store was asked.
        guard !watched.isEnded, !pump.state.runs(watched.id) else { return }
        guard let task else { return watched.vanish() }
        if task.state.isEnd {
            kind?.tellEnd(task, self, .seen)
            // Nothing, unless its number belongs to another task by now.
            watched.vanish()
        } else {
            watched.learn(task, try? KeptStart(of: task, configuration))
        }
    }

    private func lookAtWatched(among ids: Set<DurableTaskID>?) async {
        let watched = (ids?.flatMap(watch.watchedTasks) ?? watch.openTasks).filter(mayHaveChanged)
        let open = Dictionary(grouping: watched, by: \.id)
        // Errors will come up where something is done about them.
        try? await read(Array(open.keys)) { id, task in open[id]?.forEach { update($0, task) } }
    }
}
