import Foundation
import HTTPTypes
import NetTaskHTTP

/// The steps of a server for one request. After the last step, it waits for the next request.
enum ServerStep: Sendable {
    case write(Data)
    /// Repeats until the client closes the connection.
    case writeForever(Data)
    /// Waits until the test releases a byte.
    case pause(HTTPPace)
    /// Waits until the client closes the connection.
    case hold
    /// Resets the connection, so that the client sees an error.
    case reset
    case close
}

extension HTTPAnswer {
    /// Returns the steps of a server for this answer.
    func steps(for request: HTTPSeenRequest) -> [ServerStep] {
        switch self {
        case .reply(let reply, let framing): Self.steps(reply, framing, to: request)
        case .packed(var reply):
            {
                reply.headers[.contentEncoding] = "gzip"
                reply.body = Gzip.packed(reply.body)
                return Self.steps(reply, .length, to: request)
            }()
        case .paced(let reply, let pace):
            [.write(Self.head(reply, ["Content-Length: \(reply.body.count)"]))]
                + reply.body.flatMap { [.pause(pace), .write(Data([$0]))] }
        case .stream(let reply, let pieces, let pace, let end):
            [.write(Self.head(reply, ["Transfer-Encoding: chunked"]))]
                + pieces.flatMap { piece in
                    (pace.map { [.pause($0)] } ?? []) + [.write(Self.chunk(piece))]
                }
                + [Self.step(end)]
        case .fault(let fault): fault.steps(for: request)
        }
    }

    private static func steps(_ reply: HTTPReply, _ framing: Framing, to request: HTTPSeenRequest) -> [ServerStep] {
        let hasBody = reply.hasBody(to: request.head.method)
        switch framing {
        case .length:
            let head = head(reply, reply.status.code == 204 ? [] : ["Content-Length: \(reply.body.count)"])
            return [.write(hasBody ? head + reply.body : head)]
        case .chunked:
            let head = head(reply, ["Transfer-Encoding: chunked"])
            return [.write(hasBody ? head + chunks(of: reply.body) : head)]
        case .close:
            let head = head(reply, ["Connection: close"])
            return [.write(hasBody ? head + reply.body : head), .close]
        }
    }

    private static func head(_ reply: HTTPReply, _ framing: [String]) -> Data {
        let headers = reply.headers.map { "\($0.name.rawName): \($0.value)" }
        let status = "HTTP/1.1 \(reply.status.code) \(reply.status.reasonPhrase)"
        return Data((([status] + framing + headers).joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    private static func chunks(of body: Data) -> Data {
        var rest = body[...]
        var chunks = Data()
        while !rest.isEmpty {
            chunks += chunk(rest.prefix(1_000))
            rest = rest.dropFirst(1_000)
        }
        return chunks + Data("0\r\n\r\n".utf8)
    }

    /// An empty chunk would be the last one.
    private static func chunk(_ data: Data) -> Data {
        data.isEmpty ? data : Data("\(String(data.count, radix: 16))\r\n".utf8) + data + Data("\r\n".utf8)
    }

    private static func step(_ end: StreamEnd) -> ServerStep {
        switch end {
        case .complete: .write(Data("0\r\n\r\n".utf8))
        case .lost: .reset
        case .silence: .hold
        }
    }
}
