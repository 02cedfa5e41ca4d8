extension SpecLanguage {
    package static let shape = MappingRule(
        "shape",
        noun: "a shape",
        summary:
            "A type that travels in requests and replies: an object with fields, an enumeration, one of several types, or a type of "
            + "your own.",
        context: "shapes:\n  Example:",
        alternatives: ["fields", "enum", "oneOf", "swiftType"],
        keys: [
            optional(
                "fields",
                .named(.anyOf([.type, .map("field")])),
                "What an object holds.",
                example: "fields: {id: Int, title: String, body: String?}"
            ),
            optional(
                "enum",
                .anyOf([.list(.text), .table(.anyOf([.text, .map("case")]))]),
                "The values of an enumeration: a list of them, or a map of Swift names to values, or to maps that say more; "
                    + "all texts or all whole numbers. Other values are kept, as `.unknown(value)`.",
                example: "enum: {thumbsUp: \"+1\", thumbsDown: {value: \"-1\", description: Not liked.}}"
            ),
            optional(
                "oneOf",
                .anyOf([.list(alternatives), .table(alternatives)]),
                "Types of which a value has one: a list of them, or a map of names of cases to types. They are tried in this "
                    + "order; see `choose`.",
                example: "oneOf: {post: Post, text: String}"
            ),
            optional(
                "discriminator",
                .text,
                "The member of the JSON object that says which of `oneOf` it is. Its values are the keys of the map, or the "
                    + "names of the shapes, unless `value` says others; an object of another value is kept, as "
                    + "`.unknown(JSONValue)`. An object without the member is the one alternative whose own field for it may "
                    + "be missing; where there are several, it is unknown.",
                example: "oneOf: {post: Post, saved_filter: Filter}\ndiscriminator: type"
            ),
            optional(
                "choose",
                choice(of: Alternatives.Choice.self),
                "Which of `oneOf` it is without a `discriminator`: `first`, the first that can be read, or `closest`, the one of "
                    + "these that knows the most members of the object. Default: `first`.",
                example: "oneOf: {post: Post, filter: Filter}\nchoose: closest"
            ),
            optional(
                "closed",
                .bool,
                "Whether a value that `enum` or `discriminator` do not list is an error; `false`, unless said, keeps it.",
                example: "enum: [asc, desc]\nclosed: true"
            ),
            optional(
                "swiftType",
                .text,
                "A Swift type of yours that is used as it is. It conforms to `JSONReadable` and `ParameterValue`, as far as "
                    + "it is read and sent, and to `StoredValue` if a durable task holds it.",
                example: "swiftType: Foundation.Decimal\nimport: Foundation"
            ),
            optional(
                "import",
                .name,
                "The module that `swiftType` is from.",
                example: "swiftType: Decimal\nimport: Foundation"
            ),
            separator(example: "separator: keep\nfields: {firstName: String}"),
            description(example: "description: A post, and who wrote it.\nfields: {id: Int}"),
            swiftName(example: "swiftName: BlogPost\nfields: {id: Int}"),
            optional(
                "ignored",
                .anyOf([.word("all"), .list(.text)]),
                "Names of fields that are never sent, or `all`.",
                example: "fields: {id: Int, note: String?}\nignored: [note]"
            ),
            conformances(example: "fields: {id: Int}\nconformances: [Hashable, Codable, Identifiable]"),
            mutable(example: "fields: {id: Int}\nmutable: false"),
            deprecated(example: "fields: {id: Int}\ndeprecated: use Post"),
            optional(
                "example",
                .anything,
                "A value as an example: a map of fields, a case of `enum`, or a map of one case of `oneOf` to its value. A "
                    + "field that it leaves out and that must be there has an example of its own.",
                example: "fields: {id: Int, title: String, body: String?}\nexample: {id: 1, title: Hello}"
            ),
            omit("shapes:\n  Tag: {omit: true}"),
            elsewhere("was", "no name of a shape is stored: give it another one at any time"),
        ]
    )

    package static let enumerationCase = MappingRule(
        "case",
        noun: "a case of an enumeration",
        summary: "One of the values of `enum`, where the value alone does not say it. `name: value` alone is short for "
            + "`name: {value: value}`.",
        context: "shapes:\n  Example:\n    enum:\n      paid:",
        shortKey: "value",
        keys: [
            required("value", .text, "What is on the wire: a text or a whole number.", example: "value: P"),
            description(example: "value: P\ndescription: All of it is paid."),
            deprecatedCase(example: "value: P\ndeprecated: use settled"),
        ]
    )

    /// A warning at each use would also be one in the code that is generated.
    private static func deprecatedCase(example: String) -> MappingRule.Key {
        optional(
            "deprecated",
            .anyOf([.bool, .text]),
            "`true`, or what to use instead: goes into the documentation.",
            example: example
        )
    }

    private static let alternatives = KeyValue.anyOf([.type, .map("alternative")])

    package static let alternative = MappingRule(
        "alternative",
        noun: "an alternative",
        summary: "One of the types of `oneOf`, where a type alone does not say it.",
        context: "shapes:\n  Example:\n    discriminator: kind\n    oneOf:\n      post:",
        shortKey: "type",
        keys: [
            required("type", .type, "The type of the alternative.", example: "type: Post"),
            optional(
                "value",
                .anyOf([.constant, .list(.constant)]),
                "What the `discriminator` says where it is this one: a text or a whole number, or a list of them. The first "
                    + "is sent where the shape sends none of its own.",
                example: "type: Post\nvalue: [post, page]"
            ),
            description(example: "type: Post\ndescription: Written by one of the authors."),
            deprecatedCase(example: "type: Post\ndeprecated: true"),
        ]
    )

    package static let field = MappingRule(
        "field",
        noun: "a field",
        summary: "What a shape or a reply holds. `name: Type` alone is short for `name: {type: Type}`.",
        context: "shapes:\n  Example:\n    fields:\n      value:",
        shortKey: "type",
        keys: fieldKeys(
            style: "type: [String]\nstyle: comma",
            transform: "type: String?\nonly: request\ntransform: shouted"
        ) + [
            optional(
                "from",
                .text,
                "The keys that lead to the value in a reply, with dots between them. Such a shape cannot be sent.",
                example: "type: Float\nfrom: main.temp"
            ),
            nullable(example: "type: String?\nnullable: true"),
            optional(
                "only",
                choice(of: Field.Direction.self),
                "The one way that the field travels: it is never read, or never sent.",
                example: "type: Date?\nonly: response"
            ),
            optional(
                "inline",
                .bool,
                "Whether the members of its value stand beside the other fields, in the same object. Its type is a shape with "
                    + "`fields`, or with `oneOf` of such shapes: so a shape has fields and alternatives. Where both send one "
                    + "name, the other fields' value is sent.",
                example: "type: Post\ninline: true"
            ),
            elsewhere("in", "only a param says where it goes; a field goes with its shape"),
        ]
    )

    // MARK: Keys of fields and params

    /// - Parameters:
    ///   - style: The example of that key.
    ///   - transform: Likewise.
    static func fieldKeys(style: String, transform: String) -> [MappingRule.Key] {
        [
            required("type", .type, "The type, written as in Swift.", example: "type: \"[String]?\""),
            optional(
                "optional",
                .bool,
                "Whether the value may be missing; the same as `?` after the type.",
                example: "type: [String]\noptional: true"
            ),
            optional("wireName", .text, "The exact name on the wire.", example: "type: String\nwireName: X-Name"),
            swiftName(example: "type: String\nswiftName: label"),
            description(example: "type: Date?\ndescription: When it was first published."),
            optional(
                "format",
                choice(of: Field.Format.self),
                "How a date is written; `iso8601` unless said. `string` is a number in quotes, `base64url` another form of `Data`.",
                example: "type: Date\nformat: unix"
            ),
            optional(
                "style",
                choice(of: Field.ArrayStyle.self),
                "How a list is written outside of JSON; `repeat` unless said. With `brackets`, `filter[id]=3`, or `numbered`, "
                    + "`filter.1.id=3`, shapes and dictionaries can stand in queries and forms too.",
                example: style
            ),
            optional(
                "default",
                .anyOf([.constant, .list(.anything), .table(.anything)]),
                "The value where none is given, also in a reply: a text, a number, a boolean, a case, `[]` or `{}`.",
                example: "type: Int\ndefault: 20"
            ),
            optional(
                "example",
                .anything,
                "A value as an example: used where the shape or endpoint around it has none, or leaves it out. Dates are "
                    + "written by ISO 8601, `Data` by Base64, files as their text.",
                example: "type: Date\nexample: 2026-11-21T07:00:00Z"
            ),
            optional(
                "ignored",
                .bool,
                "Whether it stays with the task and is never sent.",
                example: "type: String?\nignored: true"
            ),
            optional(
                "transform",
                .text,
                "A Swift function of yours that is called with the value before it is packed. Nothing undoes it, so that a shape that "
                    + "replies hold can only have it beside `only: request`.",
                example: transform
            ),
            optional(
                "secret",
                .bool,
                "Whether its value is kept out of all that NetTask writes: descriptions, dumps, logs and errors.",
                example: "type: String\nsecret: true"
            ),
            deprecated(example: "type: String?\ndeprecated: use title"),
            optional(
                "was",
                .anyOf([.text, .list(.text)]),
                "The names that it had in the spec before: what durable tasks stored under them is read.",
                example: "type: String\nwas: label"
            ),
            elsewhere("oneOf", "only a shape is one of several types; give it a name under `shapes`"),
        ]
    }

    // MARK: Keys of several kinds of maps

    static func description(example: String) -> MappingRule.Key {
        optional("description", .text, "Becomes the documentation of what is generated.", example: example)
    }

    static func swiftName(example: String) -> MappingRule.Key {
        optional("swiftName", .name, "The exact name in Swift; the key itself unless said.", example: example)
    }

    static func deprecated(example: String) -> MappingRule.Key {
        optional(
            "deprecated",
            .anyOf([.bool, .text]),
            "`true`, or what to use instead: goes into the documentation, and makes the compiler warn of an endpoint.",
            example: example
        )
    }

    static func nullable(example: String) -> MappingRule.Key {
        optional(
            "nullable",
            .bool,
            "Whether `null` is told apart from a value that is not there. With `?` the type is `Nullable`; without it the "
                + "value must be there, and may be null.",
            example: example
        )
    }

    static func mutable(example: String) -> MappingRule.Key {
        optional(
            "mutable",
            .bool,
            "Whether properties are `var`. With `false` they are `let`, which makes a large client a third smaller and quicker to "
                + "compile. Default: `true`.",
            example: example
        )
    }

    /// - Parameter example: What a spec that extends another one says.
    static func omit(_ example: String) -> MappingRule.Key {
        optional(
            "omit",
            .word("true"),
            "Leaves out what the spec has from the one that it extends.",
            example: "extends: imported/github.nettask.yaml\n\(example)"
        )
    }

    static let conformances = conformances(example: "conformances: [Hashable]")

    static func conformances(example: String) -> MappingRule.Key {
        optional(
            "conformances",
            .list(.text),
            "Protocols that shapes conform to besides; a shape's own are added to those of `defaults`, and `[]` is none.",
            example: example
        )
    }

    static let separator = separator(example: "separator: keep")

    static func separator(example: String) -> MappingRule.Key {
        optional(
            "separator",
            .separator,
            "What stands between the words of names on the wire: `underscore` (`userId` is `user_id`), `hyphen`, `dot`, or "
                + "any text in quotes. `keep` leaves names as they are; `camel` and `pascal` change the first word: `userId`, "
                + "`UserId`. Default: `underscore`.",
            example: example
        )
    }
}
