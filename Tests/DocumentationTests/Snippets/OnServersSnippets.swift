#if AsyncHTTPClient && Observability
    import AsyncHTTPClient
    import Logging
    import NetTaskAsyncHTTPClient
    import NetTaskObservability
    import NetTaskRuntime
    import NetTaskTesting
    import Testing

    @Suite("Snippets: on servers", .timeLimit(.minutes(5)))
    struct OnServersSnippets {
        private let logger = Logger(label: "snippets")

        @Test("a queue, and its end")
        func queue() async {
            // snippet: server-queue
            let queue = HTTPNetTaskQueue(
                transport: AsyncHTTPClientTransport(),
                limit: 64,
                limitPerKey: 16,
                observers: [
                    MetricsObserver(queue: "posts"), LoggingObserver(logger, queue: "posts"),
                ]
            ) {
                $0.middleware = [
                    TracingMiddleware(), MetricsMiddleware(), LoggingMiddleware(logger),
                ]
            }
            // end
            #expect(queue.limitPerKey == 16)
            // snippet: server-shutdown
            await queue.shutdown(grace: .seconds(25))
            // end
            #expect(reason(of: queue.add(JSONPlaceholder.GetPost(id: 1))) == .queueShutDown)
        }

        @Test("connections")
        func connections() {
            // snippet: server-connections
            var configuration = HTTPClient.Configuration()
            configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 16
            let transport = AsyncHTTPClientTransport(configuration: configuration)
            // end
            #expect(transport.reportsConnection)
        }

        @Test("logs, metrics and traces")
        func observability() async throws {
            // snippet: observability
            let observers: [any NetTaskObserver] = [
                MetricsObserver(queue: "api"), LoggingObserver(logger, queue: "api"),
            ]
            let queue = HTTPNetTaskQueue(observers: observers) {
                $0.middleware = [
                    TracingMiddleware(), MetricsMiddleware(), LoggingMiddleware(logger),
                ]
            }
            // end
            #expect(queue.count == 0)
        }

        @Test("a span as the parent")
        func context() async throws {
            let queue = makeAnsweredQueue()
            // snippet: context
            let post = try await queue.run(JSONPlaceholder.GetPost(id: 1), .inCurrentContext)
            // end
            #expect(post.id == 1)
        }
    }
#endif
