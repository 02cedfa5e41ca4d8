extension HTTPTransportConformance {
    /// A known limitation of a transport.
    public enum Allowance: String, Sendable, Hashable, CaseIterable {
        /// It cannot send a body with GET.
        case bodyWithGET
        /// It joins header fields with the same name in requests.
        case foldsHeaders
        /// It adds a `Content-Type` to a body without one.
        case addsContentType
        /// It joins header fields with the same name in replies, except for `Set-Cookie`.
        case foldsReplyHeaders
        /// It repeats a request with an idempotent method and without a body if a reused connection ends without a reply (RFC
        /// 9112, section 9.3.1).
        case repeatsRequests
        /// It reports `connectionLost` if the connection brings something other than HTTP.
        case malformedReplies
        /// It accepts an encoded body whose end is missing as complete.
        case truncatedBodies
        /// It reports an error other than `replyTooLarge` if the head of a reply is too large for itself.
        case largeHeads
        /// It ends the process if a connection is closed after the first line of a reply and before the end of its head. The
        /// case is then skipped.
        case headersCutOff
    }
}

extension Set<HTTPTransportConformance.Allowance> {
    /// The limitations of `URLSessionTransport` on this platform.
    public static var urlSession: Set {
        #if canImport(Darwin)
            [.bodyWithGET, .foldsHeaders, .addsContentType, .foldsReplyHeaders, .malformedReplies, .largeHeads]
        #else
            var allowed: Set = [
                .bodyWithGET, .foldsHeaders, .foldsReplyHeaders, .repeatsRequests, .truncatedBodies,
            ]
            #if compiler(<6.4)
                allowed.insert(.headersCutOff)
            #endif
            return allowed
        #endif
    }
}
