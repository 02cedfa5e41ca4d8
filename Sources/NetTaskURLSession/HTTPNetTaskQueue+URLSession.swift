public import NetTaskHTTP

/// What ``NetTaskQueue/shared`` is; a generic type can have no stored property of its own.
private let sharedQueue = HTTPNetTaskQueue()

extension NetTaskQueue where Request == HTTPMessage, Reply == HTTPReply {
    /// The queue for those who need none of their own: no limits, and the base URL that each task's client has.
    public static var shared: HTTPNetTaskQueue { sharedQueue }

    /// Makes a queue that sends its tasks over URLSession.
    ///
    ///     let queue = HTTPNetTaskQueue(limit: 4) { $0.timeouts.connect = .seconds(5) }
    ///
    /// - Parameters:
    ///   - baseURL: takes the place of the base URL that the tasks' client has.
    ///   - limit: how many tasks may run at once; 0, the default, means any number.
    ///   - limitPerKey: how many tasks of one host may run at once; 0, the default, means any number. Tasks that name
    ///     a key, or are added with ``NetTaskOption/key(_:)``, share by that instead.
    ///   - order: which of the tasks of one priority starts first. Defaults to the one that has waited longest.
    ///   - duplicates: what becomes of tasks that are in the queue already, unless they say it themselves. By default both
    ///     run.
    ///   - maxHold: the longest time for which a server's limit holds a task. Defaults to one hour.
    ///   - observers: are told all that happens in the queue, in this order. Defaults to none.
    ///   - configure: says what holds for all requests, where the defaults of ``HTTPConfiguration`` do not serve. Called at
    ///     once.
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
    /// Makes a handler that sends over URLSession.
    ///
    /// - Parameters:
    ///   - baseURL: takes the place of the base URL that the tasks' client has, such as for a staging server.
    ///   - configure: says what holds for all requests, where the defaults of ``HTTPConfiguration`` do not serve. Called at
    ///     once.
    public convenience init(baseURL: String? = nil, _ configure: (inout HTTPConfiguration) -> Void = { _ in }) {
        self.init(transport: URLSessionTransport(), baseURL: baseURL, configure)
    }
}
