import Foundation

/// A reply of an accepted status that is not the response that the task expects, or a stored task that cannot be read.
public struct ParseError: Error, Sendable {
    /// What was expected and what was found.
    public var reason: String
    /// Where in the reply, or in what is stored, such as `posts[3].title`. Empty for the reply as a whole.
    public var path: String
    /// The byte at which the trouble starts, counted from 0, if it is known.
    public var offset: Int?
    /// What a `parse` of the user's own threw.
    public var underlying: (any Error)?
    /// The reply that could not be read. Its protocol gives it the type of the reply.
    package var source: (any ParsedReply)?
    /// What could not be read.
    package var subject = "The reply"
    /// The reason without what it may quote of the value; nil if that is not known.
    package var secretReason: String?
    /// Where the path ends, if the offset is further on, in the keys of a secret.
    package var pathEnd: Int?

    /// Makes an error.
    public init(_ reason: String, path: String = "", offset: Int? = nil, underlying: (any Error)? = nil) {
        self.reason = reason
        self.path = path
        self.offset = offset
        self.underlying = underlying
    }
}

extension ParseError: DescribedError {
    public var description: String {
        var text = subject
        if let source { text += " of \(source.origin)" }
        text += " could not be read"
        if !path.isEmpty {
            text += " at \(path)"
        }
        if let offset {
            text += ", byte \(offset)"
        }
        return text + ": " + reason
    }
}

/// A reply that a ``ParseError`` may hold.
package protocol ParsedReply: Sendable {
    /// Where it came from, such as `GET https://example.com/posts (status 200, attempt 1)`.
    var origin: String { get }
}
