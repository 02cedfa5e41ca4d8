public import Foundation
public import HTTPTypes
public import NetTaskHTTP

/// What an ``HTTPLoopbackServer`` or an ``HTTPMockTransport`` does with one request.
///
///     let transport = HTTPMockTransport { request in
///         request.number == 1 ? .fault(.resetInBody) : .json(#"{"id": 1}"#)
///     }
public enum HTTPAnswer: Sendable {
    /// How a reply says where its body ends.
    public enum Framing: Sendable, Hashable, CaseIterable {
        /// By `Content-Length`.
        case length
        /// By `Transfer-Encoding: chunked`, in chunks of at most 1,000 bytes.
        case chunked
        /// By the end of the connection.
        case close
    }

    /// Status, headers and body of the reply are sent, the headers in order and each on a line of its own. A reply to
    /// HEAD, and one of the status 204 or 304, goes without its body.
    case reply(HTTPReply, framedBy: Framing = .length)
    /// The body is packed with gzip, and a good transport unpacks it.
    case packed(HTTPReply)
    /// The head is sent at once, and each byte of the body when the test lets it go.
    case paced(HTTPReply, HTTPPace)
    /// The head of the reply is sent at once, and its body in these pieces, in chunks: each when the test lets one go, if
    /// there is a pace. Then it ends so.
    case stream(HTTPReply, pieces: [Data], pace: HTTPPace? = nil, end: StreamEnd = .complete)
    /// Something goes wrong.
    case fault(HTTPFault)

    /// How a stream ends.
    public enum StreamEnd: Sendable, Hashable, CaseIterable {
        /// As it should.
        case complete
        /// The connection is lost.
        case lost
        /// Nothing more comes until the client closes the connection.
        case silence
    }
}

extension HTTPAnswer {
    /// A reply with JSON in its body; otherwise as `HTTPReply.json(_:status:headers:)`.
    public static func json(
        _ text: String,
        status: HTTPResponse.Status = .ok,
        headers: HTTPFields = HTTPFields()
    ) -> HTTPAnswer {
        .reply(.json(text, status: status, headers: headers))
    }

    /// A reply with a status, and perhaps a text in its body.
    public static func status(
        _ status: HTTPResponse.Status,
        _ text: String = "",
        headers: HTTPFields = HTTPFields()
    ) -> HTTPAnswer {
        .reply(.status(status, text, headers: headers))
    }

    /// A stream of server-sent events, of pieces that may part it anywhere; else as ``stream(_:pieces:pace:end:)``.
    ///
    ///     .events(["data: {\"id\": 1}\n\n", "data: [DONE]\n\n"])
    public static func events(_ pieces: [String], pace: HTTPPace? = nil, end: StreamEnd = .complete) -> HTTPAnswer {
        let head = HTTPReply(status: .ok, headers: [.contentType: "text/event-stream"])
        return .stream(head, pieces: pieces.map { Data($0.utf8) }, pace: pace, end: end)
    }

    /// The same for lines of JSON.
    public static func lines(_ pieces: [String], pace: HTTPPace? = nil, end: StreamEnd = .complete) -> HTTPAnswer {
        let head = HTTPReply(status: .ok, headers: [.contentType: "application/x-ndjson"])
        return .stream(head, pieces: pieces.map { Data($0.utf8) }, pace: pace, end: end)
    }

    /// A reply that sends the client on.
    ///
    /// - Parameters:
    ///   - location: a URL, or a path on the same server. To a client `127.0.0.1` and `localhost` are different hosts.
    ///   - status: by default 302.
    public static func redirect(to location: String, status: HTTPResponse.Status = .found) -> HTTPAnswer {
        .status(status, headers: [.location: location])
    }
}
