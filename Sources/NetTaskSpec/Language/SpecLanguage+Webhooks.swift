extension SpecLanguage {
    package static let webhooks = MappingRule(
        id: "webhooks",
        noun: "`webhooks`",
        summary:
            "The calls that the server makes to report events. They generate an enumeration, which verifies signatures before it reads "
            + "the bodies. Requires the product `NetTaskWebhooks` and the trait `Crypto`.",
        context: "webhooks:",
        sample: "{events: {order.paid: Order}}",
        container: "events",
        keys: [
            required("events", .named(.anyOf([.type, .map("webhookEvent")])))
                .example("events: {order.paid: Post, ping: none}")
                .says("The events: a map of names on the wire to the types of the bodies, or `none`. Each is a case,")
                .says("such as `case orderPaid(Post)`. Other events are kept as `.unknown(name, JSONValue)`."),
            optional("name", .anyOf([.text, .map("webhookHeader")]))
                .example("name: {header: X-GitHub-Event}\nevents: {push: Post}")
                .says("The location of the event's name: a path in the body (keys separated by dots), or a header.")
                .defaults(to: "`type`"),
            optional("from", .text).example("from: data.object\nevents: {order.paid: Post}")
                .says("The path of the value in the body: keys separated by dots.").defaults(to: "the whole body"),
            optional("hmac", .map("hmac"))
                .example("hmac: {header: X-Hub-Signature-256, prefix: \"sha256=\"}\nevents: {push: Post}")
                .says("How the calls are signed.").defaults(to: "as in Standard Webhooks"),
            description(
                example: "description: What the shop tells.\nevents: {order.paid: Post}",
                \Webhooks.description
            ),
            optional("swiftName", .name).example("swiftName: ShopEvent\nevents: {order.paid: Post}")
                .says("The name of the enumeration.").defaults(to: "`Webhook`"),
            mutable(example: "mutable: false\nevents: {order.paid: {fields: {id: Int}}}", \Webhooks.isMutable),
            elsewhere("signature", "signatures follow Standard Webhooks; for others, use `hmac`"),
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
                .says("The type of the event's value, or `none`."),
            optional("fields", .named(.anyOf([.type, .map("field")])))
                .example("fields: {id: Int, paidAt: Date}")
                .says("The fields of the value, if it has no shape. Their type is nested in the enumeration.")
                .excludes(["type"], "an event with `fields` cannot have `type`"),
            optional("additional", .anyOf([.type, .map("additional")]))
                .example("fields: {id: Int}\nadditional: JSONValue")
                .says("The type of the members of the object that have no field, as for a shape.")
                .needs(["fields"], "`additional` can be used only in an event with `fields`"),
            optional("separator", .separator).example("separator: keep\nfields: {paidAt: Date}")
                .says("The separator between the words of the wire names of `fields`.")
                .needs(["fields"], "`separator` can be used only in an event with `fields`"),
            optional("from", .text).example("type: Post\nfrom: data")
                .says("The path of the value in the body: keys separated by dots.").defaults(to: "that of `webhooks`"),
            description(example: "type: Post\ndescription: The money is there.", \Webhooks.Event.description),
            optional("swiftName", .name).example("type: Post\nswiftName: paid")
                .says("The exact name of the case.").defaults(to: "the event's name in camel case"),
            optional("deprecated", \Webhooks.Event.deprecation).harmless.example(
                "type: Post\ndeprecated: use order.settled"
            )
            .says("`true`, or the replacement to use. Appears in the documentation."),
            elsewhere("oneOf", "only shapes can have alternatives; define one under `shapes`"),
            elsewhere("omit", "use `null` to remove an inherited event"),
        ]
    )

    package static let hmac = MappingRule(
        id: "hmac",
        noun: "`hmac`",
        summary:
            "A signature that does not follow Standard Webhooks: an HMAC of the body, with a secret that both sides know. The examples "
            + "show common servers.",
        context: "webhooks:\n  events: {push: Post}\n  hmac:",
        sample: "{header: X-Hub-Signature-256, prefix: \"sha256=\"}",
        keys: [
            required("header", .text).example("header: X-Hub-Signature-256\nprefix: \"sha256=\"")
                .says("The header with the signature, or with several signatures separated by commas."),
            optional("algorithm", \Webhooks.HMAC.algorithm)
                .example("header: X-Hub-Signature\nalgorithm: sha1\nprefix: \"sha1=\"")
                .says("The hash function.").defaults(to: "`sha256`"),
            optional("payload", \Webhooks.HMAC.payload)
                .example(
                    "header: X-Slack-Signature\npayload: \"v0:{timestamp}:{body}\"\nprefix: \"v0=\"\n"
                        + "timestamp: {header: X-Slack-Request-Timestamp}"
                )
                .says("The signed text. `{body}` is replaced by the bytes of the body, and `{timestamp}` by the")
                .says("timestamp as sent.").defaults(to: "`\"{body}\"`"),
            optional("encoding", \Webhooks.HMAC.encoding)
                .example("header: X-Shopify-Hmac-Sha256\nencoding: base64")
                .says("The encoding of the signature.").defaults(to: "`hex`"),
            optional("prefix", \Webhooks.HMAC.prefix).example("header: X-Gitea-Signature\nprefix: \"sha256=\"")
                .says("The text before a signature. A value without it is not a signature."),
            optional("timestamp", .anyOf([.text, .map("webhookHeader")]))
                .example(
                    "header: Stripe-Signature\npayload: \"{timestamp}.{body}\"\nprefix: \"v1=\"\ntimestamp: t"
                )
                .says("The location of the timestamp, in seconds since 1970: its name in the signature's header, as in")
                .says("`t=1492774577`, or a separate header. Without a timestamp, anyone who intercepts a call can")
                .says("send it again at any time."),
        ]
    )

    /// A header of a webhook call.
    package static let webhookHeader = MappingRule(
        id: "webhookHeader",
        noun: "a header of `webhooks`",
        summary: "A header of the server's calls, for `name` or `timestamp`.",
        context: "webhooks:\n  events: {push: Post}\n  name:",
        sample: "{header: X-GitHub-Event}",
        keys: [
            required("header", .text).example("header: X-GitHub-Event")
                .says("The name of the header.")
        ]
    )
}
