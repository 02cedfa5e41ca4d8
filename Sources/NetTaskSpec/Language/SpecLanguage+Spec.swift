extension SpecLanguage {
    package static let spec = MappingRule(
        id: "spec",
        noun: "a spec",
        summary: "The whole of a file: one API, and the Swift namespace that its tasks live in.",
        sample: "nettask: 1",
        keys: [
            required("nettask", .word(String(version))).example("nettask: 1")
                .says("The version of the spec language: 1."),
            optional("client", .name).example("client: GitHub")
                .says(
                    "The Swift namespace of all that is generated. A file without `client` is for other specs to extend."
                )
                .says("A spec that extends one with a client has that client, unless it names another one."),
            optional("extends", .anyOf([.text, .list(.text)]))
                .example(
                    "extends: imported/github.nettask.yaml\nendpoints:\n  ListTags: {timeout: 5s}\n  GetTag: {uri: \"tags/{tag}\", params: {tag: String}, response: String}"
                )
                .says(
                    "Paths of specs, from the folder of this one, that this one adds to and changes. It means what they"
                )
                .says(
                    "mean, with its own entries merged over them. The `defaults` of each file apply to the entries that it"
                )
                .says("defines. The key stands at the beginning of a line."),
            optional("description", \Spec.description).harmless.example(
                "description: What GitHub knows of repositories."
            )
            .says("What the API is; becomes the documentation of the namespace."),
            optional("version", .text).example("version: \"1.4\"")
                .says("The version of this spec, in words of its own. It is kept with stored tasks, to be shown."),
            optional("baseURL", .anyOf([.url, .table(.url)]))
                .example("baseURL: {production: https://api.example.com, staging: https://staging.example.com}")
                .says("What uris are relative to, unless the queue has a base URL of its own; or a map with one for")
                .says("each environment, of which the first is used."),
            optional("access", \Spec.access).example("access: public")
                .says("How widely generated code is seen; `internal` unless said."),
            optional("examples", \Spec.hasExamples).example("examples: true")
                .says(
                    "Whether the examples of shapes and endpoints become Swift: `static let example`. Default: `false`."
                ),
            optional("defaults", .map("defaults")).example("defaults: {timeout: 30s}")
                .says("What every endpoint inherits."),
            optional("shapes", .named(.map("shape"))).example("shapes:\n  Tag: {fields: {name: String}}")
                .says("Types that travel in requests and replies, by name."),
            optional("endpoints", .named(.map("endpoint")))
                .example("endpoints:\n  ListTags: {uri: tags, response: [String]}")
                .says("The calls of the API, by name: each becomes a task type."),
            optional("groups", .named(.map("group")))
                .example(
                    "groups:\n  Tags:\n    uri: tags/{tag}\n    params: {tag: String}\n    endpoints:\n      GetTag: {uri: \"\", response: String}\n      ListPosts: {uri: posts, response: [Post]}"
                )
                .says("Endpoints that have a path, params or settings in common, by the name of the group: each")
                .says("becomes a namespace."),
            optional("auth", .table(.anyOf([.choice(["bearer", "basic", "apiKey"]), .map("authScheme")])))
                .example("auth: {token: bearer, login: basic, key: {type: apiKey, name: X-API-Key}}")
                .says("The schemes of authentication that endpoints can name. They become `authentication(…)` of the")
                .says("client."),
            optional("webhooks", .map("webhooks"))
                .example("webhooks:\n  from: data\n  events: {post.created: Post, ping: none}")
                .says("The calls that the server makes. They become an enumeration of events, which verifies their")
                .says("signatures before it reads them."),
            elsewhere("conformances", "write it into `defaults`, for all shapes, or into a shape"),
            elsewhere("events", "events of webhooks stand in `webhooks`, those of a stream in its `response`"),
        ]
    )

    package static let defaults = MappingRule(
        id: "defaults",
        noun: "`defaults`",
        summary: "What every endpoint inherits, by the rule of merging.",
        context: "defaults:",
        sample: "{timeout: 30s, encoding: json}",
        keys: [
            separator, timeout, deadline, encoding, headers, constants, retryKey, errors,
            auth(example: "auth: none"), conformances,
            attributes(example: "attributes: [\"@available(iOS 17, *)\"]", \EndpointSettings.attributes),
            mutable(example: "mutable: false", \EndpointSettings.isMutable),
            elsewhere("examples", "it stands beside `client`, for all shapes and endpoints"),
        ] + deliveryOfDefaults
    )

    package static let group = MappingRule(
        id: "group",
        noun: "a group",
        summary:
            "Endpoints in a namespace of their own, `Client.Group.Endpoint`. They inherit all that it says, as they inherit from "
            + "`defaults`, over which it is merged.",
        context: "groups:\n  Tags:",
        sample: "{uri: tags, endpoints: {ListTags: {response: [Tag]}}}",
        container: "endpoints",
        keys: [
            description(example: "description: What is said of a tag.", \EndpointGroup.description),
            swiftName(example: "swiftName: TagCalls"),
            optional("uri", .text).example("uri: tags/{tag}\nparams: {tag: String}")
                .says("The path that the uris of its endpoints continue."),
            optional("params", .named(.anyOf([.type, .map("param")]))).example("params: {page: Int?}")
                .says("Params that each of its endpoints has, before its own."),
            optional("endpoints", .named(.map("endpoint")))
                .example("endpoints:\n  GetTag: {uri: tag, response: String}")
                .says("Its endpoints, by name."),
            separator, timeout, deadline, encoding, headers, constants, retryKey, errors,
            auth(example: "auth: none"),
            attributes(example: "attributes: [\"@available(iOS 17, *)\"]", \EndpointSettings.attributes),
            mutable(example: "mutable: false", \EndpointSettings.isMutable),
            elsewhere("conformances", "write it into `defaults`, for all shapes, or into a shape"),
        ] + deliveryOfDefaults
    )

    package static let authScheme = MappingRule(
        id: "authScheme",
        noun: "a scheme of `auth`",
        summary: "One way to authenticate. `name: bearer` alone is short for `name: {type: bearer}`.",
        context: "auth:\n  secret:",
        shortKey: "type",
        keys: [
            required("type", .choice(["bearer", "basic", "apiKey"])).example("type: bearer")
                .says("The kind of credentials.").excludesPlace(with: "bearer").excludesPlace(with: "basic"),
            optional("in", choice(of: AuthScheme.Location.self)).example("type: apiKey\nin: query\nname: api_key")
                .says("Where a key goes; `header` unless said."),
            optional("name", .text).example("type: apiKey\nname: X-API-Key")
                .says("The name of the header, param or cookie that a key is sent in."),
            description(example: "type: basic\ndescription: Of the account, not of the user.", \AuthScheme.description),
        ]
    )
}

extension MappingRule.Key {
    fileprivate func excludesPlace(with kind: String) -> MappingRule.Key {
        excludes(["in", "name"], "`\(kind)` goes into the header `Authorization`, and has no `{key}`")
            .with(kind)
            .noting("a key of another place is of the type `apiKey`")
    }
}
