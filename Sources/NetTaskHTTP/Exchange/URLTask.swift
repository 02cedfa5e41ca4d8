public import HTTPTypes

/// A request to any URL, without a spec, such as for a photo or a link. Its response is the reply itself.
///
///     let reply = try await queue.run(URLTask("https://example.com/photos/1.jpg"))
///
/// A status outside 200 to 299 is an error, as for all tasks. Tasks with equal requests are duplicates (``DuplicatePolicy``).
public struct URLTask: HTTPNetTask {
    public typealias Response = HTTPReply

    /// The method. Tasks with a method that RFC 9110 defines as idempotent may be retried. Default: GET.
    public var method: HTTPRequest.Method
    /// A whole URL, or a URL relative to the queue's base URL.
    public var url: String
    /// The headers. Default: none.
    public var headers: HTTPFields
    /// The body. Its content type is that of the headers, or that of the file. Default: none.
    public var body: HTTPRequestBody?

    /// Makes a request. Each parameter has the default of its property.
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
    /// Whether RFC 9110, section 9.2.2, defines the method as idempotent.
    package var isIdempotent: Bool {
        switch self {
        case .get, .head, .put, .delete, .options, .trace: true
        default: false
        }
    }
}
