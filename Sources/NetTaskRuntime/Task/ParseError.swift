public import Foundation
public import HTTPTypes

/// A reply of an accepted status that is not the response that the task expects, or a stored task that cannot be read.
public struct ParseError: Error, Sendable {
    /// What was expected and what was found.
    public var reason: String
    /// Where in the reply, or in what is stored, such as `posts[3].title`. Empty for the reply as a whole.
    public var path: String
    /// The byte at which the trouble starts, counted from 0, if it is known.
    public var offset: Int?
    /// The whole reply, for tasks that speak HTTP.
    public var reply: HTTPReply?
    /// What a `parse` of the user's own threw.
    public var underlying: (any Error)?
    /// Whether what could not be read was a task on disk, and no reply.
    package var isOfStoredTask = false

    /// Makes an error; a task that speaks HTTP adds the reply by itself.
    public init(
        _ reason: String,
        path: String = "",
        offset: Int? = nil,
        reply: HTTPReply? = nil,
        underlying: (any Error)? = nil
    ) {
        self.reason = reason
        self.path = path
        self.offset = offset
        self.reply = reply
        self.underlying = underlying
    }

    /// The status code of the reply.
    public var status: Int? { reply?.status.code }
    /// The headers of the reply.
    public var headers: HTTPFields? { reply?.headers }
    /// The body of the reply, as it is.
    public var body: Data? { reply?.body }
    /// The URL that was asked.
    public var url: String? { reply?.url }
    /// The number of the attempt, from 1.
    public var attempt: Int? { reply?.attempt }
}

extension ParseError: DescribedError {
    public var description: String {
        var text = isOfStoredTask ? "What is stored of the task" : "The reply"
        if let reply {
            text += " of \(reply.method.rawValue) \(reply.url) (status \(reply.status.code), attempt \(reply.attempt))"
        }
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

/// The start of something that a server sent, as text on one line, for descriptions.
///
/// A server must not be able to fill a log, or to move the cursor or change the direction of the text on the terminal that
/// shows it: such characters are escaped.
///
/// - Parameter limit: in bytes.
package func excerpt<Bytes: Collection<UInt8>>(of bytes: Bytes, limit: Int = 100) -> String {
    var line = ""
    for scalar in String(decoding: bytes.prefix(limit), as: UTF8.self).unicodeScalars {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: line += scalar.escaped(asASCII: true)
        default: line.unicodeScalars.append(scalar)
        }
    }
    return bytes.count > limit ? line + "…" : line
}
