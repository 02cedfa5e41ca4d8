public import HTTPTypes
public import NetTaskSystem

/// The reply to an HTTP task, with any status.
public struct HTTPReply: Sendable, Hashable {
    /// The status of the reply.
    public var status: HTTPResponse.Status
    /// The headers of the reply.
    public var headers: HTTPFields
    /// The body. Empty if there is none, or if it was written to a file.
    public var body: Data
    /// The file with the body, or `nil` if the body is in memory.
    public var file: HTTPFile?
    /// The method of the request.
    public var method: HTTPRequest.Method
    /// The URL of the reply, which differs from that of the request after redirects. `<secret>` replaces secrets.
    public var url: String
    /// The number of the attempt, from 1.
    public var attempt: Int
    /// Hides secrets in descriptions of the reply.
    package var redaction = Redaction(secrets: [])
    /// The status code, if the endpoint of the request accepts it; otherwise, or if the endpoint is unknown, `nil`.
    var acceptedCode: Int?

    /// The status code, such as 404.
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

// MARK: - Parsing the body; each error is a ``ParseError`` with this reply

extension HTTPReply {
    /// Parses the body as JSON, or the value at `path` in it.
    ///
    ///     let posts: [Post] = try reply.json(["data", "posts"])
    ///
    /// An optional is `nil` if the body is empty, if the value is `null`, or if there is no value at the path.
    ///
    /// - Parameters:
    ///   - path: the names of the members that lead to the value, from the outside in. Default: empty, the whole body.
    ///   - format: the format of dates. Without a path, it applies to dates at top level.
    @inlinable
    public func json<Value: JSONReadable>(_ path: [StaticString] = [], format: ValueFormat = .iso8601) throws -> Value {
        try json(path, format) { reader in try Value.read(from: &reader) }
    }

    /// Not inlinable, so that a client contains only the reading of each response type.
    @usableFromInline
    func json<Value: JSONReadable>(
        _ path: [StaticString],
        _ format: ValueFormat,
        _ read: (inout JSONReader) throws -> Value
    ) throws -> Value {
        do {
            if body.isEmpty, let value = Value.valueIfAbsent { return value }
            return try body.withUnsafeBytes { try JSONReader.read($0, path: path, format: format, read) }
        } catch var error as ParseError {
            error.reply = self
            throw error
        }
    }

    /// A suffix for errors about a body that is not JSON, such as the page of a proxy; empty for JSON.
    package var noteUnlessJSON: String {
        if body.isEmpty || (try? body.withUnsafeBytes { try JSONReader.with($0) { try $0.skip() } }) != nil {
            return ""
        }
        let type = headers[.contentType].map { "the Content-Type \"\(excerpt(of: $0.utf8))\"" } ?? "no Content-Type"
        let start = redaction.excerpt(of: body, limit: 80).map { " and starts with \"\($0)\"" } ?? ""
        return "; the body is not JSON: it has \(type)\(start)"
    }

    /// Makes the error of a task whose response depends on the status, for a status without a response.
    public func unexpectedStatus() -> ParseError {
        ParseError("the task has no response for the status \(code)", reply: self)
    }

    /// Returns the media type of the reply among these, which are in lowercase and without parameters. Another type of JSON, such
    /// as `application/problem+json`, is `application/json`. Other types match `text/*`, or else `*/*`.
    public func mediaType(among types: [String]) throws -> String {
        let own = (headers[.contentType] ?? "").prefix { $0 != ";" && $0 != " " }.lowercased()
        let match =
            types.first { $0 == own } ?? types.first { $0 == "application/json" && own.hasSuffix("+json") }
            ?? types.first { $0.hasSuffix("*") && own.hasPrefix($0.dropLast()) } ?? types.first { $0 == "*/*" }
        if let match { return match }
        throw ParseError("the task has no response for the content type \"\(excerpt(of: own.utf8))\"", reply: self)
    }

    /// Returns the body as UTF-8 text.
    public func text() throws -> String {
        if let text = textIfUTF8(body) { return text }
        throw ParseError("the body is not text in UTF-8", reply: self)
    }

    /// Returns the body as UTF-8 text, or `nil` if it is empty.
    public func text() throws -> String? { body.isEmpty ? nil : try text() as String }

    /// Returns the body.
    public func data() -> Data { body }

    /// Returns the file with the body, or a file in memory.
    public func download() -> HTTPFile {
        file ?? HTTPFile(data: body, contentType: headers[.contentType] ?? "application/octet-stream")
    }

    /// Returns the file with the body, or `nil` if the body is empty.
    public func download() -> HTTPFile? {
        let file: HTTPFile = download()
        var status = stat()
        let size = file.withURL { stat($0.path, &status) == 0 ? Int(status.st_size) : nil }
        return (size.flatMap(\.self) ?? body.count) == 0 ? nil : file
    }

    /// Returns the body, or `nil` if it is empty.
    public func data() -> Data? { body.isEmpty ? nil : body }
}

extension HTTPReply: CustomStringConvertible {
    /// The method and the URL, for errors.
    package var request: String { "\(method.rawValue) \(url)" }

    /// The status, URL and size. Headers and body may contain confidential data.
    public var description: String {
        let size = file.map { "a file, \($0.name ?? "without a name")" } ?? "\(body.count) bytes"
        return errorStart(request, attempt: attempt) + "status \(status.code), \(size)"
    }
}

extension HTTPReply: SelfDescribing {
    /// The same as ``description``.
    var members: KeyValuePairs<String, Any> {
        ["status": status, "url": url, "body": body.count, "attempt": attempt]
    }
}
