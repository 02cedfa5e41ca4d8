#if AsyncHTTPClient
    public import AsyncHTTPClient
    package import HTTPTypes
    public import NIOCore
    public import NetTaskHTTP

    import NIOConcurrencyHelpers
    import NIOHTTPCompression

    /// Sends requests with async-http-client, for servers: HTTP/1.1 and HTTP/2, persistent connections, and bodies of any size
    /// in bounded memory.
    ///
    ///     let queue = HTTPNetTaskQueue(transport: AsyncHTTPClientTransport(), limit: 4)
    ///
    /// TLS uses the client's configuration. Replies in gzip and deflate are decoded, and requested by default.
    ///
    /// By default, the client opens up to eight HTTP/1.1 connections for each host. Other requests wait for one of them, and
    /// this wait is part of connecting (`HTTPTimeouts.connect`). For a queue with a higher limit, set
    /// `connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit` of the configuration to the limit.
    public final class AsyncHTTPClientTransport: HTTPCallbackTransport {
        private let client: HTTPClient
        private let ownsClient: Bool
        /// The event loops of requests that have ended, the latest one last. Each probably has an idle connection. A request on
        /// the event loop of its connection avoids switching threads.
        private let loops = NIOLockedValueBox<[any EventLoop]>([])

        /// Makes a transport with its own client, which is shut down when the transport has been released and its last request
        /// has ended.
        ///
        /// - Parameters:
        ///   - eventLoopGroup: the event loops of the client. Default: `nil`, those that all clients of the process share.
        ///   - configuration: the configuration, for proxies, TLS, HTTP versions and numbers of connections.
        ///     ``configuration(_:)`` adjusts it. Default: `nil`, the client's default.
        public init(eventLoopGroup: (any EventLoopGroup)? = nil, configuration: HTTPClient.Configuration? = nil) {
            client = HTTPClient(
                eventLoopGroup: eventLoopGroup ?? HTTPClient.defaultEventLoopGroup,
                configuration: Self.configuration(configuration ?? HTTPClient.Configuration())
            )
            ownsClient = true
        }

        /// Makes a transport with an existing client, which the caller shuts down. Make the client with ``configuration(_:)``.
        ///
        /// A client with another configuration has these effects: its timeouts apply in addition to those of the handler. If it
        /// follows a redirect, the task fails with a `TransportError` of the kind `redirect`. If it retries a failed
        /// connection, a refused connection is only reported after its timeout. Up to AsyncHTTPClient 1.37, a reply with a
        /// status from 000 to 099 ends the process. An HTTP/1.1 reply that is longer than its declared length can fail the next
        /// request.
        public init(client: HTTPClient) {
            self.client = client
            ownsClient = false
        }

        /// Adjusts a configuration for this transport.
        ///
        /// The handler makes redirects, retries and timeouts, so redirects and connection retries are disabled, and the only
        /// timeout is five minutes for connecting, as a fallback. Decompression is enabled; a limit in the configuration
        /// applies. Invalid statuses, and bytes after the end of a reply, are rejected before the client receives them.
        public static func configuration(
            _ configuration: HTTPClient.Configuration = HTTPClient.Configuration()
        ) -> HTTPClient.Configuration {
            var configuration = configuration
            configuration.redirectConfiguration = .disallow
            configuration.timeout = .init(connect: .minutes(5))
            configuration.connectionPool.retryConnectionEstablishment = false
            // Its spans would contain unredacted URLs, and duplicate those of NetTaskObservability.
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

        public var reportsConnection: Bool { true }

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
