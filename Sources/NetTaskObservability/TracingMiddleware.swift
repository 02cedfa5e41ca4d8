#if Observability
    import HTTPTypes
    public import NetTaskHTTP
    public import Tracing

    /// Makes a span for each attempt, and sends its context in the headers of the request.
    ///
    ///     HTTPNetTaskQueue { $0.middleware = [TracingMiddleware()] }
    ///
    /// A span has the name `{method} {url.template}`, such as `GET posts/{id}`, the kind client, and the attributes of
    /// OpenTelemetry's conventions for HTTP clients. It covers the attempt, including redirects. If the status is 400 or
    /// higher, or if there is no reply, the span has an error status and an `error.type`. It contains no descriptions of
    /// errors, headers or bodies; its `url.full` has `<secret>` in place of secrets.
    ///
    /// Place it before middleware that adds credentials. Tasks run outside of the caller's context. To make the spans children
    /// of the caller's span, add the tasks with ``NetTaskCore/NetTaskOption/inCurrentContext``.
    public struct TracingMiddleware: HTTPMiddleware {
        private let tracer: (any Tracer)?

        /// Makes a middleware.
        ///
        /// - Parameter tracer: makes the spans, and injects their contexts. Default: `nil`, the tracer and the instruments of
        ///   `InstrumentationSystem`, looked up for each attempt.
        public init(tracer: (any Tracer)? = nil) {
            self.tracer = tracer
        }

        public func send(_ call: HTTPCall, next: Next) async throws -> HTTPReply {
            let target = HTTPTarget(call)
            let tracer = tracer ?? InstrumentationSystem.tracer
            let span = tracer.startAnySpan(
                "\(target.method == HTTPTarget.other ? "HTTP" : target.method) \(target.template)",
                context: call.operation.serviceContext ?? ServiceContext.current ?? .topLevel,
                ofKind: .client
            )
            defer { span.end() }
            describe(call, target, in: span)
            return try await ServiceContext.$current.withValue(span.context) {
                do {
                    let reply = try await next(injecting(span.context, into: call))
                    describe(reply, in: span)
                    return reply
                } catch {
                    fail(span, errorType(of: error))
                    throw error
                }
            }
        }

        private func injecting(_ context: ServiceContext, into call: HTTPCall) -> HTTPCall {
            var call = call
            let instrument: any Instrument = tracer ?? InstrumentationSystem.instrument
            instrument.inject(context, into: &call.request.headerFields, using: HTTPFieldsInjector())
            return call
        }

        private func describe(_ call: HTTPCall, _ target: HTTPTarget, in span: any Span) {
            span.updateAttributes { attributes in
                attributes["http.request.method"] = target.method
                if target.method != call.request.method.rawValue {
                    attributes["http.request.method_original"] = call.request.method.rawValue
                }
                attributes["server.address"] = target.host
                attributes["server.port"] = target.port
                attributes["url.full"] = target.url
                attributes["url.template"] = target.template
                if call.operation.attempt > 1 {
                    attributes["http.request.resend_count"] = call.operation.attempt - 1
                }
            }
        }

        private func describe(_ reply: HTTPReply, in span: any Span) {
            span.attributes["http.response.status_code"] = reply.status.code
            if let type = errorType(of: reply.status) {
                fail(span, type)
            }
        }

        private func fail(_ span: any Span, _ type: String) {
            span.attributes["error.type"] = type
            span.setStatus(SpanStatus(code: .error))
        }
    }
#endif
