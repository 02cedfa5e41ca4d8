/// The keys that say how a task is delivered.
extension SpecLanguage {
    package static let idempotencyKey = MappingRule(
        noun: "`idempotencyKey`",
        keys: [
            required("header", .text, "The header that takes the key."),
            optional("quoted", .bool, "Whether the key is sent in quotes, as the IETF's draft has it."),
        ]
    )

    package static let durable = MappingRule(
        noun: "`durable`",
        keys: [
            optional("maxRunCount", .integer, "How often it is run at most; 25 unless said."),
            optional("interval", .duration, "The wait after the first run, doubled after each; 10s unless said."),
            optional("maxInterval", .duration, "The longest wait between two runs; 6h unless said."),
            optional(
                "codec",
                .name,
                "What makes bytes of the task for the disk, by the name that the queue knows it by."
            ),
        ]
    )

    package static let unique = MappingRule(
        noun: "`unique`",
        keys: [
            required("fields", .names, "The params by which tasks are compared, or `all`: the whole request."),
            optional(
                "policy",
                .choice(Delivery.Uniqueness.Policy.allCases.map(\.rawValue)),
                "What becomes of the second one; `rejectNew` unless said."
            ),
        ]
    )

    static let deliveryOfEndpoints: [MappingRule.Key] =
        [
            optional("idempotent", .bool, "Whether sending it twice does no more than sending it once."),
            optional(
                "idempotencyKey",
                .textOrMap("idempotencyKey"),
                "The header for a key that is the same in all attempts of a task, so that the server acts once."
            ),
            optional("unique", .namesOrMap("unique"), "Params, or `all`: only one task of these values is in a queue."),
            optional("coalesce", .bool, "Whether tasks that are the same share one run."),
        ] + deliveryOfAll

    static let deliveryOfDefaults: [MappingRule.Key] =
        ["idempotent", "idempotencyKey", "unique", "coalesce"].map {
            elsewhere($0, "each endpoint says it for itself, since it says what that endpoint does")
        } + deliveryOfAll

    private static let deliveryOfAll: [MappingRule.Key] = [
        optional("durable", .boolOrMap("durable"), "Whether a durable queue keeps the task on disk until it is done."),
        optional(
            "priority",
            .choice(Delivery.Priority.allCases.map(\.rawValue)),
            "How soon the task is started among others; `normal` unless said."
        ),
        optional("expires", .duration, "How long after it was added the task may still be started."),
        optional("limitKey", .text, "Tasks of one key share the queue's limit per key; the host unless said."),
    ]
}
