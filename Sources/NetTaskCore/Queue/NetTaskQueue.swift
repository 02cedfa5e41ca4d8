public import NetTaskSystem

/// Runs tasks, a limited number at a time, by priority and order. Each task ends exactly once.
///
///     let queue = HTTPNetTaskQueue(limit: 4)
///     let post = try await queue.run(GetPost(id: 1))
///
/// The generic parameters define the protocol of the queue, such as HTTP. Only tasks of the same protocol can be added. All
/// members may be used from any thread.
///
/// A waiting task uses no slot, and only a few hundred bytes of memory, whether it is ready or waits for a date, for other
/// tasks or for its next attempt.
///
/// Tasks continue after the queue is released. If the queue is suspended at that time, the waiting tasks are cancelled, because
/// nothing could resume it.
public final class NetTaskQueue<Request: Sendable, Reply: Sendable>: Sendable {
    let core: QueueCore<Request, Reply>

    /// Makes a queue.
    ///
    /// - Parameters:
    ///   - limit: the number of tasks that may run at the same time. Default: 0, no limit.
    ///   - limitPerKey: the number of tasks with the same key that may run at the same time. Default: 0, no limit.
    ///   - order: which of the ready tasks of the same priority starts first. Default: the task that has been ready longest.
    ///   - duplicates: what happens to duplicates of tasks in the queue, if neither the call nor the task has a policy.
    ///     Default: all of them run.
    ///   - maxHold: the longest time for which a server's limit holds a task. Default: one hour.
    ///   - handler: sends the requests.
    ///   - key: returns the key for `limitPerKey` of a task that has no key itself. Default: the key of the handler, which also
    ///     applies if the closure returns `nil`. Called only if `limitPerKey` is set or a server has reported a limit, on the
    ///     thread that adds the task, sets `limitPerKey` or reports the server's limit.
    ///   - observers: the observers of all events of the queue, notified in this order. Default: none.
    ///   - clock: measures waits and timeouts. Default: `ContinuousClock`.
    ///   - wallClock: returns the current date, for options with dates. Default: the system's date.
    ///   - random: generates jitter and idempotency keys. Default: the system's generator.
    public init(
        limit: Int = 0,
        limitPerKey: Int = 0,
        order: NetTaskOrder = .fifo,
        duplicates: DuplicatePolicy = .allow,
        maxHold: Duration = .seconds(3600),
        handler: any NetTaskQueueHandler<Request, Reply>,
        key: (@Sendable (any NetTask) -> String?)? = nil,
        observers: [any NetTaskObserver] = [],
        clock: any Clock<Duration> = ContinuousClock(),
        wallClock: @escaping @Sendable () -> Date = { Date() },
        random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) {
        var machine = QueueStateMachine<TaskRecord>(limit: limit, limitPerKey: limitPerKey, order: order)
        machine.maxHold = maxHold
        core = QueueCore(
            machine: machine,
            observers: observers,
            handler: handler,
            duplicates: duplicates,
            key: key,
            time: TimeSource(clock),
            wallClock: wallClock,
            random: .source(of: random)
        )
    }

    deinit {
        core.scheduler.change { $0.machine.release() }
    }

    // MARK: Adding tasks

    /// Adds a task. It starts immediately if a slot is free and it has nothing to wait for.
    ///
    /// The attempts run with the priority of the caller, without the caller's task-local values.
    @discardableResult
    public func add<T: NetTask>(_ task: T, _ options: NetTaskOption...) -> NetTaskHandle<T>
    where T.Request == Request, T.Reply == Reply {
        add(task, options: options)
    }

    /// Adds a task with an array of options.
    @discardableResult
    public func add<T: NetTask>(_ task: T, options: [NetTaskOption]) -> NetTaskHandle<T>
    where T.Request == Request, T.Reply == Reply {
        add(task, NetTaskOptions(options))
    }

    private func add<T: NetTask>(_ task: T, _ options: NetTaskOptions) -> NetTaskHandle<T>
    where T.Request == Request, T.Reply == Reply {
        NetTaskHandle(core.add(task, options), task)
    }

    /// Adds a run of a task that another queue keeps.
    package func add<T: NetTask>(_ task: T, as run: KeptRun, options: [NetTaskOption]) -> NetTaskHandle<T>
    where T.Request == Request, T.Reply == Reply {
        var options = NetTaskOptions(options)
        options.run.kept = run
        return add(task, options)
    }

    /// Adds a task and waits for its response. Cancelling the caller cancels the task.
    public func run<T: NetTask>(
        _ task: T,
        _ options: NetTaskOption...
    ) async throws(TaskError<T.Rejection, T.Failure>) -> T.Response where T.Request == Request, T.Reply == Reply {
        try await run(task, options: options)
    }

    /// Adds a task with an array of options and waits for its response. Cancelling the caller cancels the task.
    public func run<T: NetTask>(
        _ task: T,
        options: [NetTaskOption]
    ) async throws(TaskError<T.Rejection, T.Failure>) -> T.Response where T.Request == Request, T.Reply == Reply {
        if Task.isCancelled {
            throw .cancelled(.caller)
        }
        let handle = add(task, options: options)
        let result = await withTaskCancellationHandler {
            await handle.result
        } onCancel: {
            handle.cancel(.caller)
        }
        return try result.get()
    }

    // MARK: Rules

    /// The number of tasks that may run at the same time; 0 for no limit. A change takes effect immediately. Running tasks
    /// continue.
    public var limit: Int {
        get { core.scheduler.withLock { $0.machine.limit } }
        set { core.scheduler.change { $0.machine.limit = newValue } }
    }

    /// The number of tasks with the same key, such as the same host, that may run at the same time; 0 for no limit. A change
    /// takes effect immediately. Running tasks continue. While a key is at its limit, tasks with other keys can start first.
    /// The tasks that wait keep their places in the order.
    public var limitPerKey: Int {
        get { core.scheduler.withLock { $0.machine.limitPerKey } }
        set {
            core.scheduler.change { $0.machine.limitPerKey = newValue }
            if newValue > 0 { core.scheduler.findKeys() }
        }
    }

    /// The longest time for which a server's limit, such as `Retry-After`, holds a task or delays a retry or poll. After that
    /// time, the queue sends requests again. A change applies only to limits that servers report later.
    public var maxHold: Duration {
        get { core.scheduler.withLock { $0.machine.maxHold } }
        set { core.scheduler.change { $0.machine.maxHold = newValue } }
    }

    /// Which of the ready tasks of the same priority starts first. A change also applies to tasks that are already ready.
    public var order: NetTaskOrder {
        get { core.scheduler.withLock { $0.machine.order } }
        set { core.scheduler.change { $0.machine.order = newValue } }
    }

    /// Whether the queue is suspended. A suspended queue starts no attempts.
    public var isSuspended: Bool { core.scheduler.withLock { $0.machine.isSuspended } }

    /// Starts no further attempts, including retries, until ``resume()``. Running attempts continue.
    public func suspend() {
        core.scheduler.change { $0.machine.isSuspended = true }
    }

    /// Starts the tasks that are ready, up to the limit.
    public func resume() {
        core.scheduler.change { $0.machine.isSuspended = false }
    }

    // MARK: Contents

    /// The number of tasks in the queue: those that wait, run, or wait for a retry. A run that several tasks share counts as
    /// one task.
    public var count: Int { core.scheduler.withLock { $0.machine.count } }

    /// A snapshot of the tasks in the queue, in the order in which they were added.
    public var tasks: [NetTaskSummary] {
        core.scheduler.withLock { state in
            state.machine.tasks.map { $0.job.summary(priority: $0.priority) }
        }
    }

    // MARK: Cancelling

    /// Cancels all tasks in the queue. Tasks that are added later are not affected.
    public func cancelAll() {
        core.scheduler.cancelAll(.queue) { _ in true }
    }

    /// Cancels the task with this number, such as the number of one of the ``tasks``, for all handles that share its run.
    public func cancel(id: NetTaskID) {
        core.scheduler.cancelAll(.queue) { $0.place.id == id }
    }

    /// Cancels all tasks that were added with this tag.
    public func cancel(tag: String) {
        core.scheduler.cancelAll(.tag(tag)) { $0.tags.contains(tag) }
    }

    /// Cancels all tasks of this type.
    public func cancel<T: NetTask>(_ type: T.Type) {
        core.scheduler.cancelAll(.type) { $0.work is TypedWork<T> }
    }

    // MARK: The end

    /// Waits until the queue is empty, or until the caller is cancelled. Tasks that are added meanwhile are included. While the
    /// queue is suspended and contains waiting tasks, this does not return.
    public func drain() async {
        await core.scheduler.drain()
    }

    /// Shuts down the queue. Returns when the queue is empty.
    ///
    /// No further attempt starts. The waiting tasks, and all tasks that are added later, are cancelled with the reason
    /// ``CancellationReason/queueShutDown``.
    ///
    /// - Parameter grace: how long running attempts may continue before they are cancelled. Default: 25 seconds, because
    ///   Kubernetes kills a pod after 30. Cancelling the caller ends the grace period immediately.
    public func shutdown(grace: Duration = .seconds(25)) async {
        await core.scheduler.shutDown(grace: grace)
    }
}

/// Which of the ready tasks of the same priority starts first.
public enum NetTaskOrder: Sendable, Hashable, CaseIterable {
    /// The task that became ready first. A task becomes ready when it is added, or when its date or the delay of its next
    /// attempt has passed and its dependencies have ended.
    case fifo
    /// The task that became ready last. Use it to load first what the user is looking at now.
    case lifo
}

/// A run of a task that another queue keeps, such as a durable queue. The next run may be in another process.
///
/// Instead of a long wait, a run ends: with the ``NetTaskHold`` of its lane, with the error of its attempt if the server asks
/// for a longer wait, or with a ``NetTaskPause`` if it has to poll again. Its status contains the whole reply. A queue either
/// contains only such runs, or none of them.
package struct KeptRun: Sendable {
    /// The longest wait that a server may ask for without ending the run.
    let maxWait: Duration
    /// The reply to the request by which an earlier run started the operation that this run polls, or `nil`.
    let start: (any Sendable)?

    package init(maxWait: Duration, after start: (any Sendable)?) {
        self.maxWait = maxWait
        self.start = start
    }
}
