/// What a team may want to say of the delivery of an endpoint, as comments: no document says it.
enum Proposals {
    /// From what HTTP says of methods (RFC 9110, section 9.2.2): only those that do no more when sent twice can be sent again
    /// after they left.
    static func of(method: String) -> [String] {
        let retry = "retry: {maxRetryCount: 3, interval: 500ms, backoff: exponential}"
        switch method {
        case "POST", "PATCH": return ["idempotencyKey: Idempotency-Key", retry]
        default: return [retry]
        }
    }

    /// Above the endpoints of a file.
    static let explanation = [
        "What is a comment in an endpoint is a proposal. A GET, HEAD, PUT or DELETE can be sent again after a failure. A POST or",
        "PATCH can only if the server knows it by a key, or if it is `idempotent: true`; otherwise `retry` repeats what never left.",
    ]
}
