/// A way for an exchange to go wrong that is the server's doing, or the network's.
///
/// Behind each stands what a good transport makes of it, under a handler with limits on time and size.
public enum HTTPFault: String, Sendable, Hashable, CaseIterable {
    // MARK: The connection ends

    /// Nobody listens: `cannotConnect`. A server that has read the request can only reset the connection; see
    /// ``HTTPLoopbackServer/refuse()``.
    case refused
    /// The connection is reset before any of the reply: `connectionLost`.
    case resetBeforeHead
    /// It is reset in the middle of the headers: `connectionLost`.
    case resetInHead
    /// It is reset behind the headers: `connectionLost`.
    case resetAfterHead
    /// It is reset after 4 of 10 bytes of the body: `connectionLost`.
    case resetInBody
    /// The connection is closed, in order, before any of the reply: `connectionLost`.
    case closedBeforeHead
    /// It is closed in the middle of the headers: `connectionLost`.
    case closedInHead
    /// It is closed after 4 of 10 bytes of the body: `connectionLost`. `Content-Length` is too large, in other words.
    case closedInBody
    /// It is closed without the last chunk: `connectionLost`.
    case closedInChunks

    // MARK: It is not HTTP

    /// The reply is some text: `malformedReply`.
    case notHTTP
    /// A line of the headers has no colon: `malformedReply`.
    case brokenHeader
    /// The status is no number: `malformedReply`.
    case brokenStatus
    /// The status is one from 000 to 099: `malformedReply`.
    case lowStatus
    /// A chunk has a length that is no number: `malformedReply`.
    case brokenChunk
    /// A chunk has a length beyond 64 bits: `malformedReply`.
    case hugeChunk
    /// There are two `Content-Length`, of 4 and of 10: `malformedReply`.
    case twoLengths
    /// There is a `Content-Length`, and the body comes in chunks: `malformedReply`.
    case lengthAndChunks
    /// `Content-Length` is 10²³: `malformedReply`.
    case lengthBeyondNumbers
    /// What says to be gzip is not: `malformedReply`.
    case brokenGzip
    /// The end of a body in gzip is missing, and nothing else: `malformedReply`.
    case truncatedGzip
    /// The body says to be in an encoding that nobody knows: `malformedReply`.
    case unknownEncoding
    /// `Content-Length` is 5, and 10 bytes come: a reply of 5 bytes, and the connection is not used again.
    case lengthTooShort

    // MARK: There is too much of it

    /// 100,000 headers: `replyTooLarge`.
    case tooManyHeaders
    /// The headers never end: `replyTooLarge`.
    case endlessHead
    /// `Content-Length` is 10 GB, and a few bytes come: `replyTooLarge`, at once.
    case hugeLength
    /// `Content-Length` is 10 GB, and bytes come until the client closes the connection: `replyTooLarge`.
    case hugeBody
    /// Chunks come until the client closes the connection: `replyTooLarge`.
    case endlessBody
    /// The same with one byte in each chunk: `replyTooLarge`.
    case endlessTinyChunks
    /// Some 200 KB of gzip that become 32 MB: `replyTooLarge`.
    case gzipBomb
    /// The reply is a redirect to the same address: `redirect`, once there have been too many.
    case redirectLoop
    /// The reply is a redirect to a port beyond 65535, which is this server's if it is cut to 16 bits: `redirect`.
    case redirectToPort

    // MARK: It takes too long

    /// There is no reply: a time-out of the kind `firstByte`.
    case silence
    /// Informational replies (1xx) come until the client closes the connection: a time-out of the kind `firstByte`.
    case endlessInformation
    /// The headers stop in the middle, and the connection stays: a time-out of the kind `firstByte`.
    case stalledHead
    /// The body stops after 4 of 10 bytes, and the connection stays: a time-out of the kind `idle`.
    case stalledBody
}
