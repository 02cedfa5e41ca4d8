#if Crypto
    public import Foundation
    import NetTaskHTTP

    /// Why a webhook is refused. Answer it with a status such as 400 or 401. No message has a secret in it, nor a signature.
    public enum WebhookError: Error, Sendable {
        /// The header of this name is not there, or is empty.
        case missingHeader(String)
        /// The header of this name is there, and is not what it should be.
        case malformedHeader(String, reason: String)
        /// It was sent longer ago than the tolerance: it may be an old one, sent again by somebody else.
        case tooOld(sent: Date)
        /// It was sent later than now by more than the tolerance: one of the two clocks is wrong.
        case tooNew(sent: Date)
        /// The signatures of the header are none that a secret makes of this body: it is somebody else's, it was changed on its
        /// way, or the secret is another one.
        case noMatch
        /// The webhook is the server's own, but its body is not what the spec says. What was thrown is mostly a `ParseError`.
        case unreadable(event: String?, any Error)
        /// A secret cannot be one.
        case unusableSecret(String)
    }

    extension WebhookError: CustomStringConvertible, LocalizedError {
        public var description: String {
            switch self {
            case .missingHeader(let name):
                "The webhook has no header \(name)."
            case .malformedHeader(let name, let reason):
                "The header \(name) of the webhook cannot be read: \(reason)."
            case .tooOld(let date):
                "The webhook was sent at \(date.ISO8601Format()), which is too long ago."
            case .tooNew(let date):
                "The webhook says that it was sent at \(date.ISO8601Format()), which is later than now."
            case .noMatch:
                "No signature of the webhook is made by one of the secrets. Verify the bytes of the body as they came."
            case .unreadable(let event, let error):
                "The webhook\(event.map { " \($0.prefix(100).debugDescription)" } ?? "") cannot be read\(Self.reason(error))"
            case .unusableSecret(let reason):
                "A secret of webhooks cannot be used: \(reason)."
            }
        }

        /// A parse error speaks of replies.
        private static func reason(_ error: any Error) -> String {
            guard let error = error as? ParseError else { return ": \(error)" }
            let place = error.path.isEmpty ? "" : " at \(error.path)"
            return place + (error.offset.map { ", byte \($0)" } ?? "") + ": \(error.reason)"
        }

        public var errorDescription: String? { description }
    }
#endif
