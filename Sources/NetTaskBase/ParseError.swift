import NetTaskSystem

/// A reply with an accepted status is not the response that the task expects, or a stored task cannot be read.
public struct ParseError: Error, Sendable {
    /// What was expected and what was found.
    public var reason: String
    /// The path of the value in the reply or in the stored task, such as `posts[3].title`. Empty for the whole.
    public var path: String
    /// The byte offset of the error, counted from 0, or `nil` if it is unknown.
    public var offset: Int?
    /// The error that your own implementation of `parse` threw.
    public var underlying: (any Error)?
    /// The reply that could not be read. The protocol of the queue gives it its type.
    package var source: (any ParsedReply)?
    /// What could not be read, as the start of the description.
    package var subject = "The reply"
    /// A reason that quotes no value of the reply; `nil` if every reason would quote one.
    package var secretReason: String?
    /// The offset at which the path ends, if `offset` is behind it, inside the keys of a secret.
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
        var text = source.map(\.origin) ?? subject
        text += " could not be read"
        if !path.isEmpty {
            text += " at \(path)"
        }
        // A missing member has no place. The offset is that of its object.
        if let offset, !reason.contains("it is missing") {
            text += ", byte \(offset)"
        }
        return text + ": " + reason
    }
}

/// The reply that a ``ParseError`` refers to.
package protocol ParsedReply: Sendable {
    /// The origin of the reply, such as `GET https://example.com/posts (attempt 1): the reply with status 200`.
    var origin: String { get }
}
