import Testing

@testable import NetTaskComparison
@testable import NetTaskSpec

/// The calls that a server makes.
@Suite struct WebhookDifferenceTests {
    @Test("an event that is gone, new, or read as another type")
    func events() {
        #expect(
            differences(
                """
                shapes: {P: {fields: {a: Int}}}
                webhooks:
                  events:
                    a.gone: P
                    b.typed: P
                    c.read: none
                    d.fields: {fields: {x: Int}}
                """,
                """
                shapes: {P: {fields: {a: Int}}}
                webhooks:
                  events:
                    b.typed: [P]
                    c.read: P
                    d.fields: {fields: {x: Int, y: Int?}, from: data}
                    e.new: none
                """
            ) == [
                "new 6:5 callers+server webhooks.events.b.typed: it was `P` and is `[P]`",
                "new 7:5 callers+server webhooks.events.c.read: it was `none` and is `P`",
                "new 8:33 additive webhooks.events.d.fields.fields.y: it is new",
                "new 8:5 server webhooks.events.d.fields: `from` was none and is `data`",
                "new 9:5 additive webhooks.events.e.new: it is new; it was `unknown`, and a `switch` without `default` needs it",
                "old 6:5 callers webhooks.events.a.gone: it is gone, and is `unknown`",
            ]
        )
    }

    @Test("webhooks that come, go, and are signed in another way")
    func signatures() {
        #expect(differences("", "webhooks: {events: {a: none}}") == ["new 3:1 additive webhooks: they are new"])
        #expect(
            differences("webhooks: {events: {a: none}}", "") == [
                "old 3:1 callers webhooks: they are gone, with `Webhook`"
            ]
        )
        #expect(
            differences(
                "webhooks: {events: {a: none}}",
                "webhooks: {hmac: {header: X-S}, name: {header: X-E}, events: {a: none}}"
            ) == [
                "new 3:1 server webhooks.hmac: calls are signed in another way",
                "new 3:1 server webhooks.name: it was `type` and is `header: X-E`",
            ]
        )
    }
}
