import Foundation
import HTTPTypes
import NetTaskHTTP

/// Reports to an exchange what a good transport would report if a server gave this answer.
struct MockedReply: Sendable {
    let request: HTTPSeenRequest
    let exchange: HTTPExchange

    func give(_ answer: HTTPAnswer) async throws {
        switch answer {
        case .reply(let reply, .length): try give(reply, [.contentLength: "\(reply.body.count)"])
        case .reply(let reply, .chunked): try give(reply, [.transferEncoding: "chunked"])
        case .reply(let reply, .close): try give(reply, [.connection: "close"])
        case .packed(let reply): try give(reply, [.contentEncoding: "gzip"])
        case .paced(let reply, let pace):
            try head([.contentLength: "\(reply.body.count)"], status: reply.status, reply.headers)
            for byte in reply.body {
                try await pace.next()
                try exchange.receive(Data([byte]))
            }
        case .stream(let reply, let pieces, let pace, let end):
            try head([.transferEncoding: "chunked"], status: reply.status, reply.headers)
            for piece in pieces {
                try await pace?.next()
                try await bring(piece)
            }
            switch end {
            case .complete: break
            case .lost: throw lost
            case .silence: try await HTTPPace().next()
            }
        case .fault(let fault): try await give(fault)
        }
    }

    /// Delivers a piece, and waits until the exchange accepts more.
    private func bring(_ piece: Data) async throws {
        try Task.checkCancellation()
        try exchange.receive(piece)
        if exchange.isFull {
            // Unlike a continuation, a stream ends when its task is cancelled.
            let (room, continuation) = AsyncStream<Never>.makeStream()
            exchange.whenReady { continuation.finish() }
            for await _ in room {}
            try Task.checkCancellation()
        }
    }

    private func give(_ reply: HTTPReply, _ framing: HTTPFields) throws {
        let hasBody = reply.hasBody(to: request.head.method)
        // A 204 must not have a length.
        try head(reply.status.code == 204 ? [:] : framing, status: reply.status, reply.headers)
        if hasBody {
            try exchange.receive(reply.body)
        }
    }

    private func head(_ framing: HTTPFields, status: HTTPResponse.Status = .ok, _ headers: HTTPFields = [:]) throws {
        let fields = HTTPFields(Array(framing) + Array(headers))
        try exchange.receive(HTTPResponse(status: status, headerFields: fields))
    }

    // MARK: Faults

    private func give(_ fault: HTTPFault) async throws {
        switch fault {
        case .refused: throw TransportError(.cannotConnect, reason: "the connection was refused")
        case .resetBeforeHead, .resetInHead, .closedBeforeHead, .closedInHead: throw lost
        case .resetAfterHead:
            try head([.contentLength: "10"])
            throw lost
        case .resetInBody, .closedInBody:
            try begin([.contentLength: "10"])
            throw lost
        case .closedInChunks:
            try begin([.transferEncoding: "chunked"])
            throw lost
        case .notHTTP, .brokenHeader, .brokenStatus, .lowStatus: throw malformed
        case .brokenChunk, .hugeChunk:
            try begin([.transferEncoding: "chunked"])
            throw malformed
        case .twoLengths: try head([.contentLength: "4, 10"])
        case .lengthAndChunks: try head([.contentLength: "4", .transferEncoding: "chunked"])
        case .lengthBeyondNumbers: try head([.contentLength: "1\(String(repeating: "0", count: 23))"])
        case .brokenGzip:
            try head([.contentEncoding: "gzip"])
            throw malformed
        case .truncatedGzip:
            try begin([.contentEncoding: "gzip"])
            throw malformed
        case .unknownEncoding: try begin([.contentEncoding: "x-unknown"])
        case .lengthTooShort:
            try head([.contentLength: "5"])
            try exchange.receive(Data("01234".utf8))
        case .tooManyHeaders, .endlessHead:
            throw TransportError(.replyTooLarge, reason: "the headers of the reply are too large")
        case .hugeLength, .hugeBody: try await endless([.contentLength: "\(HTTPFault.declaredLength)"])
        case .endlessBody, .endlessTinyChunks: try await endless([.transferEncoding: "chunked"])
        case .gzipBomb: try await endless([.contentEncoding: "gzip"])
        case .redirectLoop: try head([.location: request.head.path ?? "/"], status: .found)
        case .redirectToPort: try head([.location: "http://127.0.0.1:65616/cut"], status: .temporaryRedirect)
        case .endlessInformation:
            while true {
                try Task.checkCancellation()
                try head([:], status: .earlyHints)
                await Task.yield()
            }
        case .silence, .stalledHead: try await HTTPPace().next()
        case .stalledBody:
            try begin([.contentLength: "10"])
            try await HTTPPace().next()
        }
    }

    private func begin(_ framing: HTTPFields) throws {
        try head(framing)
        try exchange.receive(Data("0123".utf8))
    }

    /// Delivers data until no more is needed.
    private func endless(_ framing: HTTPFields) async throws {
        try head(framing)
        let piece = Data(count: 64 * 1024)
        while true {
            try await bring(piece)
            await Task.yield()
        }
    }

    private var lost: TransportError { TransportError(.connectionLost, reason: "the connection was lost") }
    private var malformed: TransportError { TransportError(.malformedReply, reason: "the reply is not HTTP") }
}

extension HTTPReply {
    /// Whether a body follows the head (RFC 9112, section 6.3).
    func hasBody(to method: HTTPRequest.Method) -> Bool {
        method != .head && status.code != 204 && status.code != 304
    }
}
