extension SpecLanguage {
    package static let endpoint = MappingRule(
        id: "endpoint",
        noun: "an endpoint",
        summary: "One call of the API. It becomes a task type of its name.",
        context: "endpoints:\n  Example:",
        sample: "{uri: posts, response: [Post]}",
        keys: [
            description(example: "description: Lists posts, the newest first.", \Endpoint.description),
            swiftName(example: "swiftName: Posts"),
            deprecated(example: "deprecated: use SearchPosts", \Endpoint.deprecation),
            optional("method", \Endpoint.method).example("method: DELETE")
                .says("The HTTP method; `GET` unless said. A `TRACE` has no body."),
            optional("uri", .text).example("uri: posts/{id}\nparams: {id: Int}")
                .says("The path below the base URL, with variables, and with a query that is always the same; or a")
                .says("whole URL. The slashes in the value of `{+name}` stay as they are. It must be there, unless a")
                .says("param is the URL, by `in: url`."),
            encoding.example("method: POST\nencoding: json"), headers,
            optional("params", .named(.anyOf([.type, .map("param")]))).example("params: {userId: Int?, tags: [String]}")
                .says("What the task is filled in with. Those named in the uri go into the path, those of POST, PUT")
                .says("and PATCH into the body, the rest into the query."),
            optional("ignored", .anyOf([.word("all"), .list(.text)]))
                .example("params: {page: Int, note: String?}\nignored: [note]")
                .says("Names of params that are never sent, or `all`."),
            optional("requestObject", .text).example("requestObject: Filter\nparams: {text: String?}")
                .says("The shape whose fields are packed first; params win over them."),
            optional("body", .type).example("method: PUT\nbody: Post")
                .says("The type that is the whole body: a shape or a list of it, `String`, `Data` or `File`; with `?`,")
                .says("nil sends none. Params go into the query."),
            optional("contentType", .text)
                .example("method: PUT\nbody: String\ncontentType: text/markdown; charset=utf-8")
                .says("The media type of `body`."),
            constants, separator, retryKey, timeout, deadline,
            optional("response", .anyOf([.type, .map("response"), byStatus]))
                .example("response: {200: Post, 202: String, 204: none}")
                .says("What comes back: a type, of any status from 200 to 299; `none`, which is the default; a map")
                .says("that says more; or a map of statuses, of which the response is an enumeration."),
            errors, pagesKey, longRunningKey, auth(example: "auth: none"),
            attributes(example: "attributes: [\"@available(iOS 17, *)\"]", \EndpointSettings.attributes),
            mutable(example: "mutable: false", \EndpointSettings.isMutable),
            optional("example", .anything).example("params: {userId: Int?, page: Int}\nexample: {userId: 7, page: 1}")
                .says("A task as an example: a map of params, with `body` for the body and the name of its property")
                .says("for the request object. A param that it leaves out and that must be there has an example of its")
                .says("own."),
            omit("endpoints:\n  ListTags: {omit: true}"),
        ] + keysOfResponses + keysOfRetry + deliveryOfEndpoints
    )

    private static let keysOfResponses =
        ["events", "lines", "until", "idle", "otherwise"].map {
            elsewhere($0, "it stands in `response`, as in `response: {events: Post}`")
        } + [elsewhere("from", "it stands in `response`, as in `response: {type: Post, from: data}`")]

    private static let keysOfRetry =
        ["maxRetryCount", "interval", "backoff", "maxInterval", "jitter"].map {
            elsewhere($0, "it stands in `retry`, as in `retry: {maxRetryCount: 3}`")
        } + [elsewhere("when", "it stands in `retry`, or in `response` beside a stream")]

    package static let param = MappingRule(
        id: "param",
        noun: "a param",
        summary: "What a task is filled in with. `name: Type` alone is short for `name: {type: Type}`.",
        context: "endpoints:\n  Example:\n    method: POST\n    uri: posts\n    encoding: json\n"
            + "    params:\n      value:",
        shortKey: "type",
        keys: fieldKeys(
            style: "type: [String]\nin: query\nstyle: comma",
            transform: "type: String\ntransform: shouted"
        ) + [
            nullable(example: "type: String?\nnullable: true"),
            elsewhere("only", "a param is only sent anyway"),
            optional("in", choice(of: Field.Location.self)).example("type: String?\nin: header\nwireName: X-Trace")
                .says("Where the param goes, where that is not clear from the uri and the method. `url` makes it the")
                .says("URL of the request, in place of a `uri`: one that a server gave, or that is signed."),
            elsewhere("from", "it says where in a reply a field comes from; a param's name on the wire is `wireName`"),
        ]
    )

    package static let retry = MappingRule(
        id: "retry",
        noun: "`retry`",
        summary: "When and how often a failed attempt is repeated.",
        context: "endpoints:\n  Example:\n    uri: posts\n    retry:",
        sample: "{maxRetryCount: 3}",
        keys: [
            optional("maxRetryCount", \Retry.maxRetryCount).example("maxRetryCount: 3")
                .says("How often a failed attempt is repeated: N retries are N + 1 attempts at most;")
                .says("\(RuntimeDefaults.maxRetryCount) unless said."),
            optional("interval", .duration).at(\Retry.interval) { $0.duration($1, mayBeZero: true) }
                .example("maxRetryCount: 3\ninterval: 500ms")
                .says("The wait before the first retry; `\(RuntimeDefaults.retryInterval.text)` unless said."),
            optional("backoff", \Retry.backoff).example("maxRetryCount: 3\nbackoff: exponential")
                .says("How the wait grows: not at all, or it doubles each time;")
                .says("`\(RuntimeDefaults.retryBackoff.rawValue)` unless said."),
            optional("maxInterval", .duration).at(\Retry.maxInterval) { $0.duration($1, mayBeZero: true) }
                .example("maxRetryCount: 3\nbackoff: exponential\nmaxInterval: 1m")
                .says("The longest wait that an exponential one grows to; `\(RuntimeDefaults.maxRetryInterval.text)`")
                .says("unless said."),
            optional("jitter", \Retry.jitter).example("maxRetryCount: 3\nbackoff: exponential\njitter: false")
                .says("Whether an exponential wait is up to 20 % longer at random; `\(RuntimeDefaults.retryJitter)`")
                .says("unless said."),
            optional("when", \Retry.when).example("maxRetryCount: 3\nwhen: all")
                .says("Which failures are retried. `\(RuntimeDefaults.retryCondition.rawValue)`, unless said: what")
                .says("never left, and, of what may be sent twice, lost connections, time-outs, \(transientStatuses).")
                .says("`unsent`: what never left. `all`: every failure."),
        ]
    )

    private static var transientStatuses: String {
        let statuses = RuntimeDefaults.transientStatuses
        return statuses.dropLast().map(String.init).joined(separator: ", ") + " and \(statuses[statuses.count - 1])"
    }

    package static let response = MappingRule(
        id: "response",
        noun: "a response",
        summary: "What comes back, where a type alone does not say it.",
        context: "endpoints:\n  Example:\n    uri: posts\n    params: {stream: Bool?}\n    response:",
        shortKey: "type",
        keys: [
            optional("type", .type).example("type: Post?")
                .says("The type of the reply, or `none`.")
                .excludes(["optional", "format", "from"], noneHasNo)
                .with(TypeReference.noneWord)
                .unless(["fields", "events", "lines"])
                .excludes(["separator"], "only a response with `fields` has a `separator`")
                .unless(["fields", "events", "lines"]),
            optional("optional", .bool).example("type: Post\noptional: true")
                .says("Whether an empty reply is nil; the same as `?` after the type."),
            optional("format", choice(of: Field.Format.self)).example("type: Date\nformat: unix")
                .says("How a date is written."),
            optional("from", .text).example("type: \"[Post]\"\nfrom: data.items")
                .says("The keys that lead to the value, with dots between them."),
            optional("fields", .named(.anyOf([.type, .map("field")])))
                .example("fields:\n  place: {type: String, from: name}\n  temperature: {type: Float, from: main.temp}")
                .says("The fields of a reply that is described in place; the type is the task's own `Response`.")
                .excludes(["type", "optional", "format", "from"], "a response with `fields` has no `{key}`")
                .unless(["events", "lines"]),
            optional("separator", .separator).example("separator: keep\nfields: {firstName: String}")
                .says("What stands between the words of the names of `fields`."),
            optional("headers", .named(.anyOf([.type, .map("responseHeader")])))
                .example("type: Post\nheaders: {remaining: {type: Int, wireName: X-RateLimit-Remaining}}")
                .says("Headers of the reply that become properties beside its body."),
            optional("events", .anyOf([.type, .table(.type)])).example("events: {delta: Post, done: none}\nidle: 30s")
                .says("The reply is a stream of server-sent events, each of this type; or of these types, by the names")
                .says("of events: elements are an enumeration then, in which other events are `.unknown(piece)`. The")
                .says("target needs the product `NetTaskStreams`.")
                .excludesOthers(unless: [])
                .excludes(["lines"], "a response with `events` has no `{key}`"),
            optional("lines", .type).example("lines: Post")
                .says("The reply is a stream of lines of JSON, each of this type, or a JSON text sequence. The target")
                .says("needs the product `NetTaskStreams`.")
                .excludesOthers(unless: ["events"]),
            optional("until", .text).example("events: Post\nuntil: \"[DONE]\"")
                .says("The data that ends a stream, and is no element. Default: the end of the reply does.")
                .needs(["events", "lines"], needsStream),
            optional("idle", .duration).example("lines: Post\nidle: 30s")
                .says("How long nothing may come of a stream; as the handler of the queue has it unless said.")
                .needs(["events", "lines"], needsStream),
            optional("when", .table(.constant))
                .example("events: Post\nwhen: {stream: true}\notherwise: Post")
                .says("The param, or field of the body, that turns the stream on, and its value for that.")
                .needs(["events", "lines"], needsStream),
            optional("otherwise", .anyOf([.type, .map("response"), byStatus]))
                .example("lines: Post\nwhen: {stream: true}\notherwise: \"[Post]\"")
                .says("What comes back where no stream is asked for, as of any other endpoint.")
                .needs(["events", "lines"], needsStream),
            elsewhere("errors", "`errors` stands beside `response`, in the endpoint"),
            elsewhere("oneOf", "only a shape is one of several types; give it a name under `shapes`"),
        ]
    )

    private static let noneHasNo = "where the type is `none`, there is no `{key}`"
    private static let needsStream = "`{key}` is about a stream, and this response has neither `events` nor `lines`"

    package static let responseHeader = MappingRule(
        id: "responseHeader",
        noun: "a header of a response",
        summary: "A header of the reply that becomes a property. `name: Type` alone is short for `name: {type: Type}`.",
        context:
            "endpoints:\n  Example:\n    uri: posts\n    response:\n      type: Post\n      headers:\n        value:",
        shortKey: "type",
        keys: [
            required("type", .type).example("type: [String]")
                .says("The type, written as in Swift: a single value, or a list of them with commas between."),
            optional("optional", .bool).example("type: Int\noptional: true")
                .says("Whether the header may be missing; the same as `?` after the type."),
            optional("wireName", .text).example("type: String?\nwireName: ETag")
                .says("The exact name of the header."),
            swiftName(example: "type: String?\nswiftName: tag"),
            description(example: "type: Int\ndescription: How many requests are left.", \Field.description),
            deprecated(example: "type: Int?\ndeprecated: use remaining", \Field.deprecation),
            optional("format", choice(of: Field.Format.self))
                .example("type: Date?\nwireName: X-RateLimit-Reset\nformat: unix")
                .says("How a date is written; `http` unless said."),
            optional("default", .anyOf([.constant, .list(.anything)])).example("type: Int\ndefault: 0")
                .says("The value where the header is missing."),
            secret
                .says("Whether its value is kept out of descriptions, dumps and errors."),
            elsewhere("was", "nothing of a reply is stored under its name"),
            elsewhere("example", "shapes have examples, and so have endpoints"),
            elsewhere("nullable", "a header cannot say null; `?` is for one that may be missing"),
            elsewhere("only", "a header of a reply is only read"),
            elsewhere("style", "a list in a header has commas between its elements"),
            elsewhere("ignored", "a reply's header is not sent"),
            elsewhere("transform", "a reply's header is not sent"),
            elsewhere("from", "a header is named by `wireName`"),
        ]
    )

    /// What a status of `errors`, or of a response by status, has in place of a type alone.
    package static let statusBody = MappingRule(
        id: "statusBody",
        noun: "a reply by status",
        summary: "What comes back with one status, of `errors` or of `response`, where a type alone does not say it.",
        context: "endpoints:\n  Example:\n    uri: posts\n    response:\n      200:",
        shortKey: "type",
        keys: [
            optional("type", .type).example("type: Post")
                .says("The type of the body, or `none`.")
                .excludes(["optional", "format", "from"], noneHasNo)
                .with(TypeReference.noneWord),
            optional("optional", .bool).example("type: Post\noptional: true")
                .says("Whether an empty body is nil; the same as `?` after the type."),
            optional("format", choice(of: Field.Format.self)).example("type: Date\nformat: unix\nfrom: since")
                .says("How a date is written."),
            optional("from", .text).example("type: Post\nfrom: error.details")
                .says("The keys that lead to the value, with dots between them."),
            optional("headers", .named(.anyOf([.type, .map("responseHeader")])))
                .example("type: Post\nheaders: {location: URL}")
                .says("Headers that replies of this status have. With them the case has a structure, in which the body")
                .says("is `body`. Of an error, an optional header that cannot be read is nil."),
            elsewhere("fields", "a body by status has a `type`; give its fields to a shape"),
        ]
    )

    /// Statuses (`404`, `4xx`, `default`) and what comes back with them.
    private static let byStatus = KeyValue.keyed(
        "^([1-5][0-9][0-9]|[1-5]xx|default)$",
        .anyOf([.type, .map("statusBody")])
    )

    // MARK: Keys of endpoints and of their defaults

    static let errors = optional("errors", byStatus).example("errors: {404: Post, 4xx: String, default: none}")
        .says("The types of the bodies of errors, by status; the task's `Failure`.")

    static func auth(example: String) -> MappingRule.Key {
        optional("auth", .anyOf([.text, .list(.text)])).example(example)
            .says("The schemes that requests authenticate with: one, a list of them, or `none`.")
    }

    static let timeout = optional("timeout", \EndpointSettings.timeout).harmless.example("timeout: 30s")
        .says("The time that one attempt may take; no limit unless said.")
    static let deadline = optional("deadline", \EndpointSettings.deadline).harmless.example("deadline: 2m")
        .says("The time that all attempts and the waits between them may take; no limit unless said.")
    static let headers = optional("headers", .table(.text)).at(\EndpointSettings.headers) { $0.headers($1) }
        .example("headers: {Accept-Language: en}")
        .says("Headers with a fixed value. Others are params with `in: header`.")
    static let constants = optional("constants", .table(.constant))
        .at(\EndpointSettings.constants) { $0.constants($1) }.example("constants: {version: 2, format: \"full\"}")
        .says("Constants that are always sent, names verbatim and kinds as written; they win over params.")
    static let retryKey = optional("retry", .map("retry"))
        .at(\EndpointSettings.retry) { $0.retry($1) }.harmless
        .example("retry: {maxRetryCount: 3, interval: 500ms, backoff: exponential}")
        .says("When and how often a failed attempt is repeated; never unless said.")
    static let encoding = optional("encoding", \EndpointSettings.encoding).example("encoding: json")
        .says("How params are written into the body; `form` unless said.")
}

extension MappingRule.Key {
    /// A stream excludes what other responses have.
    fileprivate func excludesOthers(unless others: [String]) -> MappingRule.Key {
        let message = "a response with `\(name)` has no `{key}`"
        return excludes(["type", "optional", "format", "from", "fields", "separator"], message)
            .unless(others)
            .excludes(["headers"], message)
            .unless(others)
            .noting("the task of a stream ends with the head of the reply as its value")
    }
}
