/// The spec language as one table: which keys each kind of map takes, and which are reserved for later.
package enum SpecLanguage {
    package static let version = 1

    package static let spec = MappingRule(
        noun: "a spec",
        keys: [
            required("nettask", .integer, "The version of the spec language: 1."),
            required("client", .name, "The Swift namespace of all that is generated."),
            optional("description", .text, "What the API is; becomes documentation."),
            optional("baseURL", .baseURL, "Where the API is, in each environment, unless the queue says otherwise."),
            optional("access", .choice(AccessLevel.allCases.map(\.rawValue)), "How widely generated code is seen."),
            optional("defaults", .map("defaults"), "What every endpoint inherits."),
            optional("shapes", .named("shape"), "Types that travel in requests and replies."),
            optional("endpoints", .named("endpoint"), "The calls of the API."),
            later("include"), later("auth"),
            elsewhere("conformances", "write it into `defaults`, for all shapes, or into a shape"),
        ]
    )

    package static let defaults = MappingRule(
        noun: "`defaults`",
        keys: [
            separator,
            optional("timeout", .duration, "The time one attempt may take."),
            optional("deadline", .duration, "The time all attempts together may take."),
            request, headers, parameters, retryKey, conformances,
        ] + laterForEndpoints
    )

    package static let shape = MappingRule(
        noun: "a shape",
        keys: [
            optional("fields", .named("field"), "What an object holds."),
            optional("enum", .list, "The values of an enumeration: a list of them, or a map of names to values."),
            optional("oneOf", .list, "Types of which a value has one: a list of them, or a map of names to types."),
            optional("discriminator", .text, "The member of the JSON object that says which of `oneOf` it is."),
            optional("swiftType", .text, "A Swift type of yours, such as `MoneyKit.Money`, that is used as it is."),
            optional("import", .text, "The module that `swiftType` is from."),
            optional("closed", .bool, "Whether a value that is not listed is an error, rather than kept."),
            separator, description, swiftName, ignored, conformances, deprecated,
        ]
    )

    package static let field = MappingRule(
        noun: "a field",
        keys: fieldKeys + [
            optional("from", .text, "The keys that lead to the value in a reply: `main.temp`."),
            optional(
                "only",
                .choice(Field.Direction.allCases.map(\.rawValue)),
                "The one way that the field travels: it is never read, or never sent."
            ),
            elsewhere("in", "only a param says where it goes; a field goes with its shape"),
        ]
    )

    package static let param = MappingRule(
        noun: "a param",
        keys: fieldKeys + [
            optional("in", .choice(["path", "query", "body", "header"]), "Where the param goes."),
            elsewhere("from", "it says where in a reply a field comes from; a param's name on the wire is `name`"),
            elsewhere("only", "a param is only sent anyway"),
        ]
    )

    package static let endpoint = MappingRule(
        noun: "an endpoint",
        keys: [
            description, swiftName, deprecated,
            optional("method", .choice(Endpoint.Method.allCases.map(\.rawValue)), "The HTTP method; GET unless said."),
            required("uri", .text, "The path below the base URL, with variables: `posts/{id}`."),
            request, headers,
            optional("params", .named("param"), "What the task is filled in with."),
            ignored,
            optional("requestObject", .name, "The shape whose fields are packed first."),
            optional("body", .type, "The type that is the whole body."),
            optional("contentType", .text, "The media type of `body`."),
            parameters, separator, retryKey,
            optional("timeout", .duration, "The time one attempt may take."),
            optional("deadline", .duration, "The time all attempts together may take."),
            optional("response", .type, "What comes back; `none` unless said."),
        ] + laterForEndpoints
    )

    package static let retry = MappingRule(
        noun: "`retry`",
        keys: [
            optional("maxRetryCount", .integer, "How often a failed attempt is repeated."),
            optional("interval", .duration, "The wait before a retry."),
            optional("backoff", .choice(Retry.Backoff.allCases.map(\.rawValue)), "How the wait grows."),
            optional("maxInterval", .duration, "The longest wait of an exponential backoff."),
            optional("jitter", .bool, "Whether an exponential wait varies at random."),
            optional("when", .choice(Retry.Condition.allCases.map(\.rawValue)), "Which failures are retried."),
        ]
    )

    package static let response = MappingRule(
        noun: "a response",
        keys: [
            optional("type", .type, "The type of the reply."),
            optional("optional", .bool, "Whether an empty reply is nil."),
            optional("format", .choice(Field.DateFormat.allCases.map(\.rawValue)), formatSummary),
            optional("from", .text, "The keys that lead to the value: `data.items`."),
            optional("fields", .named("field"), "The fields of a reply that is described in place."),
            separator,
            later("errors"),
            elsewhere("oneOf", "only a shape is one of several types; give it a name under `shapes`"),
        ]
    )

    // MARK: Keys in several kinds of maps

    private static let fieldKeys: [MappingRule.Key] = [
        required("type", .type, "The type, written as in Swift."),
        optional("optional", .bool, "Whether the value may be missing; the same as `?` after the type."),
        optional("name", .text, "The exact name on the wire."),
        optional("nullable", .bool, "Whether `null` is told apart from a value that is not there."),
        swiftName, description, deprecated,
        optional("format", .choice(Field.DateFormat.allCases.map(\.rawValue)), formatSummary),
        optional("style", .choice(Field.ArrayStyle.allCases.map(\.rawValue)), "How a list is written."),
        optional("default", .defaultValue, "The value where none is given."),
        optional("ignored", .bool, "Whether it is never sent."),
        optional("transform", .text, "A Swift function that is called with the value before it is packed."),
        optional("secret", .bool, "Whether its value is kept out of descriptions, dumps and errors."),
        elsewhere("oneOf", "only a shape is one of several types; give it a name under `shapes`"),
    ]

    private static let formatSummary = "How a date is written; `string` for a number in quotes, `base64url` for `Data`."
    private static let description = optional("description", .text, "Becomes the documentation of what is generated.")
    private static let swiftName = optional("swiftName", .name, "The exact Swift name.")
    private static let deprecated = optional("deprecated", .deprecated, "`true`, or what to use instead.")
    private static let conformances = optional(
        "conformances",
        .list,
        "Protocols that shapes conform to besides; a shape's own are added to those of `defaults`, and `[]` is none."
    )
    private static let separator = optional("separator", .separator, "What stands between the words of wire names.")
    private static let ignored = optional("ignored", .ignored, "Names that are never sent, or `all`.")
    private static let headers = optional("headers", .headers, "Headers with a fixed value.")
    private static let parameters = optional("parameters", .constants, "Constants, names verbatim; they win.")
    private static let retryKey = optional("retry", .map("retry"), "When and how often a failed attempt is repeated.")
    private static let request = optional(
        "request",
        .choice(Endpoint.RequestType.allCases.map(\.rawValue)),
        "How the body is written; form unless said."
    )

    private static let laterForEndpoints: [MappingRule.Key] = [
        later("errors"), later("idempotent"), later("idempotencyKey"), later("durable"), later("unique"),
        later("priority"), later("expires"), later("coalesce"), later("auth"),
    ]

    private static func optional(_ name: String, _ value: MappingRule.Value, _ summary: String) -> MappingRule.Key {
        MappingRule.Key(name: name, status: .optional, value: value, summary: summary)
    }

    private static func required(_ name: String, _ value: MappingRule.Value, _ summary: String) -> MappingRule.Key {
        MappingRule.Key(name: name, status: .required, value: value, summary: summary)
    }

    private static func later(_ name: String) -> MappingRule.Key {
        MappingRule.Key(name: name, status: .later, value: .text, summary: "Reserved for a later version.")
    }

    private static func elsewhere(_ name: String, _ advice: String) -> MappingRule.Key {
        MappingRule.Key(name: name, status: .elsewhere(advice), value: .text, summary: advice)
    }
}
