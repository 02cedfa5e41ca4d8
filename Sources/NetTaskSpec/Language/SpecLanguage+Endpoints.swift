extension SpecLanguage {
    package static let endpoint = MappingRule(
        "endpoint",
        noun: "an endpoint",
        summary: "One call of the API. It becomes a task type of its name.",
        context: "endpoints:\n  Example:",
        keys: [
            description(example: "description: Lists posts, the newest first."),
            swiftName(example: "swiftName: Posts"),
            deprecated(example: "deprecated: use SearchPosts"),
            optional(
                "method",
                choice(of: Endpoint.Method.self),
                "The HTTP method; `GET` unless said.",
                example: "method: DELETE"
            ),
            required(
                "uri",
                .text,
                "The path below the base URL, with variables, and with a query that is always the same; or a whole URL.",
                example: "uri: posts/{id}\nparams: {id: Int}"
            ),
            request, headers,
            optional(
                "params",
                .named(.anyOf([.type, .map("param")])),
                "What the task is filled in with. Those named in the uri go into the path, those of GET, HEAD and DELETE "
                    + "into the query, the rest into the body.",
                example: "params: {userId: Int?, tags: [String]}"
            ),
            optional(
                "ignored",
                .anyOf([.word("all"), .list(.text)]),
                "Names of params that are never sent, or `all`.",
                example: "params: {page: Int, note: String?}\nignored: [note]"
            ),
            optional(
                "requestObject",
                .text,
                "The shape whose fields are packed first; params win over them.",
                example: "requestObject: Filter\nparams: {text: String?}"
            ),
            optional(
                "body",
                .type,
                "The type that is the whole body: a shape or a list of it, `String`, `Data` or `File`. Params go into the query.",
                example: "method: PUT\nbody: Post"
            ),
            optional(
                "contentType",
                .text,
                "The media type of `body`.",
                example: "method: PUT\nbody: String\ncontentType: text/markdown; charset=utf-8"
            ),
            parameters, separator, retryKey, timeout, deadline,
            optional(
                "response",
                .anyOf([.type, .map("response")]),
                "What comes back: a type, `none`, or a map that says more; `none` unless said.",
                example: "response: [Post]"
            ),
        ] + deliveryOfEndpoints + laterForEndpoints
    )

    package static let param = MappingRule(
        "param",
        noun: "a param",
        summary: "What a task is filled in with. `name: Type` alone is short for `name: {type: Type}`.",
        context: "endpoints:\n  Example:\n    uri: posts\n    params:\n      value:",
        keys: fieldKeys + [
            nullable(example: "type: String?\nnullable: true\nin: body"),
            elsewhere("only", "a param is only sent anyway"),
            optional(
                "in",
                choice(of: Field.Location.self),
                "Where the param goes, where that is not clear from the uri and the method.",
                example: "type: String?\nin: header\nname: X-Trace"
            ),
            elsewhere("from", "it says where in a reply a field comes from; a param's name on the wire is `name`"),
        ]
    )

    package static let retry = MappingRule(
        "retry",
        noun: "`retry`",
        summary: "When and how often a failed attempt is repeated.",
        context: "endpoints:\n  Example:\n    uri: posts\n    retry:",
        keys: [
            optional(
                "maxRetryCount",
                .count,
                "How often a failed attempt is repeated: N retries are N + 1 attempts at most; 0 unless said.",
                example: "maxRetryCount: 3"
            ),
            optional(
                "interval",
                .duration,
                "The wait before the first retry; `1s` unless said.",
                example: "maxRetryCount: 3\ninterval: 500ms"
            ),
            optional(
                "backoff",
                choice(of: Retry.Backoff.self),
                "How the wait grows: not at all, or it doubles each time; `constant` unless said.",
                example: "maxRetryCount: 3\nbackoff: exponential"
            ),
            optional(
                "maxInterval",
                .duration,
                "The longest wait that an exponential one grows to; `20s` unless said.",
                example: "maxRetryCount: 3\nbackoff: exponential\nmaxInterval: 1m"
            ),
            optional(
                "jitter",
                .bool,
                "Whether an exponential wait is up to 20 % longer at random; `true` unless said.",
                example: "maxRetryCount: 3\nbackoff: exponential\njitter: false"
            ),
            optional(
                "when",
                choice(of: Retry.Condition.self),
                "Which failures are retried. `transient`, unless said: what never left, and, of what may be sent twice, lost "
                    + "connections, time-outs, 408, 425, 429, 500, 502, 503 and 504. `unsent`: what never left. `all`: "
                    + "every failure.",
                example: "maxRetryCount: 3\nwhen: all"
            ),
        ]
    )

    package static let response = MappingRule(
        "response",
        noun: "a response",
        summary: "What comes back, where a type alone does not say it.",
        context: "endpoints:\n  Example:\n    uri: posts\n    response:",
        keys: [
            optional("type", .type, "The type of the reply.", example: "type: Post?"),
            optional(
                "optional",
                .bool,
                "Whether an empty reply is nil; the same as `?` after the type.",
                example: "type: Post\noptional: true"
            ),
            optional(
                "format",
                choice(of: Field.DateFormat.self),
                "How a date is written.",
                example: "type: Date\nformat: unix"
            ),
            optional(
                "from",
                .text,
                "The keys that lead to the value, with dots between them.",
                example: "type: \"[Post]\"\nfrom: data.items"
            ),
            optional(
                "fields",
                .named(.anyOf([.type, .map("field")])),
                "The fields of a reply that is described in place; the type is the task's own `Response`.",
                example: "fields:\n  place: {type: String, from: name}\n  temperature: {type: Float, from: main.temp}"
            ),
            optional(
                "separator",
                .separator,
                "What stands between the words of the names of `fields`.",
                example: "separator: keep\nfields: {firstName: String}"
            ),
            later("errors"),
            elsewhere("oneOf", "only a shape is one of several types; give it a name under `shapes`"),
        ]
    )

    // MARK: Keys of endpoints and of their defaults

    static let timeout = optional(
        "timeout",
        .duration,
        "The time that one attempt may take; no limit unless said.",
        example: "timeout: 30s"
    )
    static let deadline = optional(
        "deadline",
        .duration,
        "The time that all attempts and the waits between them may take; no limit unless said.",
        example: "deadline: 2m"
    )
    static let headers = optional(
        "headers",
        .table(.text),
        "Headers with a fixed value. Others are params with `in: header`.",
        example: "headers: {Accept-Language: en}"
    )
    static let parameters = optional(
        "parameters",
        .table(.constant),
        "Constants that are always sent, names verbatim and kinds as written; they win over params.",
        example: "parameters: {version: 2, format: \"full\"}"
    )
    static let retryKey = optional(
        "retry",
        .map("retry"),
        "When and how often a failed attempt is repeated; never unless said.",
        example: "retry: {maxRetryCount: 3, interval: 500ms, backoff: exponential}"
    )
    static let request = optional(
        "request",
        choice(of: Endpoint.RequestType.self),
        "How params are written into the body; `form` unless said.",
        example: "request: json"
    )

    static let laterForEndpoints: [MappingRule.Key] = [later("errors"), later("auth")]
}
