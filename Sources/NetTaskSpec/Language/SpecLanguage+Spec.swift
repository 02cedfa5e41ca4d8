extension SpecLanguage {
    package static let spec = MappingRule(
        id: "spec",
        noun: "a spec",
        summary: "A whole file: one API, and the Swift namespace of its tasks.",
        sample: "nettask: 1",
        keys: [
            required("nettask", .word(String(version))).example("nettask: 1")
                .says("The version of the spec language: 1."),
            optional("client", .name).example("client: GitHub")
                .says("The Swift namespace of the generated code. A file without a client can only be extended.")
                .defaults(to: "the client of the spec that it extends"),
            optional("extends", .anyOf([.text, .list(.text)]))
                .example(
                    "extends: imported/github.nettask.yaml\nendpoints:\n  ListTags: {timeout: 5s}\n  GetTag: {uri: \"tags/{tag}\", params: {tag: String}, response: String}"
                )
                .says("Paths of the specs that this one extends, relative to its folder. This spec contains all of")
                .says("their entries, and its own entries are merged over them. The `defaults` of each file apply to")
                .says("the entries that the file defines. Write the key at the beginning of a line."),
            optional("description", \Spec.description).harmless.example(
                "description: What GitHub knows of repositories."
            )
            .says("Describes the API. Appears in the documentation of the namespace."),
            optional("version", .text).example("version: \"1.4\"")
                .says("The version of this spec, in any form. It is stored with durable tasks, for display."),
            optional("baseURL", .anyOf([.url, .table(.url)]))
                .example("baseURL: {production: https://api.example.com, staging: https://staging.example.com}")
                .says("The URL that uris are relative to; or a map of environments to URLs. The first environment is")
                .says("the default. A base URL of the queue overrides it."),
            optional("access", \Spec.access).example("access: public")
                .says("The access level of the generated code.").defaults(to: "`internal`"),
            optional("examples", \Spec.hasExamples).example("examples: true")
                .says("Whether shapes and endpoints with an example have a `static let example` in Swift."),
            optional("mocks", \Spec.hasMocks).example("mocks: true")
                .says(
                    "Whether debug builds have mocks of the API: `mock()` of each type, and the description for `MockAPI`, a"
                )
                .says(
                    "transport for tests. Requires the product `NetTaskMocks`. Write the key at the beginning of a line."
                ),
            optional("defaults", .map("defaults")).example("defaults: {timeout: 30s}")
                .says("The settings that every endpoint inherits."),
            optional("shapes", .named(.map("shape"))).example("shapes:\n  Tag: {fields: {name: String}}")
                .says("The types of requests and replies, by name."),
            optional("endpoints", .named(.map("endpoint")))
                .example("endpoints:\n  ListTags: {uri: tags, response: [String]}")
                .says("The calls of the API, by name. Each generates a task type."),
            optional("groups", .named(.map("group")))
                .example(
                    "groups:\n  Tags:\n    uri: tags/{tag}\n    params: {tag: String}\n    endpoints:\n      GetTag: {uri: \"\", response: String}\n      ListPosts: {uri: posts, response: [Post]}"
                )
                .says("Groups of endpoints with a common path, params or settings, by name. Each generates a")
                .says("namespace."),
            optional("auth", .table(.anyOf([choice(of: AuthScheme.Word.self), .map("authScheme")])))
                .example("auth: {token: bearer, login: basic, key: {type: apiKey, name: X-API-Key}}")
                .says("The authentication schemes that endpoints can name. They become parameters of the client's")
                .says("function `authentication`."),
            optional("webhooks", .map("webhooks"))
                .example("webhooks:\n  from: data\n  events: {post.created: Post, ping: none}")
                .says("The calls that the server makes. They generate an enumeration of events, which verifies")
                .says("signatures before it reads the bodies."),
            elsewhere("conformances", "move it to `defaults` for all shapes, or to a shape"),
            elsewhere(
                "events",
                "move the events of webhooks to `webhooks`, and those of a stream to its `response`"
            ),
        ]
    )

    package static let defaults = MappingRule(
        id: "defaults",
        noun: "`defaults`",
        summary: "The settings that every endpoint inherits. Those of the endpoint are merged over them.",
        context: "defaults:",
        sample: "{timeout: 30s, encoding: json}",
        keys: [
            separator, timeout, deadline, encoding, headers, constants, retryKey, errors,
            auth(example: "auth: none"), scopes, conformances,
            attributes(example: "attributes: [\"@available(iOS 17, *)\"]", \EndpointSettings.attributes),
            mutable(example: "mutable: false", \EndpointSettings.isMutable), validate(example: "validate: true"),
            elsewhere("examples", "write it next to `client`; it applies to all shapes and endpoints"),
            elsewhere("mocks", "write it next to `client`; it applies to all shapes and endpoints"),
        ] + deliveryOfDefaults
    )

    package static let group = MappingRule(
        id: "group",
        noun: "a group",
        summary:
            "Endpoints in a namespace of their own, `Client.Group.Endpoint`. They inherit the settings of the group, which are merged "
            + "over those of `defaults`.",
        context: "groups:\n  Tags:",
        sample: "{uri: tags, endpoints: {ListTags: {response: [Tag]}}}",
        container: "endpoints",
        keys: [
            description(example: "description: What is said of a tag.", \EndpointGroup.description),
            swiftName(example: "swiftName: TagCalls"),
            optional("uri", .text).example("uri: tags/{tag}\nparams: {tag: String}")
                .says("The path that is prepended to the uris of the group's endpoints."),
            optional("params", .named(.anyOf([.type, .map("param")]))).example("params: {page: Int?}")
                .says("Params of all endpoints of the group. They precede those of each endpoint."),
            optional("endpoints", .named(.map("endpoint")))
                .example("endpoints:\n  GetTag: {uri: tag, response: String}")
                .says("The endpoints of the group, by name."),
            separator, timeout, deadline, encoding, headers, constants, retryKey, errors,
            auth(example: "auth: none"), scopes,
            attributes(example: "attributes: [\"@available(iOS 17, *)\"]", \EndpointSettings.attributes),
            mutable(example: "mutable: false", \EndpointSettings.isMutable), validate(example: "validate: true"),
            elsewhere("conformances", "move it to `defaults` for all shapes, or to a shape"),
        ] + deliveryOfDefaults
    )
}
