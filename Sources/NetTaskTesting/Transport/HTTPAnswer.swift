public import Foundation
public import HTTPTypes
public import NetTaskHTTP

/// What an ``HTTPLoopbackServer`` or an ``HTTPMockTransport`` does with a request.
///
///     let transport = HTTPMockTransport { request in
///         request.number == 1 ? .fault(.resetInBody) : .json(#"{"id": 1}"#)
///     }
public enum HTTPAnswer: Sendable {
    /// How a reply marks the end of its body.
    public enum Framing: Sendable, Hashable, CaseIterable {
        /// By `Content-Length`.
        case length
        /// By `Transfer-Encoding: chunked`, in chunks of at most 1,000 bytes.
        case chunked
        /// By the end of the connection.
        case close
    }

    /// Sends the status, headers and body of the reply, with the headers in order and each on its own line. A reply to HEAD,
    /// and a reply with the status 204 or 304, has no body.
    case reply(HTTPReply, framedBy: Framing = .length)
    /// Sends the body in gzip. A good transport decodes it.
    case packed(HTTPReply)
    /// Sends the head immediately, and each byte of the body when the test releases it.
    case paced(HTTPReply, HTTPPace)
    /// Sends the head immediately, and then the pieces of the body in chunks. If there is a pace, each piece waits until the
    /// test releases it.
    case stream(HTTPReply, pieces: [Data], pace: HTTPPace? = nil, end: StreamEnd = .complete)
    /// Simulates a fault.
    case fault(HTTPFault)

    /// How a stream ends.
    public enum StreamEnd: Sendable, Hashable, CaseIterable {
        /// With its regular end.
        case complete
        /// With a lost connection.
        case lost
        /// Not at all: nothing is sent until the client closes the connection.
        case silence
    }
}

extension HTTPAnswer {
    /// Makes a reply with a JSON body; otherwise the same as `HTTPReply.json(_:status:headers:)`.
    public static func json(
        _ text: String,
        status: HTTPResponse.Status = .ok,
        headers: HTTPFields = HTTPFields()
    ) -> HTTPAnswer {
        .reply(.json(text, status: status, headers: headers))
    }

    /// Makes a reply with a status and an optional text as its body.
    public static func status(
        _ status: HTTPResponse.Status,
        _ text: String = "",
        headers: HTTPFields = HTTPFields()
    ) -> HTTPAnswer {
        .reply(.status(status, text, headers: headers))
    }

    /// Makes a stream of server-sent events. The pieces may be split anywhere. Otherwise the same as
    /// ``stream(_:pieces:pace:end:)``.
    ///
    ///     .events(["data: {\"id\": 1}\n\n", "data: [DONE]\n\n"])
    public static func events(_ pieces: [String], pace: HTTPPace? = nil, end: StreamEnd = .complete) -> HTTPAnswer {
        let head = HTTPReply(status: .ok, headers: [.contentType: "text/event-stream"])
        return .stream(head, pieces: pieces.map { Data($0.utf8) }, pace: pace, end: end)
    }

    /// Makes a stream of JSON lines; otherwise the same as ``events(_:pace:end:)``.
    public static func lines(_ pieces: [String], pace: HTTPPace? = nil, end: StreamEnd = .complete) -> HTTPAnswer {
        let head = HTTPReply(status: .ok, headers: [.contentType: "application/x-ndjson"])
        return .stream(head, pieces: pieces.map { Data($0.utf8) }, pace: pace, end: end)
    }

    /// Makes a redirect.
    ///
    /// - Parameters:
    ///   - location: a URL, or a path on the same server. Clients treat `127.0.0.1` and `localhost` as different hosts.
    ///   - status: the status. Default: 302.
    public static func redirect(to location: String, status: HTTPResponse.Status = .found) -> HTTPAnswer {
        .status(status, headers: [.location: location])
    }
}
