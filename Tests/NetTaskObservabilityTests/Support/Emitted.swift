#if Observability
    import HTTPTypes
    import InMemoryLogging
    import InMemoryTracing
    import Logging
    import MetricsTestKit
    import NetTaskObservability
    import NetTaskRuntime
    import Tracing

    /// All that is made, and all that comes out of it.
    struct Emitted: Sendable {
        let logHandler = InMemoryLogHandler()
        let metrics = TestMetrics()
        let tracer = InMemoryTracer()

        var middleware: [any HTTPMiddleware] {
            [TracingMiddleware(tracer: tracer), MetricsMiddleware(factory: metrics), LoggingMiddleware(logger)]
        }

        var observers: [any NetTaskObserver] {
            [MetricsObserver(queue: "api", factory: metrics), LoggingObserver(logger, queue: "api")]
        }

        private var logger: Logger {
            var logger = Logger(label: "test") { _ in logHandler }
            logger.logLevel = .trace
            return logger
        }

        /// Whatever has been emitted, as texts.
        var texts: [String] {
            var texts: [String] = []
            for entry in logHandler.entries {
                texts += ["\(entry.message) \(entry.metadata) \(String(describing: entry.error))"]
            }
            for (label, dimensions) in metrics.counters.map({ ($0.label, $0.dimensions) })
                + metrics.timers.map({ ($0.label, $0.dimensions) })
                + metrics.recorders.map({ ($0.label, $0.dimensions) })
            {
                texts.append("\(label) \(dimensions)")
            }
            for span in tracer.finishedSpans {
                var text = "\(span.operationName) \(String(describing: span.status)) \(span.errors) \(span.links)"
                span.attributes.forEach { text += " \($0)=\($1)" }
                for event in span.events {
                    text += " \(event.name)"
                    event.attributes.forEach { text += " \($0)=\($1)" }
                }
                span.context.forEach { text += " \($0)=\($1)" }
                texts.append(text)
            }
            texts += tracer.performedContextInjections.map { "\($0.values)" }
            return texts
        }
    }
#endif
