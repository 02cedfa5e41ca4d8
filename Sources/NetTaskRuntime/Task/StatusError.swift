public import Foundation
public import HTTPTypes

/// A reply whose status the task does not accept.
///
/// In patterns it matches its code: `catch .status(404, _)`, `catch .status(400..<500, _)`.
public struct StatusError: Error, Sendable {
    /// The whole reply.
    public let reply: HTTPReply

    /// Makes the error of a reply; the status is not checked.
    public init(reply: HTTPReply) {
        self.reply = reply
    }

    /// The status code.
    public var code: Int { reply.status.code }
    /// The headers of the reply.
    public var headers: HTTPFields { reply.headers }
    /// The body of the reply, as it is.
    public var body: Data { reply.body }
    /// The URL that was asked.
    public var url: String { reply.url }
    /// The number of the attempt, from 1.
    public var attempt: Int { reply.attempt }

    /// Lets a pattern name codes.
    public static func ~= (code: Int, error: StatusError) -> Bool {
        error.code == code
    }

    /// Lets a pattern name codes.
    public static func ~= (codes: Range<Int>, error: StatusError) -> Bool {
        codes.contains(error.code)
    }

    /// Lets a pattern name codes.
    public static func ~= (codes: ClosedRange<Int>, error: StatusError) -> Bool {
        codes.contains(error.code)
    }
}

extension StatusError: CustomStringConvertible {
    public var description: String {
        let phrase = reply.status.reasonPhrase.isEmpty ? "" : " " + reply.status.reasonPhrase
        var text = "\(reply.method.rawValue) \(url) was answered with status \(code)\(phrase) (attempt \(attempt))"
        if !body.isEmpty {
            // Redacted before it is cut, since of a secret that is cut there would be the start.
            let start = String(decoding: body.prefix(10_000), as: UTF8.self)
            text += ": " + excerpt(of: reply.redaction.text(start).utf8, limit: 200)
        }
        return text
    }
}
