import Foundation
public import NetTaskCore

/// Runs tasks that outlive their process: each is stored before it is first run, and removed from what is to be done only
/// once its end is stored.
///
///     let queue = DurableHTTPNetTaskQueue(store: store, handler: HTTPNetTaskQueueHandler())
///     queue.register(Shop.durableTasks)
///     queue.start()
///     let handle = try await queue.enqueue(PlaceOrder(article: 17))
///
/// A task is run at least once: where the process ends in the middle of a run, it is run again, with the same idempotency
/// key, and the lost run counts. One run is what a `NetTaskQueue` does with a task, its attempts and retries; between
/// runs it waits as its `NetTaskDurability` says. Tasks of kinds that nobody registered are kept.
///
/// All of it may be used from any thread. When the queue is released, it starts nothing more; runs under way go on to
/// their end.
public final class DurableNetTaskQueue<Request: Sendable, Reply: Sendable>: Sendable {
    let core: DurableCore<Request, Reply>

    /// Makes a queue. It runs nothing before ``start()``, ``run()`` or ``drain(until:limit:)``; tasks may be enqueued.
    ///
    /// - Parameters:
    ///   - store: where tasks are kept. Others may use it at the same time. Who made it closes it.
    ///   - handler: what sends the requests, or a ``DurableExecutors``.
    ///   - limit: how many runs may be under way at once, those included that wait for their next attempt; at least 1.
    ///   - configure: changes what is not to be as by default.
    public init(
        store: any TaskStore,
        handler: any NetTaskQueueHandler<Request, Reply>,
        limit: Int = 8,
        _ configure: (inout DurableConfiguration) -> Void = { _ in }
    ) {
        var configuration = DurableConfiguration()
        configure(&configuration)
        core = DurableCore(store: store, handler: handler, limit: limit, configuration)
    }

    deinit {
        core.pump.release()
    }

    // MARK: Types

    /// Lets the queue run tasks of these types, and of the kinds that they were called before.
    public func register(_ tasks: DurableNetTasks<Request, Reply>) {
        for type in tasks.types {
            register(type)
        }
    }

    /// Lets the queue run tasks of this type, and of the kinds that it was called before. Those of them that could not be
    /// read earlier are tried again.
    public func register<T: DurableNetTask>(_ type: T.Type) where T.Request == Request, T.Reply == Reply {
        if core.registry.register(RegisteredKind(type)) {
            core.pump.wake()
        }
    }

    /// How many tasks there are of kinds that nobody registered, by kind and state. They wait until somebody does.
    ///
    /// - Throws: ``TaskStoreError``.
    public func unregisteredKinds() async throws(TaskStoreError) -> [TaskCount] {
        try await core.unregisteredKinds()
    }

    // MARK: Enqueuing

    /// Stores a task, and returns once it is stored: from then on it is run, whatever becomes of this process. Its type
    /// counts as registered.
    ///
    /// - Throws: ``EnqueueError``. Nothing is stored then.
    @discardableResult
    public func enqueue<T: DurableNetTask>(
        _ task: T,
        _ options: DurableNetTaskOption...
    ) async throws(EnqueueError) -> DurableNetTaskHandle<T> where T.Request == Request, T.Reply == Reply {
        try await enqueue(task, options: options)
    }

    /// The same with options that were put together before.
    @discardableResult
    public func enqueue<T: DurableNetTask>(
        _ task: T,
        options: [DurableNetTaskOption]
    ) async throws(EnqueueError) -> DurableNetTaskHandle<T> where T.Request == Request, T.Reply == Reply {
        let results = try await enqueue([task], options: options)
        return try results[0].get()
    }

    /// Stores several tasks at once, in that order: all of them or, if one cannot be written down, none.
    ///
    /// - Parameters:
    ///   - tasks: of one type; if there are none, nothing happens.
    ///   - options: count for each of them. With an idempotency key, each has one of its own: the text with `-1` after it for
    ///     the first, and so on, unless there is only one.
    /// - Returns: the handle of each; ``EnqueueError/duplicate(of:)`` for those that were refused.
    /// - Throws: ``EnqueueError``. Nothing is stored then.
    @discardableResult
    public func enqueue<T: DurableNetTask>(
        _ tasks: [T],
        options: [DurableNetTaskOption] = []
    ) async throws(EnqueueError) -> [Result<DurableNetTaskHandle<T>, EnqueueError>]
    where T.Request == Request, T.Reply == Reply {
        if tasks.isEmpty { return [] }
        register(T.self)
        let new = try newTasks(tasks, DurableNetTaskOptions(options))
        let ticket = core.watch.beginEnqueuing()
        defer { core.watch.endEnqueuing(ticket) }
        do {
            let insertions = try await core.change { (store) async throws(TaskStoreError) in
                try await store.insert(new, now: core.wallClock())
            }
            let results = insertions.map { handle(of: $0, T.self) }
            core.wake(for: new)
            await tellEnds(after: insertions, new)
            return results
        } catch {
            throw .store(error)
        }
    }

    /// The handle of a task that was enqueued before, perhaps in an earlier life. Its type counts as registered.
    ///
    /// The store is not asked: what is awaited of a task that it does not know, or that is of another type, ends with
    /// ``DurableTaskError/unknown`` as soon as somebody looks.
    public func handle<T: DurableNetTask>(for id: DurableTaskID, of type: T.Type) -> DurableNetTaskHandle<T>
    where T.Request == Request, T.Reply == Reply {
        register(type)
        core.listen()
        return DurableNetTaskHandle(id: id, record: core.watch.record(of: id, type), core: core)
    }

    /// Has a closure called for each end of a task of that type that this queue brings about or learns of:
    ///
    /// - by a run here, a method of this queue, or its housekeeping, such as when a task expires; also if the task is from
    ///   an earlier life;
    /// - by another process, if there is a handle of the task here that has seen it before its end;
    /// - by another process unseen, once somebody awaits a handle of the task or looks at its events, if it ended after
    ///   this queue was made. After 5,000 later ends it may be told no more.
    ///
    /// Each end is told once in the life of the queue, however often its result is looked at. A task that was taken out of
    /// the dead letters ends again, and is told of again. An end from before this queue was made is not told, be it that
    /// nobody was told of it, since the process ended just after it was stored: only a handle that is made afterwards has
    /// its result. Nor are tasks that were dropped.
    ///
    /// - Parameters:
    ///   - type: the type of the tasks.
    ///   - action: called on a thread of the concurrency pool, for several tasks at once. A run keeps its slot until it
    ///     returns. It is told of what ends from now on.
    /// - Returns: a means to stop it. It may be dropped.
    @discardableResult
    public func onEnd<T: DurableNetTask>(
        of type: T.Type,
        _ action: @escaping @Sendable (DurableNetTaskEnd<T>) -> Void
    ) -> DurableSubscription where T.Request == Request, T.Reply == Reply {
        core.watch.addEndAction(type, action)
    }

    // MARK: What is made of a task

    func newTasks<T: DurableNetTask>(
        _ tasks: [T],
        _ options: DurableNetTaskOptions
    ) throws(EnqueueError) -> [NewTask] where T.Request == Request, T.Reply == Reply {
        let maker = NewTaskMaker(
            configuration: core.configuration,
            random: core.random,
            now: core.wallClock(),
            traceContext: options.traceContext ?? core.configuration.traceContext?() ?? [:]
        )
        var result: [NewTask] = []
        for (index, task) in tasks.enumerated() {
            var options = options
            if tasks.count > 1, let key = options.idempotencyKey {
                // With one key for all of them a server would do what the first one asks, and nothing else.
                options.idempotencyKey = "\(key)-\(index + 1)"
            }
            result.append(try maker.make(of: task, options))
        }
        return result
    }

    func handle<T: DurableNetTask>(
        of insertion: TaskInsertion,
        _ type: T.Type
    ) -> Result<DurableNetTaskHandle<T>, EnqueueError> where T.Request == Request, T.Reply == Reply {
        switch insertion {
        case .inserted(let id), .replaced(_, by: let id), .kept(let id):
            core.listen()
            let record = core.watch.record(of: id, type)
            core.watch.noticeOpen(record)
            return .success(DurableNetTaskHandle(id: id, record: record, core: core))
        case .rejected(let id):
            return .failure(.duplicate(of: id))
        }
    }

    /// Tells of tasks that were replaced, and of new ones that ended at once with what they depend on.
    private func tellEnds(after insertions: [TaskInsertion], _ tasks: [NewTask]) async {
        for (insertion, task) in zip(insertions, tasks) {
            if case .replaced(let old, _) = insertion {
                await core.tellEnds(old)
            }
            switch insertion {
            case .inserted(let id) where !task.dependencies.isEmpty,
                .replaced(_, by: let id) where !task.dependencies.isEmpty:
                for watched in core.watch.watchedTasks(id) {
                    try? await core.refresh(watched)
                }
            default: break
            }
        }
    }
}
