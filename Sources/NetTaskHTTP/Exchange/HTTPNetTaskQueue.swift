/// A queue for HTTP tasks.
///
///     let queue = HTTPNetTaskQueue(baseURL: "https://staging.example.com", limit: 4)
///     let post = try await queue.run(GetPost(id: 1))
public typealias HTTPNetTaskQueue = NetTaskQueue<HTTPMessage, HTTPReply>

extension NetTaskQueue where Request == HTTPMessage, Reply == HTTPReply {
    /// Makes a queue that sends its tasks over a transport, such as one for servers.
    ///
    ///     let queue = HTTPNetTaskQueue(transport: AsyncHTTPClientTransport(), limit: 4)
    ///
    /// - Parameters:
    ///   - transport: carries the requests.
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
        transport: any HTTPTransport,
        baseURL: String? = nil,
        limit: Int = 0,
        limitPerKey: Int = 0,
        order: NetTaskOrder = .fifo,
        duplicates: DuplicatePolicy = .allow,
        maxHold: Duration = .seconds(3600),
        observers: [any NetTaskObserver] = [],
        _ configure: (inout HTTPConfiguration) -> Void = { _ in }
    ) {
        let handler = HTTPNetTaskQueueHandler(transport: transport, baseURL: baseURL, configure)
        let configuration = handler.configuration
        self.init(
            limit: limit,
            limitPerKey: limitPerKey,
            order: order,
            duplicates: duplicates,
            maxHold: maxHold,
            handler: handler,
            observers: observers,
            clock: configuration.clock,
            wallClock: configuration.wallClock,
            random: configuration.random
        )
    }
}

extension NetTaskFilter {
    /// The HTTP tasks of that uri.
    ///
    /// - Parameter uri: as a task has it (`posts/1`), or as its spec does, for any values (`posts/{id}`).
    public static func uri(_ uri: String) -> NetTaskFilter {
        NetTaskFilter(id: "uri \(uri)") { task in
            guard let task = task as? any HTTPNetTask else { return false }
            return task.uri == uri || Swift.type(of: task).endpoint.uri == uri
        }
    }
}

/// A group of HTTP tasks.
public typealias HTTPNetTaskGroup = NetTaskGroup<HTTPMessage, HTTPReply>

extension Array where Element: HTTPNetTask {
    /// The tasks as a group that runs one after the other.
    public var serialNetTaskGroup: HTTPNetTaskGroup { HTTPNetTaskGroup(.serial, self) }
    /// The tasks as a group that runs all at once.
    public var concurrentNetTaskGroup: HTTPNetTaskGroup { HTTPNetTaskGroup(.concurrent, self) }
}

extension Array where Element == any HTTPNetTask {
    /// The tasks as a group that runs one after the other.
    public var serialNetTaskGroup: HTTPNetTaskGroup { group(.serial) }
    /// The tasks as a group that runs all at once.
    public var concurrentNetTaskGroup: HTTPNetTaskGroup { group(.concurrent) }

    private func group(_ mode: HTTPNetTaskGroup.Mode) -> HTTPNetTaskGroup {
        func typed(_ task: some HTTPNetTask) -> any NetTask<HTTPMessage, HTTPReply> { task }
        return HTTPNetTaskGroup(mode, map { typed($0) })
    }
}
