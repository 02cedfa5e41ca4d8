import Foundation
import HTTPTypes

/// What holds for one exchange: its limits, and who is to know how it goes.
struct HTTPExchangeTerms: Sendable {
    /// Where the body of a response goes, and how many bytes it may have; nil for any number.
    struct Destination {
        var sink: FileSink?
        var limit: Int64?
    }

    let watch: HTTPExchangeWatch
    let timeouts: HTTPTimeouts
    let transport: any HTTPTransport
    let method: HTTPRequest.Method
    /// Of the request, if it is known.
    let bodyLength: Int64?
    /// How large the head of a response may be, in bytes.
    let maxHeadSize: Int
    /// Chosen once the head is there.
    let destination: @Sendable (HTTPResponse) throws -> Destination
    let progress: @Sendable (NetTaskProgress) -> Void
    /// Makes the error of a limit that was passed.
    let timeout: @Sendable (TimeoutError.Kind, Duration) -> TimeoutError

    /// How long the body will be, if the head tells, in bytes as they are brought.
    ///
    /// - Throws: if the head is too large, or the body is packed in a way that the transport does not know.
    func declaredLength(of response: HTTPResponse) throws(TransportError) -> Int64? {
        let fields = response.headerFields
        let size = fields.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count + 4 }
        if size > maxHeadSize {
            throw TransportError(
                .replyTooLarge,
                reason: "the headers of the reply are larger than \(maxHeadSize) bytes"
            )
        }
        if method == .head || [204, 304].contains(response.status.code) { return nil }
        let length = fields[.contentLength].flatMap { Int64($0) }
        guard let encoding = fields[.contentEncoding] else { return length }
        // Of a redirect nobody needs the body.
        let isNeeded = length != 0 && response.status.kind != .redirection
        if isNeeded, !transport.unpacks(encoding.lowercased()) {
            throw TransportError(
                .malformedReply,
                reason: "the body is in the Content-Encoding \"\(excerpt(of: encoding.utf8))\", "
                    + "which the transport cannot unpack; ask for another one in Accept-Encoding"
            )
        }
        // What was packed comes out unpacked, in another length.
        return nil
    }

    func tooLarge(_ limit: Int64) -> TransportError {
        TransportError(.replyTooLarge, reason: "the body of the reply is larger than \(limit) bytes")
    }
}
