#if Observability
    import HTTPTypes
    public import Metrics
    public import NetTaskHTTP

    /// Measures the duration of attempts, including redirects, with the timer `http.client.request.duration`, in seconds.
    ///
    ///     HTTPNetTaskQueue { $0.middleware = [MetricsMiddleware()] }
    ///
    /// The dimensions are those of OpenTelemetry's conventions: `http.request.method`, `url.template`, `server.address`,
    /// `server.port`, and `http.response.status_code`, `error.type` or both. At most 2,000 combinations are recorded, the limit
    /// of OpenTelemetry's SDKs. Further ones are recorded with the template and address `_OTHER`. If you write a task whose uri
    /// varies, set its `HTTPEndpoint.uri`; otherwise each uri is a separate combination.
    public struct MetricsMiddleware: HTTPMiddleware {
        private struct Series: Hashable {
            var method: String
            var template: String
            var host: String
            var port: Int
            var status: Int?
            var errorType: String?

            var dimensions: [(String, String)] {
                var dimensions = [
                    ("http.request.method", method), ("url.template", template),
                    ("server.address", host), ("server.port", String(port)),
                ]
                if let status {
                    dimensions.append(("http.response.status_code", String(status)))
                }
                if let errorType {
                    dimensions.append(("error.type", errorType))
                }
                return dimensions
            }

            var withoutTarget: Series {
                var series = self
                (series.template, series.host, series.port) = (HTTPTarget.other, HTTPTarget.other, 0)
                return series
            }
        }

        private let timers: MetricCache<Series, Timer>
        private let stopwatch: Stopwatch

        /// Makes a middleware.
        ///
        /// - Parameters:
        ///   - factory: makes the timers. Default: that of `MetricsSystem`, which must be bootstrapped before.
        ///   - clock: measures durations. Default: `ContinuousClock`.
        public init(
            factory: any MetricsFactory = MetricsSystem.factory,
            clock: any Clock<Duration> = ContinuousClock()
        ) {
            timers = MetricCache(limit: 2_000) { series in
                Timer(
                    label: "http.client.request.duration",
                    dimensions: series.dimensions,
                    preferredDisplayUnit: .seconds,
                    factory: factory
                )
            }
            stopwatch = Stopwatch(clock)
        }

        public func send(_ call: HTTPCall, next: Next) async throws -> HTTPReply {
            let elapsed = stopwatch.start()
            do {
                let reply = try await next(call)
                record(elapsed(), of: call, status: reply.status.code, errorType: errorType(of: reply.status))
                return reply
            } catch {
                record(elapsed(), of: call, errorType: errorType(of: error))
                throw error
            }
        }

        private func record(_ duration: Duration, of call: HTTPCall, status: Int? = nil, errorType: String?) {
            let target = HTTPTarget(call)
            let series = Series(
                method: target.method,
                template: target.template,
                host: target.host,
                port: target.port,
                status: status,
                errorType: errorType
            )
            timers.metric(series, overflow: series.withoutTarget).recordNanoseconds(duration.nanoseconds)
        }
    }
#endif
