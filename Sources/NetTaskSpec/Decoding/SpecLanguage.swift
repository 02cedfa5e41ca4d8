/// The spec language as one table: which keys each kind of map takes, and which are reserved for later.
package enum SpecLanguage {
    package static let version = 1

    /// What the keys of the author's own begin with, which every map takes that has keys of ours.
    package static let extensionPrefix = "x-"

    /// Whether a key is one of the author's own.
    static func isExtension(_ key: String) -> Bool {
        key.hasPrefix(extensionPrefix) && key.utf8.count > extensionPrefix.utf8.count
    }

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
            optional("auth", .named("authScheme"), "The schemes of authentication that endpoints can name."),
            later("include"), later("conformances"),
        ]
    )

    package static let defaults = MappingRule(
        noun: "`defaults`",
        keys: [
            separator,
            optional("timeout", .duration, "The time one attempt may take."),
            optional("deadline", .duration, "The time all attempts together may take."),
            request, headers, parameters, retryKey, errors, auth,
        ] + laterForEndpoints + [later("conformances")]
    )

    package static let shape = MappingRule(
        noun: "a shape",
        keys: [
            optional("fields", .named("field"), "What an object holds."),
            optional("enum", .list, "The values of an enumeration: a list of them, or a map of names to values."),
            separator, description, swiftName, ignored,
            later("oneOf"), later("conformances"),
        ]
    )

    package static let field = MappingRule(
        noun: "a field",
        keys: fieldKeys + [
            optional("from", .text, "The keys that lead to the value in a reply: `main.temp`."),
            elsewhere("in", "only a param says where it goes; a field goes with its shape"),
        ]
    )

    package static let param = MappingRule(
        noun: "a param",
        keys: fieldKeys + [
            optional("in", .choice(Field.Location.allCases.map(\.rawValue)), "Where the param goes."),
            elsewhere("from", "it says where in a reply a field comes from; a param's name on the wire is `name`"),
        ]
    )

    package static let endpoint = MappingRule(
        noun: "an endpoint",
        keys: [
            description, swiftName,
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
            optional("response", .response, "What comes back, or what comes back by status; `none` unless said."),
            errors, auth,
        ] + laterForEndpoints
    )

    package static let authScheme = MappingRule(
        noun: "a scheme of `auth`",
        keys: [
            required("type", .choice(["bearer", "basic", "apiKey"]), "The kind of credentials."),
            optional(
                "in",
                .choice(AuthScheme.Location.allCases.map(\.rawValue)),
                "Where a key goes; header unless said."
            ),
            optional("name", .text, "The name of the header, param or cookie that a key is sent in."),
            description,
        ]
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
            optional("format", .choice(Field.DateFormat.allCases.map(\.rawValue)), "How a date is written."),
            optional("from", .text, "The keys that lead to the value: `data.items`."),
            optional("fields", .named("field"), "The fields of a reply that is described in place."),
            optional(
                "headers",
                .named("responseHeader"),
                "Headers of the reply that become properties beside its body."
            ),
            separator,
            elsewhere("errors", "`errors` stands beside `response`, in the endpoint"),
            later("oneOf"),
        ]
    )

    package static let responseHeader = MappingRule(
        noun: "a header of a response",
        keys: [
            required("type", .type, "The type, written as in Swift: a single value or a list of them."),
            optional("optional", .bool, "Whether the header may be missing; the same as `?` after the type."),
            optional("name", .text, "The exact name of the header."),
            swiftName, description,
            optional("format", .choice(Field.DateFormat.allCases.map(\.rawValue)), "How a date is written."),
            optional("default", .defaultValue, "The value where the header is missing."),
            optional("secret", .bool, "Whether its value is kept out of descriptions, dumps and errors."),
            elsewhere("style", "a list in a header has commas between its elements"),
            elsewhere("ignored", "a reply's header is not sent"),
            elsewhere("transform", "a reply's header is not sent"),
            elsewhere("from", "a header is named by `name`"),
            elsewhere("nullable", "only JSON has null; a header that may be missing is optional"),
            elsewhere("only", "a reply's header is not sent"),
        ]
    )

    /// What a status of `errors`, or of a response by status, has in place of a type alone.
    package static let statusBody = MappingRule(
        noun: "a body by status",
        keys: [
            required("type", .type, "The type of the body."),
            optional("optional", .bool, "Whether an empty body is nil."),
            optional("format", .choice(Field.DateFormat.allCases.map(\.rawValue)), "How a date is written."),
            optional("from", .text, "The keys that lead to the value: `error.details`."),
            elsewhere("headers", "headers are of the one response of an endpoint, whatever its status"),
            elsewhere("fields", "a body by status has a `type`; give its fields to a shape"),
        ]
    )

    // MARK: Keys in several kinds of maps

    private static let fieldKeys: [MappingRule.Key] = [
        required("type", .type, "The type, written as in Swift."),
        optional("optional", .bool, "Whether the value may be missing; the same as `?` after the type."),
        optional("name", .text, "The exact name on the wire."),
        swiftName, description,
        optional("format", .choice(Field.DateFormat.allCases.map(\.rawValue)), "How a date is written."),
        optional("style", .choice(Field.ArrayStyle.allCases.map(\.rawValue)), "How a list is written."),
        optional("default", .defaultValue, "The value where none is given."),
        optional("ignored", .bool, "Whether it is never sent."),
        optional("transform", .text, "A Swift function that is called with the value before it is packed."),
        optional("secret", .bool, "Whether its value is kept out of descriptions, dumps and errors."),
        later("oneOf"),
    ]

    private static let description = optional("description", .text, "Becomes the documentation of what is generated.")
    private static let swiftName = optional("swiftName", .name, "The exact Swift name.")
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

    private static let auth = optional("auth", .auth, "The schemes that requests authenticate with, or `none`.")
    private static let errors = optional("errors", .statuses, "The types of error bodies, by status.")

    private static let laterForEndpoints: [MappingRule.Key] = [
        later("idempotent"), later("idempotencyKey"), later("durable"), later("unique"),
        later("priority"), later("expires"), later("coalesce"),
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
