import Foundation
import HTTPTypes
import NetTaskTesting
import NetTaskWebhooks
import Testing

@Suite("Verifying webhooks")
struct WebhookVerifierTests {
    private let signer: WebhookSigner
    private let verifier: WebhookVerifier
    private let headers: HTTPFields

    init() throws {
        signer = try WebhookSigner(secret: secret)
        verifier = try NetTaskWebhooksTests.verifier(secret)
        headers = signer.headers(for: body, id: "msg_2", at: now)
    }

    @Test(
        "A signature of the signer is verified",
        arguments: [
            .standard, .stripe, .hmac(header: "X-Hub-Signature-256", prefix: "sha256="),
            .hmac(
                header: "X-Slack-Signature",
                algorithm: .sha512,
                payload: "{body}|{timestamp}",
                encoding: .base64,
                timestamp: .header("X-Slack-Request-Timestamp")
            ),
        ] as [WebhookSignature]
    )
    func signs(signature: WebhookSignature) throws {
        // given
        let verifier = try NetTaskWebhooksTests.verifier(secret, signature: signature)
        // when
        let headers = try WebhookSigner(signature, secret: secret).headers(for: body, at: now)
        // then
        #expect(outcome(verifier, body, headers) == "verified")
        #expect(outcome(verifier, body + [0x20], headers).hasPrefix("No signature"))
    }

    @Test("A changed body, id or time fails the verification")
    func changed() {
        for (name, value) in [(HTTPField.Name.webhookID, "msg_3"), (.webhookTimestamp, "1700000001")] {
            var headers = headers
            headers[name] = value
            #expect(outcome(verifier, body, headers).hasPrefix("No signature"))
        }
        #expect(outcome(verifier, body.dropLast(), headers).hasPrefix("No signature"))
        #expect(outcome(verifier, Data(), headers).hasPrefix("No signature"))
    }

    @Test("A slice of data is verified by its own bytes")
    func slices() {
        let slice = (Data("--".utf8) + body).dropFirst(2)
        #expect(outcome(verifier, slice, headers) == "verified")
    }

    @Test("One valid signature of several is enough, and other kinds are ignored")
    func several() throws {
        // given
        let other = try WebhookSigner(secret: "b3RoZXI=").headers(for: body, id: "msg_2", at: now)
        var headers = headers
        let own = try #require(headers[.webhookSignature])
        // when
        headers[.webhookSignature] = "v1a,AAAA \(try #require(other[.webhookSignature])) \(own)"
        // then
        #expect(outcome(verifier, body, headers) == "verified")
    }

    @Test("Signatures may be in several headers with the same name")
    func severalHeaders() throws {
        let other = try WebhookSigner(secret: "b3RoZXI=").headers(for: body, id: "msg_2", at: now)
        var headers = headers
        headers.append(HTTPField(name: .webhookSignature, value: try #require(other[.webhookSignature])))
        #expect(outcome(verifier, body, headers) == "verified")
        #expect(outcome(try NetTaskWebhooksTests.verifier("b3RoZXI="), body, headers) == "verified")
    }

    @Test("While a secret is being replaced, both secrets verify")
    func rotation() throws {
        let both = try NetTaskWebhooksTests.verifier("whsec_bmV3", secret)
        #expect(outcome(both, body, headers) == "verified")
        let new = try WebhookSigner(secret: "bmV3").headers(for: body, at: now)
        #expect(outcome(both, body, new) == "verified")
        #expect(outcome(verifier, body, new).hasPrefix("No signature"))
    }

    @Test("A difference of five minutes is tolerated, and one second more is not")
    func tolerance() {
        let outcomes = [-301, -300, 300, 301].map { seconds in
            outcome(verifier, body, signer.headers(for: body, at: now.addingTimeInterval(seconds)))
        }
        #expect(
            outcomes == [
                "The webhook was sent at 2023-11-14T22:08:19Z, longer ago than the tolerance allows.", "verified",
                "verified",
                "The webhook has the timestamp 2023-11-14T22:18:21Z, which is in the future.",
            ]
        )
    }

    @Test("The tolerance can be set")
    func otherTolerance() throws {
        let verifier = try WebhookVerifier(secrets: [secret], tolerance: .milliseconds(1500), wallClock: { now })
        #expect(outcome(verifier, body, signer.headers(for: body, at: now.addingTimeInterval(-1))) == "verified")
        let old = signer.headers(for: body, at: now.addingTimeInterval(-2))
        #expect(outcome(verifier, body, old).contains("longer ago than"))
    }

    @Test(
        "A header that is missing or empty is named",
        arguments: [
            HTTPField.Name.webhookID, .webhookTimestamp, .webhookSignature,
        ]
    )
    func missing(name: HTTPField.Name) {
        for value in [nil, ""] {
            var headers = headers
            headers[name] = value
            #expect(outcome(verifier, body, headers) == "The webhook has no header \(name.rawName).")
        }
    }

    @Test(
        "A timestamp is a whole number of seconds",
        arguments: [
            "soon", "-1", "1700000000.5", "0x1", "1e9", "999999999999999", "１２３",
        ]
    )
    func malformedTimestamp(text: String) {
        var headers = headers
        headers[.webhookTimestamp] = text
        #expect(outcome(verifier, body, headers).contains("webhook-timestamp of the webhook is invalid"))
    }

    @Test("A duplicate of a single header is rejected")
    func twice() {
        var headers = headers
        headers.append(HTTPField(name: .webhookTimestamp, value: "1700000000"))
        #expect(outcome(verifier, body, headers).contains("it occurs more than once"))
    }

    @Test(
        "A signature of another form is malformed",
        arguments: [
            "v1", "v1,", "v2,AAAA", "v1,%%%", "AAAA", ",", "v1,é",
        ]
    )
    func malformedSignature(text: String) {
        var headers = headers
        headers[.webhookSignature] = text
        #expect(outcome(verifier, body, headers).contains("there is no signature of the expected form"))
    }

    @Test("A code that is too short or too long does not match")
    func length() {
        for code in ["AAAA", String(repeating: "A", count: 4000)] {
            var headers = headers
            headers[.webhookSignature] = "v1,\(code)"
            #expect(outcome(verifier, body, headers).hasPrefix("No signature"))
        }
    }

    @Test("A duplicate timestamp in Stripe's header is rejected")
    func stripeTimestamp() throws {
        let verifier = try NetTaskWebhooksTests.verifier(secret, signature: .stripe)
        #expect(outcome(verifier, body, [.stripe: "v1=aa"]).hasSuffix("it has no `t=`."))
        #expect(outcome(verifier, body, [.stripe: "t=1,t=2,v1=aa"]).hasSuffix("it has more than one `t=`."))
        #expect(outcome(verifier, body, [.stripe: "t=,v1=aa"]).contains("not a whole number"))
    }

    @Test("Hex ignores case, and half a byte is invalid")
    func hex() throws {
        let signature = WebhookSignature.hmac(header: "X-Hub-Signature-256")
        let verifier = try NetTaskWebhooksTests.verifier(secret, signature: signature)
        let headers = try WebhookSigner(signature, secret: secret).headers(for: body, at: now)
        let code = try #require(headers[.gitHub])
        #expect(outcome(verifier, body, [.gitHub: code.uppercased()]) == "verified")
        #expect(outcome(verifier, body, [.gitHub: String(code.dropLast())]).contains("expected form"))
    }

    @Test(
        "An invalid secret is rejected",
        arguments: [
            ([], "there is none"), ([""], "it is empty"), (["whsec_"], "it is empty"),
            ([secret, "whsec_%"], "it is not base64, with or without `whsec_` before it"),
        ] as [([String], String)]
    )
    func secrets(secrets: [String], reason: String) {
        let error = #expect(throws: WebhookError.self) { try WebhookVerifier(secrets: secrets) }
        #expect(error?.description == "A secret for webhooks is invalid: \(reason).")
    }

    @Test("No description, dump or error shows a secret or a signature")
    func redaction() throws {
        var texts = ["\(verifier)", String(reflecting: verifier), "\(signer)", String(reflecting: signer)]
        for value in [verifier, signer] as [Any] {
            var text = ""
            dump(value, to: &text)
            texts.append(text)
        }
        var headers = headers
        headers[.webhookSignature] = "v1,c2lnbmF0dXJl"
        texts.append(outcome(verifier, body, headers))
        for text in texts {
            #expect(!text.contains("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
            #expect(!text.contains("24 bytes"))
            #expect(!text.contains("c2lnbmF0dXJl"))
        }
    }

    @Test("A body of 64 MB is verified without a copy")
    func hugeBody() throws {
        let huge = Data(repeating: 0x20, count: 64_000_000)
        #expect(outcome(verifier, huge, signer.headers(for: huge, at: now)) == "verified")
        #expect(outcome(verifier, huge + [0x20], signer.headers(for: huge, at: now)).hasPrefix("No signature"))
    }
}
