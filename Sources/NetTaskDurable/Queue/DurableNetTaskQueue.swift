import Foundation
public import NetTaskCore

/// Runs tasks that outlive their process. Each task is stored before its first run, and remains in the store at least until its
/// end is recorded.
///
///     let queue = DurableHTTPNetTaskQueue(store: store, handler: HTTPNetTaskQueueHandler())
///     queue.register(Shop.durableTasks)
///     queue.start()
///     let handle = try await queue.enqueue(PlaceOrder(article: 17))
///
/// A task runs at least once. If the process ends during a run, the task runs again with the same idempotency key. The
/// interrupted run counts toward the maximum number of runs. A run executes the task in a `NetTaskQueue`, with its attempts and
/// retries. Between runs, the task waits as its `NetTaskDurability` specifies. Tasks without a registered type remain in the
/// store.
///
/// All members may be used from any thread. After the queue is released, no further run starts, and current runs continue to
/// their end.
public final class DurableNetTaskQueue<Request: Sendable, Reply: Sendable>: Sendable {
    let core: DurableCore<Request, Reply>

    /// Makes a queue. It runs nothing before ``start()``, ``run()`` or ``drain(until:limit:)``, but tasks may be enqueued.
    ///
    /// - Parameters:
    ///   - store: the store of the tasks. Other queues may use it at the same time. The queue does not close it: the code that
    ///     made the store does.
    ///   - handler: a handler that sends the requests, or a ``DurableExecutors``.
    ///   - limit: the number of tasks that may run at the same time, including those that wait for their next attempt; at least
    ///     1. Default: 8.
    ///   - configure: changes the default ``DurableConfiguration``. Called immediately.
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

    /// Registers types of tasks and their former kinds, so that the queue can run them.
    public func register(_ tasks: DurableNetTasks<Request, Reply>) {
        for type in tasks.types {
            register(type)
        }
    }

    /// Registers a type of task, so that the queue can run its tasks, including those of its former kinds. Tasks that could not
    /// be read earlier are tried again.
    public func register<T: DurableNetTask>(_ type: T.Type) where T.Request == Request, T.Reply == Reply {
        if core.registry.register(RegisteredKind(type)) {
            core.pump.wake()
        }
    }

    /// Returns the number of tasks of kinds without a registered type, by kind and state. They wait until their type is
    /// registered.
    ///
    /// - Throws: ``TaskStoreError``.
    public func unregisteredKinds() async throws(TaskStoreError) -> [TaskCount] {
        try await core.unregisteredKinds()
    }

    // MARK: Enqueuing

    /// Stores a task, and returns when it is stored. Afterward, the task runs even if this process ends. Registers its type.
    ///
    /// - Throws: ``EnqueueError``. The task is then not stored.
    @discardableResult
    public func enqueue<T: DurableNetTask>(
        _ task: T,
        _ options: DurableNetTaskOption...
    ) async throws(EnqueueError) -> DurableNetTaskHandle<T> where T.Request == Request, T.Reply == Reply {
        try await enqueue(task, options: options)
    }

    /// Stores a task with an array of options.
    @discardableResult
    public func enqueue<T: DurableNetTask>(
        _ task: T,
        options: [DurableNetTaskOption]
    ) async throws(EnqueueError) -> DurableNetTaskHandle<T> where T.Request == Request, T.Reply == Reply {
        let results = try await enqueue([task], options: options)
        return try results[0].get()
    }

    /// Stores several tasks in order: either all of them or, if one cannot be encoded, none.
    ///
    /// - Parameters:
    ///   - tasks: tasks of one type. An empty array has no effect.
    ///   - options: the options of each task. If there are several tasks, an idempotency key is followed by `-1` for the first
    ///     task, and so on.
    /// - Returns: the handle of each task, or ``EnqueueError/duplicate(of:)`` for tasks that were rejected.
    /// - Throws: ``EnqueueError``. No task is then stored.
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
            await reportEnds(after: insertions, new)
            return results
        } catch {
            throw .store(error)
        }
    }

    /// Returns the handle of a task that was enqueued before, for example before a relaunch. Registers its type.
    ///
    /// This does not read the store. If the store has no such task, or if the task has another type, awaiting its end with the
    /// handle fails with ``DurableTaskError/unknown``.
    public func handle<T: DurableNetTask>(for id: DurableTaskID, of type: T.Type) -> DurableNetTaskHandle<T>
    where T.Request == Request, T.Reply == Reply {
        register(type)
        core.listen()
        return DurableNetTaskHandle(id: id, record: core.watch.record(of: id, type), core: core)
    }

    /// Calls a closure when this queue ends a task of this type, or detects that it has ended:
    ///
    /// - The task ends in this queue: by a run, by a method of the queue, or by its maintenance, such as an expiry. This
    ///   includes tasks that were enqueued before a relaunch.
    /// - The task ends in another process, and a handle in this process has observed the task before its end.
    /// - The task ends in another process after this queue was made. In this case, the end is reported when a handle of the
    ///   task is awaited or its events are read. If 5,000 other tasks end first, it may not be reported.
    ///
    /// Each queue reports each end once. A dead letter that is retried ends again, and is reported again. An end that was
    /// stored before this queue was made is not reported, even if the earlier process ended before it could report it. To get
    /// its result, use a new handle. Tasks that were dropped are not reported.
    ///
    /// - Parameters:
    ///   - type: the type of the tasks.
    ///   - action: called for later ends, on a thread of the concurrency pool, for several tasks at the same time. A run keeps
    ///     its slot until the closure returns.
    /// - Returns: a subscription that can be cancelled. Releasing it does not cancel it.
    @discardableResult
    public func onEnd<T: DurableNetTask>(
        of type: T.Type,
        _ action: @escaping @Sendable (DurableNetTaskEnd<T>) -> Void
    ) -> DurableSubscription where T.Request == Request, T.Reply == Reply {
        core.watch.addEndAction(type, action)
    }

    // MARK: Stored tasks and handles

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
                // With the same key for all tasks, a server would act only on the first one.
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
            core.watch.recordOpen(record)
            return .success(DurableNetTaskHandle(id: id, record: record, core: core))
        case .rejected(let id):
            return .failure(.duplicate(of: id))
        }
    }

    /// Reports tasks that were replaced, and new tasks that ended immediately because of their dependencies.
    private func reportEnds(after insertions: [TaskInsertion], _ tasks: [NewTask]) async {
        for (insertion, task) in zip(insertions, tasks) {
            if case .replaced(let old, _) = insertion {
                await core.reportEnds(old)
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
