#if Crypto
    public import Foundation
    public import HTTPTypes
    public import NetTaskWebhooks

    /// Signs webhooks as a server does, for tests of what receives them. It is there with the trait `Crypto`.
    ///
    ///     let signer = try WebhookSigner(Shop.Webhook.signature, secret: "whsec_…")
    ///     let headers = signer.headers(for: body, at: .now)
    public struct WebhookSigner: Sendable {
        private let signature: WebhookSignature
        private let key: WebhookKey

        /// - Throws: `WebhookError.unusableSecret` if the secret is empty or is not written as the signature wants it.
        public init(_ signature: WebhookSignature = .standard, secret: String) throws(WebhookError) {
            self.signature = signature
            key = try WebhookKey(secret, for: signature)
        }

        /// The headers that are sent with a body.
        ///
        /// - Parameters:
        ///   - body: The bytes that are sent.
        ///   - id: The `webhook-id`; of signatures that have none, it has no effect.
        ///   - date: When it is sent; fractions of a second are cut off.
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
