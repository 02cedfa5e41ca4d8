public import HTTPTypes

/// What a handler does for all its requests alike. What a task or a call says of its own wins.
public struct HTTPConfiguration: Sendable {
    /// Headers of every request that does not set them itself. By default none. Of `Cookie` it is each cookie by its name:
    /// those that the task sends win, and the others join them.
    public var headers: HTTPFields
    /// The header `User-Agent` of requests that do not set it themselves; nil for none of ours. By default `NetTask`,
    /// followed by its version.
    public var userAgent: String?
    /// How long the parts of an attempt may take. By default 10 seconds to connect, and 60 for each of the others.
    public var timeouts: HTTPTimeouts
    /// The largest body of a reply that is taken into memory, in bytes as they are after unpacking. By default 64 MB.
    public var maxReplySize: Int
    /// The largest file that is downloaded, in bytes; nil, the default, for no limit.
    public var maxFileSize: Int64?
    /// How many redirects are followed in one attempt; 0 for none. By default 10. One more is an error; but with 0 each
    /// is a reply like any other.
    public var maxRedirects: Int
    /// Whether a redirect may send a secret in a body or a URL to another origin, or a body from https to http. By default
    /// false: such a redirect is an error. Headers with credentials and secrets stay behind in any case.
    public var redirectsSecrets: Bool
    /// Where cookies are kept. By default nowhere: none are sent, and those that come are only headers.
    public var cookies: HTTPCookieJar?
    /// What each request passes through on its way out, the first one first, and its reply on the way back. By default
    /// nothing.
    public var middleware: [any HTTPMiddleware]
    /// What bounds the retries of all tasks together; nil for nothing. By default a ``RetryQuota`` of this configuration's
    /// own, which copies of it share.
    public var retryQuota: RetryQuota?

    /// Makes a configuration; what is not said is as described at each property.
    public init(
        headers: HTTPFields = HTTPFields(),
        userAgent: String? = "NetTask/0.1.0",
        timeouts: HTTPTimeouts = HTTPTimeouts(),
        maxReplySize: Int = 64 << 20,
        maxFileSize: Int64? = nil,
        maxRedirects: Int = 10,
        redirectsSecrets: Bool = false,
        cookies: HTTPCookieJar? = nil,
        middleware: [any HTTPMiddleware] = [],
        retryQuota: RetryQuota? = RetryQuota()
    ) {
        self.headers = headers
        self.userAgent = userAgent
        self.timeouts = timeouts
        self.maxReplySize = maxReplySize
        self.maxFileSize = maxFileSize
        self.maxRedirects = maxRedirects
        self.redirectsSecrets = redirectsSecrets
        self.cookies = cookies
        self.middleware = middleware
        self.retryQuota = retryQuota
    }
}
