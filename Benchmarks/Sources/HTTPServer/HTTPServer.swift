import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// A server on loopback, in a process of its own, so that a client's figures do not include it. Prints its port, and
/// ends when its input does.
@main
struct HTTPServer {
    static func main() throws {
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup(numberOfThreads: 1))
            .serverChannelOption(.backlog, value: 256)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.pipeline.configureHTTPServerPipeline().flatMapThrowing {
                    try channel.pipeline.syncOperations.addHandler(Answering())
                }
            }
        let channel = try bootstrap.bind(host: "127.0.0.1", port: 0).wait()
        FileHandle.standardOutput.write(Data("\(channel.localAddress?.port ?? 0)\n".utf8))
        _ = FileHandle.standardInput.readDataToEndOfFile()
    }
}

/// Answers `GET /large/N` with N bytes, and other requests with a small reply in JSON after the complete request;
/// drops the received bodies.
private final class Answering: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private static let reply = ByteBuffer(
        string:
            #"{"id":1,"user_id":7,"title":"A title of some words","tags":["one","two"],"score":4.5,"is_read":false}"#
    )
    private static let piece = ByteBuffer(repeating: UInt8(ascii: "x"), count: 64 * 1024)

    private var uri = ""
    /// The remaining bytes of a large reply.
    private var left = 0

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): uri = head.uri
        case .body: break
        case .end:
            if uri.hasPrefix("/large/"), let size = Int(uri.dropFirst("/large/".count)) {
                writeHead(length: size, context)
                left = size
                writeMore(context)
            } else {
                writeHead(length: Self.reply.readableBytes, context)
                context.write(wrapOutboundOut(.body(.byteBuffer(Self.reply))), promise: nil)
                context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
            }
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        writeMore(context)
    }

    private func writeHead(length: Int, _ context: ChannelHandlerContext) {
        let headers: HTTPHeaders = ["Content-Type": "application/json", "Content-Length": "\(length)"]
        let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
    }

    private func writeMore(_ context: ChannelHandlerContext) {
        while left > 0, context.channel.isWritable {
            let piece = Self.piece.getSlice(at: 0, length: min(left, Self.piece.readableBytes)) ?? Self.piece
            left -= piece.readableBytes
            context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(piece))), promise: nil)
            if left == 0 {
                context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
            }
        }
    }
}
