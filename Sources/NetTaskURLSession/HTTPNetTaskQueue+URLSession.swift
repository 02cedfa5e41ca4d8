public import NetTaskHTTP

/// The value of ``NetTaskQueue/shared``. A generic type cannot have static stored properties.
private let sharedQueue = HTTPNetTaskQueue()

extension NetTaskQueue where Request == HTTPMessage, Reply == HTTPReply {
    /// A shared queue without limits, which uses the base URL of each task's client.
    public static var shared: HTTPNetTaskQueue { sharedQueue }

    /// Makes a queue that sends its tasks with URLSession.
    ///
    ///     let queue = HTTPNetTaskQueue(limit: 4) { $0.timeouts.connect = .seconds(5) }
    ///
    /// - Parameters:
    ///   - baseURL: replaces the base URL of the tasks' client. Default: `nil`, the base URL of the client.
    ///   - limit: the number of tasks that may run at the same time. Default: 0, no limit.
    ///   - limitPerKey: the number of tasks for the same host that may run at the same time. Tasks with a key of their own, or
    ///     with the option ``NetTaskOption/key(_:)``, are grouped by that key instead. Default: 0, no limit.
    ///   - order: which of the ready tasks of the same priority starts first. Default: the task that has been ready longest.
    ///   - duplicates: what happens to duplicates of tasks in the queue, if neither the call nor the task has a policy.
    ///     Default: all of them run.
    ///   - maxHold: the longest time for which a server's limit holds a task. Default: one hour.
    ///   - observers: are notified of all events of the queue, in this order. Default: none.
    ///   - configure: changes the default ``HTTPConfiguration``. Called immediately.
    public convenience init(
        baseURL: String? = nil,
        limit: Int = 0,
        limitPerKey: Int = 0,
        order: NetTaskOrder = .fifo,
        duplicates: DuplicatePolicy = .allow,
        maxHold: Duration = .seconds(3600),
        observers: [any NetTaskObserver] = [],
        _ configure: (inout HTTPConfiguration) -> Void = { _ in }
    ) {
        self.init(
            transport: URLSessionTransport(),
            baseURL: baseURL,
            limit: limit,
            limitPerKey: limitPerKey,
            order: order,
            duplicates: duplicates,
            maxHold: maxHold,
            observers: observers,
            configure
        )
    }
}

extension HTTPNetTaskQueueHandler {
    /// Makes a handler that sends with URLSession.
    ///
    /// - Parameters:
    ///   - baseURL: replaces the base URL of the tasks' client, such as with a staging server. Default: `nil`, the base URL of
    ///     the client.
    ///   - configure: changes the default ``HTTPConfiguration``. Called immediately.
    public convenience init(baseURL: String? = nil, _ configure: (inout HTTPConfiguration) -> Void = { _ in }) {
        self.init(transport: URLSessionTransport(), baseURL: baseURL, configure)
    }
}
