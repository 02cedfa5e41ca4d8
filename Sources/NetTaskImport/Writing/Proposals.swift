/// What a team may want to say of the delivery of an endpoint, as comments: no document says it.
enum Proposals {
    /// From what HTTP says of methods (RFC 9110, section 9.2.2): only those that do no more when sent twice can be sent again
    /// after they left.
    static func of(_ endpoint: EndpointDraft) -> [String] {
        let retry = "retry: {maxRetryCount: 3, interval: 500ms, backoff: exponential}"
        guard ["POST", "PATCH"].contains(endpoint.method) else { return [retry] }
        let header = "Idempotency-Key"
        // A param of that name is filled in by the caller.
        let hasKey = endpoint.params.contains {
            $0.location == .header && $0.wireName.lowercased() == header.lowercased()
        }
        return hasKey ? ["idempotent: true", retry] : ["idempotencyKey: \(header)", retry]
    }

    /// Above the endpoints of a file.
    static let explanation = [
        "What is a comment in an endpoint is a proposal. A GET, HEAD, PUT or DELETE can be sent again after a failure. A POST or",
        "PATCH can only if the server knows it by a key, or if it is `idempotent: true`; otherwise `retry` repeats what never left.",
    ]
}
