public import Foundation
public import HTTPTypes

/// What came back for an HTTP task, whatever its status.
public struct HTTPReply: Sendable, Hashable {
    /// The status, of whatever kind.
    public var status: HTTPResponse.Status
    /// The headers of the reply.
    public var headers: HTTPFields
    /// The body; empty if there was none.
    public var body: Data
    /// The method that was used.
    public var method: HTTPRequest.Method
    /// The URL that was asked.
    public var url: String
    /// The number of the attempt, from 1.
    public var attempt: Int

    /// Makes a reply, such as for a test.
    public init(
        status: HTTPResponse.Status,
        headers: HTTPFields = HTTPFields(),
        body: Data = Data(),
        method: HTTPRequest.Method = .get,
        url: String = "",
        attempt: Int = 1
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.method = method
        self.url = url
        self.attempt = attempt
    }
}

// MARK: - Reading the body; each error is a ``ParseError`` with this reply in it

extension HTTPReply {
    /// The body as JSON. An optional is nil for an empty body and for `null`.
    ///
    /// - Parameter format: how dates at top level are written.
    @inlinable
    public func json<Value: JSONReadable>(format: DateFormat = .iso8601) throws -> Value {
        try json([], format: format)
    }

    /// The value at `path` inside the JSON of the body. An optional is nil where the path leads to nothing.
    ///
    /// - Parameter path: names as they stand in JSON, from the outside in.
    @inlinable
    public func json<Value: JSONReadable>(_ path: [StaticString], format: DateFormat = .iso8601) throws -> Value {
        do {
            if body.isEmpty, let value = Value.valueIfAbsent {
                return value
            }
            return try body.withUnsafeBytes { try JSONReader.read($0, path: path, format: format) }
        } catch var error as ParseError {
            error.reply = self
            throw error
        }
    }

    /// The body as text in UTF-8.
    public func text() throws -> String {
        if let text = textIfUTF8(body) {
            return text
        }
        throw ParseError("the body is not text in UTF-8", reply: self)
    }

    /// The body as text in UTF-8, nil if it is empty.
    public func text() throws -> String? {
        if body.isEmpty { return nil }
        let text: String = try text()
        return text
    }

    /// The body as it is.
    public func data() -> Data { body }

    /// The body as it is, nil if it is empty.
    public func data() -> Data? { body.isEmpty ? nil : body }
}
