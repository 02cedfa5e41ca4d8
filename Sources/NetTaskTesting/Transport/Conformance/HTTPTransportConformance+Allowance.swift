extension HTTPTransportConformance {
    /// Something that a transport cannot do, and is known for.
    public enum Allowance: String, Sendable, Hashable, CaseIterable {
        /// It refuses to send a body with a GET.
        case bodyWithGET
        /// It sends header fields of one name as one.
        case foldsHeaders
        /// It adds a `Content-Type` to a body that comes without one.
        case addsContentType
        /// It brings header fields of one name as one, but for `Set-Cookie`.
        case foldsReplyHeaders
        /// It sends a request of an idempotent method without a body again if it went out on a used connection that ends without a
        /// reply (RFC 9112, section 9.3.1).
        case repeatsRequests
        /// It calls a connection lost that brought something else than HTTP.
        case malformedReplies
        /// It brings what there is of a packed body whose end is missing as if it were the whole.
        case truncatedBodies
        /// It ends with another error than `replyTooLarge` where the head of a reply is too large for itself.
        case largeHeads
        /// It ends the process when a connection is closed within the head of a reply, after its first line. The case is not run
        /// then.
        case headersCutOff
    }
}

extension Set<HTTPTransportConformance.Allowance> {
    /// What `URLSessionTransport` cannot do on this platform.
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
