#if AsyncHTTPClient
    import AsyncHTTPClient
    import HTTPTypes
    import NIOCore
    import NIOHPACK
    import NIOHTTP1
    import NIOHTTP2
    import NetTaskRuntime

    /// Fails a reply whose status is none of HTTP before the client sees it: up to AsyncHTTPClient 1.37 the client traps at
    /// the end of a reply with a status below 100, and NIO at one that is negative.
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

    extension HTTPClient.Configuration {
        /// Has each connection check the statuses of replies, and then do what the configuration said before.
        mutating func checkStatuses() {
            let (connection, stream) = (http1_1ConnectionDebugInitializer, http2StreamChannelDebugInitializer)
            http1_1ConnectionDebugInitializer = { channel in
                channel.adding {
                    let check = StatusCheck<HTTPClientResponsePart> { part in
                        if case .head(let head) = part { Int(head.status.code) } else { nil }
                    }
                    let decoder = try $0.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
                    try $0.addHandler(check, position: .after(decoder))
                }
                .flatMap { connection?(channel) ?? channel.eventLoop.makeSucceededVoidFuture() }
            }
            http2StreamChannelDebugInitializer = { channel in
                channel.adding {
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
        fileprivate func adding(
            _ add: (ChannelPipeline.SynchronousOperations) throws -> Void
        ) -> EventLoopFuture<Void> {
            eventLoop.makeCompletedFuture { try add(pipeline.syncOperations) }
        }
    }
#endif
