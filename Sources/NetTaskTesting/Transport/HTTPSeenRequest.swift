public import Foundation
public import HTTPTypes

/// A request that an ``HTTPLoopbackServer`` or an ``HTTPMockTransport`` has received.
public struct HTTPSeenRequest: Sendable {
    /// The number of the request, from 1, in the order in which they arrived.
    public var number: Int
    /// The number of its connection, from 1. In a mock, each request has its own connection.
    public var connection: Int
    /// The head of the request. The scheme and authority are those of a client: for a server, `http` and the value of `Host`.
    public var head: HTTPRequest
    /// The lines of the head as they were sent, without line breaks: the request line and the headers. In a mock, those that a
    /// transport would send if it adds only required headers.
    public var lines: [String]
    /// The body, without the framing of chunks. Empty if there was none.
    public var body: Data

    /// The body as UTF-8 text.
    public var bodyText: String { String(decoding: body, as: UTF8.self) }

    /// Returns the values of all headers with this name, in any case, line by line.
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
    /// Parses the lines of a head, or returns `nil` if it is not a request.
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
