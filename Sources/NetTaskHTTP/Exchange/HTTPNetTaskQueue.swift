/// A queue for HTTP tasks.
///
///     let queue = HTTPNetTaskQueue(baseURL: "https://staging.example.com", limit: 4)
///     let post = try await queue.run(GetPost(id: 1))
///
/// See ``NetTaskQueue`` for its members.
public typealias HTTPNetTaskQueue = NetTaskQueue<HTTPMessage, HTTPReply>

extension NetTaskQueue where Request == HTTPMessage, Reply == HTTPReply {
    /// Makes a queue with a transport, such as one for servers.
    ///
    ///     let queue = HTTPNetTaskQueue(transport: AsyncHTTPClientTransport(), limit: 4)
    ///
    /// - Parameters:
    ///   - transport: sends the requests.
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
    /// The HTTP tasks with this uri.
    ///
    /// - Parameter uri: the uri of a task (`posts/1`), or a uri as in the spec, which matches any values (`posts/{id}`).
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
    /// A group that runs these tasks one after the other.
    public var serialNetTaskGroup: HTTPNetTaskGroup { HTTPNetTaskGroup(.serial, self) }
    /// A group that runs these tasks at the same time.
    public var concurrentNetTaskGroup: HTTPNetTaskGroup { HTTPNetTaskGroup(.concurrent, self) }
}

extension Array where Element == any HTTPNetTask {
    /// A group that runs these tasks one after the other.
    public var serialNetTaskGroup: HTTPNetTaskGroup { group(.serial) }
    /// A group that runs these tasks at the same time.
    public var concurrentNetTaskGroup: HTTPNetTaskGroup { group(.concurrent) }

    private func group(_ mode: HTTPNetTaskGroup.Mode) -> HTTPNetTaskGroup {
        func typed(_ task: some HTTPNetTask) -> any NetTask<HTTPMessage, HTTPReply> { task }
        return HTTPNetTaskGroup(mode, map { typed($0) })
    }
}
