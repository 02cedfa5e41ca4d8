#if Observability
    import HTTPTypes
    import NetTaskRuntime

    /// A task as it is generated.
    struct GetPost: HTTPNetTask {
        typealias Response = Void
        var id: Int
        static var endpoint: HTTPEndpoint {
            HTTPEndpoint(
                "Blog.GetPost",
                .get,
                "posts/{id}",
                baseURL: "http://blog.example.com:8080/v1",
                settings: NetTaskSettings(retry: RetryPolicy(maxRetryCount: 1, interval: .zero))
            )
        }
        var uri: String { "posts/\(id)" }
    }

    extension HTTPNetTaskQueue {
        convenience init(
            _ transport: AnsweringTransport,
            middleware: [any HTTPMiddleware] = [],
            observers: [any NetTaskObserver] = [],
            clock: any Clock<Duration> = ContinuousClock()
        ) {
            self.init(transport: transport, observers: observers) {
                $0.middleware = middleware
                $0.clock = clock
            }
        }
    }

    /// Runs a closure before it sends a call on.
    struct ClosureMiddleware: HTTPMiddleware {
        let action: @Sendable (inout HTTPCall) async throws -> Void

        init(_ action: @escaping @Sendable (inout HTTPCall) async throws -> Void) {
            self.action = action
        }

        func send(_ call: HTTPCall, next: Next) async throws -> HTTPReply {
            var call = call
            try await action(&call)
            return try await next(call)
        }
    }
#endif
