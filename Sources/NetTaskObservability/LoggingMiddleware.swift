#if Observability
    import HTTPTypes
    public import Logging
    public import NetTaskHTTP

    /// Logs each attempt of an HTTP task: at the level `trace` when it goes out, at `debug` what came of it.
    ///
    ///     HTTPNetTaskQueue { $0.middleware = [LoggingMiddleware(logger)] }
    ///
    /// All that varies is in the metadata: `nettask.task.id`, `nettask.operation`, `nettask.attempt`,
    /// `http.request.method`, `url.full` with a mark in place of secrets, `url.template`, `http.response.status_code`,
    /// `error.type`, and `http.client.request.duration` in seconds. Headers, bodies and texts of errors are not logged.
    ///
    /// Put it before middleware that adds credentials.
    public struct LoggingMiddleware: HTTPMiddleware {
        private let logger: Logger
        private let stopwatch: Stopwatch

        /// - Parameters:
        ///   - logger: where it is logged. Used on the concurrency pool, within the span of a ``TracingMiddleware`` that
        ///     stands before this.
        ///   - clock: what durations are measured by.
        public init(_ logger: Logger, clock: any Clock<Duration> = ContinuousClock()) {
            self.logger = logger
            stopwatch = Stopwatch(clock)
        }

        public func send(_ call: HTTPCall, next: Next) async throws -> HTTPReply {
            if logger.logLevel > .debug { return try await next(call) }
            var logger = logger
            describe(call, in: &logger)
            logger.trace("Request goes out")
            let elapsed = stopwatch.start()
            do {
                let reply = try await next(call)
                logger[metadataKey: "http.response.status_code"] = "\(reply.status.code)"
                logger[metadataKey: "error.type"] = errorType(of: reply.status).map { "\($0)" }
                logger.debug("Reply came", metadata: ["http.client.request.duration": "\(elapsed().seconds)"])
                return reply
            } catch {
                logger[metadataKey: "error.type"] = "\(errorType(of: error))"
                logger.debug("No reply came", metadata: ["http.client.request.duration": "\(elapsed().seconds)"])
                throw error
            }
        }

        private func describe(_ call: HTTPCall, in logger: inout Logger) {
            let target = HTTPTarget(call)
            logger[metadataKey: "nettask.task.id"] = "\(call.operation.id)"
            logger[metadataKey: "nettask.operation"] = "\(call.operation.name)"
            logger[metadataKey: "nettask.attempt"] = "\(call.operation.attempt)"
            logger[metadataKey: "http.request.method"] = "\(target.method)"
            logger[metadataKey: "url.full"] = "\(target.url)"
            logger[metadataKey: "url.template"] = "\(target.template)"
        }
    }
#endif
