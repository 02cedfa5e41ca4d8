#if ServiceLifecycle && Observability
    import Logging
    import NetTaskDurable
    import NetTaskRuntime
    import NetTaskServiceLifecycle
    import NetTaskTesting
    import ServiceLifecycle
    import Testing
    import UnixSignals

    @Suite("Snippets: services")
    struct ServiceLifecycleSnippets {
        @Test("a group of services")
        func group() {
            let api = makeAnsweredQueue()
            let orders = DurableHTTPNetTaskQueue(store: MemoryTaskStore(), handler: HTTPMockHandler())
            let server = Server()
            let logger = Logger(label: "snippets")
            // snippet: services
            let group = ServiceGroup(
                services: [
                    NetTaskQueueService(api),
                    DurableNetTaskQueueService(orders, grace: .seconds(10)),
                    server,
                ],
                gracefulShutdownSignals: [.sigterm],
                logger: logger
            )
            // end
            _ = group  // waits for signals once it runs
        }
    }

    /// Stands for that of a framework.
    private struct Server: Service {
        func run() async throws {
            try await gracefulShutdown()
        }
    }
#endif
