public import HTTPTypes

/// A packed HTTP task: what the handler makes a request of.
public struct HTTPMessage: Sendable, Hashable {
    /// The method of the request.
    public var method: HTTPRequest.Method
    /// The base URL of the task's client. One of the handler's own takes its place.
    public var baseURL: String?
    /// Path and query relative to the base URL, or a whole URL.
    public var uri: String
    /// The params of the query, percent-encoded, without `?`.
    public var query: String
    /// The headers that the task set, and the content type of its body.
    public var headers: HTTPFields
    /// nil for a request without a body.
    public var body: HTTPBody?

    /// Makes a message of its parts.
    public init(
        method: HTTPRequest.Method = .get,
        baseURL: String? = nil,
        uri: String,
        query: String = "",
        headers: HTTPFields = HTTPFields(),
        body: HTTPBody? = nil
    ) {
        self.method = method
        self.baseURL = baseURL
        self.uri = uri
        self.query = query
        self.headers = headers
        self.body = body
    }
}
