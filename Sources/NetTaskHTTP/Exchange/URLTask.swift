public import HTTPTypes

/// A request to any URL, for what no spec describes, such as a photo or a link from elsewhere. Its response is the reply as
/// it came.
///
///     let reply = try await queue.run(URLTask("https://example.com/photos/1.jpg"))
///
/// A status outside 200 to 299 is an error, as for all tasks. Tasks with equal requests are the same (``DuplicatePolicy``).
public struct URLTask: HTTPNetTask {
    public typealias Response = HTTPReply

    /// Default: GET. Those that RFC 9110 calls idempotent may be sent twice.
    public var method: HTTPRequest.Method
    /// A whole URL, or one that is relative to the queue's base URL.
    public var url: String
    /// Default: none.
    public var headers: HTTPFields
    /// Default: none. The headers say of what type it is, unless it is a file.
    public var body: HTTPRequestBody?

    /// Makes a request with the defaults of the properties.
    public init(
        _ url: String,
        method: HTTPRequest.Method = .get,
        headers: HTTPFields = HTTPFields(),
        body: HTTPRequestBody? = nil
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }

    public static func isIdempotent(_ task: URLTask, _ settings: NetTaskSettings) -> Bool { task.method.isIdempotent }

    /// The ``url``.
    public var uri: String { url }

    public func pack() -> HTTPMessage { HTTPMessage(method: method, uri: url, headers: headers, body: body) }

    public func parse(_ reply: HTTPReply) -> HTTPReply { reply }
}

extension HTTPRequest.Method {
    /// RFC 9110, section 9.2.2.
    package var isIdempotent: Bool {
        switch self {
        case .get, .head, .put, .delete, .options, .trace: true
        default: false
        }
    }
}
