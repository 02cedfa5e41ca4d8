/// A queue for HTTP tasks.
///
///     let queue = HTTPNetTaskQueue(baseURL: "https://staging.example.com", limit: 4)
///     let post = try await queue.run(GetPost(id: 1))
public typealias HTTPNetTaskQueue = NetTaskQueue<HTTPMessage, HTTPReply>

extension NetTaskQueue where Request == HTTPMessage, Reply == HTTPReply {
    /// - Parameters:
    ///   - baseURL: takes the place of the base URL that the tasks' client has.
    ///   - limit: how many tasks may run at once; 0, the default, means any number.
    ///   - transport: what sends the requests.
    ///   - clock: what waits and time-outs are measured by.
    ///   - random: where jitter and boundaries come from.
    public convenience init(
        baseURL: String? = nil,
        limit: Int = 0,
        transport: any HTTPTransport = URLSessionTransport(),
        clock: any Clock<Duration> = ContinuousClock(),
        random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) {
        self.init(
            limit: limit,
            handler: HTTPNetTaskQueueHandler(baseURL: baseURL, transport: transport, random: random),
            clock: clock,
            random: random
        )
    }
}
