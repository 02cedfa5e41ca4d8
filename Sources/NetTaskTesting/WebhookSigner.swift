#if Crypto
    public import Foundation
    public import HTTPTypes
    public import NetTaskWebhooks

    /// Signs webhooks like a server, for tests of the code that receives them. Available only with the trait `Crypto`.
    ///
    ///     let signer = try WebhookSigner(Shop.Webhook.signature, secret: "whsec_…")
    ///     let headers = signer.headers(for: body, at: .now)
    public struct WebhookSigner: Sendable {
        private let signature: WebhookSignature
        private let key: WebhookKey

        /// Makes a signer.
        ///
        /// - Throws: `WebhookError.unusableSecret` if the secret is empty or does not have the format of the signature.
        public init(_ signature: WebhookSignature = .standard, secret: String) throws(WebhookError) {
            self.signature = signature
            key = try WebhookKey(secret, for: signature)
        }

        /// Returns the headers to send with a body.
        ///
        /// - Parameters:
        ///   - body: the bytes of the body.
        ///   - id: the `webhook-id`, for signatures that have one. Default: `msg_1`.
        ///   - date: when the webhook is sent. Fractions of a second are dropped.
        public func headers(for body: Data, id: String = "msg_1", at date: Date) -> HTTPFields {
            let seconds = String(Int(date.timeIntervalSince1970.rounded(.down)))
            let code = signature.code(SignedContent(id: id, timestamp: seconds, body: body), key: key)
            var headers = HTTPFields()
            if let name = signature.id { headers[name] = id }
            var value = signature.text(of: code)
            switch signature.timestamp {
            case .header(let header): if let name = HTTPField.Name(header) { headers[name] = seconds }
            case .field(let field): value = "\(field)=\(seconds),\(value)"
            case nil: break
            }
            headers[signature.header] = value
            return headers
        }
    }
#endif
