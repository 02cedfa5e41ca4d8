#if ServiceLifecycle
    public import NetTaskHTTP
    public import ServiceLifecycle

    /// A queue as a service of a server: when the server is asked to end, what is under way has time to.
    ///
    ///     let group = ServiceGroup(services: [NetTaskQueueService(queue), server], logger: logger)
    ///
    /// On graceful shutdown the queue ends for good, as `shutdown(grace:)` says: nothing more starts, tasks that wait are
    /// cancelled, and those under way may end by themselves within the grace. When the service is cancelled, that happens
    /// at once. A group ends its services in reverse order, so that a queue stands before what adds tasks to it.
    public struct NetTaskQueueService<Request: Sendable, Reply: Sendable>: Service {
        private let queue: NetTaskQueue<Request, Reply>
        private let grace: Duration

        /// - Parameters:
        ///   - queue: the queue. It takes tasks before the service runs, too.
        ///   - grace: how long attempts under way may take to end by themselves; then they are cancelled. By default 25
        ///     seconds, which fits into the 30 that Kubernetes gives.
        public init(_ queue: NetTaskQueue<Request, Reply>, grace: Duration = .seconds(25)) {
            self.queue = queue
            self.grace = grace
        }

        /// Returns once the service was asked to end, and the queue has ended.
        public func run() async {
            try? await gracefulShutdown()  // also returns when the service is cancelled
            await queue.shutdown(grace: grace)
        }
    }
#endif
