import Foundation

/// A response that is made of both the body of a reply, a JSON object, and its headers.
///
/// It reads the members of the object as a ``JSONReadable`` does, and asks the reply for the headers:
///
///     public init(from object: inout JSONReader, of reply: HTTPReply) throws {
///         items = try object.read("items")
///         remaining = try reply.header("X-RateLimit-Remaining")
///     }
public protocol HTTPReplyReadable: Sendable {
    /// Reads a JSON object, and headers.
    ///
    /// - Throws: ``ParseError`` if a member or a header is missing, or is not what it should be. An error of the reader ends
    ///   the reading, also if it is caught here.
    init(from object: inout JSONReader, of reply: HTTPReply) throws
}

extension HTTPNetTask where Response: HTTPReplyReadable {
    /// Reads the body of the reply as a JSON object, and the headers.
    ///
    /// - Throws: ``ParseError``, with the reply, if either is not what it should be.
    public func parse(_ reply: HTTPReply) throws -> Response {
        do {
            return try reply.body.withUnsafeBytes { body in
                try JSONReader.with(body) { reader in
                    let outer = try reader.beginObject()
                    let response = try Response(from: &reader, of: reply)
                    try reader.endObject(outer)
                    return response
                }
            }
        } catch var error as ParseError {
            error.reply = reply
            throw error
        }
    }
}
