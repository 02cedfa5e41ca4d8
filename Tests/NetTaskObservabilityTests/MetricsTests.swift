#if Observability
    import HTTPTypes
    import Metrics
    import MetricsTestKit
    import NetTaskObservability
    import NetTaskRuntime
    import NetTaskTesting
    import Testing

    @Suite("Metrics", .timeLimit(.minutes(5)))
    struct MetricsTests {
        private let metrics = TestMetrics()
        private let clock = TestClock()

        private let requestDimensions = [
            ("http.request.method", "GET"), ("url.template", "posts/{id}"),
            ("server.address", "blog.example.com"), ("server.port", "8080"),
        ]

        private func makeQueue(_ transport: AnsweringTransport) -> HTTPNetTaskQueue {
            HTTPNetTaskQueue(
                transport,
                middleware: [MetricsMiddleware(factory: metrics, clock: clock)],
                observers: [MetricsObserver(queue: "api", factory: metrics)],
                clock: clock
            )
        }

        private func call(_ template: String) -> HTTPCall {
            HTTPCall(
                request: HTTPRequest(method: .get, scheme: "https", authority: "a.example", path: "/"),
                operation: HTTPOperation(name: "x", uriTemplate: template)
            )
        }

        @Test("The duration of a request is measured, with OpenTelemetry's attributes")
        func requestDuration() async throws {
            // given
            let queue = makeQueue(
                AnsweringTransport { [clock] _, _ in
                    clock.move(by: .milliseconds(250))
                    return (HTTPResponse(status: .ok), "")
                }
            )
            // when
            try await queue.run(GetPost(id: 7))
            // then
            let timer = try metrics.expectTimer(
                "http.client.request.duration",
                requestDimensions + [("http.response.status_code", "200")]
            )
            #expect(timer.values == [250_000_000])
            #expect(timer.displayUnit == .seconds)
            #expect(timer.valueInPreferredUnit(atIndex: 0) == 0.25)
        }

        @Test("Failures are measured by their status or by their kind")
        func requestFailures() async throws {
            // given
            let queue = makeQueue(
                AnsweringTransport { _, number in
                    if number == 1 { return (HTTPResponse(status: .notFound), "") }
                    throw TransportError(.connectionLost, reason: "")
                }
            )
            // when
            _ = await queue.add(GetPost(id: 1)).result
            _ = await queue.add(GetPost(id: 2), .retry(RetryPolicy())).result
            // then
            let label = "http.client.request.duration"
            let status = [("http.response.status_code", "404"), ("error.type", "404")]
            #expect(try metrics.expectTimer(label, requestDimensions + status).values.count == 1)
            let kind = [("error.type", "connectionLost")]
            #expect(try metrics.expectTimer(label, requestDimensions + kind).values.count == 1)
        }

        @Test("A metric is created once for its dimensions")
        func onceForDimensions() async throws {
            // given
            let queue = makeQueue(AnsweringTransport(200))
            // when
            for id in 1...3 { try await queue.run(GetPost(id: id)) }
            // then
            #expect(metrics.timers(label: "http.client.request.duration").map(\.values.count) == [3])
            #expect(metrics.timers.count == 3)
            #expect(metrics.counters.map(\.totalValue) == [3])
            #expect(metrics.recorders.count == 1)
        }

        @Test("Values beyond the limit of combinations are measured as other")
        func cardinality() async throws {
            // given
            let middleware = MetricsMiddleware(factory: metrics, clock: clock)
            // when
            for number in 1...2_100 {
                _ = try await middleware.send(call("posts/\(number)")) { _ in HTTPReply(status: .ok) }
            }
            // then
            let timers = metrics.timers(label: "http.client.request.duration")
            #expect(timers.count == 2_001)
            let other = timers.filter { $0.dimensions.contains { $0 == ("url.template", "_OTHER") } }
            #expect(other.map(\.values.count) == [100])
        }

        @Test("A queue reports the number of its tasks after each addition and removal")
        func depth() async {
            // given
            let queue = makeQueue(AnsweringTransport(200))
            queue.suspend()
            // when
            let handles = [queue.add(GetPost(id: 1)), queue.add(GetPost(id: 2))]
            handles[0].cancel()
            queue.cancelAll()
            await queue.drain()
            // then
            let gauge = try? metrics.expectGauge("nettask.queue.depth", [("nettask.queue", "api")])
            #expect(gauge?.values == [1, 2, 1, 0])
        }

        @Test("The wait and the run of a task are measured, and its end is counted")
        func run() async throws {
            // given
            let queue = makeQueue(
                AnsweringTransport { [clock] _, _ in
                    clock.move(by: .seconds(3))
                    return (HTTPResponse(status: .ok), "")
                }
            )
            queue.suspend()
            let handle = queue.add(GetPost(id: 1))
            clock.move(by: .seconds(2))
            // when
            queue.resume()
            try await handle.value
            // then
            let dimensions = [("nettask.operation", "Blog.GetPost"), ("nettask.queue", "api")]
            #expect(try metrics.expectTimer("nettask.queue.latency", dimensions).values == [2_000_000_000])
            let outcome = dimensions + [("nettask.outcome", "succeeded")]
            #expect(try metrics.expectTimer("nettask.run.duration", outcome).values == [3_000_000_000])
            #expect(try metrics.expectCounter("nettask.outcome", outcome).totalValue == 1)
        }

        @Test("Failures and cancellations are counted separately; a task that never ran has no duration")
        func outcomes() async throws {
            // given
            let queue = makeQueue(AnsweringTransport(404))
            _ = await queue.add(GetPost(id: 1)).result
            queue.suspend()
            // when
            queue.add(GetPost(id: 2)).cancel()
            await queue.drain()
            // then
            let dimensions = [("nettask.operation", "Blog.GetPost"), ("nettask.queue", "api")]
            for outcome in ["failed", "cancelled"] {
                let outcome = dimensions + [("nettask.outcome", outcome)]
                #expect(try metrics.expectCounter("nettask.outcome", outcome).totalValue == 1)
            }
            #expect(metrics.timers(label: "nettask.run.duration").map(\.values.count) == [1])
        }

        @Test("Retries are counted by reason, and those that the quota rejects separately")
        func retries() async throws {
            // given
            let headers: HTTPFields = [.retryAfter: "0"]
            let transport = AnsweringTransport { _, number in
                (HTTPResponse(status: number == 1 ? .tooManyRequests : .badGateway, headerFields: headers), "")
            }
            let queue = HTTPNetTaskQueue(
                transport: transport,
                observers: [MetricsObserver(queue: "api", factory: metrics)]
            ) {
                $0.retryQuota = RetryQuota(capacity: 5)
            }
            // when
            _ = await queue.add(GetPost(id: 1), .retry(RetryPolicy(maxRetryCount: 5, interval: .zero))).result
            // then
            let dimensions = [("nettask.operation", "Blog.GetPost"), ("nettask.queue", "api")]
            let throttled = dimensions + [("nettask.retry.reason", "throttled")]
            #expect(try metrics.expectCounter("nettask.retry", throttled).totalValue == 1)
            let transient = dimensions + [("nettask.retry.reason", "transient")]
            #expect(try metrics.expectCounter("nettask.retry.refused", transient).totalValue == 1)
            #expect(metrics.counters(label: "nettask.retry").count == 1)
        }

        @Test("A server's limit that holds a lane is counted, and its duration is measured")
        func holds() async throws {
            // given
            let transport = AnsweringTransport { _, _ in
                (HTTPResponse(status: .tooManyRequests, headerFields: [.retryAfter: "60"]), "")
            }
            let queue = HTTPNetTaskQueue(transport, observers: [MetricsObserver(queue: "api", factory: metrics)])
            // when
            _ = await queue.add(GetPost(id: 1), .retry(RetryPolicy())).result
            // then
            let dimensions = [("nettask.operation", "Blog.GetPost"), ("nettask.queue", "api")]
            #expect(try metrics.expectCounter("nettask.limit.holds", dimensions).totalValue == 1)
            #expect(metrics.timers(label: "nettask.limit.wait").map(\.values) == [[60_000_000_000]])
        }

        @Test("B06: A resent request is counted, and is not a retry")
        func resends() async throws {
            // given
            let transport = AnsweringTransport { _, number in
                if number == 1 { throw TransportError(.cannotConnect, reason: "refused") }
                return (HTTPResponse(status: .ok), "")
            }
            // when
            _ = await makeQueue(transport).add(GetPost(id: 1)).result
            // then
            let dimensions = [("nettask.operation", "Blog.GetPost"), ("nettask.queue", "api")]
            #expect(try metrics.expectCounter("nettask.resend", dimensions).totalValue == 1)
            #expect(metrics.counters(label: "nettask.retry").isEmpty)
        }
    }
#endif
