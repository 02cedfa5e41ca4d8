public import Foundation
public import HTTPTypes

/// A reply whose status the task does not accept.
///
/// In patterns it matches its code: `catch .status(404, _)`, `catch .status(400..<500, _)`.
public struct StatusError: Error, Sendable {
    /// The whole reply.
    public let reply: HTTPReply

    public init(reply: HTTPReply) {
        self.reply = reply
    }

    public var code: Int { reply.status.code }
    public var headers: HTTPFields { reply.headers }
    public var body: Data { reply.body }
    /// The URL that was asked.
    public var url: String { reply.url }
    /// The number of the attempt, from 1.
    public var attempt: Int { reply.attempt }

    public static func ~= (code: Int, error: StatusError) -> Bool {
        error.code == code
    }

    public static func ~= (codes: Range<Int>, error: StatusError) -> Bool {
        codes.contains(error.code)
    }

    public static func ~= (codes: ClosedRange<Int>, error: StatusError) -> Bool {
        codes.contains(error.code)
    }
}

extension StatusError: CustomStringConvertible {
    public var description: String {
        var text = "\(reply.method.rawValue) \(url) was answered with status \(reply.status) (attempt \(attempt))"
        if !body.isEmpty {
            text += ": " + excerpt(of: body)
        }
        return text
    }
}

/// The start of a body as text on one line, for descriptions.
func excerpt(of body: Data, limit: Int = 200) -> String {
    let start = String(decoding: body.prefix(limit), as: UTF8.self)
    let line = start.split(whereSeparator: \.isNewline).joined(separator: " ")
    return body.count > limit ? line + "…" : line
}
