import Foundation
import Hummingbird
import InMemoryTracing
import Logging
import Metrics
import MetricsTestKit
import NetTaskObservability
import NetTaskHTTP
import NetTaskServiceLifecycle
import Tracing

/// A server that requests its data from another API, with logs, metrics and traces.
///
///     relay             listens on port 8788, and calls the API on port 8789
///     relay upstream    runs that API, for testing
@main
struct Relay {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments == ["upstream"] { return try await Upstream.run() }
        guard arguments.isEmpty else {
            FileHandle.standardError.write(Data("usage: relay [upstream]\n".utf8))
            exit(64)
        }

        // Kept in memory, to be printed below. A real server uses backends such as those for Prometheus and OpenTelemetry.
        let (metrics, tracer) = (TestMetrics(), InMemoryTracer())
        MetricsSystem.bootstrap(metrics)
        InstrumentationSystem.bootstrap(tracer)
        var logger = Logger(label: "relay")
        logger.logLevel = .debug

        let weather = makeWeatherQueue(logger: logger)
        let router = Router()
        router.get("weather/:city") { _, context in
            try await respond(to: context.parameters.require("city"), weather)
        }
        router.get("metrics") { _, _ in
            metrics.counters.map { counter in
                let dimensions = counter.dimensions.map { "\($0)=\($1)" }.sorted().joined(separator: " ")
                return "\(counter.label) \(dimensions) \(counter.totalValue)\n"
            }
            .sorted().joined()
        }
        router.get("traces") { _, _ in
            tracer.finishedSpans.map { span in
                guard case .int64(let status)? = span.attributes.get("http.response.status_code") else { return "" }
                return "\(span.operationName) \(status)\n"
            }
            .joined()
        }
        var app = Application(router: router, configuration: .init(address: .hostname("127.0.0.1", port: 8788)))
        // The server ends before the queue.
        app.addServices(NetTaskQueueService(weather, grace: .seconds(5)))
        try await app.runService()
    }

    private static func respond(to city: String, _ queue: HTTPNetTaskQueue) async throws -> String {
        do {
            let weather = try await queue.run(Weather.CurrentWeather(city: city), .inCurrentContext)
            return "\(weather.celsius) °C in \(weather.city)\n"
        } catch .status(.notFound, let body) {
            throw HTTPError(.notFound, message: body?.message ?? "no such city")
        } catch .timeout {
            throw HTTPError(.gatewayTimeout)
        } catch {
            throw HTTPError(.badGateway, message: "\(error)")
        }
    }
}
