extension SpecLanguage {
    package static let webhooks = MappingRule(
        id: "webhooks",
        noun: "`webhooks`",
        summary:
            "The calls that the server makes, when something has happened: they become an enumeration of events, which verifies "
            + "their signatures before it reads them. The target needs the product `NetTaskWebhooks`, and the trait `Crypto`.",
        context: "webhooks:",
        sample: "{events: {order.paid: Order}}",
        container: "events",
        keys: [
            required("events", .named(.anyOf([.type, .map("webhookEvent")])))
                .example("events: {order.paid: Post, ping: none}")
                .says("The events, by their names on the wire, each with the type that its body is read as, or `none`:")
                .says("`case orderPaid(Post)`. Others are kept, as `.unknown(name, JSONValue)`."),
            optional("name", .anyOf([.text, .map("webhookHeader")]))
                .example("name: {header: X-GitHub-Event}\nevents: {push: Post}")
                .says(
                    "Where the name of the event is: the keys that lead to it in the body, with dots between them, or"
                )
                .says("a header. `type` unless said."),
            optional("from", .text).example("from: data.object\nevents: {order.paid: Post}")
                .says("The keys that lead to what is read in the body, with dots between them; the whole body unless")
                .says("said."),
            optional("hmac", .map("hmac"))
                .example("hmac: {header: X-Hub-Signature-256, prefix: \"sha256=\"}\nevents: {push: Post}")
                .says("How the calls are signed, where that is not as in Standard Webhooks."),
            description(
                example: "description: What the shop tells.\nevents: {order.paid: Post}",
                \Webhooks.description
            ),
            optional("swiftName", .name).example("swiftName: ShopEvent\nevents: {order.paid: Post}")
                .says("The name of the enumeration; `Webhook` unless said."),
            mutable(example: "mutable: false\nevents: {order.paid: {fields: {id: Int}}}", \Webhooks.isMutable),
            elsewhere("signature", "signatures are those of Standard Webhooks, or say how they are made with `hmac`"),
        ]
    )

    package static let webhookEvent = MappingRule(
        id: "webhookEvent",
        noun: "an event",
        summary: "One event of `webhooks`. `name: Type` alone is short for `name: {type: Type}`.",
        context: "webhooks:\n  events:\n    order.paid:",
        shortKey: "type",
        keys: [
            optional("type", .type).example("type: Post")
                .says("The type that it is read as, or `none`."),
            optional("fields", .named(.anyOf([.type, .map("field")])))
                .example("fields: {id: Int, paidAt: Date}")
                .says("The fields of what is read, where that has no shape; the type is one of the enumeration's own.")
                .excludes(["type"], "an event with `fields` has no `type`"),
            optional("separator", .separator).example("separator: keep\nfields: {paidAt: Date}")
                .says("What stands between the words of the names of `fields`.")
                .needs(["fields"], "only an event with `fields` has a `separator`"),
            optional("from", .text).example("type: Post\nfrom: data")
                .says("The keys that lead to what is read, where they are not those of `webhooks`."),
            description(example: "type: Post\ndescription: The money is there.", \Webhooks.Event.description),
            optional("swiftName", .name).example("type: Post\nswiftName: paid")
                .says("The exact name of the case; unless said, that of the event in camel case."),
            optional("deprecated", \Webhooks.Event.deprecation).harmless.example(
                "type: Post\ndeprecated: use order.settled"
            )
            .says("`true`, or what to use instead: goes into the documentation."),
            elsewhere("oneOf", "only a shape is one of several types; give it a name under `shapes`"),
            elsewhere("omit", "`null` leaves out an event of what this spec extends"),
        ]
    )

    package static let hmac = MappingRule(
        id: "hmac",
        noun: "`hmac`",
        summary:
            "A signature of a server's own: an HMAC of the bytes of the body, with a secret that both sides have. Each example is "
            + "that of a server that many use.",
        context: "webhooks:\n  events: {push: Post}\n  hmac:",
        sample: "{header: X-Hub-Signature-256, prefix: \"sha256=\"}",
        keys: [
            required("header", .text).example("header: X-Hub-Signature-256\nprefix: \"sha256=\"")
                .says("The header that has the signature, or several with commas between them."),
            optional("algorithm", \Webhooks.HMAC.algorithm)
                .example("header: X-Hub-Signature\nalgorithm: sha1\nprefix: \"sha1=\"")
                .says("The hash; `sha256` unless said."),
            optional("payload", \Webhooks.HMAC.payload)
                .example(
                    "header: X-Slack-Signature\npayload: \"v0:{timestamp}:{body}\"\nprefix: \"v0=\"\n"
                        + "timestamp: {header: X-Slack-Request-Timestamp}"
                )
                .says(
                    "What is signed: text in which `{body}` stands for the bytes of the body and `{timestamp}` for the"
                )
                .says("timestamp as it is sent. `\"{body}\"` unless said."),
            optional("encoding", \Webhooks.HMAC.encoding)
                .example("header: X-Shopify-Hmac-Sha256\nencoding: base64")
                .says("How the signature is written; `hex` unless said."),
            optional("prefix", \Webhooks.HMAC.prefix).example("header: X-Gitea-Signature\nprefix: \"sha256=\"")
                .says("What stands before a signature. What begins otherwise is none. Nothing unless said."),
            optional("timestamp", .anyOf([.text, .map("webhookHeader")]))
                .example(
                    "header: Stripe-Signature\npayload: \"{timestamp}.{body}\"\nprefix: \"v1=\"\ntimestamp: t"
                )
                .says(
                    "Where the time is at which it was sent, in seconds since 1970: the name that it has in the header"
                )
                .says(
                    "of the signature, as in `t=1492774577`, or a header of its own. Without it, whoever saw a call can"
                )
                .says("send it again at any time."),
        ]
    )

    /// What stands in a header.
    package static let webhookHeader = MappingRule(
        id: "webhookHeader",
        noun: "a header of `webhooks`",
        summary: "A header that comes with the calls of a server: of `name`, or of `timestamp`.",
        context: "webhooks:\n  events: {push: Post}\n  name:",
        sample: "{header: X-GitHub-Event}",
        keys: [
            required("header", .text).example("header: X-GitHub-Event")
                .says("The name of the header.")
        ]
    )
}
