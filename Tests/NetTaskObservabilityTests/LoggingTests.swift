#if Observability
    import HTTPTypes
    import InMemoryLogging
    import Logging
    import NetTaskObservability
    import NetTaskRuntime
    import NetTaskTesting
    import Testing

    @Suite("Logs", .timeLimit(.minutes(5)))
    struct LoggingTests {
        private let handler = InMemoryLogHandler()
        private let clock = TestClock()

        private func makeLogger(_ level: Logger.Level) -> Logger {
            var logger = Logger(label: "test") { _ in handler }
            logger.logLevel = level
            return logger
        }

        @Test("A queue logs starts as trace, retries and ends as debug, and variable values as metadata")
        func queue() async throws {
            // given
            let queue = HTTPNetTaskQueue(
                AnsweringTransport(503, 200),
                observers: [LoggingObserver(makeLogger(.trace), queue: "api")],
                clock: clock
            )
            // when
            try await queue.run(GetPost(id: 7), .tag("feed"))
            // then
            let common: Logger.Metadata = [
                "nettask.queue": "api", "nettask.task.id": "#1", "nettask.operation": "Blog.GetPost",
                "nettask.tags": ["feed"],
            ]
            let expected: [(Logger.Level, Logger.Message, Logger.Metadata)] = [
                (.trace, "Task accepted", [:]),
                (.trace, "Attempt started", ["nettask.attempt": "1", "nettask.queue.latency": "0.0"]),
                (
                    .debug, "Attempt failed, and is repeated",
                    [
                        "nettask.attempt": "1", "nettask.retry.delay": "0.0", "nettask.retry.reason": "transient",
                        "error.type": "503",
                    ]
                ),
                (.trace, "Attempt started", ["nettask.attempt": "2", "nettask.queue.latency": "0.0"]),
                (
                    .debug, "Task ended",
                    [
                        "nettask.outcome": "succeeded", "nettask.attempt": "2", "nettask.duration": "0.0",
                        "nettask.run.duration": "0.0",
                    ]
                ),
            ]
            #expect(handler.entries.map(\.level) == expected.map(\.0))
            #expect(handler.entries.map(\.message) == expected.map(\.1))
            #expect(handler.entries.map(\.metadata) == expected.map { $0.2.merging(common) { $1 } })
        }

        @Test("An attempt is logged with its status, without its query's secrets, in seconds")
        func attempt() async throws {
            // given
            let transport = AnsweringTransport { [clock] _, _ in
                clock.move(by: .milliseconds(1_500))
                return (HTTPResponse(status: .notFound), "")
            }
            let logging = LoggingMiddleware(makeLogger(.trace), clock: clock)
            let queue = HTTPNetTaskQueue(transport, middleware: [logging], clock: clock)
            // when
            _ = await queue.add(GetPost(id: 7)).result
            // then
            let common: Logger.Metadata = [
                "nettask.task.id": "#1", "nettask.operation": "Blog.GetPost", "nettask.attempt": "1",
                "http.request.method": "GET", "url.template": "posts/{id}",
                "url.full": "http://blog.example.com:8080/v1/posts/7",
            ]
            let reply: Logger.Metadata = [
                "http.response.status_code": "404", "error.type": "404", "http.client.request.duration": "1.5",
            ]
            #expect(handler.entries.map(\.level) == [.trace, .debug])
            #expect(handler.entries.map(\.metadata) == [common, common.merging(reply) { $1 }])
        }

        @Test("A failure without a reply is logged by its kind, as debug")
        func transportFailure() async throws {
            // given
            let transport = AnsweringTransport { _, _ in throw TransportError(.notSecure, reason: "") }
            let queue = HTTPNetTaskQueue(transport, middleware: [LoggingMiddleware(makeLogger(.debug))])
            // when
            _ = await queue.add(GetPost(id: 7)).result
            // then
            #expect(handler.entries.map(\.level) == [.debug])
            #expect(handler.entries.first?.metadata["error.type"] == "notSecure")
        }

        @Test("At the default level nothing is logged, even after failures")
        func info() async {
            // given
            let logger = makeLogger(.info)
            let queue = HTTPNetTaskQueue(
                AnsweringTransport(500),
                middleware: [LoggingMiddleware(logger)],
                observers: [LoggingObserver(logger)]
            )
            // when
            _ = await queue.add(GetPost(id: 7)).result
            // then
            #expect(handler.entries.isEmpty)
        }
    }
#endif
