public import HTTPTypes

/// A packed HTTP task: what the handler makes a request of.
public struct HTTPMessage: Sendable, Hashable {
    public var method: HTTPRequest.Method
    /// The base URL of the task's client. One of the handler's own takes its place.
    public var baseURL: String?
    /// Path and query relative to the base URL, or a whole URL.
    public var uri: String
    /// The params of the query, percent-encoded, without `?`.
    public var query: String
    public var headers: HTTPFields
    public var body: HTTPBody?

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
