import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskTesting
import NetTaskWebhooks
import Testing

@Suite("Webhooks")
struct WebhookTests {
    private static let now = Date(timeIntervalSince1970: 1_700_000_000)
    private let signer: WebhookSigner
    private let verifier: WebhookVerifier

    init() throws {
        signer = try WebhookSigner(Kiosk.Webhook.signature, secret: "whsec_c2VjcmV0")
        verifier = try Kiosk.Webhook.verifier("whsec_c2VjcmV0", wallClock: { Self.now })
    }

    /// What becomes of a body that is signed, or of one that is changed on its way.
    private func receive(_ text: String, changed: String? = nil) throws(WebhookError) -> Kiosk.Webhook {
        let headers = signer.headers(for: Data(text.utf8), at: Self.now)
        return try Kiosk.Webhook(verifying: Data((changed ?? text).utf8), headers: headers, with: verifier)
    }

    /// The error as text.
    private func problem(_ text: String, changed: String? = nil) -> String? {
        do throws(WebhookError) {
            _ = try receive(text, changed: changed)
            return nil
        } catch {
            return error.description
        }
    }

    @Test("An event is read as its shape, from the place in the spec")
    func event() throws {
        let webhook = try receive(#"{"type": "order.paid", "data": {"id": 7, "total": 1.10, "card_number": "42"}}"#)
        guard case .orderPaid(let order) = webhook else { throw Unexpected(webhook) }
        #expect(order.id == 7)
        #expect(order.total.description == "1.1")
    }

    @Test("A secret of an event is not in descriptions")
    func secrets() throws {
        let webhooks = [
            try receive(#"{"type": "order.paid", "data": {"id": 7, "total": 1.10, "card_number": "4242"}}"#),
            try receive(#"{"type": "stock.low", "data": {"product_id": 7, "pin": "4242"}}"#),
        ]
        for webhook in webhooks {
            var text = "\(webhook)"
            dump(webhook, to: &text)
            #expect(!text.contains("4242"))
            #expect(text.contains("<secret>"))
        }
        let problem = problem(#"{"type": "stock.low", "data": {"product_id": 7, "pin": 4242}}"#)
        #expect(problem?.contains("at data.pin") == true)
        #expect(problem?.contains("4242") == false)
    }

    @Test("A discriminator selects one of several types")
    func alternatives() throws {
        let webhook = try receive(#"{"type": "payment_received", "data": {"kind": "voucher", "code": "X"}}"#)
        guard case .paymentReceived(.voucher(let voucher)) = webhook else { throw Unexpected(webhook) }
        #expect(voucher.code == "X")
        guard case .paymentReceived(.unknown) = try receive(#"{"type": "payment_received", "data": {"kind": "gold"}}"#)
        else { throw Unexpected(webhook) }
    }

    @Test("Fields in place, lists and single values")
    func others() throws {
        let low = try receive(#"{"data": {"product_id": 3, "like": {"name": "n"}, "pin": ""}, "type": "stock.low"}"#)
        guard case .stockLow(let stock) = low else { throw Unexpected(low) }
        #expect(stock.productId == 3)
        #expect(stock.left == nil)
        #expect(stock.like?.name == "n")
        guard case .many(let orders) = try receive(#"{"type": "many", "data": []}"#) else { throw Unexpected(low) }
        #expect(orders.isEmpty)
        guard case .note("hello") = try receive(#"{"type": "note", "data": {"text": "hello"}}"#),
            case .default = try receive(#"{"type": "default"}"#)
        else { throw Unexpected(low) }
    }

    @Test("An event that the spec does not list is kept completely")
    func unknown() throws {
        let webhook = try receive(#"{"type": "order.lost", "id": 1}"#)
        guard case .unknown("order.lost", let body) = webhook else { throw Unexpected(webhook) }
        #expect(body["id"] == 1)
    }

    @Test("An unsigned body is not read")
    func changed() {
        #expect(problem(#"{"type": "default"}"#, changed: "not even JSON")?.hasPrefix("No signature") == true)
    }

    @Test(
        "A body that differs from the spec is an error with the event and the place",
        arguments: [
            ("x", "The webhook cannot be read, byte 0: "),
            ("", "The webhook cannot be read"), ("[]", "The webhook cannot be read"),
            ("{}", "The webhook cannot be read at type"),
            (#"{"type": 1}"#, "The webhook cannot be read at type"),
            (#"{"type": "order.paid"}"#, #"The webhook "order.paid" cannot be read at data"#),
            (
                #"{"type": "order.paid", "data": {"id": "x"}}"#,
                #"The webhook "order.paid" cannot be read at data.id"#
            ),
        ]
    )
    func unreadable(text: String, message: String) {
        #expect(problem(text)?.hasPrefix(message) == true, "\(problem(text) ?? "")")
    }

    @Test("A large body is read, and one beyond the limit is an error")
    func huge() throws {
        let text = String(repeating: "a", count: 20_000_000)
        let webhook = try receive(#"{"type": "note", "data": {"text": "\#(text)"}}"#)
        guard case .note(let note) = webhook else { throw Unexpected(webhook) }
        #expect(note.utf8.count == text.utf8.count)
        let deep = String(repeating: "[", count: 1_000_000)
        #expect(problem(#"{"type": "many", "data": \#(deep)"#)?.hasPrefix("The webhook") == true)
    }

    @Test("The name of an event can be in a header")
    func header() throws {
        // given
        let signer = try WebhookSigner(Foundry.Event.signature, secret: "It's a Secret to Everybody")
        let verifier = try Foundry.Event.verifier("It's a Secret to Everybody")
        let body = Data(#"{"ref": "main"}"#.utf8)
        var headers = signer.headers(for: body, at: Self.now)
        // then
        let error = #expect(throws: WebhookError.self) {
            _ = try Foundry.Event(verifying: body, headers: headers, with: verifier)
        }
        #expect(error?.description == "The webhook has no header X-GitHub-Event.")
        headers[try #require(HTTPField.Name("x-github-event"))] = "push"
        let event = try Foundry.Event(verifying: body, headers: headers, with: verifier)
        guard case .push(let push) = event else {
            Issue.record("\(event)")
            return
        }
        #expect(push.ref == "main")
    }

    private struct Unexpected: Error {
        let webhook: Kiosk.Webhook
        init(_ webhook: Kiosk.Webhook) { self.webhook = webhook }
    }
}
