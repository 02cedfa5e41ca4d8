import HTTPTypes
public import NetTaskHTTP
public import NetTaskSystem

/// Requests and their replies in the format HAR 1.2, which browsers export and import.
///
/// Members that this type does not know are kept: an entry that was read and not changed is written as it was.
public struct HAR: Sendable, Hashable {
    /// The entries, in the order of the file.
    public var entries: [HAREntry]
    /// The other members of `log`, such as the pages of a browser.
    var others: [String: JSONValue] = [:]

    /// Makes a HAR. Default: without entries.
    public init(entries: [HAREntry] = []) {
        self.entries = entries
    }

    /// Reads a file.
    ///
    /// - Throws: ``HARError`` with the place in the file; an error of the system if the file cannot be read.
    public init(contentsOf url: URL) throws {
        do {
            try self.init(json: Data(contentsOf: url))
        } catch var error as HARError {
            error.file = url.path
            throw error
        }
    }

    /// Writes a file. Another process never reads a part of it.
    ///
    /// - Throws: an error of the system if the file cannot be written.
    public func write(to url: URL) throws {
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try json.write(to: url, options: .atomic)
    }
}

/// A request and its reply.
public struct HAREntry: Sendable, Hashable {
    /// The date and time of the request in ISO 8601, as the file has it.
    public var startedDateTime: String
    /// The time from the start of the request to the end of the reply, in milliseconds.
    public var time: Double
    /// The request.
    public var request: HARRequest
    /// The reply. Its status is 0 if there was none.
    public var response: HARResponse
    /// The pieces of a stream, in order. Empty for other replies. In the file, `_chunks`.
    public var chunks: [HARChunk] = []
    /// Whether the reply arrived completely. `false` if the client ended a stream. In the file, `_complete`.
    public var isComplete = true
    /// The reason for a missing reply; `nil` if there is a reply. In the file, this is `_error` of the response.
    public var error: String?
    /// The uri in the spec, such as `posts/{id}`; `nil` in the file of a browser. In the file, `_uriTemplate`.
    public var uriTemplate: String?
    /// The test that recorded the entry, or `nil`. In the file, `_test`.
    public var test: String?
    /// The entry in the file that it was read from.
    var source: JSONValue?

    /// Makes an entry. The properties without a parameter have their defaults.
    public init(startedDateTime: String, time: Double = 0, request: HARRequest, response: HARResponse = HARResponse()) {
        self.startedDateTime = startedDateTime
        self.time = time
        self.request = request
        self.response = response
    }
}

/// A request.
public struct HARRequest: Sendable, Hashable {
    /// The HTTP method.
    public var method: String
    /// The whole URL.
    public var url: String
    /// The version of HTTP, such as `HTTP/1.1`.
    public var httpVersion: String
    /// The headers, in order. Those of a browser include pseudo-headers of HTTP/2, such as `:authority`.
    public var headers: [HARField]
    /// The body, or `nil` without one.
    public var body: HARContent?

    /// Makes a request. Default: HTTP/1.1, without headers and body.
    public init(
        method: String,
        url: String,
        httpVersion: String = "HTTP/1.1",
        headers: [HARField] = [],
        body: HARContent? = nil
    ) {
        self.method = method
        self.url = url
        self.httpVersion = httpVersion
        self.headers = headers
        self.body = body
    }
}

/// A reply.
public struct HARResponse: Sendable, Hashable {
    /// The status code, or 0 if there was no reply.
    public var status: Int
    /// The text of the status.
    public var statusText: String
    /// The version of HTTP, such as `HTTP/1.1`.
    public var httpVersion: String
    /// The headers, in order.
    public var headers: [HARField]
    /// The body, without content encoding.
    public var content: HARContent

    /// Makes a reply. Default: no reply, with the status 0.
    public init(
        status: Int = 0,
        statusText: String = "",
        httpVersion: String = "HTTP/1.1",
        headers: [HARField] = [],
        content: HARContent = HARContent()
    ) {
        self.status = status
        self.statusText = statusText
        self.httpVersion = httpVersion
        self.headers = headers
        self.content = content
    }
}

/// A header, a cookie or a param.
public struct HARField: Sendable, Hashable {
    /// The name.
    public var name: String
    /// The value.
    public var value: String

    /// Makes a field.
    public init(_ name: String, _ value: String) {
        (self.name, self.value) = (name, value)
    }
}

/// A body.
public struct HARContent: Sendable, Hashable {
    /// The media type with its parameters, such as `application/json; charset=utf-8`. Empty if it is unknown.
    public var mimeType: String
    /// The bytes, or `nil` if the file does not contain them. Bytes that are not UTF-8 are written in base64.
    public var data: Data?
    /// The number of bytes that the file states; that of ``data`` if there are bytes.
    public var size: Int

    /// Makes a body. Default: an empty one.
    public init(mimeType: String = "", data: Data? = Data()) {
        (self.mimeType, self.data, size) = (mimeType, data, data?.count ?? 0)
    }

    /// The media type in lower case without parameters.
    var mediaType: String { mimeType.prefix { $0 != ";" }.trimmed.lowercased() }
    var isJSON: Bool { mediaType.hasSuffix("/json") || mediaType.hasSuffix("+json") }
    var isForm: Bool { mediaType == "application/x-www-form-urlencoded" }
    /// Whether the pieces arrive one after the other, each with a meaning.
    var isStream: Bool {
        [
            "text/event-stream", "application/x-ndjson", "application/ndjson", "application/jsonl",
            "application/json-seq",
        ].contains(mediaType)
    }
}

/// A piece of a stream.
public struct HARChunk: Sendable, Hashable {
    /// The time since the head of the reply, in milliseconds.
    public var time: Double
    /// The number of bytes.
    public var size: Int

    /// Makes a piece.
    public init(time: Double, size: Int) {
        (self.time, self.size) = (time, size)
    }
}

/// A text is not a HAR.
public struct HARError: Error, Sendable, Hashable {
    /// The place in the file, such as `log.entries[3].request.url`.
    public var path: String
    /// What is invalid.
    public var reason: String
    /// The path of the file; `nil` if the text was not in a file.
    public var file: String?

    /// Makes an error.
    public init(path: String, reason: String, file: String? = nil) {
        (self.path, self.reason, self.file) = (path, reason, file)
    }
}

extension HARError: DescribedError {
    public var description: String {
        let place = [file ?? "", path.isEmpty ? "" : "`\(path)`"].filter { !$0.isEmpty }.joined(separator: ": ")
        return "\(place.isEmpty ? "The HAR" : place): \(reason)"
    }
}

extension HARRequest {
    /// The host and port of the URL, its path and its query, percent-encoded.
    var target: (authority: Substring, path: Substring, query: Substring) {
        var rest = url[...].prefix { $0 != "#" }
        var authority: Substring = ""
        if let mark = rest.firstRange(of: "://") {
            rest = rest[mark.upperBound...]
            let end = rest.firstIndex { "/?".contains($0) } ?? rest.endIndex
            (authority, rest) = (rest[..<end], rest[end...])
        }
        let path = rest.prefix { $0 != "?" }
        return (authority, path.isEmpty ? "/" : path, rest.dropFirst(path.count + 1))
    }

    /// The params of the query, decoded.
    var query: [HARField] { HARField.pairs(in: target.query) }
}

extension HARField {
    /// The pairs of a query or form, decoded.
    static func pairs(in text: some StringProtocol) -> [HARField] {
        text.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { part in
                let part = String(part).replacing(bytes: "+", with: " ")
                return part.percentDecoded ?? part
            }
            return HARField(parts[0], parts.count > 1 ? parts[1] : "")
        }
    }
}

extension [HARField] {
    /// The headers without their pseudo-headers.
    init(_ fields: HTTPFields) {
        self = fields.map { HARField($0.name.rawName, $0.value) }
    }

    /// The values of headers with this name in lower case.
    func values(of name: String) -> [String] { filter { $0.name.lowercased() == name }.map(\.value) }
}
