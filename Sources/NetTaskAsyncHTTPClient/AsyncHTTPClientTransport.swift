#if AsyncHTTPClient
    public import AsyncHTTPClient
    public import HTTPTypes
    public import NIOCore
    public import NetTaskRuntime

    import NIOConcurrencyHelpers
    import NIOHTTPCompression

    /// Sends requests with async-http-client, for servers: HTTP/1.1 and HTTP/2, connections that are kept open, bodies of
    /// any size in bounded memory.
    ///
    /// TLS is as the client's configuration has it. Replies in gzip and deflate are unpacked, and asked for unless the
    /// request says otherwise.
    ///
    /// Connections are the client's: by default it opens up to eight to a host over HTTP/1.1, and further requests wait
    /// for one of them, which counts as connecting (``HTTPTimeouts/connect``). A queue with a higher limit is best given a
    /// configuration with as many, in `connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit`.
    public final class AsyncHTTPClientTransport: HTTPCallbackTransport {
        private let client: HTTPClient
        private let ownsClient: Bool
        /// The event loops of requests that have ended, the last one at the end. Each has an idle connection, most likely;
        /// a request on the loop of its connection need not go from thread to thread at every step.
        private let loops = NIOLockedValueBox<[any EventLoop]>([])

        /// Makes a client of its own, which is shut down once the transport is gone and its last request has ended.
        ///
        /// What is the handler's to decide is set aside, whatever the configuration says: redirects are not followed, a
        /// failed connection is not tried again, and the only time-out is one of five minutes for connecting, as a safety
        /// net below the handler's own. Unpacking is on; a limit that the configuration sets for it holds.
        ///
        /// - Parameters:
        ///   - eventLoopGroup: what the client runs on; by default the one that all clients of the process share.
        ///   - configuration: for proxies, TLS, HTTP versions and numbers of connections; by default the client's own.
        public init(eventLoopGroup: (any EventLoopGroup)? = nil, configuration: HTTPClient.Configuration? = nil) {
            var configuration = configuration ?? HTTPClient.Configuration()
            configuration.redirectConfiguration = .disallow
            configuration.timeout = .init(connect: .minutes(5))
            configuration.connectionPool.retryConnectionEstablishment = false
            // Its spans would show URLs as they are, and stand beside those of NetTaskObservability.
            configuration.tracing.tracer = nil
            if case .disabled = configuration.decompression {
                configuration.decompression = .enabled(limit: .none)
            }
            client = HTTPClient(
                eventLoopGroup: eventLoopGroup ?? HTTPClient.defaultEventLoopGroup,
                configuration: configuration
            )
            ownsClient = true
        }

        /// Uses a client of the caller's, who shuts it down. Its configuration counts, with its time-outs beside the
        /// handler's own.
        ///
        /// Make it with `redirectConfiguration: .disallow`: redirects are the handler's to follow, within its limits and
        /// with its rules for what goes along. A client that follows one by itself fails the task with a
        /// ``TransportError`` of the kind `redirect`. Make it with
        /// `connectionPool.retryConnectionEstablishment = false`, too: else a refused connection is known only once its
        /// time-out has passed.
        public init(client: HTTPClient) {
            self.client = client
            ownsClient = false
        }

        deinit {
            guard ownsClient else { return }
            client.shutdown { _ in }
        }

        public var tellsConnection: Bool { true }

        /// Sends one request.
        ///
        /// - Throws: ``TransportError``; what a stream in the body throws; or `CancellationError` at once when the Swift
        ///   task is cancelled, and the request with it.
        public func send(_ request: HTTPRequest, body: HTTPRequestBody?, exchange: HTTPExchange) async throws {
            let transfer = AsyncHTTPClientTransfer(exchange, method: request.method, mayFollowRedirects: !ownsClient)
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                    begin(transfer, request, body) { error in
                        if let error {
                            continuation.resume(throwing: error)
                        } else {
                            continuation.resume()
                        }
                    }
                }
            } onCancel: {
                transfer.end(CancellationError())
            }
        }

        package func start(
            _ request: HTTPRequest,
            body: HTTPRequestBody?,
            exchange: HTTPExchange,
            whenDone: @escaping @Sendable ((any Error)?) -> Void
        ) -> @Sendable () -> Void {
            let transfer = AsyncHTTPClientTransfer(exchange, method: request.method, mayFollowRedirects: !ownsClient)
            begin(transfer, request, body, whenDone)
            return { transfer.end(CancellationError()) }
        }

        private func begin(
            _ transfer: AsyncHTTPClientTransfer,
            _ request: HTTPRequest,
            _ body: HTTPRequestBody?,
            _ whenDone: @escaping @Sendable ((any Error)?) -> Void
        ) {
            do {
                let request = try HTTPClient.Request(
                    request,
                    body: body.map { transfer.body($0, on: client.eventLoopGroup) }
                )
                let loop = loops.withLockedValue { $0.popLast() } ?? client.eventLoopGroup.next()
                let done: @Sendable ((any Error)?) -> Void = { [loops] error in
                    loops.withLockedValue { $0.append(loop) }
                    whenDone(error)
                }
                transfer.begin(done) {
                    client.execute(request: request, delegate: transfer, eventLoop: .delegate(on: loop))
                }
            } catch {
                whenDone(error)
            }
        }
    }
#endif
