import Foundation
import HTTPTypes
import NetTaskTesting
import NetTaskWebhooks
import Testing

/// What the services publish for those who verify their signatures, number for number.
@Suite("Published signatures")
struct PublishedVectorTests {
    @Test("Standard Webhooks: the vector of its reference libraries")
    func standard() throws {
        // given
        let verifier = try WebhookVerifier(
            secrets: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
            wallClock: { Date(timeIntervalSince1970: 1_614_265_330) }
        )
        let headers: HTTPFields = [
            .webhookID: "msg_p5jXN8AQM9LWM0D4loKWxJek", .webhookTimestamp: "1614265330",
            .webhookSignature: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        ]
        // then
        try verifier.verify(Data(#"{"test": 2432232314}"#.utf8), headers: headers)
        #expect(throws: WebhookError.self) {
            try verifier.verify(Data(#"{"test": 2432232315}"#.utf8), headers: headers)
        }
    }

    @Test("GitHub: the example of its documentation")
    func gitHub() throws {
        let verifier = try WebhookVerifier(
            .hmac(header: "X-Hub-Signature-256", prefix: "sha256="),
            secrets: ["It's a Secret to Everybody"]
        )
        let code = "757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17"
        let headers: HTTPFields = [.gitHub: "sha256=\(code)"]
        try verifier.verify(Data("Hello, World!".utf8), headers: headers)
        #expect(throws: WebhookError.self) { try verifier.verify(Data("Hello, World?".utf8), headers: headers) }
    }

    @Test("Slack: the example of its documentation")
    func slack() throws {
        let verifier = try WebhookVerifier(
            .hmac(
                header: "X-Slack-Signature",
                payload: "v0:{timestamp}:{body}",
                prefix: "v0=",
                timestamp: .header("X-Slack-Request-Timestamp")
            ),
            secrets: ["8f742231b10e8888abcd99yyyzzz85a5"],
            wallClock: { Date(timeIntervalSince1970: 1_531_420_618 + 300) }
        )
        let body = """
            token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V\
            &channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=\
            &response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN\
            &trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c
            """
        let headers: HTTPFields = [
            .slack: "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503",
            .slackTimestamp: "1531420618",
        ]
        try verifier.verify(Data(body.utf8), headers: headers)
        #expect(throws: WebhookError.self) { try verifier.verify(Data((body + "&").utf8), headers: headers) }
    }

    @Test("Stripe: the vector of its SDKs' tests; the signature `v0` is ignored")
    func stripe() throws {
        let body = """
            {
              "id": "evt_123",
              "object": "event",
              "account": "acct_123",
              "api_version": "2017-05-25",
              "created": 1533204620,
              "data": {
                "object": {
                  "id": "ii_123",
                  "object": "invoiceitem",
                  "amount": 1000,
                  "currency": "usd",
                  "customer": "cus_123",
                  "date": 1533204620,
                  "description": "Test Invoice Item",
                  "discountable": false,
                  "invoice": "in_123",
                  "livemode": false,
                  "metadata": {},
                  "period": {
                    "start": 1533204620,
                    "end": 1533204620
                  },
                  "plan": null,
                  "proration": false,
                  "quantity": null,
                  "subscription": null
                }
              },
              "livemode": false,
              "pending_webhooks": 1,
              "request": {
                "id": "req_123",
                "idempotency_key": "idempotency-key-123"
              },
              "type": "invoiceitem.created"
            }

            """
        let verifier = try WebhookVerifier(.stripe, secrets: ["webhook_secret"]) {
            Date(timeIntervalSince1970: 1_533_204_620)
        }
        let codes = [
            "t=1533204620", "v1=f0bdba6d4eacbd8ad8a3bbadd7248e633ec1477f7899c124c51b39405fa36613",
            "v0=63f3a72374a733066c4be69ed7f8e5ac85c22c9f0a6a612ab9a025a9e4ee7eef",
        ]
        try verifier.verify(Data(body.utf8), headers: [.stripe: codes.joined(separator: ",")])
        #expect(throws: WebhookError.self) {
            try verifier.verify(Data(body.utf8), headers: [.stripe: "\(codes[0]),\(codes[2])"])
        }
    }

    @Test(
        "SHA-1 and SHA-512: the second test cases of RFC 2202 and RFC 4231",
        arguments: [
            (WebhookSignature.Algorithm.sha1, "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"),
            (
                .sha512,
                "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fd"
                    + "caeab1a34d4a6b4b636e070a38bce737"
            ),
        ]
    )
    func algorithms(algorithm: WebhookSignature.Algorithm, code: String) throws {
        let signature = WebhookSignature.hmac(header: "X-Hub-Signature-256", algorithm: algorithm)
        let body = Data("what do ya want for nothing?".utf8)
        try WebhookVerifier(signature, secrets: ["Jefe"]).verify(body, headers: [.gitHub: code])
        #expect(try WebhookSigner(signature, secret: "Jefe").headers(for: body, at: Date())[.gitHub] == code)
    }
}
