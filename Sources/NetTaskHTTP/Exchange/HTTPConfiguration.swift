public import Foundation
public import HTTPTypes

/// What a handler does for all its requests alike. What a task or a call says of its own wins.
///
///     let queue = HTTPNetTaskQueue(limit: 4) {
///         $0.timeouts.connect = .seconds(5)
///         $0.middleware = [credentials]
///     }
public struct HTTPConfiguration: Sendable {
    /// Takes the place of the base URL that the tasks' client has, such as for a staging server. Defaults to `nil`.
    public var baseURL: String?
    /// Headers of every request that does not set them itself. Defaults to none. Of `Cookie` it is each cookie by its name:
    /// those that the task sends win, and the others join them.
    public var headers = HTTPFields()
    /// The header `User-Agent` of requests that do not set it themselves; nil for none of ours. Defaults to `NetTask`,
    /// followed by its version.
    public var userAgent: String? = "NetTask/0.1.0"
    /// How long the parts of an attempt may take. Defaults to 10 seconds to connect, and 60 for each of the others.
    public var timeouts = HTTPTimeouts()
    /// The largest body of a reply that is taken into memory, in bytes as they are after unpacking. Defaults to 64 MB.
    public var maxReplySize = 64 << 20
    /// The largest file that is downloaded, in bytes; nil, the default, for no limit.
    public var maxFileSize: Int64?
    /// The largest number of bytes of one reply that wait on disk until they are read. Only URLSession on Linux needs it,
    /// because it cannot slow a server down. An attempt that exceeds it ends in a ``TransportError`` of the kind
    /// `replyTooLarge`. Defaults to 1 GB. If it is at most 256 KB, or if ``spoolFolder`` is on a tmpfs, up to 16 MB wait in memory.
    public var maxSpoolSize: Int64 = 1 << 30
    /// The folder for bytes that wait on disk. The files have no names, so that none remains. Defaults to `nil`: the system's
    /// folder for temporary files (`TMPDIR`), or `/var/tmp` if that folder is on a tmpfs, whose files take memory. If neither can be
    /// written to, the bytes wait in memory.
    public var spoolFolder: URL?
    /// How many redirects are followed in one attempt; 0 for none. Defaults to 10. One more is an error; but with 0 each
    /// is a reply like any other.
    public var maxRedirects = 10
    /// Whether a redirect may send a secret in a body or a URL to another origin, or a body from https to http. By default
    /// false: such a redirect is an error. Headers with credentials and secrets stay behind in any case.
    public var redirectsSecrets = false
    /// Where cookies are kept. Defaults to `nil`: none are sent, and those that come are only headers.
    public var cookies: HTTPCookieJar?
    /// What each request passes through on its way out, the first one first, and its reply on the way back, such as
    /// credentials. Defaults to nothing.
    public var middleware: [any HTTPMiddleware] = []
    /// What bounds the retries of all tasks together; nil for nothing. Defaults to a ``RetryQuota`` of this configuration's
    /// own, which copies of it share.
    public var retryQuota: RetryQuota? = RetryQuota()
    /// What is done about the limits that servers tell, such as by `Retry-After`. Defaults to ``HTTPRateLimits/obey``.
    public var rateLimits = HTTPRateLimits.obey
    /// Reads the limits that servers tell in other headers than `Retry-After`. Defaults to `nil`: those are not read.
    public var rateLimitReader: (any HTTPRateLimitReader)?
    /// What waits and time-outs are measured by. Defaults to the continuous clock.
    public var clock: any Clock<Duration> = ContinuousClock()
    /// What dates are compared with. Defaults to the system's.
    public var wallClock: @Sendable () -> Date = { Date() }
    /// Where jitter, idempotency keys and the boundaries of multipart bodies come from. Defaults to the system's.
    public var random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()

    /// Makes a configuration of the defaults, and has the closure change it at once.
    public init(_ configure: (inout HTTPConfiguration) -> Void = { _ in }) {
        configure(&self)
    }
}

extension HTTPConfiguration: SelfDescribing {
    /// Everything but clocks and randomness, with a mark in place of credentials.
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
