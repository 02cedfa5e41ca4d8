public import Foundation

/// Runs tasks: a limited number at once, by priority and order, each until it has ended exactly once.
///
/// The types say which protocol the queue speaks; it takes only tasks that speak the same. All of it may be used from
/// any thread. Tasks that were accepted go on when the queue is released; only if it is suspended then, those that wait
/// are cancelled, since nobody could resume it.
///
/// A task that waits, be it in line, for a date, for others or for its next attempt, takes no slot and costs a few
/// hundred bytes.
public final class NetTaskQueue<Request: Sendable, Reply: Sendable>: Sendable {
    let core: QueueCore<Request, Reply>

    /// - Parameters:
    ///   - limit: how many tasks may run at once; 0, the default, means any number.
    ///   - limitPerKey: how many tasks of one key may run at once; 0, the default, means any number.
    ///   - order: which of the tasks of one priority starts first. Defaults to the one that has waited longest.
    ///   - duplicates: what becomes of tasks that are in the queue already, unless they say it themselves. By default both
    ///     run.
    ///   - maxHold: the longest time for which a server's limit holds a task. Defaults to one hour.
    ///   - handler: what sends the requests.
    ///   - key: what tasks that name no key themselves share `limitPerKey` by. Default, and where it gives nil: what the
    ///     handler says. Called only once there is such a limit, or a server tells of its own, on the thread that adds the
    ///     task, sets the limit or learns of it.
    ///   - observers: are told all that happens in the queue, in this order. Defaults to none.
    ///   - clock: what waits and time-outs are measured by.
    ///   - wallClock: what dates are compared with.
    ///   - random: where jitter and idempotency keys come from.
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

    /// Accepts a task. It starts at once if a slot is free and nothing is said that it has to wait for.
    ///
    /// Its attempts run with the priority of the caller, and without the caller's task-local values.
    @discardableResult
    public func add<T: NetTask>(_ task: T, _ options: NetTaskOption...) -> NetTaskHandle<T>
    where T.Request == Request, T.Reply == Reply {
        add(task, options: options)
    }

    /// The same with options that were put together before.
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

    /// Accepts a task and waits for its response. Cancelling the caller cancels the task.
    public func run<T: NetTask>(
        _ task: T,
        _ options: NetTaskOption...
    ) async throws(TaskError<T.Rejection, T.Failure>) -> T.Response where T.Request == Request, T.Reply == Reply {
        try await run(task, options: options)
    }

    /// The same with options that were put together before.
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

    /// How many tasks may run at once; 0 means any number. A change takes effect at once, but ends no running task.
    public var limit: Int {
        get { core.scheduler.withLock { $0.machine.limit } }
        set { core.scheduler.change { $0.machine.limit = newValue } }
    }

    /// How many tasks of one key may run at once, such as of one host; 0 means any number. A change takes effect at
    /// once, but ends no running task. Tasks whose key is full let others go first, and keep their place.
    public var limitPerKey: Int {
        get { core.scheduler.withLock { $0.machine.limitPerKey } }
        set {
            core.scheduler.change { $0.machine.limitPerKey = newValue }
            if newValue > 0 { core.scheduler.findKeys() }
        }
    }

    /// The longest time for which a server's limit holds a task, such as by `Retry-After`, and for which a task waits before a
    /// retry or a poll because a server says so. Then requests are sent again. A change counts for what servers say from then on.
    public var maxHold: Duration {
        get { core.scheduler.withLock { $0.machine.maxHold } }
        set { core.scheduler.change { $0.machine.maxHold = newValue } }
    }

    /// Which of the tasks of one priority starts first. A change counts for those that wait, too.
    public var order: NetTaskOrder {
        get { core.scheduler.withLock { $0.machine.order } }
        set { core.scheduler.change { $0.machine.order = newValue } }
    }

    /// Whether nothing more is started until ``resume()``.
    public var isSuspended: Bool { core.scheduler.withLock { $0.machine.isSuspended } }

    /// Starts nothing more until ``resume()``, no retry either. Running tasks go on.
    public func suspend() {
        core.scheduler.change { $0.machine.isSuspended = true }
    }

    /// Starts all that is due, as far as the limit allows.
    public func resume() {
        core.scheduler.change { $0.machine.isSuspended = false }
    }

    // MARK: What is in it

    /// How many tasks are in the queue: waiting, running and waiting for a retry. Tasks that share a run count once.
    public var count: Int { core.scheduler.withLock { $0.machine.count } }

    /// The tasks in the queue, all from one moment, in the order in which they were added.
    public var tasks: [NetTaskSummary] {
        core.scheduler.withLock { state in
            state.machine.tasks.map { $0.job.summary(priority: $0.priority) }
        }
    }

    // MARK: Cancelling

    /// Cancels every task in the queue. Tasks added later are not affected.
    public func cancelAll() {
        core.scheduler.cancelAll(.queue) { _ in true }
    }

    /// Cancels the task of that number, such as one of ``tasks``, for all who share its run.
    public func cancel(id: NetTaskID) {
        core.scheduler.cancelAll(.queue) { $0.place.id == id }
    }

    /// Cancels every task that was added with that tag.
    public func cancel(tag: String) {
        core.scheduler.cancelAll(.tag(tag)) { $0.tags.contains(tag) }
    }

    /// Cancels every task of that type.
    public func cancel<T: NetTask>(_ type: T.Type) {
        core.scheduler.cancelAll(.type) { $0.work is TypedWork<T> }
    }

    // MARK: The end

    /// Waits until nothing is left in the queue, tasks that are added meanwhile included; or until the caller is
    /// cancelled. As long as the queue is suspended with tasks waiting, so does this.
    public func drain() async {
        await core.scheduler.drain()
    }

    /// Ends the queue: from now on nothing starts, and whatever is added ends as cancelled for
    /// ``CancellationReason/queueShutDown``, and so do those that wait. Returns once nothing is left.
    ///
    /// - Parameter grace: how long running attempts may take to end by themselves; then they are cancelled too. By
    ///   default 25 seconds, which fits into the 30 that Kubernetes gives. Cancelling the caller ends it at once.
    public func shutdown(grace: Duration = .seconds(25)) async {
        await core.scheduler.shutDown(grace: grace)
    }
}

/// Which of the tasks of one priority is started first.
public enum NetTaskOrder: Sendable, Hashable, CaseIterable {
    /// The one that became ready first. A task is ready when it is added, or when what it waits for has come: its date,
    /// its dependencies, its next attempt.
    case fifo
    /// The one that became ready last, such as for what the user looks at now.
    case lifo
}

/// One run of a task that another queue keeps, such as a durable one: its next run may be in another process.
///
/// A run does not wait for long. It ends instead: with the ``NetTaskHold`` of its lane, with the error of its attempt if the
/// server wants it to wait, and with a ``NetTaskPause`` if it would poll. Its status keeps the whole reply. A queue that has a run
/// has nothing but runs.
package struct KeptRun: Sendable {
    /// The longest that it waits because a server says so.
    let maxWait: Duration
    /// The reply to the request by which an earlier run has started what this one polls; nil if there was none.
    let start: (any Sendable)?

    package init(maxWait: Duration, after start: (any Sendable)?) {
        self.maxWait = maxWait
        self.start = start
    }
}
