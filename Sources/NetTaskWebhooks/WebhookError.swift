#if Crypto
    import NetTaskHTTP
    public import NetTaskSystem

    /// The reason why a webhook is rejected. Answer it with a status such as 400 or 401. Descriptions contain neither secrets
    /// nor signatures.
    public enum WebhookError: Error, Sendable {
        /// The header with this name is missing or empty.
        case missingHeader(String)
        /// The header with this name is invalid.
        case malformedHeader(String, reason: String)
        /// The webhook was sent longer ago than the tolerance. It may have been intercepted and sent again.
        case tooOld(sent: Date)
        /// The timestamp is in the future by more than the tolerance. One of the two clocks is wrong.
        case tooNew(sent: Date)
        /// No signature in the header matches this body with any of the secrets. The webhook is from someone else, it was
        /// changed in transit, or the secret is wrong.
        case noMatch
        /// The signature is valid, but the body does not match the spec. The error is usually a `ParseError`.
        case unreadable(event: String?, any Error)
        /// A secret is invalid.
        case unusableSecret(String)
    }

    extension WebhookError: CustomStringConvertible, LocalizedError {
        public var description: String {
            switch self {
            case .missingHeader(let name):
                "The webhook has no header \(name)."
            case .malformedHeader(let name, let reason):
                "The header \(name) of the webhook is invalid: \(reason)."
            case .tooOld(let date):
                "The webhook was sent at \(date.ISO8601Format()), longer ago than the tolerance allows."
            case .tooNew(let date):
                "The webhook has the timestamp \(date.ISO8601Format()), which is in the future."
            case .noMatch:
                "No signature of the webhook matches one of the secrets. Make sure to verify the unchanged bytes of the body."
            case .unreadable(let event, let error):
                "The webhook\(event.map { " \($0.prefix(100).debugDescription)" } ?? "") cannot be read\(Self.reason(error))"
            case .unusableSecret(let reason):
                "A secret for webhooks is invalid: \(reason)."
            }
        }

        /// The description of a parse error would refer to a reply.
        private static func reason(_ error: any Error) -> String {
            guard let error = error as? ParseError else { return ": \(error)" }
            let place = error.path.isEmpty ? "" : " at \(error.path)"
            return place + (error.offset.map { ", byte \($0)" } ?? "") + ": \(error.reason)"
        }

        public var errorDescription: String? { description }
    }
#endif
