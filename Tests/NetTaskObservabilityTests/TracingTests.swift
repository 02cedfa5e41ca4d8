#if Observability
    import HTTPTypes
    import InMemoryTracing
    import NetTaskObservability
    import NetTaskRuntime
    import Testing
    import Tracing

    @Suite("Traces", .timeLimit(.minutes(5)))
    struct TracingTests {
        private let tracer = InMemoryTracer()

        private func makeQueue(_ transport: AnsweringTransport, _ more: (any HTTPMiddleware)...) -> HTTPNetTaskQueue {
            HTTPNetTaskQueue(transport, middleware: [TracingMiddleware(tracer: tracer)] + more)
        }

        @Test("An attempt is a client span with the name and attributes of OpenTelemetry")
        func span() async throws {
            // when
            try await makeQueue(AnsweringTransport(204)).run(GetPost(id: 7))
            // then
            let span = try #require(tracer.finishedSpans.first)
            #expect(tracer.finishedSpans.count == 1)
            #expect(tracer.activeSpans.isEmpty)
            #expect(span.operationName == "GET posts/{id}")
            #expect(span.kind == .client)
            #expect(span.status == nil)
            #expect(
                span.texts == [
                    "http.request.method": "GET", "http.response.status_code": "204",
                    "server.address": "blog.example.com", "server.port": "8080",
                    "url.full": "http://blog.example.com:8080/v1/posts/7", "url.template": "posts/{id}",
                ]
            )
        }

        @Test("Each attempt has its own span; those of retries have their number and reason")
        func retries() async throws {
            // when
            try await makeQueue(AnsweringTransport(503, 200)).run(GetPost(id: 7))
            // then
            let spans = tracer.finishedSpans
            #expect(spans.map { $0.texts["http.request.resend_count"] } == [nil, "1"])
            #expect(spans.map { $0.texts["http.response.status_code"] } == ["503", "200"])
            #expect(spans.map { $0.texts["error.type"] } == ["503", nil])
            #expect(spans.map { $0.status?.code } == [.error, nil])
        }

        @Test("The span of a transport failure has its kind", arguments: TransportError.Kind.allCases)
        func transportFailure(kind: TransportError.Kind) async throws {
            // given
            let queue = makeQueue(AnsweringTransport { _, _ in throw TransportError(kind, reason: "it broke") })
            // when
            _ = await queue.add(GetPost(id: 7)).result
            // then
            let span = try #require(tracer.finishedSpans.first)
            #expect(span.texts["error.type"] == "\(kind)")
            #expect(span.texts["http.response.status_code"] == nil)
            #expect(span.status == SpanStatus(code: .error))
            #expect(span.errors.isEmpty)
        }

        @Test("An attempt that is cancelled ends its span")
        func cancellation() async {
            // given
            let queue = makeQueue(AnsweringTransport(200), ClosureMiddleware { _ in throw CancellationError() })
            // when
            _ = await queue.add(GetPost(id: 7)).result
            // then
            #expect(tracer.finishedSpans.map { $0.texts["error.type"] } == ["cancelled"])
        }

        @Test("The context is sent in the headers, and is current in the transport")
        func injection() async throws {
            // given
            let transport = AnsweringTransport(200)
            let current = Box<[String?]>([])
            let inner = ClosureMiddleware { [tracer] _ in
                let span = ServiceContext.current.flatMap { tracer.activeSpan(identifiedBy: $0) }
                current.update { $0.append(span?.spanID) }
            }
            // when
            try await makeQueue(transport, inner).run(GetPost(id: 7))
            // then
            let span = try #require(tracer.finishedSpans.first)
            let headers = try #require(transport.requests.first).headerFields
            #expect(headers[HTTPField.Name(InMemoryTracer.traceIDKey)!] == span.traceID)
            #expect(headers[HTTPField.Name(InMemoryTracer.spanIDKey)!] == span.spanID)
            #expect(current.value == [span.spanID])
        }

        @Test("Values that cannot be headers are left out")
        func badContext() async throws {
            // given
            let transport = AnsweringTransport(200)
            let tracer = InMemoryTracer(idGenerator: .init(nextTraceID: { "a\r\nEvil: b" }, nextSpanID: { "span" }))
            let queue = HTTPNetTaskQueue(transport, middleware: [TracingMiddleware(tracer: tracer)])
            // when
            try await queue.run(GetPost(id: 7))
            // then
            let headers = try #require(transport.requests.first).headerFields
            #expect(headers[HTTPField.Name(InMemoryTracer.traceIDKey)!] == nil)
            #expect(headers[HTTPField.Name(InMemoryTracer.spanIDKey)!] == "span")
        }

        @Test("By default a span begins a trace; added in the current context it is a child of the current span")
        func parent() async throws {
            // given
            let queue = makeQueue(AnsweringTransport(200))
            // when
            let callerID = try await tracer.withSpan("caller") { span in
                try await queue.run(GetPost(id: 1))
                try await queue.run(GetPost(id: 2), .inCurrentContext)
                return span.spanID
            }
            // then
            #expect(tracer.finishedSpans.map(\.operationName) == ["GET posts/{id}", "GET posts/{id}", "caller"])
            #expect(tracer.finishedSpans.map(\.parentSpanID) == [nil, callerID, nil])
        }

        @Test("Retries are children of the same span, even if it has ended")
        func parentOfRetries() async throws {
            // given
            let queue = makeQueue(AnsweringTransport(503, 200))
            queue.suspend()
            // when
            let caller = tracer.startSpan("caller")
            let handle = queue.add(GetPost(id: 1), .inContext(caller.context))
            caller.end()
            queue.resume()
            try await handle.value
            // then
            #expect(tracer.finishedSpans.map(\.parentSpanID) == [nil, caller.spanID, caller.spanID])
        }

        @Test("By default the spans are those of the tracer that is current, or the global one")
        func defaultTracer() async throws {
            // given
            let call = HTTPCall(
                request: HTTPRequest(method: .get, scheme: "https", authority: "[::1]", path: "/posts"),
                operation: HTTPOperation(name: "ListPosts", uriTemplate: "posts")
            )
            // when
            _ = try await withTracer(tracer) {
                try await TracingMiddleware().send(call) { call in
                    return HTTPReply(status: .ok, headers: call.request.headerFields)
                }
            }
            // then
            let span = try #require(tracer.finishedSpans.first)
            #expect(span.texts["server.address"] == "[::1]")
            #expect(span.texts["server.port"] == "443")
            #expect(tracer.performedContextInjections.count == 1)
        }

        @Test("An unknown method is reported as other, so that the values are few")
        func unknownMethod() async throws {
            // given
            let call = HTTPCall(
                request: HTTPRequest(method: .init("PURGE")!, scheme: "https", authority: "a.example", path: "/x"),
                operation: HTTPOperation(name: "Purge", uriTemplate: "x")
            )
            // when
            _ = try await TracingMiddleware(tracer: tracer).send(call) { _ in HTTPReply(status: .ok) }
            // then
            let span = try #require(tracer.finishedSpans.first)
            #expect(span.operationName == "HTTP x")
            #expect(span.texts["http.request.method"] == "_OTHER")
            #expect(span.texts["http.request.method_original"] == "PURGE")
        }
    }

    extension FinishedInMemorySpan {
        /// The attributes, as texts.
        var texts: [String: String] {
            var texts: [String: String] = [:]
            attributes.forEach { name, value in
                switch value {
                case .int64(let number): texts[name] = "\(number)"
                case .string(let text): texts[name] = text
                default: texts[name] = "\(value)"
                }
            }
            return texts
        }
    }
#endif
