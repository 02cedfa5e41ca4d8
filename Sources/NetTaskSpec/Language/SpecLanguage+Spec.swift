extension SpecLanguage {
    package static let spec = MappingRule(
        "spec",
        noun: "a spec",
        summary: "The whole of a file: one API, and the Swift namespace that its tasks live in.",
        keys: [
            required("nettask", .word(String(version)), "The version of the spec language: 1.", example: "nettask: 1"),
            optional(
                "client",
                .name,
                "The Swift namespace of all that is generated. It must be there, but in a file that others include.",
                example: "client: GitHub"
            ),
            optional(
                "include",
                .list(.text),
                "Paths of files, from the folder of this one, that say more of this client.",
                example: "include: [shared.nettask.yaml]"
            ),
            optional(
                "description",
                .text,
                "What the API is; becomes the documentation of the namespace.",
                example: "description: What GitHub knows of repositories."
            ),
            optional(
                "version",
                .text,
                "The version of this spec, in words of its own. It is kept with stored tasks, to be shown.",
                example: "version: \"1.4\""
            ),
            optional(
                "baseURL",
                .anyOf([.url, .table(.url)]),
                "What uris are relative to, unless the queue has a base URL of its own; or a map with one for each "
                    + "environment, of which the first is used.",
                example: "baseURL: {production: https://api.example.com, staging: https://staging.example.com}"
            ),
            optional(
                "access",
                choice(of: AccessLevel.self),
                "How widely generated code is seen; `internal` unless said.",
                example: "access: public"
            ),
            optional(
                "defaults",
                .map("defaults"),
                "What every endpoint inherits.",
                example: "defaults: {timeout: 30s}"
            ),
            optional(
                "shapes",
                .named(.map("shape")),
                "Types that travel in requests and replies, by name.",
                example: "shapes:\n  Tag: {fields: {name: String}}"
            ),
            optional(
                "endpoints",
                .named(.map("endpoint")),
                "The calls of the API, by name: each becomes a task type.",
                example: "endpoints:\n  ListTags: {uri: tags, response: [String]}"
            ),
            optional(
                "auth",
                .table(.anyOf([.choice(["bearer", "basic", "apiKey"]), .map("authScheme")])),
                "The schemes of authentication that endpoints can name. They become `authentication(…)` of the client.",
                example: "auth: {token: bearer, login: basic, key: {type: apiKey, name: X-API-Key}}"
            ),
            elsewhere("conformances", "write it into `defaults`, for all shapes, or into a shape"),
        ]
    )

    package static let defaults = MappingRule(
        "defaults",
        noun: "`defaults`",
        summary: "What every endpoint inherits. `retry` merges key by key; an endpoint's own value replaces any other.",
        context: "defaults:",
        keys: [
            separator, timeout, deadline, encoding, headers, constants, retryKey, errors,
            auth(example: "auth: none"), conformances, mutable(example: "mutable: false"),
        ] + deliveryOfDefaults
    )

    package static let authScheme = MappingRule(
        "authScheme",
        noun: "a scheme of `auth`",
        summary: "One way to authenticate. `name: bearer` alone is short for `name: {type: bearer}`.",
        context: "auth:\n  secret:",
        keys: [
            required(
                "type",
                .choice(["bearer", "basic", "apiKey"]),
                "The kind of credentials.",
                example: "type: bearer"
            ),
            optional(
                "in",
                choice(of: AuthScheme.Location.self),
                "Where a key goes; `header` unless said.",
                example: "type: apiKey\nin: query\nname: api_key"
            ),
            optional(
                "name",
                .text,
                "The name of the header, param or cookie that a key is sent in.",
                example: "type: apiKey\nname: X-API-Key"
            ),
            description(example: "type: basic\ndescription: Of the account, not of the user."),
        ]
    )
}
