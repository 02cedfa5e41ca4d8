#if ServiceLifecycle
    public import ServiceLifecycle

    /// Runs a durable queue as a service of a server, until the server is asked to end.
    ///
    ///     let group = ServiceGroup(services: [DurableNetTaskQueueService(queue), server], logger: logger)
    ///
    /// On graceful shutdown, the service calls `shutdown(grace:)`: no further run starts, and current runs may continue for the
    /// grace period. Then they are cancelled and their leases returned, without counting them, so that another queue runs them
    /// soon. If the service is cancelled, the leases are returned immediately. Tasks may still be enqueued, and the store stays
    /// open: the code that made the store closes it after the group has ended.
    public struct DurableNetTaskQueueService<Request: Sendable, Reply: Sendable>: Service {
        private let queue: DurableNetTaskQueue<Request, Reply>
        private let grace: Duration

        /// Makes a service.
        ///
        /// - Parameters:
        ///   - queue: the queue. It does not have to be started.
        ///   - grace: how long runs may continue before they are cancelled and their leases returned, which takes at most 4
        ///     more seconds. Default: 25 seconds, because Kubernetes kills a pod after 30.
        public init(_ queue: DurableNetTaskQueue<Request, Reply>, grace: Duration = .seconds(25)) {
            self.queue = queue
            self.grace = grace
        }

        /// Starts the queue, and returns when the service was asked to end and no task runs.
        public func run() async {
            queue.start()
            try? await gracefulShutdown()  // also returns when the service is cancelled
            await queue.shutdown(grace: grace)
        }
    }
#else
    /// A durable queue as a service. Available only with the trait `ServiceLifecycle` of the package.
    @available(*, unavailable, message: "add `traits: [\"ServiceLifecycle\"]` to the package dependency on NetTask")
    public enum DurableNetTaskQueueService {}
#endif
