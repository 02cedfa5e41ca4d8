#if Observability
    import HTTPTypes
    public import Logging
    public import NetTaskHTTP

    /// Logs each attempt of an HTTP task: the request at the level `trace`, and the result at the level `debug`.
    ///
    ///     HTTPNetTaskQueue { $0.middleware = [LoggingMiddleware(logger)] }
    ///
    /// All variable values are in the metadata: `nettask.task.id`, `nettask.operation`, `nettask.attempt`,
    /// `http.request.method`, `url.full` with `<secret>` in place of secrets, `url.template`, `http.response.status_code`,
    /// `error.type`, and `http.client.request.duration` in seconds. Headers, bodies and descriptions of errors are not logged.
    ///
    /// Place it before middleware that adds credentials.
    public struct LoggingMiddleware: HTTPMiddleware {
        private let logger: Logger
        private let stopwatch: Stopwatch

        /// Makes a middleware.
        ///
        /// - Parameters:
        ///   - logger: the logger. It is used on the concurrency pool, inside the span of a ``TracingMiddleware`` that precedes
        ///     this middleware.
        ///   - clock: measures durations. Default: `ContinuousClock`.
        public init(_ logger: Logger, clock: any Clock<Duration> = ContinuousClock()) {
            self.logger = logger
            stopwatch = Stopwatch(clock)
        }

        public func send(_ call: HTTPCall, next: Next) async throws -> HTTPReply {
            if logger.logLevel > .debug { return try await next(call) }
            var logger = logger
            describe(call, in: &logger)
            logger.trace("Request started")
            let elapsed = stopwatch.start()
            do {
                let reply = try await next(call)
                logger[metadataKey: "http.response.status_code"] = "\(reply.status.code)"
                logger[metadataKey: "error.type"] = errorType(of: reply.status).map { "\($0)" }
                logger.debug("Reply received", metadata: ["http.client.request.duration": "\(elapsed().seconds)"])
                return reply
            } catch {
                logger[metadataKey: "error.type"] = "\(errorType(of: error))"
                logger.debug("Request failed", metadata: ["http.client.request.duration": "\(elapsed().seconds)"])
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
