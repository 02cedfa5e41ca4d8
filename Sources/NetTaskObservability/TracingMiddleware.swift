#if Observability
    import HTTPTypes
    public import NetTaskHTTP
    public import Tracing

    /// Makes a span of each attempt, and sends its context along in the headers of the request.
    ///
    ///     HTTPNetTaskQueue { $0.middleware = [TracingMiddleware()] }
    ///
    /// A span is named `{method} {url.template}`, such as `GET posts/{id}`, is of the kind client, and has the attributes
    /// of OpenTelemetry's conventions for HTTP clients. It lasts as long as the attempt, redirects included. It is a
    /// failure if the status is 400 or more, or if nothing came back, and tells then by `error.type` of which kind. It
    /// holds no text of an error, a header or a body; in its `url.full` there is a mark in place of secrets.
    ///
    /// Put it before middleware that adds credentials. Tasks run apart from who adds them; to have the spans be children
    /// of the caller's, add them with ``NetTaskCore/NetTaskOption/inCurrentContext``.
    public struct TracingMiddleware: HTTPMiddleware {
        private let tracer: (any Tracer)?

        /// - Parameter tracer: makes the spans, and injects their contexts. By default the global ones, looked up for each
        ///   attempt: the tracer and the instruments of `InstrumentationSystem`.
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
