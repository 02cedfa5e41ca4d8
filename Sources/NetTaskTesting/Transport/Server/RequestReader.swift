import Foundation

/// Reads the requests of a connection, one after the other.
struct RequestReader {
    private let socket: ServerSocket
    /// The bytes that were read but not used yet.
    private var pending = Data()

    init(_ socket: ServerSocket) {
        self.socket = socket
    }

    /// Returns the next request, or `nil` at the end of the connection or for an invalid request.
    mutating func next() -> HTTPSeenRequest? {
        guard let lines = head(), var request = HTTPSeenRequest(lines: lines) else { return nil }
        if request.values(of: "Expect").contains("100-continue") {
            guard socket.write(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8)) else { return nil }
        }
        guard let body = body(of: request) else { return nil }
        request.body = body
        return request
    }

    private mutating func head() -> [String]? {
        var lines: [String] = []
        while let line = line() {
            if !line.isEmpty {
                lines.append(line)
            } else if !lines.isEmpty {
                return lines
            }
        }
        return nil
    }

    private mutating func body(of request: HTTPSeenRequest) -> Data? {
        if request.values(of: "Transfer-Encoding").contains(where: { $0.lowercased() == "chunked" }) {
            return chunks()
        }
        let lengths = request.values(of: "Content-Length")
        guard let length = lengths.first else { return Data() }
        guard lengths.count == 1, let length = Int(length), length >= 0 else { return nil }
        return bytes(length)
    }

    private mutating func chunks() -> Data? {
        var body = Data()
        while let line = line(), let length = Int(line.prefix { $0 != ";" }, radix: 16), length >= 0 {
            guard length > 0 else {
                // Trailers, up to an empty line.
                while let line = self.line() {
                    if line.isEmpty { return body }
                }
                return nil
            }
            guard let chunk = bytes(length), self.line() == "" else { return nil }
            body += chunk
        }
        return nil
    }

    /// Returns the next line without its line break.
    private mutating func line() -> String? {
        while true {
            if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                var line = pending[..<end]
                pending = pending[pending.index(after: end)...]
                if line.last == UInt8(ascii: "\r") {
                    line.removeLast()
                }
                return String(decoding: line, as: UTF8.self)
            }
            guard let more = socket.read() else { return nil }
            pending += more
        }
    }

    private mutating func bytes(_ count: Int) -> Data? {
        while pending.count < count {
            guard let more = socket.read() else { return nil }
            pending += more
        }
        defer { pending = Data(pending.dropFirst(count)) }
        return Data(pending.prefix(count))
    }
}
