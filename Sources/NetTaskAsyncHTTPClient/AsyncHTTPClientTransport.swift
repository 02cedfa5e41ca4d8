#if AsyncHTTPClient
    public import AsyncHTTPClient
    package import HTTPTypes
    public import NIOCore
    public import NetTaskHTTP

    import NIOConcurrencyHelpers
    import NIOHTTPCompression

    /// Sends requests with async-http-client, for servers: HTTP/1.1 and HTTP/2, connections that are kept open, bodies of
    /// any size in bounded memory.
    ///
    /// TLS is as the client's configuration has it. Replies in gzip and deflate are unpacked, and asked for unless the
    /// request says otherwise.
    ///
    /// Connections are the client's: by default it opens up to eight to a host over HTTP/1.1, and further requests wait
    /// for one of them, which counts as connecting (`HTTPTimeouts.connect`). A queue with a higher limit is best given a
    /// configuration with as many, in `connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit`.
    public final class AsyncHTTPClientTransport: HTTPCallbackTransport {
        private let client: HTTPClient
        private let ownsClient: Bool
        /// The event loops of requests that have ended, the last one at the end. Each has an idle connection, most likely;
        /// a request on the loop of its connection need not go from thread to thread at every step.
        private let loops = NIOLockedValueBox<[any EventLoop]>([])

        /// Makes a client of its own, which is shut down once the transport is gone and its last request has ended.
        ///
        /// - Parameters:
        ///   - eventLoopGroup: what the client runs on; by default the one that all clients of the process share.
        ///   - configuration: for proxies, TLS, HTTP versions and numbers of connections; by default the client's own. What
        ///     the handler decides is as ``configuration(_:)`` has it.
        public init(eventLoopGroup: (any EventLoopGroup)? = nil, configuration: HTTPClient.Configuration? = nil) {
            client = HTTPClient(
                eventLoopGroup: eventLoopGroup ?? HTTPClient.defaultEventLoopGroup,
                configuration: Self.configuration(configuration ?? HTTPClient.Configuration())
            )
            ownsClient = true
        }

        /// Uses a client of the caller's, who shuts it down. Its configuration counts: make it with ``configuration(_:)``.
        ///
        /// Of a client that is made otherwise its time-outs count beside the handler's. If it follows a redirect by itself, the
        /// task fails with a `TransportError` of the kind `redirect`; if it tries a failed connection again, a refused one
        /// is known only once its time-out has passed; and up to AsyncHTTPClient 1.37 a reply with a status from 000 to 099
        /// ends the process. A reply of HTTP/1.1 that is longer than it says can fail the next request.
        public init(client: HTTPClient) {
            self.client = client
            ownsClient = false
        }

        /// What a configuration becomes for this transport. What is the handler's to decide is set aside: redirects are not
        /// followed, a failed connection is not tried again, and the only time-out is one of five minutes for connecting, as
        /// a safety net below the handler's own. Unpacking is on; a limit that the configuration sets for it holds. Statuses
        /// that HTTP does not have, and bytes after the end of a reply, are refused before the client sees them.
        public static func configuration(
            _ configuration: HTTPClient.Configuration = HTTPClient.Configuration()
        ) -> HTTPClient.Configuration {
            var configuration = configuration
            configuration.redirectConfiguration = .disallow
            configuration.timeout = .init(connect: .minutes(5))
            configuration.connectionPool.retryConnectionEstablishment = false
            // Its spans would show URLs as they are, and stand beside those of NetTaskObservability.
            configuration.tracing.tracer = nil
            if case .disabled = configuration.decompression {
                configuration.decompression = .enabled(limit: .none)
            }
            configuration.checkReplies()
            return configuration
        }

        deinit {
            guard ownsClient else { return }
            client.shutdown { _ in }
        }

        public var tellsConnection: Bool { true }

        package func start(
            _ request: HTTPRequest,
            body: HTTPRequestBody?,
            exchange: HTTPExchange,
            whenDone: @escaping @Sendable ((any Error)?) -> Void
        ) -> @Sendable () -> Void {
            let loop = loops.withLockedValue { $0.popLast() } ?? client.eventLoopGroup.next()
            let transfer = AsyncHTTPClientTransfer(exchange, method: request.method, mayFollowRedirects: !ownsClient) {
                [loops] error in
                loops.withLockedValue { $0.append(loop) }
                whenDone(error)
            }
            do {
                let request = try HTTPClient.Request(
                    request,
                    body: body.map { transfer.body($0, on: client.eventLoopGroup) }
                )
                transfer.begin { client.execute(request: request, delegate: transfer, eventLoop: .delegate(on: loop)) }
            } catch {
                transfer.end(error)
            }
            return { transfer.end(CancellationError()) }
        }
    }
#endif
