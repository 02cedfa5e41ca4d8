/// The keys for the delivery of tasks.
extension SpecLanguage {
    package static let idempotencyKey = MappingRule(
        id: "idempotencyKey",
        noun: "`idempotencyKey`",
        summary:
            "How to send a task's idempotency key. It is generated when the task is added, and all attempts send it.",
        context: "endpoints:\n  Example:\n    method: POST\n    uri: posts\n    idempotencyKey:",
        shortKey: "header",
        keys: [
            required("header", .text).example("header: Idempotency-Key")
                .says("The header for the key."),
            optional("quoted", .bool).example("header: Idempotency-Key\nquoted: true")
                .says("Whether the key is sent in quotes, as in the IETF draft."),
        ]
    )

    package static let durable = MappingRule(
        id: "durable",
        noun: "`durable`",
        summary: "How a durable queue stores a task and repeats its runs until it ends.",
        context: "endpoints:\n  Example:\n    method: PUT\n    uri: posts\n    durable:",
        keys: [
            optional("maxRunCount", .count(from: 1)).at(\Delivery.Durability.maxRunCount) { $0.count($1) }
                .example("maxRunCount: 5")
                .says("The maximum number of runs of a task.").defaults(to: "\(RuntimeDefaults.maxRunCount)"),
            optional("interval", .duration).at(\Delivery.Durability.interval) { $0.duration($1, mayBeZero: true) }
                .example("interval: 30s")
                .says("The wait after the first run. It doubles after each further run.")
                .defaults(to: "`\(RuntimeDefaults.runInterval.text)`"),
            optional("maxInterval", \Delivery.Durability.maxInterval).example("maxInterval: 1h")
                .says("The longest wait between two runs.").defaults(to: "`\(RuntimeDefaults.maxRunInterval.text)`"),
            optional("codec", .name).at(\Delivery.Durability.codec) { $0.codec($1.value) }.example("codec: sealed")
                .says("The codec that encodes the stored task, by the name under which the queue has it."),
            optional(
                "requires",
                .anyOf([
                    choice(of: Delivery.Durability.Requirement.self),
                    .list(choice(of: Delivery.Durability.Requirement.self)),
                ])
            )
            .at(\Delivery.Durability.requirements) { $0.requirements($1.value) }
            .example("requires: [unmeteredNetwork, power]")
            .says("The conditions that a run needs to start."),
            optional("payloadVersion", .count(from: 1))
                .at(\Delivery.Durability.payloadVersion) { $0.payloadVersion($1) }
                .example("payloadVersion: 2")
                .says("The version of the stored tasks. Increase it if older versions of the app, which may still be")
                .says("running, cannot read the new format. They ignore tasks of a newer version.")
                .defaults(to: "\(RuntimeDefaults.payloadVersion)"),
        ]
    )

    package static let rate = MappingRule(
        id: "rate",
        noun: "`rate`",
        summary: "The maximum number of attempts that may start in a span of time, for all tasks that share the rate.",
        context: "endpoints:\n  Example:\n    uri: posts\n    rate:",
        sample: "{limit: 100, per: 1m}",
        keys: [
            required("limit", .count(from: 1)).example("limit: 100\nper: 1m")
                .says("The maximum number of attempts."),
            required("per", .duration).example("limit: 100\nper: 1m")
                .says("The span of time."),
            optional("key", .text).example("limit: 30\nper: 1m\nkey: search")
                .says("Tasks with the same `key` share the rate; it replaces `limitKey`. Without it, tasks with the")
                .says("same limit and the same `limitKey` share it.").defaults(to: "the `limitKey`, or the host"),
        ]
    )

    package static let unique = MappingRule(
        id: "unique",
        noun: "`unique`",
        summary: "Which tasks are duplicates, and what the queue does with a duplicate.",
        context: "endpoints:\n  Example:\n    method: POST\n    uri: posts\n    params: {orderId: Int}\n    unique:",
        shortKey: "params",
        keys: [
            required("params", .anyOf([.word("all"), .list(.text)])).example("params: [orderId]")
                .says("The params to compare, or `all` for the whole request."),
            optional("policy", choice(of: Delivery.Uniqueness.Policy.self))
                .example("params: [orderId]\npolicy: cancelOld")
                .says("What happens if a duplicate is added.").defaults(to: "`rejectNew`"),
        ]
    )

    static let deliveryOfEndpoints: [MappingRule.Key] =
        [
            optional("idempotent", \Delivery.isIdempotent).example("method: POST\nidempotent: true")
                .says("Whether sending the request twice has the same effect as sending it once.")
                .defaults(to: "`true`, except for POST and PATCH")
                .excludes(
                    ["idempotencyKey"],
                    "`{key}` and `idempotent: false` contradict each other: the key makes the request idempotent"
                )
                .with("false")
                .showingItself,
            optional("idempotencyKey", .anyOf([.text, .map("idempotencyKey")]))
                .example("method: POST\nidempotencyKey: Idempotency-Key")
                .says("The header for a key that is the same in all attempts of a task, so that the server acts only")
                .says("once."),
            optional("unique", .anyOf([.word("all"), .list(.text), .map("unique")]))
                .example("method: POST\nparams: {orderId: Int}\nunique: [orderId]")
                .says("Params, or `all`. A queue holds at most one task with the same values of these at a time."),
            optional("was", .anyOf([.text, .list(.text)]))
                .example("method: PUT\ndurable: true\nwas: [SavePost, OldAPI.SavePost]")
                .says("Earlier names of the task's type, with the client if it was a different one. Durable tasks that")
                .says("were stored under these names run as this type."),
            optional("coalesce", .bool).example("coalesce: true")
                .says("Whether equal tasks share one run and all get its response."),
        ] + deliveryOfAll

    static let deliveryOfDefaults: [MappingRule.Key] =
        ["idempotent", "idempotencyKey", "unique", "coalesce"].map {
            elsewhere($0, "set it in each endpoint, because it depends on what the endpoint does")
        } + deliveryOfAll

    private static let deliveryOfAll: [MappingRule.Key] = [
        optional("durable", .anyOf([.bool, .map("durable")]))
            .at(\Delivery.durability) { $0.durability($1) }.example("durable: true")
            .says("Whether a durable queue stores the task on disk until it ends. A POST or PATCH also needs")
            .says("`idempotent` or `idempotencyKey`."),
        optional("priority", \Delivery.priority).harmless.example("priority: high")
            .says("How soon a task starts compared to others.").defaults(to: "`\(RuntimeDefaults.priority.rawValue)`"),
        optional("expires", \Delivery.expires).harmless.example("expires: 1h")
            .says("The time after which the task no longer starts, measured from when it was added.")
            .defaults(to: "no limit"),
        optional("limitKey", .text).at(\Delivery.limitKey) { $0.limitKey($1) }.harmless
            .example("limitKey: uploads")
            .says("Tasks with the same key share the queue's limit per key and the limits that the server reports.")
            .defaults(to: "the host"),
        optional("rate", .map("rate")).at(\Delivery.rate) { $0.rate($1) }.harmless
            .example("rate: {limit: 100, per: 1m}")
            .says("The maximum number of tasks that may start in a span of time.").defaults(to: "no limit"),
    ]
}
