#if AsyncHTTPClient
    import AsyncHTTPClient
    import HTTPTypes
    import NIOCore
    import NIOHPACK
    import NIOHTTP1
    import NIOHTTP2
    import NetTaskHTTP

    /// Fails a reply with an invalid status before the client receives it: up to AsyncHTTPClient 1.37, the client traps at the
    /// end of a reply with a status below 100, and NIO traps on a negative status.
    private final class StatusCheck<Part>: ChannelInboundHandler {
        typealias InboundIn = Part
        typealias InboundOut = Part

        private let status: (Part) -> Int?
        private var hasFailed = false

        init(_ status: @escaping (Part) -> Int?) {
            self.status = status
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            if hasFailed { return }
            do {
                if let status = status(unwrapInboundIn(data)) {
                    _ = try HTTPResponse.Status(received: status)
                }
                context.fireChannelRead(data)
            } catch {
                hasFailed = true
                context.fireErrorCaught(error)
            }
        }
    }

    /// Delays the end of a reply until all bytes that arrived with it are parsed. If there are bytes after the end, the reply
    /// fails and its connection is closed. Otherwise the connection would be used for the next request, which would fail
    /// instead.
    private final class ReplyEndCheck: ChannelInboundHandler {
        typealias InboundIn = HTTPClientResponsePart
        typealias InboundOut = HTTPClientResponsePart

        private var end: NIOAny?

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            if case .end = unwrapInboundIn(data) { end = data } else { context.fireChannelRead(data) }
        }

        func channelReadComplete(context: ChannelHandlerContext) {
            sendEnd(context)
            context.fireChannelReadComplete()
        }

        func channelInactive(context: ChannelHandlerContext) {
            sendEnd(context)
            context.fireChannelInactive()
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            end = nil
            context.fireErrorCaught(error)
        }

        private func sendEnd(_ context: ChannelHandlerContext) {
            guard let end else { return }
            self.end = nil
            context.fireChannelRead(end)
        }
    }

    extension HTTPClient.Configuration {
        /// Makes each connection check its replies and read small amounts. Then the previous initializers run.
        mutating func checkReplies() {
            let (connection, connection2) = (http1_1ConnectionDebugInitializer, http2ConnectionDebugInitializer)
            let stream = http2StreamChannelDebugInitializer
            http1_1ConnectionDebugInitializer = { channel in
                channel.configuring {
                    let check = StatusCheck<HTTPClientResponsePart> { part in
                        if case .head(let head) = part { Int(head.status.code) } else { nil }
                    }
                    let decoder = try $0.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
                    try $0.addHandlers(ReplyEndCheck(), check, position: .after(decoder))
                }
                .flatMap { channel.readingLittle() }
                .flatMap { connection?(channel) ?? channel.eventLoop.makeSucceededVoidFuture() }
            }
            http2ConnectionDebugInitializer = { channel in
                channel.readingLittle()
                    .flatMap { connection2?(channel) ?? channel.eventLoop.makeSucceededVoidFuture() }
            }
            http2StreamChannelDebugInitializer = { channel in
                channel.configuring {
                    let check = StatusCheck<HTTP2Frame.FramePayload> { frame in
                        guard case .headers(let content) = frame else { return nil }
                        return content.headers.first(name: ":status").map { Int($0) ?? 0 }
                    }
                    try $0.addHandler(check, position: .first)
                }
                .flatMap { stream?(channel) ?? channel.eventLoop.makeSucceededVoidFuture() }
            }
        }
    }

    extension Channel {
        fileprivate func configuring(
            _ configure: (ChannelPipeline.SynchronousOperations) throws -> Void
        ) -> EventLoopFuture<Void> {
            eventLoop.makeCompletedFuture { try configure(pipeline.syncOperations) }
        }

        /// Reads at most 16 KB at a time. All bytes of one read are decoded before the reader can pause, and one byte of gzip
        /// can become 1,032 bytes.
        fileprivate func readingLittle() -> EventLoopFuture<Void> {
            let allocator = AdaptiveRecvByteBufferAllocator(minimum: 64, initial: 2_048, maximum: 16_384)
            let options = setOption(.recvAllocator, value: allocator).and(setOption(.maxMessagesPerRead, value: 1))
            return options.map { _ in }
        }
    }
#endif
