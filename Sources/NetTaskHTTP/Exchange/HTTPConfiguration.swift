public import HTTPTypes
public import NetTaskSystem

/// The settings of a handler for all its requests. Settings of tasks and calls override them.
///
///     let queue = HTTPNetTaskQueue(limit: 4) {
///         $0.timeouts.connect = .seconds(5)
///         $0.middleware = [credentials]
///     }
public struct HTTPConfiguration: Sendable {
    /// Replaces the base URL of the tasks' client, for example with that of a staging server. Default: `nil`, the base URL of
    /// the client.
    public var baseURL: String?
    /// The headers of every request that does not set them itself. Cookies are merged by name; those of the task take
    /// precedence. Default: none.
    public var headers = HTTPFields()
    /// The `User-Agent` header of requests that do not set it themselves; `nil` to let the transport set it. Default: `NetTask`
    /// and its version.
    public var userAgent: String? = "NetTask/\(netTaskVersion)"
    /// The timeouts of the parts of an attempt. Default: 10 seconds to connect, and 60 seconds for each other part.
    public var timeouts = HTTPTimeouts()
    /// The maximum size of a reply's body in memory, in bytes after decompression. Default: 64 MB.
    public var maxReplySize = 64 << 20
    /// The maximum size of a downloaded file, in bytes. Default: `nil`, no limit.
    public var maxFileSize: Int64?
    /// The maximum number of bytes of one reply that wait on disk until they are read. Only URLSession on Linux stores bytes on
    /// disk, because it cannot pause the server. An attempt that exceeds the limit ends with a ``TransportError`` of the kind
    /// `replyTooLarge`. Default: 1 GB. If it is at most 256 KB, or if ``spoolFolder`` is on a tmpfs, up to 16 MB wait in
    /// memory.
    public var maxSpoolSize: Int64 = 1 << 30
    /// The folder for bytes that wait on disk. The files have no names, so that none remains after a crash. Default: `nil`, the
    /// system's folder for temporary files (`TMPDIR`), or `/var/tmp` if that folder is on a tmpfs, whose files use memory. If
    /// neither is writable, the bytes wait in memory.
    public var spoolFolder: URL?
    /// The maximum number of redirects that are followed in one attempt. A further redirect is an error. With 0, redirects are
    /// not followed, and are replies like any other. Default: 10.
    public var maxRedirects = 10
    /// Whether a redirect may send a secret in a body or a URL to another origin, or send a body again from https to http. If
    /// `false`, such a redirect is an error. Headers with credentials and secrets are never sent to another origin. Default:
    /// `false`.
    public var redirectsSecrets = false
    /// The jar that stores cookies. Default: `nil`, cookies are not stored.
    public var cookies: HTTPCookieJar?
    /// The middleware that each request passes through, the first element first; the reply passes in reverse order. Default:
    /// none.
    public var middleware: [any HTTPMiddleware] = []
    /// Limits the retries of all tasks together; `nil` for no limit. Default: a ``RetryQuota`` for this configuration and its
    /// copies.
    public var retryQuota: RetryQuota? = RetryQuota()
    /// How the limits that servers state are handled, such as `Retry-After`. Default: ``HTTPRateLimits/obey``.
    public var rateLimits = HTTPRateLimits.obey
    /// Reads limits from headers other than `Retry-After`. Default: `nil`, other headers are not read.
    public var rateLimitReader: (any HTTPRateLimitReader)?
    /// Measures waits and timeouts. Default: `ContinuousClock`.
    public var clock: any Clock<Duration> = ContinuousClock()
    /// Returns the current date, for comparison with other dates, such as those in replies. Default: the system's date.
    public var wallClock: @Sendable () -> Date = { Date() }
    /// Generates jitter, idempotency keys and the boundaries of multipart bodies. Default: the system's generator.
    public var random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()

    /// Makes a configuration with the defaults, and calls the closure to change it.
    public init(_ configure: (inout HTTPConfiguration) -> Void = { _ in }) {
        configure(&self)
    }
}

extension HTTPConfiguration: SelfDescribing {
    /// All members except for clocks and randomness, with `<secret>` in place of credentials.
    var members: KeyValuePairs<String, Any> {
        let redaction = Redaction(secrets: [])
        return [
            "baseURL": baseURL.map(redaction.url) as Any, "headers": redaction.lines(of: headers),
            "userAgent": userAgent as Any, "timeouts": timeouts, "maxReplySize": maxReplySize,
            "maxFileSize": maxFileSize as Any, "maxSpoolSize": maxSpoolSize, "spoolFolder": spoolFolder?.path as Any,
            "maxRedirects": maxRedirects, "keepsCookies": cookies != nil,
            "middleware": middleware.map { "\(type(of: $0))" }, "retryQuota": retryQuota?.available as Any,
            "rateLimits": rateLimits, "rateLimitReader": rateLimitReader.map { "\(type(of: $0))" } as Any,
        ]
    }
}
