#if Observability
    public import Logging
    public import NetTaskHTTP

    /// Logs the events of a queue: accepted tasks and started attempts at the level `trace`, retries and ends at the level
    /// `debug`. Nothing is logged at a higher level, because errors are thrown to the callers that await the tasks.
    ///
    ///     HTTPNetTaskQueue(observers: [LoggingObserver(logger, queue: "api")])
    ///
    /// All variable values are in the metadata: `nettask.queue`, `nettask.task.id`, `nettask.operation`, `nettask.tags`,
    /// `nettask.attempt`, `nettask.outcome`, `nettask.retry.reason`, `nettask.limit.key`, `error.type`, and in seconds
    /// `nettask.queue.latency`, `nettask.retry.delay`, `nettask.limit.wait`, `nettask.duration` and `nettask.run.duration`.
    /// Params, and descriptions of errors, which may contain text from servers, are not logged.
    public struct LoggingObserver: NetTaskObserver {
        private let logger: Logger

        /// Makes an observer.
        ///
        /// - Parameters:
        ///   - logger: the logger. It is used on any thread, without the context of the code that adds tasks.
        ///   - queue: the name of the queue. Default: `nil`, no name.
        public init(_ logger: Logger, queue: String? = nil) {
            var logger = logger
            logger[metadataKey: "nettask.queue"] = queue.map { "\($0)" }
            self.logger = logger
        }

        public func observe(_ event: NetTaskQueueEvent) {
            switch event.kind {
            case .accepted:
                logger.trace("Task accepted", metadata: metadata(event, [:]))
            case .started(let attempt, let waited):
                logger.trace(
                    "Attempt started",
                    metadata: metadata(
                        event,
                        ["nettask.attempt": "\(attempt)", "nettask.queue.latency": "\(waited.seconds)"]
                    )
                )
            case .resent(let attempt):
                logger.debug(
                    "Request was not sent, and is sent again",
                    metadata: metadata(event, ["nettask.attempt": "\(attempt)"])
                )
            case .retrying(let retry, let delay, let reason):
                logger.debug(
                    "Attempt failed, and is repeated",
                    metadata: metadata(
                        event,
                        [
                            "nettask.attempt": "\(retry)", "nettask.retry.delay": "\(delay.seconds)",
                            "nettask.retry.reason": "\(reason.name)",
                        ]
                    )
                )
            case .pending(let attempt, let wait):
                logger.debug(
                    "Operation has not completed, and is polled again",
                    metadata: metadata(
                        event,
                        ["nettask.attempt": "\(attempt)", "nettask.poll.delay": "\(wait.seconds)"]
                    )
                )
            case .retryRefused(let reason):
                logger.debug(
                    "Attempt failed, and its retry was not permitted",
                    metadata: metadata(event, ["nettask.retry.reason": "\(reason.name)"])
                )
            case .held(let key, let wait), .stillHeld(let key, let wait):
                logger.debug(
                    "Server's limit holds tasks",
                    metadata: metadata(
                        event,
                        ["nettask.limit.key": "\(key ?? "")", "nettask.limit.wait": "\(wait.seconds)"]
                    )
                )
            case .ended(let phase, let attempts, let duration, let runDuration):
                logger.debug(
                    "Task ended",
                    metadata: metadata(
                        event,
                        [
                            "nettask.outcome": "\(phase.outcome)", "nettask.attempt": "\(attempts)",
                            "nettask.duration": "\(duration.seconds)",
                            "nettask.run.duration": "\(runDuration?.seconds ?? 0)",
                        ]
                    )
                )
            }
        }

        private func metadata(_ event: NetTaskQueueEvent, _ more: Logger.Metadata) -> Logger.Metadata {
            var metadata = more
            metadata["nettask.task.id"] = "\(event.id)"
            metadata["nettask.operation"] = "\(event.name)"
            if !event.tags.isEmpty {
                metadata["nettask.tags"] = .array(event.tags.map { "\($0)" })
            }
            if let error = event.error {
                metadata["error.type"] = "\(errorType(of: error))"
            }
            return metadata
        }
    }
#endif
