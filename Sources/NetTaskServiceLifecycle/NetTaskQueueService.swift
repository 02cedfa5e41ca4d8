#if ServiceLifecycle
    public import NetTaskHTTP
    public import ServiceLifecycle

    /// Runs a queue as a service of a server, with time for running attempts at shutdown.
    ///
    ///     let group = ServiceGroup(services: [NetTaskQueueService(queue), server], logger: logger)
    ///
    /// On graceful shutdown, the service calls `shutdown(grace:)`: no further attempt starts, waiting tasks are cancelled, and
    /// running attempts may continue for the grace period. If the service is cancelled, running attempts are cancelled
    /// immediately. A group ends its services in reverse order, so list a queue before the services that add tasks to it.
    public struct NetTaskQueueService<Request: Sendable, Reply: Sendable>: Service {
        private let queue: NetTaskQueue<Request, Reply>
        private let grace: Duration

        /// Makes a service.
        ///
        /// - Parameters:
        ///   - queue: the queue. It accepts tasks before the service runs, too.
        ///   - grace: how long running attempts may continue before they are cancelled. Default: 25 seconds, because Kubernetes
        ///     kills a pod after 30.
        public init(_ queue: NetTaskQueue<Request, Reply>, grace: Duration = .seconds(25)) {
            self.queue = queue
            self.grace = grace
        }

        /// Returns when the service was asked to end and the queue has shut down.
        public func run() async {
            try? await gracefulShutdown()  // also returns when the service is cancelled
            await queue.shutdown(grace: grace)
        }
    }
#endif
