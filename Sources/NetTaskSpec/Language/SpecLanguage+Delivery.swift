/// The keys that say how a task is delivered.
extension SpecLanguage {
    package static let idempotencyKey = MappingRule(
        id: "idempotencyKey",
        noun: "`idempotencyKey`",
        summary:
            "How the key of a task is sent. It is made when the task is added, and is the same in all its attempts.",
        context: "endpoints:\n  Example:\n    method: POST\n    uri: posts\n    idempotencyKey:",
        shortKey: "header",
        keys: [
            required("header", .text).example("header: Idempotency-Key")
                .says("The header that takes the key."),
            optional("quoted", .bool).example("header: Idempotency-Key\nquoted: true")
                .says("Whether the key is sent in quotes, as the IETF's draft has it; `false` unless said."),
        ]
    )

    package static let durable = MappingRule(
        id: "durable",
        noun: "`durable`",
        summary: "How a durable queue keeps a task, and runs it again and again until it is done.",
        context: "endpoints:\n  Example:\n    method: PUT\n    uri: posts\n    durable:",
        keys: [
            optional("maxRunCount", .count).at(\Delivery.Durability.maxRunCount) { $0.maxRunCount($1.value) }
                .example("maxRunCount: 5")
                .says("How often the task is run at most; \(RuntimeDefaults.maxRunCount) unless said."),
            optional("interval", .duration).at(\Delivery.Durability.interval) { $0.duration($1, mayBeZero: true) }
                .example("interval: 30s")
                .says("The wait after the first run, doubled after each; `\(RuntimeDefaults.runInterval.text)` unless")
                .says("said."),
            optional("maxInterval", \Delivery.Durability.maxInterval).example("maxInterval: 1h")
                .says("The longest wait between two runs; `\(RuntimeDefaults.maxRunInterval.text)` unless said."),
            optional("codec", .name).at(\Delivery.Durability.codec) { $0.codec($1.value) }.example("codec: sealed")
                .says("What makes bytes of the task for the disk, by the name that the queue knows it by."),
            optional(
                "requires",
                .anyOf([
                    choice(of: Delivery.Durability.Requirement.self),
                    .list(choice(of: Delivery.Durability.Requirement.self)),
                ])
            )
            .at(\Delivery.Durability.requirements) { $0.requirements($1.value) }
            .example("requires: [unmeteredNetwork, power]")
            .says("What has to be there for a run to be started; nothing unless said."),
            optional("payloadVersion", .count).at(\Delivery.Durability.payloadVersion) { $0.payloadVersion($1.value) }
                .example("payloadVersion: 2")
                .says("Raise it where versions of the app that still run beside this one cannot read what it stores:")
                .says("they leave such tasks alone, and this one runs theirs; \(RuntimeDefaults.payloadVersion) unless")
                .says("said."),
        ]
    )

    package static let rate = MappingRule(
        id: "rate",
        noun: "`rate`",
        summary: "How many attempts of all tasks that share it may start in any span of time.",
        context: "endpoints:\n  Example:\n    uri: posts\n    rate:",
        sample: "{limit: 100, per: 1m}",
        keys: [
            required("limit", .count).example("limit: 100\nper: 1m")
                .says("How many may start; at least 1."),
            required("per", .duration).example("limit: 100\nper: 1m")
                .says("The span of time."),
            optional("key", .text).example("limit: 30\nper: 1m\nkey: search")
                .says("The key of the tasks that share it, in place of `limitKey`. Unless said, those share it that")
                .says("have the same limit and the same `limitKey`, or without one the same host."),
        ]
    )

    package static let unique = MappingRule(
        id: "unique",
        noun: "`unique`",
        summary: "Which tasks are the same, and what becomes of a second one while the first is in the queue.",
        context: "endpoints:\n  Example:\n    method: POST\n    uri: posts\n    params: {orderId: Int}\n    unique:",
        shortKey: "params",
        keys: [
            required("params", .anyOf([.word("all"), .list(.text)])).example("params: [orderId]")
                .says("The params by which tasks are compared, or `all` for the whole request."),
            optional("policy", choice(of: Delivery.Uniqueness.Policy.self))
                .example("params: [orderId]\npolicy: cancelOld")
                .says("What becomes of the second one; `rejectNew` unless said."),
        ]
    )

    static let deliveryOfEndpoints: [MappingRule.Key] =
        [
            optional("idempotent", \Delivery.isIdempotent).example("method: POST\nidempotent: true")
                .says("Whether sending it twice does no more than sending it once; of all but POST and PATCH that is")
                .says("known."),
            optional("idempotencyKey", .anyOf([.text, .map("idempotencyKey")]))
                .example("method: POST\nidempotencyKey: Idempotency-Key")
                .says("The header for a key that is the same in all attempts of a task, so that the server acts once."),
            optional("unique", .anyOf([.word("all"), .list(.text), .map("unique")]))
                .example("method: POST\nparams: {orderId: Int}\nunique: [orderId]")
                .says("Params, or `all`: only one task with these values is in a queue at a time."),
            optional("was", .anyOf([.text, .list(.text)]))
                .example("method: PUT\ndurable: true\nwas: [SavePost, OldAPI.SavePost]")
                .says("The names that its type had before, with the client if that was another, too: durable tasks")
                .says("that were stored under them are run as this one."),
            optional("coalesce", .bool).example("coalesce: true")
                .says("Whether tasks that are the same share one run, and all get its response."),
        ] + deliveryOfAll

    static let deliveryOfDefaults: [MappingRule.Key] =
        ["idempotent", "idempotencyKey", "unique", "coalesce"].map {
            elsewhere($0, "each endpoint says it for itself, since it says what that endpoint does")
        } + deliveryOfAll

    private static let deliveryOfAll: [MappingRule.Key] = [
        optional("durable", .anyOf([.bool, .map("durable")]))
            .at(\Delivery.durability) { $0.durability($1) }.example("durable: true")
            .says("Whether a durable queue keeps the task on disk until it is done. A POST or PATCH has to say how it")
            .says("is idempotent."),
        optional("priority", \Delivery.priority).harmless.example("priority: high")
            .says("How soon the task is started among others; `\(RuntimeDefaults.priority.rawValue)` unless said."),
        optional("expires", \Delivery.expires).harmless.example("expires: 1h")
            .says("How long after it was added the task may still be started; for ever unless said."),
        optional("limitKey", .text).at(\Delivery.limitKey) { $0.limitKey($1) }.harmless
            .example("limitKey: uploads")
            .says("Tasks of one key share the queue's limit per key, and what a server says of its limits; the host")
            .says("unless said."),
        optional("rate", .map("rate")).at(\Delivery.rate) { $0.rate($1) }.harmless
            .example("rate: {limit: 100, per: 1m}")
            .says("How many tasks may start in a span of time; any number unless said."),
    ]
}
