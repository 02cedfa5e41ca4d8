import NetTaskSystem

/// The transport could not bring a complete reply: there was no connection, the connection was lost or is not trusted, or the
/// server sent something other than an HTTP reply.
public struct TransportError: Error, Sendable {
    /// The kinds of failure that lead to different decisions on a retry.
    public enum Kind: Sendable, Hashable, CaseIterable {
        /// The request was not sent. For example, the device is offline, or the host refused the connection.
        case cannotConnect
        /// The connection was lost after the request may have been sent, or in the middle of the reply.
        case connectionLost
        /// The server sent something other than an HTTP reply.
        case malformedReply
        /// The reply exceeds its size limit. The rest of it was not read.
        case replyTooLarge
        /// A redirect cannot be followed: there were too many, or its target is invalid.
        case redirect
        /// The server's identity is not trusted, or the connection cannot be made secure.
        case notSecure
        /// The request cannot be sent: its URL or a header is invalid, or a file is missing.
        case invalidRequest
        /// Any other failure.
        case other
    }

    /// The kind of failure, which determines whether the queue retries.
    public var kind: Kind
    /// A description of the failure.
    public var reason: String
    /// The method of the request; empty if it is unknown. The handler sets it.
    public var method = ""
    /// The requested URL, or the uri of the task if the failure occurred before there was a URL.
    public var url: String
    /// The number of the attempt, from 1.
    public var attempt: Int
    /// The error of the transport itself.
    public var underlying: (any Error)?
    // Workaround: This property is always `nil`. It keeps values of this type, and of `TaskError`, which may hold one, in
    // memory instead of registers. Otherwise Swift 6.3.1 crashes on each `do` that does not catch all errors, in a function
    // with a `??` or a `map`. Remove it once Tests/Compiler passes without it.
    private let inMemory: (any Sendable)? = nil

    /// Makes an error. The handler sets `url` and `attempt`.
    public init(
        _ kind: Kind,
        reason: String,
        url: String = "",
        attempt: Int = 1,
        underlying: (any Error)? = nil
    ) {
        self.kind = kind
        self.reason = reason
        self.url = url
        self.attempt = attempt
        self.underlying = underlying
    }

    /// Whether the request certainly did not reach the server.
    public var isUnsent: Bool { kind == .cannotConnect || kind == .invalidRequest }
}

extension TransportError: DescribedError {
    public var description: String {
        let request = [method, url].filter { !$0.isEmpty }.joined(separator: " ")
        return errorStart(request.isEmpty ? "The request" : request, attempt: attempt) + reason
    }
}
