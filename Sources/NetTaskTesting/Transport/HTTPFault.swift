/// A fault of an exchange, caused by the server or the network.
///
/// Each case names the error that a good transport reports, with a handler that limits time and size.
public enum HTTPFault: String, Sendable, Hashable, CaseIterable {
    // MARK: The connection ends

    /// The connection is refused: `cannotConnect`. A server that has read the request can only reset the connection; see
    /// ``HTTPLoopbackServer/refuse()``.
    case refused
    /// The connection is reset before the reply: `connectionLost`.
    case resetBeforeHead
    /// The connection is reset in the middle of the headers: `connectionLost`.
    case resetInHead
    /// The connection is reset after the headers: `connectionLost`.
    case resetAfterHead
    /// The connection is reset after 4 of 10 bytes of the body: `connectionLost`.
    case resetInBody
    /// The connection is closed regularly before the reply: `connectionLost`.
    case closedBeforeHead
    /// The connection is closed in the middle of the headers: `connectionLost`.
    case closedInHead
    /// The connection is closed after 4 of 10 bytes of the body, so that `Content-Length` is too large: `connectionLost`.
    case closedInBody
    /// The connection is closed without the last chunk: `connectionLost`.
    case closedInChunks

    // MARK: The reply is not HTTP

    /// The reply is plain text: `malformedReply`.
    case notHTTP
    /// A line of the headers has no colon: `malformedReply`.
    case brokenHeader
    /// The status is not a number: `malformedReply`.
    case brokenStatus
    /// The status is in the range from 000 to 099: `malformedReply`.
    case lowStatus
    /// The length of a chunk is not a number: `malformedReply`.
    case brokenChunk
    /// The length of a chunk exceeds 64 bits: `malformedReply`.
    case hugeChunk
    /// There are two `Content-Length` headers, 4 and 10: `malformedReply`.
    case twoLengths
    /// There is a `Content-Length`, and the body is chunked: `malformedReply`.
    case lengthAndChunks
    /// `Content-Length` is 10²³: `malformedReply`.
    case lengthBeyondNumbers
    /// The body is declared as gzip, but is not: `malformedReply`.
    case brokenGzip
    /// Only the end of a gzip body is missing: `malformedReply`.
    case truncatedGzip
    /// The encoding of the body is unknown: `malformedReply`.
    case unknownEncoding
    /// `Content-Length` is 5, and 10 bytes are sent: a reply of 5 bytes, and the connection is not reused.
    case lengthTooShort

    // MARK: The reply is too large

    /// 100,000 headers: `replyTooLarge`.
    case tooManyHeaders
    /// The headers never end: `replyTooLarge`.
    case endlessHead
    /// `Content-Length` is 10 GB, and a few bytes are sent: `replyTooLarge`, immediately.
    case hugeLength
    /// `Content-Length` is 10 GB, and bytes are sent until the client closes the connection: `replyTooLarge`.
    case hugeBody
    /// Chunks are sent until the client closes the connection: `replyTooLarge`.
    case endlessBody
    /// Chunks with one byte each are sent until the client closes the connection: `replyTooLarge`.
    case endlessTinyChunks
    /// About 200 KB of gzip that decode to 32 MB: `replyTooLarge`.
    case gzipBomb
    /// The reply is a redirect to the same URL: `redirect`, after the maximum number of redirects.
    case redirectLoop
    /// The reply is a redirect to a port beyond 65535, which is this server's port if it is truncated to 16 bits: `redirect`.
    case redirectToPort

    // MARK: The reply takes too long

    /// There is no reply: a timeout of the kind `firstByte`.
    case silence
    /// Informational replies (1xx) are sent until the client closes the connection: a timeout of the kind `firstByte`.
    case endlessInformation
    /// The headers stop in the middle, and the connection stays open: a timeout of the kind `firstByte`.
    case stalledHead
    /// The body stops after 4 of 10 bytes, and the connection stays open: a timeout of the kind `idle`.
    case stalledBody
}
