/// The keys that say how a task is delivered.
extension SpecLanguage {
    package static let idempotencyKey = MappingRule(
        "idempotencyKey",
        noun: "`idempotencyKey`",
        summary:
            "How the key of a task is sent. It is made when the task is added, and is the same in all its attempts.",
        context: "endpoints:\n  Example:\n    method: POST\n    uri: posts\n    idempotencyKey:",
        shortKey: "header",
        keys: [
            required("header", .text, "The header that takes the key.", example: "header: Idempotency-Key"),
            optional(
                "quoted",
                .bool,
                "Whether the key is sent in quotes, as the IETF's draft has it; `false` unless said.",
                example: "header: Idempotency-Key\nquoted: true"
            ),
        ]
    )

    package static let durable = MappingRule(
        "durable",
        noun: "`durable`",
        summary: "How a durable queue keeps a task, and runs it again and again until it is done.",
        context: "endpoints:\n  Example:\n    method: PUT\n    uri: posts\n    durable:",
        keys: [
            optional(
                "maxRunCount",
                .count,
                "How often the task is run at most; \(RuntimeDefaults.maxRunCount) unless said.",
                example: "maxRunCount: 5"
            ),
            optional(
                "interval",
                .duration,
                "The wait after the first run, doubled after each; `\(RuntimeDefaults.runInterval.text)` unless said.",
                example: "interval: 30s"
            ),
            optional(
                "maxInterval",
                .duration,
                "The longest wait between two runs; `\(RuntimeDefaults.maxRunInterval.text)` unless said.",
                example: "maxInterval: 1h"
            ),
            optional(
                "codec",
                .name,
                "What makes bytes of the task for the disk, by the name that the queue knows it by.",
                example: "codec: sealed"
            ),
            optional(
                "requires",
                .anyOf([
                    choice(of: Delivery.Durability.Requirement.self),
                    .list(choice(of: Delivery.Durability.Requirement.self)),
                ]),
                "What has to be there for a run to be started; nothing unless said.",
                example: "requires: [unmeteredNetwork, power]"
            ),
        ]
    )

    package static let unique = MappingRule(
        "unique",
        noun: "`unique`",
        summary: "Which tasks are the same, and what becomes of a second one while the first is in the queue.",
        context: "endpoints:\n  Example:\n    method: POST\n    uri: posts\n    params: {orderId: Int}\n    unique:",
        shortKey: "params",
        keys: [
            required(
                "params",
                .anyOf([.word("all"), .list(.text)]),
                "The params by which tasks are compared, or `all` for the whole request.",
                example: "params: [orderId]"
            ),
            optional(
                "policy",
                choice(of: Delivery.Uniqueness.Policy.self),
                "What becomes of the second one; `rejectNew` unless said.",
                example: "params: [orderId]\npolicy: cancelOld"
            ),
        ]
    )

    static let deliveryOfEndpoints: [MappingRule.Key] =
        [
            optional(
                "idempotent",
                .bool,
                "Whether sending it twice does no more than sending it once; of all but POST and PATCH that is known.",
                example: "method: POST\nidempotent: true"
            ),
            optional(
                "idempotencyKey",
                .anyOf([.text, .map("idempotencyKey")]),
                "The header for a key that is the same in all attempts of a task, so that the server acts once.",
                example: "method: POST\nidempotencyKey: Idempotency-Key"
            ),
            optional(
                "unique",
                .anyOf([.word("all"), .list(.text), .map("unique")]),
                "Params, or `all`: only one task with these values is in a queue at a time.",
                example: "method: POST\nparams: {orderId: Int}\nunique: [orderId]"
            ),
            optional(
                "was",
                .anyOf([.text, .list(.text)]),
                "The names that its type had before, with the client if that was another, too: durable tasks that were stored "
                    + "under them are run as this one.",
                example: "method: PUT\ndurable: true\nwas: [SavePost, OldAPI.SavePost]"
            ),
            optional(
                "coalesce",
                .bool,
                "Whether tasks that are the same share one run, and all get its response.",
                example: "coalesce: true"
            ),
        ] + deliveryOfAll

    static let deliveryOfDefaults: [MappingRule.Key] =
        ["idempotent", "idempotencyKey", "unique", "coalesce"].map {
            elsewhere($0, "each endpoint says it for itself, since it says what that endpoint does")
        } + deliveryOfAll

    private static let deliveryOfAll: [MappingRule.Key] = [
        optional(
            "durable",
            .anyOf([.bool, .map("durable")]),
            "Whether a durable queue keeps the task on disk until it is done. A POST or PATCH has to say how it is idempotent.",
            example: "durable: true"
        ),
        optional(
            "priority",
            choice(of: Delivery.Priority.self),
            "How soon the task is started among others; `\(RuntimeDefaults.priority.rawValue)` unless said.",
            example: "priority: high"
        ),
        optional(
            "expires",
            .duration,
            "How long after it was added the task may still be started; for ever unless said.",
            example: "expires: 1h"
        ),
        optional(
            "limitKey",
            .text,
            "Tasks of one key share the queue's limit per key; the host unless said.",
            example: "limitKey: uploads"
        ),
    ]
}
