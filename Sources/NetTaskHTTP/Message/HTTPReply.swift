public import Foundation
public import HTTPTypes

/// What came back for an HTTP task, whatever its status.
public struct HTTPReply: Sendable, Hashable {
    /// The status, of whatever kind.
    public var status: HTTPResponse.Status
    /// The headers of the reply.
    public var headers: HTTPFields
    /// The body; empty if there was none, and if it went to a file.
    public var body: Data
    /// The file that the body went to; nil if it is in memory.
    public var file: HTTPFile?
    /// The method that was used.
    public var method: HTTPRequest.Method
    /// The URL that answered, which after redirects is not the one that was asked. In place of secrets it has a mark.
    public var url: String
    /// The number of the attempt, from 1.
    public var attempt: Int
    /// What is to be taken out of whatever is written of it.
    package var redaction = Redaction(secrets: [])
    /// The code of a status that the endpoint of the request accepts; nil if it accepts none, or it is unknown.
    var acceptedCode: Int?

    /// The code of the status, such as 404.
    public var code: Int { status.code }

    /// Makes a reply, such as for a test.
    public init(
        status: HTTPResponse.Status,
        headers: HTTPFields = HTTPFields(),
        body: Data = Data(),
        file: HTTPFile? = nil,
        method: HTTPRequest.Method = .get,
        url: String = "",
        attempt: Int = 1
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.file = file
        self.method = method
        self.url = url
        self.attempt = attempt
    }
}

// MARK: - Reading the body; each error is a ``ParseError`` with this reply in it

extension HTTPReply {
    /// The body as JSON, or the value at `path` inside it. An optional is nil for an empty body, for `null`, and where the path
    /// leads to nothing.
    ///
    /// - Parameters:
    ///   - path: names as they stand in JSON, from the outside in.
    ///   - format: how dates are written; without a path those at top level.
    @inlinable
    public func json<Value: JSONReadable>(_ path: [StaticString] = [], format: ValueFormat = .iso8601) throws -> Value {
        try json(path, format) { reader in try Value.read(from: &reader) }
    }

    /// Not inlined: what a client holds for each type of a response is the reading of that type, and no more.
    @usableFromInline
    func json<Value: JSONReadable>(
        _ path: [StaticString],
        _ format: ValueFormat,
        _ read: (inout JSONReader) throws -> Value
    ) throws -> Value {
        do {
            if body.isEmpty, let value = Value.valueIfAbsent {
                return value
            }
            return try body.withUnsafeBytes { try JSONReader.read($0, path: path, format: format, read) }
        } catch var error as ParseError {
            error.reply = self
            throw error
        }
    }

    /// What an error says of a body that is not JSON, such as the page of a proxy; empty for one that is.
    package var noteUnlessJSON: String {
        if body.isEmpty || (try? body.withUnsafeBytes { try JSONReader.with($0) { try $0.skip() } }) != nil {
            return ""
        }
        let type = headers[.contentType].map { "the Content-Type \"\(excerpt(of: $0.utf8))\"" } ?? "no Content-Type"
        let start = redaction.excerpt(of: body, limit: 80).map { " and starts with \"\($0)\"" } ?? ""
        return "; the body is not JSON: it has \(type)\(start)"
    }

    /// The error of a task whose response depends on the status, and that has none for the status of this reply.
    public func unexpectedStatus() -> ParseError {
        ParseError("the task has no response for the status \(code)", reply: self)
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

    /// The file that the body went to, or one in memory of the body.
    public func download() -> HTTPFile {
        file ?? HTTPFile(data: body, contentType: headers[.contentType] ?? "application/octet-stream")
    }

    /// The file that the body went to, nil if it is empty.
    public func download() -> HTTPFile? {
        let file: HTTPFile = download()
        let size = try? file.withURL { try $0.resourceValues(forKeys: [.fileSizeKey]).fileSize }
        return (size.flatMap(\.self) ?? body.count) == 0 ? nil : file
    }

    /// The body as it is, nil if it is empty.
    public func data() -> Data? { body.isEmpty ? nil : body }
}

extension HTTPReply: CustomStringConvertible {
    /// Status, URL and size. Headers and body may hold what others should not see.
    public var description: String {
        let size = file.map { "a file, \($0.name ?? "without a name")" } ?? "\(body.count) bytes"
        return "\(method.rawValue) \(url): \(status.code), \(size) (attempt \(attempt))"
    }
}

extension HTTPReply: SelfDescribing {
    /// What ``description`` tells.
    var members: KeyValuePairs<String, Any> {
        ["status": status, "url": url, "body": body.count, "attempt": attempt]
    }
}

/// Text of bytes, or nil if they are not UTF-8.
///
/// `String(validating:as:)` needs a later system than we do. A string repaired on the way in differs from its bytes.
func textIfUTF8<Bytes: Collection<UInt8>>(_ bytes: Bytes) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.utf8.elementsEqual(bytes) ? text : nil
}
