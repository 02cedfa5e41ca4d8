import Logging
import NetTaskAsyncHTTPClient
import NetTaskObservability
import NetTaskRuntime

/// The queue to the weather's API.
func makeWeatherQueue(logger: Logger) -> HTTPNetTaskQueue {
    HTTPNetTaskQueue(
        limit: 64,
        observers: [MetricsObserver(queue: "weather"), LoggingObserver(logger, queue: "weather")]
    ) {
        $0.transport = AsyncHTTPClientTransport()
        $0.middleware = [TracingMiddleware(), MetricsMiddleware(), LoggingMiddleware(logger)]
    }
}
