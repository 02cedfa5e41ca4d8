import Foundation

/// No complete answer came: the connection could not be made, was lost, could not be trusted, or brought something else.
public struct TransportError: Error, Sendable {
    /// What went wrong, as far as it decides what to do next.
    public enum Kind: Sendable, Hashable, CaseIterable {
        /// Nothing could be sent: no network, unknown host, connection refused.
        case cannotConnect
        /// The connection broke after the request may have left, or the reply broke off.
        case connectionLost
        /// What came is no HTTP reply.
        case malformedReply
        /// The reply is larger than it may be; the rest of it was not taken in.
        case replyTooLarge
        /// A redirect that cannot be followed: there were too many, or it leads nowhere.
        case redirect
        /// The other side is not who it should be, or the connection cannot be made secure.
        case notSecure
        /// The request cannot be sent as it is: an unusable URL or header, a file that is not there.
        case invalidRequest
        /// Anything else.
        case other
    }

    /// What went wrong, as far as it matters for what to do next.
    public var kind: Kind
    /// What happened, in words.
    public var reason: String
    /// The URL that was asked, if it got that far.
    public var url: String
    /// The number of the attempt, from 1.
    public var attempt: Int
    /// The transport's own error.
    public var underlying: (any Error)?
    // Workaround: Always nil. Because of it, a value of this type lies in memory and not in registers, and so does a
    // `TaskError`, which may hold it. Otherwise Swift 6.3.1 crashes on each `do` that does not catch all errors, in a function
    // with a `??` or a `map`. To be removed once Tests/Compiler has its results without it.
    private let inMemory: (any Sendable)? = nil

    /// Makes an error; the handler sets url and attempt by itself.
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

    /// Whether it is certain that nothing of the request reached the other side.
    public var isUnsent: Bool { kind == .cannotConnect || kind == .invalidRequest }
}

extension TransportError: DescribedError {
    public var description: String {
        let place = url.isEmpty ? "" : " of \(url)"
        return "Attempt \(attempt)\(place) failed: \(reason)"
    }
}
