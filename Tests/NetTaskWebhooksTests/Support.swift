import Foundation
import HTTPTypes
import NetTaskTesting
import NetTaskWebhooks
import Testing

extension HTTPField.Name {
    static let webhookID = Self("webhook-id")!
    static let webhookTimestamp = Self("webhook-timestamp")!
    static let webhookSignature = Self("webhook-signature")!
    static let gitHub = Self("X-Hub-Signature-256")!
    static let slack = Self("X-Slack-Signature")!
    static let slackTimestamp = Self("X-Slack-Request-Timestamp")!
    static let stripe = Self("Stripe-Signature")!
}

extension WebhookSignature {
    static let stripe = hmac(
        header: "Stripe-Signature",
        payload: "{timestamp}.{body}",
        prefix: "v1=",
        timestamp: .field("t")
    )
}

let now = Date(timeIntervalSince1970: 1_700_000_000)
let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
let body = Data(#"{"type": "ping"}"#.utf8)

/// One at ``now``.
func verifier(_ secrets: String..., signature: WebhookSignature = .standard) throws -> WebhookVerifier {
    try WebhookVerifier(signature, secrets: secrets, wallClock: { now })
}

/// What the verification throws, as text; "verified" where it throws nothing.
func outcome(_ verifier: WebhookVerifier, _ body: Data, _ headers: HTTPFields) -> String {
    do throws(WebhookError) {
        try verifier.verify(body, headers: headers)
        return "verified"
    } catch {
        return error.description
    }
}
