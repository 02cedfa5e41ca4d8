import Logging
import NetTaskAsyncHTTPClient
import NetTaskHTTP
import NetTaskObservability

/// The queue for requests to the weather API.
func makeWeatherQueue(logger: Logger) -> HTTPNetTaskQueue {
    HTTPNetTaskQueue(
        transport: AsyncHTTPClientTransport(),
        limit: 64,
        observers: [MetricsObserver(queue: "weather"), LoggingObserver(logger, queue: "weather")]
    ) {
        $0.middleware = [TracingMiddleware(), MetricsMiddleware(), LoggingMiddleware(logger)]
    }
}
