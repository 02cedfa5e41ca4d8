import Foundation
import HTTPTypes

extension HTTPFault {
    /// 10 GB.
    static var declaredLength: Int64 { 10 << 30 }

    private static let manyHeaders = (1...100_000).map { "X-\($0): a" }.joined(separator: "\r\n")

    /// Returns the steps of a server for this fault.
    func steps(for request: HTTPSeenRequest) -> [ServerStep] {
        switch self {
        case .refused, .resetBeforeHead: [.reset]
        case .resetInHead: [text("HTTP/1.1 200 OK\r\nContent-Le"), .reset]
        case .resetAfterHead: [head("Content-Length: 10"), .reset]
        case .resetInBody: [head("Content-Length: 10", "0123"), .reset]
        case .closedBeforeHead: [.close]
        case .closedInHead: [text("HTTP/1.1 200 OK\r\nContent-Le"), .close]
        case .closedInBody: [head("Content-Length: 10", "0123"), .close]
        case .closedInChunks: [head("Transfer-Encoding: chunked", "4\r\n0123\r\n"), .close]

        case .notHTTP: [text("This is not HTTP at all.\r\n\r\n"), .close]
        case .brokenHeader: [head("no colon", "01234"), .close]
        case .brokenStatus: [text("HTTP/1.1 abc OK\r\nContent-Length: 0\r\n\r\n"), .close]
        case .lowStatus:
            {
                let status = String(repeating: "0", count: 2) + String(request.number % 100)
                return [text("HTTP/1.1 \(status.suffix(3)) OK\r\nContent-Length: 2\r\n\r\n{}")]
            }()
        case .brokenChunk: [head("Transfer-Encoding: chunked", "4\r\n0123\r\nzz\r\n0123\r\n"), .close]
        case .hugeChunk: [head("Transfer-Encoding: chunked", "4\r\n0123\r\nfffffffffffffffff\r\n0123\r\n"), .close]
        case .twoLengths: [head("Content-Length: 4\r\nContent-Length: 10", "0123456789"), .close]
        case .lengthAndChunks:
            [head("Content-Length: 4\r\nTransfer-Encoding: chunked", "4\r\n0123\r\n0\r\n\r\n")]
        case .lengthBeyondNumbers: [head("Content-Length: 1\(String(repeating: "0", count: 23))", "0123"), .close]
        case .brokenGzip: [head("Content-Encoding: gzip\r\nContent-Length: 10", "0123456789"), .close]
        case .truncatedGzip:
            {
                let body = Gzip.packed(Data(count: 10_000)).dropLast(20)
                return [head("Content-Encoding: gzip\r\nContent-Length: \(body.count)"), .write(body)]
            }()
        case .unknownEncoding: [head("Content-Encoding: x-unknown\r\nContent-Length: 10", "0123456789")]
        case .lengthTooShort: [head("Content-Length: 5", "0123456789"), .hold]

        case .tooManyHeaders:
            [head("Content-Length: 0\r\n" + Self.manyHeaders)]
        case .endlessHead:
            [
                text("HTTP/1.1 200 OK\r\n"),
                .writeForever(
                    Data(String(repeating: "X-Filler: \(String(repeating: "a", count: 100))\r\n", count: 100).utf8)
                ),
            ]
        case .hugeLength: [head("Content-Length: \(Self.declaredLength)", "0123"), .hold]
        case .hugeBody: [head("Content-Length: \(Self.declaredLength)"), .writeForever(Data(count: 64 * 1024))]
        case .endlessBody:
            [
                head("Transfer-Encoding: chunked"),
                .writeForever(Data("10000\r\n".utf8) + Data(count: 64 * 1024) + Data("\r\n".utf8)),
            ]
        case .endlessTinyChunks:
            [
                head("Transfer-Encoding: chunked"),
                .writeForever(Data(String(repeating: "1\r\na\r\n", count: 10_000).utf8)),
            ]
        case .gzipBomb:
            [head("Content-Encoding: gzip\r\nContent-Length: \(Gzip.bomb.count)"), .write(Gzip.bomb)]
        case .redirectLoop:
            [text("HTTP/1.1 302 Found\r\nLocation: \(request.head.path ?? "/")\r\nContent-Length: 0\r\n\r\n")]

        case .redirectToPort where request.head.path == "/cut": [head("Content-Length: 0")]
        case .redirectToPort:
            {
                let port = request.head.authority?.split(separator: ":").last.flatMap { Int($0) } ?? 0
                let host = request.number % 2 == 0 ? "127.0.0.1" : "localhost"
                let location = "http://\(host):\(port + 65_536)/cut"
                return [text("HTTP/1.1 307 Temporary Redirect\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n")]
            }()

        case .silence: [.hold]
        case .endlessInformation:
            [.writeForever(Data(String(repeating: "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", count: 100).utf8))]
        case .stalledHead: [text("HTTP/1.1 200 OK\r\nContent-Le"), .hold]
        case .stalledBody: [head("Content-Length: 10", "0123"), .hold]
        }
    }

    private func text(_ text: String) -> ServerStep {
        .write(Data(text.utf8))
    }

    private func head(_ headers: String, _ body: String = "") -> ServerStep {
        text("HTTP/1.1 200 OK\r\n\(headers)\r\n\r\n\(body)")
    }
}
