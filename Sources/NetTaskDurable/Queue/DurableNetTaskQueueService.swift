#if ServiceLifecycle
    public import ServiceLifecycle

    /// A durable queue as a service of a server: it runs what is due until the server is asked to end.
    ///
    ///     let group = ServiceGroup(services: [DurableNetTaskQueueService(queue), server], logger: logger)
    ///
    /// On graceful shutdown the queue ends its work, as `shutdown(grace:)` says: it claims no more, and runs may end by
    /// themselves within the grace; the others are given back without counting them, so that another queue runs them
    /// soon. When the service is cancelled, all are given back at once. Tasks may still be enqueued, and the store stays
    /// open: who made it closes it after the group has ended.
    public struct DurableNetTaskQueueService<Request: Sendable, Reply: Sendable>: Service {
        private let queue: DurableNetTaskQueue<Request, Reply>
        private let grace: Duration

        /// - Parameters:
        ///   - queue: the queue. It need not have been started.
        ///   - grace: how long runs under way may take to end by themselves; then they are cancelled, and given back, which
        ///     takes at most 4 seconds more. By default 25 seconds, which fits into the 30 that Kubernetes gives.
        public init(_ queue: DurableNetTaskQueue<Request, Reply>, grace: Duration = .seconds(25)) {
            self.queue = queue
            self.grace = grace
        }

        /// Starts the queue, and returns once the service was asked to end, and no run is under way.
        public func run() async {
            queue.start()
            try? await gracefulShutdown()  // also returns when the service is cancelled
            await queue.shutdown(grace: grace)
        }
    }
#else
    /// A durable queue as a service, which is there with the trait `ServiceLifecycle` of the package only.
    @available(*, unavailable, message: "add `traits: [\"ServiceLifecycle\"]` to the package dependency on NetTask")
    public enum DurableNetTaskQueueService {}
#endif
