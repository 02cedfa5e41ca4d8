extension SpecLanguage {
    package static let endpoint = MappingRule(
        id: "endpoint",
        noun: "an endpoint",
        summary: "One call of the API. It generates a task type with the same name.",
        context: "endpoints:\n  Example:",
        sample: "{uri: posts, response: [Post]}",
        keys: [
            description(example: "description: Lists posts, the newest first.", \Endpoint.description),
            swiftName(example: "swiftName: Posts"),
            deprecated(example: "deprecated: use SearchPosts", \Endpoint.deprecation),
            optional("method", \Endpoint.method).example("method: DELETE")
                .says("The HTTP method. A `TRACE` has no body.").defaults(to: "`GET`"),
            optional("uri", .text).example("uri: posts/{id}\nparams: {id: Int}")
                .says("The path below the base URL, with variables and, if needed, a constant query; or a whole URL.")
                .says("The value of `{+name}` keeps its slashes. Required, unless a param with `in: url` is the URL."),
            encoding.example("method: POST\nencoding: json"), headers,
            optional("params", .named(.anyOf([.type, .map("param")]))).example("params: {userId: Int?, tags: [String]}")
                .says("The inputs of the task. Params that the uri names go into the path. The others go into the")
                .says("body for POST, PUT and PATCH, and into the query for other methods."),
            optional("ignored", .anyOf([.word("all"), .list(.text)]))
                .example("params: {page: Int, note: String?}\nignored: [note]")
                .says("Names of params that are never sent, or `all`."),
            optional("requestObject", .text).example("requestObject: Filter\nparams: {text: String?}")
                .says("The shape whose fields are packed first. Params override them."),
            optional("body", .anyOf([.type, byMediaType])).example("method: PUT\nbody: Post")
                .says("The type of the whole body: a shape or a list of shapes, `String`, `Data` or `File`. With `?`,")
                .says("`nil` sends no body. The params are then sent in the query. A map of media types to types, as")
                .says("in `{application/json: Post, text/csv: String}`, generates the enumeration `Body` of the task."),
            optional("contentType", .text)
                .example("method: PUT\nbody: String\ncontentType: text/markdown; charset=utf-8")
                .says("The media type of `body`. A shape with `multipart/form-data` or")
                .says("`application/x-www-form-urlencoded` is sent as a form, field by field."),
            constants, separator, retryKey, timeout, deadline,
            optional("response", .anyOf([.type, .map("response"), byStatus, byMediaType]))
                .example("response: {200: Post, 202: String, 204: none}")
                .says("What the server returns: a type, for any status from 200 to 299; a map with more settings; or")
                .says("a map of statuses or of media types, which generates an enumeration.").defaults(to: "`none`"),
            errors, pagesKey, longRunningKey, auth(example: "auth: none"), scopes,
            attributes(example: "attributes: [\"@available(iOS 17, *)\"]", \EndpointSettings.attributes),
            mutable(example: "mutable: false", \EndpointSettings.isMutable),
            validate(example: "params: {page: {type: Int, minimum: 1}}\nvalidate: true"),
            optional("example", .anything).example("params: {userId: Int?, page: Int}\nexample: {userId: 7, page: 1}")
                .says("An example of the task: a map of params, with `body` for the body, and the property's name for")
                .says("the request object. A required param that the map omits uses its own example."),
            omit("endpoints:\n  ListTags: {omit: true}"),
        ] + keysOfResponses + keysOfRetry + deliveryOfEndpoints
    )

    private static let keysOfResponses =
        ["events", "lines", "until", "idle", "otherwise"].map {
            elsewhere($0, "move it to `response`, as in `response: {events: Post}`")
        } + [elsewhere("from", "move it to `response`, as in `response: {type: Post, from: data}`")]

    private static let keysOfRetry =
        ["maxRetryCount", "interval", "backoff", "maxInterval", "jitter"].map {
            elsewhere($0, "move it to `retry`, as in `retry: {maxRetryCount: 3}`")
        } + [elsewhere("when", "move it to `retry`, or to `response` next to a stream")]

    package static let param = MappingRule(
        id: "param",
        noun: "a param",
        summary: "An input of a task. `name: Type` alone is short for `name: {type: Type}`.",
        context: "endpoints:\n  Example:\n    method: POST\n    uri: posts\n    encoding: json\n"
            + "    params:\n      value:",
        shortKey: "type",
        keys: fieldKeys(
            style: "type: [String]\nin: query\nstyle: comma",
            transform: "type: String\ntransform: shouted"
        ) + [
            nullable(example: "type: String?\nnullable: true"),
            elsewhere("only", "a param is never read"),
            optional("in", choice(of: Field.Location.self)).example("type: String?\nin: header\nwireName: X-Trace")
                .says("Where the param goes. With `url`, the param is the URL of the request and replaces `uri`, as")
                .says("for URLs that a server returned or signed.").excludes(elsewhere: ["ignored"])
                .defaults(to: "determined by the uri and the method"),
            elsewhere("from", "it is the path of a field in a reply; for the wire name of a param, use `wireName`"),
        ]
    )

    package static let retry = MappingRule(
        id: "retry",
        noun: "`retry`",
        summary: "When and how often a failed attempt is retried.",
        context: "endpoints:\n  Example:\n    uri: posts\n    retry:",
        sample: "{maxRetryCount: 3}",
        keys: [
            optional("maxRetryCount", \Retry.maxRetryCount).example("maxRetryCount: 3")
                .says("The maximum number of retries: N retries make N + 1 attempts.")
                .defaults(to: "\(RuntimeDefaults.maxRetryCount)"),
            optional("interval", .duration).at(\Retry.interval) { $0.duration($1, mayBeZero: true) }
                .example("maxRetryCount: 3\ninterval: 500ms")
                .says("The wait before the first retry.").defaults(to: "`\(RuntimeDefaults.retryInterval.text)`"),
            optional("backoff", \Retry.backoff).example("maxRetryCount: 3\nbackoff: exponential")
                .says("Whether the wait stays constant or doubles with each retry.")
                .defaults(to: "`\(RuntimeDefaults.retryBackoff.rawValue)`"),
            optional("maxInterval", .duration).at(\Retry.maxInterval) { $0.duration($1, mayBeZero: true) }
                .example("maxRetryCount: 3\nbackoff: exponential\nmaxInterval: 1m")
                .says("The limit of an exponential wait.").defaults(to: "`\(RuntimeDefaults.maxRetryInterval.text)`"),
            optional("jitter", \Retry.jitter).example("maxRetryCount: 3\nbackoff: exponential\njitter: false")
                .says("Whether a random part of up to 20% is added to an exponential wait.")
                .defaults(to: "`\(RuntimeDefaults.retryJitter)`"),
            optional("when", \Retry.when).example("maxRetryCount: 3\nwhen: all")
                .says("The failures to retry. `transient` includes unsent requests and, for idempotent requests, lost")
                .says("connections, timeouts, \(transientStatuses). `unsent`: only unsent requests. `all`: all")
                .says("failures.").defaults(to: "`\(RuntimeDefaults.retryCondition.rawValue)`"),
        ]
    )

    private static var transientStatuses: String {
        let statuses = RuntimeDefaults.transientStatuses
        return statuses.dropLast().map(String.init).joined(separator: ", ") + " and \(statuses[statuses.count - 1])"
    }

    package static let response = MappingRule(
        id: "response",
        noun: "a response",
        summary: "What the server returns, if it needs more settings than a type.",
        context: "endpoints:\n  Example:\n    uri: posts\n    params: {stream: Bool?}\n    response:",
        shortKey: "type",
        keys: [
            optional("type", .type).example("type: Post?")
                .says("The type of the reply, or `none`.")
                .excludes(["optional", "format", "from"], noneHasNo)
                .with(TypeReference.noneWord)
                .unless(["fields", "events", "lines"])
                .excludes(["separator"], "`separator` can be used only in a response with `fields`")
                .unless(["fields", "events", "lines"]),
            optional("optional", .bool).example("type: Post\noptional: true")
                .says("Whether an empty reply is `nil`; the same as `?` after the type."),
            optional("format", choice(of: Field.Format.self)).example("type: Date\nformat: unix")
                .says("The format of a date."),
            optional("from", .text).example("type: \"[Post]\"\nfrom: data.items")
                .says("The path of the value in the reply: keys separated by dots."),
            optional("fields", .named(.anyOf([.type, .map("field")])))
                .example("fields:\n  place: {type: String, from: name}\n  temperature: {type: Float, from: main.temp}")
                .says("The fields of a reply that is described in place. Its type is the task's `Response`.")
                .excludes(["type", "optional", "format", "from"], "a response with `fields` cannot have `{key}`")
                .unless(["events", "lines"]),
            optional("additional", .anyOf([.type, .map("additional")]))
                .example("fields: {id: Int}\nadditional: JSONValue")
                .says("The type of the members of the object that have no field, as for a shape.")
                .needs(["fields"], "`additional` can be used only in a response with `fields`"),
            optional("separator", .separator).example("separator: keep\nfields: {firstName: String}")
                .says("The separator between the words of the wire names of `fields`."),
            optional("headers", .named(.anyOf([.type, .map("responseHeader")])))
                .example("type: Post\nheaders: {remaining: {type: Int, wireName: X-RateLimit-Remaining}}")
                .says("Headers of the reply that become properties next to its body."),
            optional("events", .anyOf([.type, .table(.type)])).example("events: {delta: Post, done: none}\nidle: 30s")
                .says("The reply is a stream of server-sent events. With a type, each event has this type. With a map")
                .says("of event names to types, the elements are an enumeration, and other events are")
                .says("`.unknown(piece)`. Requires the product `NetTaskStreams`.")
                .excludesOthers(unless: [])
                .excludes(["lines"], "a response with `events` cannot have `{key}`"),
            optional("lines", .type).example("lines: Post")
                .says("The reply is a stream of JSON lines or a JSON text sequence, and each element has this type.")
                .says("Requires the product `NetTaskStreams`.")
                .excludesOthers(unless: ["events"]),
            optional("until", .text).example("events: Post\nuntil: \"[DONE]\"")
                .says("The data that ends a stream. It is not an element.").defaults(to: "the end of the reply")
                .needs(["events", "lines"], needsStream),
            optional("idle", .duration).example("lines: Post\nidle: 30s")
                .says("The longest time without data before the stream fails.")
                .defaults(to: "the limit of the queue's handler")
                .needs(["events", "lines"], needsStream),
            optional("when", .table(.constant))
                .example("events: Post\nwhen: {stream: true}\notherwise: Post")
                .says("The param or field of the body that requests a stream, and its value in that case.")
                .needs(["events", "lines"], needsStream),
            optional("otherwise", .anyOf([.type, .map("response"), byStatus, byMediaType]))
                .example("lines: Post\nwhen: {stream: true}\notherwise: \"[Post]\"")
                .says("The response if no stream is requested, as for any other endpoint.")
                .needs(["events", "lines"], needsStream),
            elsewhere("errors", "write `errors` next to `response`, in the endpoint"),
            elsewhere("oneOf", "only shapes can have alternatives; define one under `shapes`"),
        ]
    )

    private static let noneHasNo = "`{key}` has no effect with the type `none`"
    private static let needsStream = "`{key}` needs a stream, but this response has neither `events` nor `lines`"

    package static let responseHeader = MappingRule(
        id: "responseHeader",
        noun: "a header of a response",
        summary: "A header of the reply that becomes a property. `name: Type` alone is short for `name: {type: Type}`.",
        context:
            "endpoints:\n  Example:\n    uri: posts\n    response:\n      type: Post\n      headers:\n        value:",
        shortKey: "type",
        keys: [
            required("type", .type).example("type: [String]")
                .says("The type, written as in Swift: a single value, or a list whose elements are separated by")
                .says("commas."),
            optional("optional", .bool).example("type: Int\noptional: true")
                .says("Whether the header may be missing; the same as `?` after the type."),
            optional("wireName", .text).example("type: String?\nwireName: ETag")
                .says("The exact name of the header."),
            swiftName(example: "type: String?\nswiftName: tag"),
            description(example: "type: Int\ndescription: How many requests are left.", \Field.description),
            deprecated(example: "type: Int?\ndeprecated: use remaining", \Field.deprecation),
            optional("format", choice(of: Field.Format.self))
                .example("type: Date?\nwireName: X-RateLimit-Reset\nformat: unix")
                .says("The format of a date.").defaults(to: "`http`"),
            optional("default", .anything).example("type: Int\ndefault: 0")
                .says("The value if the header is missing."),
            secret
                .says("Whether the value is omitted from descriptions, dumps and errors."),
            elsewhere("was", "headers of replies are not stored"),
            elsewhere("example", "add examples to shapes and endpoints instead"),
            elsewhere("nullable", "a header cannot be null; if it may be missing, use `?`"),
            elsewhere("only", "a reply's header is never sent"),
            elsewhere("style", "lists in headers are always separated by commas"),
            elsewhere("ignored", "a reply's header is not sent"),
            elsewhere("transform", "a reply's header is not sent"),
            elsewhere("from", "use `wireName` for the header's name"),
        ]
    )

    /// The map that replaces a type, for a status of `errors` or of a response by status.
    package static let statusBody = MappingRule(
        id: "statusBody",
        noun: "a reply by status",
        summary:
            "What the server returns with one status of `errors` or `response`, if it needs more settings than a type.",
        context: "endpoints:\n  Example:\n    uri: posts\n    response:\n      200:",
        shortKey: "type",
        keys: [
            optional("type", .type).example("type: Post")
                .says("The type of the body, or `none`.")
                .excludes(["optional", "format", "from"], noneHasNo)
                .with(TypeReference.noneWord),
            optional("optional", .bool).example("type: Post\noptional: true")
                .says("Whether an empty body is `nil`; the same as `?` after the type."),
            optional("format", choice(of: Field.Format.self)).example("type: Date\nformat: unix\nfrom: since")
                .says("The format of a date."),
            optional("from", .text).example("type: Post\nfrom: error.details")
                .says("The path of the value in the body: keys separated by dots."),
            optional("headers", .named(.anyOf([.type, .map("responseHeader")])))
                .example("type: Post\nheaders: {location: URL}")
                .says("Headers of replies with this status. The value of the case is then a structure whose property")
                .says("`body` is the body. For errors, an optional header that cannot be read is `nil`."),
            elsewhere("fields", "define a shape with these fields, and use it as the `type`"),
        ]
    )

    /// Media types (`text/csv`) and the type of the body for each.
    private static let byMediaType = KeyValue.keyed("^[^/ ]+/[^/ ]+( *;.*)?$", .type)

    /// Statuses (`404`, `4xx`, `default`) and the body of each.
    private static let byStatus = KeyValue.keyed(
        "^([1-5][0-9][0-9]|[1-5]xx|default)$",
        .anyOf([.type, .map("statusBody")])
    )

    // MARK: Keys of endpoints and of their defaults

    static let errors = optional("errors", byStatus).example("errors: {404: Post, 4xx: String, default: none}")
        .says("The types of error bodies, by status. They generate the task's `Failure`.")

    static func auth(example: String) -> MappingRule.Key {
        optional("auth", .anyOf([.text, .list(.text), .map("authAlternatives")])).example(example)
            .says("The authentication of requests: a scheme; a list of schemes that are all sent; `none`; or a map")
            .says("with the alternatives in `anyOf`.")
    }

    static let scopes = optional("scopes", .anyOf([.text, .list(.text)])).at(\EndpointSettings.scopes) {
        $0.neededScopes($1.value)
    }
    .harmless.example("scopes: [\"read:tags\", \"read:tags read:posts\"]")
    .says(
        "The OAuth 2 scopes. The token needs one entry of the list. Spaces in an entry separate scopes that are needed"
    )
    .says("together. They appear in the documentation of the task, and `nettask call` requests the first.")

    static let timeout = optional("timeout", \EndpointSettings.timeout).harmless.example("timeout: 30s")
        .says("The time limit of one attempt.").defaults(to: "no limit")
    static let deadline = optional("deadline", \EndpointSettings.deadline).harmless.example("deadline: 2m")
        .says("The time limit of all attempts and the waits between them.").defaults(to: "no limit")
    static let headers = optional("headers", .table(.text)).at(\EndpointSettings.headers) { $0.headers($1) }
        .example("headers: {Accept-Language: en}")
        .says("Headers with constant values. For other headers, use params with `in: header`.")
    static let constants = optional("constants", .table(.constant))
        .at(\EndpointSettings.constants) { $0.constants($1) }.example("constants: {version: 2, format: \"full\"}")
        .says("Constants that are always sent. Their names are sent as written, and their values keep the types that")
        .says("they have in YAML. They override params.")
    static let retryKey = optional("retry", .map("retry"))
        .at(\EndpointSettings.retry) { $0.retry($1) }.harmless
        .example("retry: {maxRetryCount: 3, interval: 500ms, backoff: exponential}")
        .says("When and how often a failed attempt is retried.").defaults(to: "no retries")
    static let encoding = optional("encoding", \EndpointSettings.encoding).example("encoding: json")
        .says("The format of params in the body. Without such params, no body is sent.").defaults(to: "`form`")
        .excludes(elsewhere: ["body"])
}

extension MappingRule.Key {
    /// Excludes keys that apply only to other responses.
    fileprivate func excludesOthers(unless others: [String]) -> MappingRule.Key {
        let message = "a response with `\(name)` cannot have `{key}`"
        return excludes(["type", "optional", "format", "from", "fields", "separator"], message)
            .unless(others)
            .excludes(["headers"], message)
            .unless(others)
            .noting("the value of a stream's task is the head of the reply")
    }
}
