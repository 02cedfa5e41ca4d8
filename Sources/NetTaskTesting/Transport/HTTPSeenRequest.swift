public import Foundation
public import HTTPTypes

/// A request as an ``HTTPLoopbackServer`` or an ``HTTPMockTransport`` has seen it.
public struct HTTPSeenRequest: Sendable {
    /// Its number, from 1, in the order in which they came.
    public var number: Int
    /// The number of the connection that it came on, from 1. To a mock each request is a connection of its own.
    public var connection: Int
    /// The head without the framing of the wire. Scheme and authority are those that a client would name: of a server
    /// `http` and what stands in `Host`.
    public var head: HTTPRequest
    /// The lines of the head as they were sent, without line ends: the request line and then each header. Of a mock,
    /// as a transport would send them that adds only what it must.
    public var lines: [String]
    /// The body, without the framing of chunks; empty if there was none.
    public var body: Data

    /// The body as text in UTF-8.
    public var bodyText: String { String(decoding: body, as: UTF8.self) }

    /// What stands behind each header of that name, line by line; in whatever case the name was sent.
    public func values(of name: String) -> [String] {
        headerLines.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }

    /// The headers as they were sent, line by line.
    public var headerLines: [(name: String, value: String)] {
        lines.dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count == 2 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
            return (String(parts[0]), value)
        }
    }
}

extension HTTPSeenRequest {
    /// What the lines of a head say; nil if that is no request.
    init?(lines: [String]) {
        let parts = (lines.first ?? "").split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let method = HTTPRequest.Method(parts[0]) else { return nil }
        (number, connection) = (0, 0)
        self.lines = lines
        body = Data()
        head = HTTPRequest(method: method, scheme: "http", authority: nil, path: parts[1])
        for (name, value) in headerLines {
            guard let name = HTTPField.Name(name) else { continue }
            head.headerFields.append(HTTPField(name: name, value: value))
        }
        head.authority = values(of: "Host").first
    }
}
