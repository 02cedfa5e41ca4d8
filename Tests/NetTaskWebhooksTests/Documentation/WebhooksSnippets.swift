import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskTesting
import NetTaskWebhooks
import Testing

@Suite("Snippets: webhooks")
struct WebhooksSnippets {
    private let secret = "whsec_c2VjcmV0"
    private let former = "whsec_Zm9ybWVy"
    private func sell(_ bread: Bakery.Bread) {}
    private func call(_ oven: Int) {}
    private func log(_ text: String) {}

    @Test("receiving")
    func receiving() throws {
        let body = Data(#"{"type": "bread.baked", "data": {"id": 1, "name": "rye"}}"#.utf8)
        let headers = try WebhookSigner(secret: secret).headers(for: body, at: Date())
        // snippet: receive
        let verifier = try Bakery.Webhook.verifier(secret, former)

        switch try Bakery.Webhook(verifying: body, headers: headers, with: verifier) {
        case .breadBaked(let bread): sell(bread)
        case .ovenOff(let event): call(event.oven)
        case .ping: break
        case .unknown(let name, _): log("nobody knows what \(name) is")
        }
        // end
    }

    @Test("signing")
    func signing() throws {
        // snippet: signer
        let signer = try WebhookSigner(Bakery.Webhook.signature, secret: secret)
        let body = Data(#"{"type": "oven.off", "data": {"oven": 2}}"#.utf8)
        let headers = signer.headers(for: body, id: "msg_1", at: Date())

        let verifier = try Bakery.Webhook.verifier(secret)
        let webhook = try Bakery.Webhook(verifying: body, headers: headers, with: verifier)
        guard case .ovenOff(let event) = webhook else { throw CancellationError() }
        #expect(event.oven == 2)
        // end
    }

    @Test("without a spec")
    func withoutSpec() throws {
        let body = Data("Hello, World!".utf8)
        let name = try #require(HTTPField.Name("X-Hub-Signature-256"))
        let code = "757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17"
        let headers: HTTPFields = [name: "sha256=\(code)"]
        let secret = "It's a Secret to Everybody"
        // snippet: verifier
        let signature = WebhookSignature.hmac(header: "X-Hub-Signature-256", prefix: "sha256=")
        let verifier = try WebhookVerifier(signature, secrets: [secret])
        try verifier.verify(body, headers: headers)
        // end
    }
}
