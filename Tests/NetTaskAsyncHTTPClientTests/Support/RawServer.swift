#if AsyncHTTPClient
    import NIOConcurrencyHelpers
    import NIOCore
    import NIOPosix
    import NIOSSL

    /// A server on loopback that knows no protocol but TLS: it does with each connection what the test says, byte by
    /// byte.
    struct RawServer {
        let port: Int
        var baseURL: String { "http://127.0.0.1:\(port)" }
        var secureURL: String { "https://127.0.0.1:\(port)" }

        /// Starts a server, runs `body`, stops the server.
        ///
        /// - Parameters:
        ///   - tls: has it speak TLS, with the certificate in ``TestCertificate``.
        ///   - isEager: whether it takes in all that comes, and not only what the script reads.
        ///   - script: run for each connection; the connection is closed once it ends, also by an error.
        static func with<Result>(
            tls: TLSConfiguration? = nil,
            isEager: Bool = true,
            _ script: @escaping @Sendable (RawConnection) async throws -> Void,
            _ body: (RawServer) async throws -> Result
        ) async throws -> Result {
            let context = try tls.map { try NIOSSLContext(configuration: $0) }
            let connections = NIOLockedValueBox<[(channel: any Channel, task: Task<Void, Never>)]>([])
            let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .childChannelOption(.autoRead, value: isEager)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        if let context {
                            try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
                        }
                        let (bytes, receiving) = AsyncStream<ByteBuffer>.makeStream()
                        let isActive = Signal()
                        try channel.pipeline.syncOperations.addHandler(Receiver(receiving, isActive))
                        connections.withLockedValue { connections in
                            let number = connections.count + 1
                            let task = Task {
                                await isActive.wait()
                                try? await script(RawConnection(number, channel, isEager: isEager, bytes))
                                try? await channel.close()
                            }
                            connections.append((channel, task))
                        }
                    }
                }
                .bind(host: "127.0.0.1", port: 0).get()
            let result: Swift.Result<Result, any Error>
            do {
                result = .success(try await body(RawServer(port: listener.localAddress?.port ?? 0)))
            } catch {
                result = .failure(error)
            }
            try await listener.close()
            for (channel, task) in connections.withLockedValue({ $0 }) {
                task.cancel()
                try? await channel.close()
                await task.value
            }
            return try result.get()
        }

        /// A server that reads the head of each request, answers with `reply` and closes.
        static func answering<Result>(
            _ reply: String,
            _ body: (RawServer) async throws -> Result
        ) async throws -> Result {
            try await with(
                { connection in
                    _ = try await connection.readHead()
                    try await connection.write(reply)
                },
                body
            )
        }
    }

    /// Hands on what comes in.
    private final class Receiver: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let bytes: AsyncStream<ByteBuffer>.Continuation
        private let isActive: Signal

        init(_ bytes: AsyncStream<ByteBuffer>.Continuation, _ isActive: Signal) {
            self.bytes = bytes
            self.isActive = isActive
        }

        func channelActive(context: ChannelHandlerContext) {
            isActive.report()
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            bytes.yield(unwrapInboundIn(data))
        }

        func channelInactive(context: ChannelHandlerContext) {
            bytes.finish()
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.close(promise: nil)
        }
    }
#endif
