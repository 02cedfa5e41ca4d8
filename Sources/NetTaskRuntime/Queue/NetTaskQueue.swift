/// Runs tasks: at most so many at once, in the order added, each until it has ended exactly once.
///
/// The types say which protocol the queue speaks; it takes only tasks that speak the same. All of it may be used from
/// any thread. Tasks that were accepted go on when the queue is released; only if it is suspended then, those that wait
/// are cancelled, since nobody could resume it.
public final class NetTaskQueue<Request: Sendable, Reply: Sendable>: Sendable {
    private let core: QueueCore<Request, Reply>

    /// - Parameters:
    ///   - limit: how many tasks may run at once; 0, the default, means any number.
    ///   - handler: what sends the requests.
    ///   - clock: what waits and time-outs are measured by.
    ///   - random: where jitter comes from.
    public init(
        limit: Int = 0,
        handler: any NetTaskQueueHandler<Request, Reply>,
        clock: any Clock<Duration> = ContinuousClock(),
        random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) {
        core = QueueCore(limit: limit, handler: handler, time: TimeSource(clock), random: RandomSource(random))
    }

    deinit {
        core.handle(.released)
    }

    /// Accepts a task. It starts at once if a slot is free; tasks start in the order in which they are added.
    ///
    /// Its attempts run with the priority of the caller, and without the caller's task-local values.
    public func add<T: NetTask>(_ task: T, _ options: NetTaskOption...) -> NetTaskHandle<T>
    where T.Request == Request, T.Reply == Reply {
        NetTaskHandle(core.add(task, NetTaskOptions(options)), in: core)
    }

    /// Accepts a task and waits for its response. Cancelling the caller cancels the task.
    public func run<T: NetTask>(
        _ task: T,
        _ options: NetTaskOption...
    ) async throws(NetTaskError<T.Failure>) -> T.Response where T.Request == Request, T.Reply == Reply {
        if Task.isCancelled {
            throw .cancelled(.caller)
        }
        let handle = NetTaskHandle(core.add(task, NetTaskOptions(options)), in: core)
        let result = await withTaskCancellationHandler {
            await handle.result
        } onCancel: {
            handle.cancel(.caller)
        }
        return try result.get()
    }

    /// How many tasks may run at once; 0 means any number. A change takes effect at once, but ends no running task.
    public var limit: Int {
        get { core.limit }
        set { core.handle(.limitChanged(newValue)) }
    }

    /// How many tasks are in the queue: waiting, running and waiting for a retry.
    public var count: Int { core.count }

    /// Whether nothing more is started until ``resume()``.
    public var isSuspended: Bool { core.isSuspended }

    /// Starts nothing more until ``resume()``, no retry either. Running tasks go on.
    public func suspend() {
        core.handle(.suspended)
    }

    /// Starts all that is due, as far as the limit allows.
    public func resume() {
        core.handle(.resumed)
    }

    /// Cancels every task in the queue. Tasks added later are not affected.
    public func cancelAll() {
        core.handle(.cancelledAll(.queue))
    }
}
