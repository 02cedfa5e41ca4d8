import Logging
import NetTaskAsyncHTTPClient
import NetTaskObservability
import NetTaskRuntime
import ServiceLifecycle

/// The queue to the weather's API, as a service: when the server is asked to end, what is under way has time to.
struct WeatherQueue: Service {
    let queue: HTTPNetTaskQueue

    init(logger: Logger) {
        queue = HTTPNetTaskQueue(
            limit: 64,
            observers: [MetricsObserver(queue: "weather"), LoggingObserver(logger, queue: "weather")]
        ) {
            $0.transport = AsyncHTTPClientTransport()
            $0.middleware = [TracingMiddleware(), MetricsMiddleware(), LoggingMiddleware(logger)]
        }
    }

    func run() async throws {
        try await gracefulShutdown()
        await queue.shutdown(grace: .seconds(5))
    }
}
