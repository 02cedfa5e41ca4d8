extension SpecLanguage {
    package static let shape = MappingRule(
        id: "shape",
        noun: "a shape",
        summary:
            "A type that travels in requests and replies: an object with fields, an enumeration, one of several types, or a type of "
            + "your own.",
        context: "shapes:\n  Example:",
        alternatives: ["fields", "enum", "oneOf", "swiftType"],
        sample: "{fields: {id: Int, title: String}}",
        container: "fields",
        keys: [
            optional("fields", .named(.anyOf([.type, .map("field")])))
                .example("fields: {id: Int, title: String, body: String?}")
                .says("What an object holds.")
                .excludes(["discriminator", "choose", "closed", "import"], "a shape with `fields` has no `{key}`")
                .unless(["enum", "oneOf", "swiftType"]),
            optional("enum", .anyOf([.list(.text), .table(.anyOf([.text, .map("case")]))]))
                .example("enum: {thumbsUp: \"+1\", thumbsDown: {value: \"-1\", description: Not liked.}}")
                .says("The values of an enumeration: a list of them, or a map of Swift names to values, or to maps")
                .says("that say more; all texts or all whole numbers. Other values are kept, as `.unknown(value)`.")
                .excludes(
                    [
                        "fields", "oneOf", "discriminator", "choose", "swiftType", "import", "separator", "ignored",
                        "mutable",
                    ],
                    "an enumeration has no `{key}`"
                ),
            optional("oneOf", .anyOf([.list(alternatives), .table(alternatives)]))
                .example("oneOf: {post: Post, text: String}")
                .says("Types of which a value has one: a list of them, or a map of names of cases to types. They are")
                .says("tried in this order; see `choose`.")
                .excludes(["fields"], "a shape has `fields` or `oneOf`, not both")
                .unless(["enum"])
                .noting(
                    "name the alternatives as a shape, and give this one a field of it: "
                        + "`kind: {type: …, inline: true}`"
                )
                .excludes(
                    ["swiftType", "import", "separator", "ignored", "mutable"],
                    "a shape with `oneOf` has no `{key}`"
                )
                .unless(["enum"])
                .excludes(["closed"], "`closed` refuses values that a `discriminator` does not list, and there is none")
                .unless(["enum", "discriminator"])
                .noting("without one, whatever is none of the alternatives is an error"),
            optional("discriminator", .text).example("oneOf: {post: Post, saved_filter: Filter}\ndiscriminator: type")
                .says("The member of the JSON object that says which of `oneOf` it is. Its values are the keys of the")
                .says("map, or the names of the shapes, unless `value` says others; an object of another value is")
                .says("kept, as `.unknown(JSONValue)`. An object without the member is the one alternative whose own")
                .says("field for it may be missing; where there are several, it is unknown.")
                .excludes(["choose"], "`choose` says which is read without a `discriminator`")
                .unless(["enum", "swiftType", "fields"])
                .showingItself,
            optional("choose", choice(of: Alternatives.Choice.self))
                .example("oneOf: {post: Post, filter: Filter}\nchoose: closest")
                .says("Which of `oneOf` it is without a `discriminator`: `first`, the first that can be read, or")
                .says("`closest`, the one of these that knows the most members of the object. Default: `first`."),
            optional("closed", .bool).example("enum: [asc, desc]\nclosed: true")
                .says("Whether a value that `enum` or `discriminator` do not list is an error; `false`, unless said,")
                .says("keeps it."),
            optional("swiftType", .text).example("swiftType: Foundation.Decimal\nimport: Foundation")
                .says("A Swift type of yours that is used as it is. It conforms to `JSONReadable` and")
                .says("`ParameterValue`, as far as it is read and sent, and to `StoredValue` if a durable task holds")
                .says("it.")
                .excludes(
                    [
                        "fields", "discriminator", "choose", "closed", "separator", "ignored", "conformances",
                        "attributes", "mutable", "swiftName", "example",
                    ],
                    "a Swift type of yours has no `{key}`"
                )
                .unless(["enum", "oneOf"]),
            optional("import", .name).example("swiftType: Decimal\nimport: Foundation")
                .says("The module that `swiftType` is from."),
            separator(example: "separator: keep\nfields: {firstName: String}"),
            description(example: "description: A post, and who wrote it.\nfields: {id: Int}", \Shape.description),
            swiftName(example: "swiftName: BlogPost\nfields: {id: Int}"),
            optional("ignored", .anyOf([.word("all"), .list(.text)]))
                .example("fields: {id: Int, note: String?}\nignored: [note]")
                .says("Names of fields that are never sent, or `all`."),
            conformances(example: "fields: {id: Int}\nconformances: [Hashable, Codable, Identifiable]"),
            attributes(
                example: "fields: {id: Int}\nattributes: [\"@available(iOS 17, *)\"]",
                \Shape.attributes
            ),
            mutable(example: "fields: {id: Int}\nmutable: false", \Shape.isMutable),
            deprecated(example: "fields: {id: Int}\ndeprecated: use Post", \Shape.deprecation),
            optional("example", .anything)
                .example("fields: {id: Int, title: String, body: String?}\nexample: {id: 1, title: Hello}")
                .says("A value as an example: a map of fields, a case of `enum`, or a map of one case of `oneOf` to")
                .says("its value. A field that it leaves out and that must be there has an example of its own."),
            omit("shapes:\n  Tag: {omit: true}"),
            elsewhere("was", "no name of a shape is stored: give it another one at any time"),
            elsewhere("type", "`fields`, `enum` and `oneOf` say what kind of type a shape is; leave `type` out"),
            elsewhere("required", "a field must be there unless its type ends in `?`; leave `required` out"),
        ]
    )

    package static let enumerationCase = MappingRule(
        id: "case",
        noun: "a case of an enumeration",
        summary: "One of the values of `enum`, where the value alone does not say it. `name: value` alone is short for "
            + "`name: {value: value}`.",
        context: "shapes:\n  Example:\n    enum:\n      paid:",
        shortKey: "value",
        keys: [
            required("value", .text).example("value: P")
                .says("What is on the wire: a text or a whole number."),
            description(example: "value: P\ndescription: All of it is paid.", \EnumerationCase.description),
            deprecatedCase(example: "value: P\ndeprecated: use settled", \EnumerationCase.deprecation),
        ]
    )

    /// A warning at each use would also be one in the code that is generated.
    private static func deprecatedCase<Root>(
        example: String,
        _ place: Path<Root, Deprecation?>
    ) -> MappingRule.Key {
        optional("deprecated", place).harmless.example(example)
            .says("`true`, or what to use instead: goes into the documentation.")
    }

    private static let alternatives = KeyValue.anyOf([.type, .map("alternative")])

    package static let alternative = MappingRule(
        id: "alternative",
        noun: "an alternative",
        summary: "One of the types of `oneOf`, where a type alone does not say it.",
        context: "shapes:\n  Example:\n    discriminator: kind\n    oneOf:\n      post:",
        shortKey: "type",
        keys: [
            required("type", .type).example("type: Post")
                .says("The type of the alternative."),
            optional("value", .anyOf([.constant, .list(.constant)])).example("type: Post\nvalue: [post, page]")
                .says("What the `discriminator` says where it is this one: a text or a whole number, or a list of")
                .says("them. The first is sent where the shape sends none of its own."),
            description(example: "type: Post\ndescription: Written by one of the authors.", \Alternative.description),
            deprecatedCase(example: "type: Post\ndeprecated: true", \Alternative.deprecation),
        ]
    )

    package static let field = MappingRule(
        id: "field",
        noun: "a field",
        summary: "What a shape or a reply holds. `name: Type` alone is short for `name: {type: Type}`.",
        context: "shapes:\n  Example:\n    fields:\n      value:",
        shortKey: "type",
        keys: fieldKeys(
            style: "type: [String]\nstyle: comma",
            transform: "type: Double\ntransform: {send: Tenths.from, read: Tenths.to}"
        ) + [
            optional("from", .text).example("type: Float\nfrom: main.temp")
                .says("The keys that lead to the value in a reply, with dots between them. Such a shape cannot be")
                .says("sent."),
            nullable(example: "type: String?\nnullable: true"),
            optional("only", \Field.only).example("type: Date?\nonly: response")
                .says("The one way that the field travels: it is never read, or never sent."),
            optional("inline", \Field.isInline).example("type: Post\ninline: true")
                .says("Whether the members of its value stand beside the other fields, in the same object. Its type is")
                .says("a shape with `fields`, or with `oneOf` of such shapes: so a shape has fields and alternatives.")
                .says("Where both send one name, the other fields' value is sent.")
                .excludes(
                    [
                        "optional", "wireName", "format", "style", "default", "ignored", "transform", "secret", "from",
                        "nullable", "only",
                    ],
                    "an inline field has no `{key}`: it has no member of its own"
                )
                .with("true")
                .showingItself,
            elsewhere("in", "only a param says where it goes; a field goes with its shape"),
        ]
    )

    package static let transform = MappingRule(
        id: "transform",
        noun: "`transform`",
        summary: "The Swift functions of yours between a value and what the server sees. A name alone is short for "
            + "`{send: NAME}`. A list is given to a function as a whole.",
        context: "shapes:\n  Example:\n    fields:\n      value:\n        type: Double\n        transform:",
        shortKey: "send",
        keys: [
            optional("send", .text).example("send: Tenths.from\nread: Tenths.to")
                .says("The function that is called with the value before it is packed, and returns what is sent. If")
                .says("the type is optional, it is not called without a value."),
            optional("read", .text).example("send: Tenths.from\nread: Tenths.to")
                .says("The function that is called with what the reply holds, and returns the value. Its parameter")
                .says("says which type is read. If the type is optional or has a `default`, it is not called")
                .says("without a value. If it throws, the reply is a parse failure."),
        ]
    )

    // MARK: Keys of fields and params

    /// - Parameters:
    ///   - style: The example of that key.
    ///   - transform: Likewise.
    static func fieldKeys(style: String, transform: String) -> [MappingRule.Key] {
        [
            required("type", .type).example("type: \"[String]?\"")
                .says("The type, written as in Swift."),
            optional("optional", .bool).example("type: [String]\noptional: true")
                .says("Whether the value may be missing; the same as `?` after the type."),
            optional("wireName", .text).example("type: String\nwireName: X-Name")
                .says("The exact name on the wire."),
            swiftName(example: "type: String\nswiftName: label"),
            description(example: "type: Date?\ndescription: When it was first published.", \Field.description),
            optional("format", choice(of: Field.Format.self)).example("type: Date\nformat: unix")
                .says("How a date is written; `iso8601` unless said. `string` is a number in quotes, `base64url`")
                .says("another form of `Data`."),
            optional("style", choice(of: Field.ArrayStyle.self)).example(style)
                .says("How a list is written outside of JSON; `repeat` unless said. With `brackets`, `filter[id]=3`,")
                .says("or `numbered`, `filter.1.id=3`, shapes, dictionaries and lists of them can stand in queries and")
                .says("forms too."),
            optional("default", .anyOf([.constant, .list(.anything), .table(.anything)]))
                .example("type: Int\ndefault: 20")
                .says("The value where none is given, also in a reply: a text, a number, a boolean, a case, `[]` or")
                .says("`{}`."),
            optional("example", .anything).example("type: Date\nexample: 2026-11-21T07:00:00Z")
                .says("A value as an example: used where that of the shape or endpoint around it is missing, or lacks")
                .says("what must be there. Dates are written by ISO 8601, `Data` by Base64, files as their text. A")
                .says("secret has none: its text is `<secret>` there."),
            optional("ignored", \Field.isIgnored).example("type: String?\nignored: true")
                .says("Whether it stays with the task and is never sent."),
            optional("transform", .anyOf([.text, .map("transform")])).example(transform)
                .says("A Swift function of yours that is called with the value before it is packed. In a reply, write")
                .says("`transform: {read: NAME}`; if the field is both sent and read,")
                .says("`transform: {send: NAME, read: NAME}`."),
            secret
                .says(
                    "Whether its value is kept out of all that NetTask writes: descriptions, dumps, logs and errors."
                ),
            deprecated(example: "type: String?\ndeprecated: use title", \Field.deprecation),
            optional("was", .anyOf([.text, .list(.text)])).example("type: String\nwas: label")
                .says("The names that it had in the spec before: what durable tasks stored under them is read."),
            elsewhere("oneOf", "only a shape is one of several types; give it a name under `shapes`"),
            elsewhere("required", "a value must be there unless its type ends in `?`, as in `String?`"),
            elsewhere("enum", "give the values a name under `shapes`, as in `Order: {enum: [asc, desc]}`"),
        ]
    }

    // MARK: Keys of several kinds of maps

    static func description<Root>(
        example: String,
        _ place: Path<Root, String?>
    ) -> MappingRule.Key {
        optional("description", place).harmless.example(example)
            .says("Becomes the documentation of what is generated.")
    }

    static func swiftName(example: String) -> MappingRule.Key {
        optional("swiftName", .name).example(example)
            .says("The exact name in Swift; the key itself unless said.")
    }

    static func deprecated<Root>(
        example: String,
        _ place: Path<Root, Deprecation?>
    ) -> MappingRule.Key {
        optional("deprecated", place).harmless.example(example)
            .says("`true`, or what to use instead: goes into the documentation, and makes the compiler warn of an")
            .says("endpoint.")
    }

    static func nullable(example: String) -> MappingRule.Key {
        optional("nullable", \Field.isNullable).example(example)
            .says("Whether `null` is told apart from a value that is not there. With `?` the type is `Nullable`;")
            .says("without it the value must be there, and may be null.")
            .excludes(
                ["default"],
                "what is `nullable` has no `default`: it could stand for null as well as for nothing"
            )
            .with("true")
            .showingItself
            .excludes(["transform"], "what is `nullable` has no `transform`, which makes nothing of null")
            .with("true")
            .showingItself
    }

    static let secret = optional("secret", \Field.isSecret).harmless.example("type: String\nsecret: true")
        .excludes(
            ["default"],
            "a secret cannot have a `default`: it must stand neither in the spec nor in generated code"
        )
        .with("true")
        .showingItself

    static func mutable<Root>(
        example: String,
        _ place: Path<Root, Bool>
    ) -> MappingRule.Key {
        optional("mutable", place).example(example)
            .says("Whether properties are `var`. With `false` they are `let`, which makes a large client a third")
            .says("smaller and quicker to compile. Default: `true`.")
    }

    /// - Parameter example: What a spec that extends another one says.
    static func omit(_ example: String) -> MappingRule.Key {
        optional("omit", .word("true")).example("extends: imported/github.nettask.yaml\n\(example)")
            .says("Leaves out what the spec has from the one that it extends.")
    }

    static let conformances = conformances(example: "conformances: [Hashable]")

    static func conformances(example: String) -> MappingRule.Key {
        optional("conformances", .list(.text)).example(example)
            .says("Protocols that shapes conform to besides; a shape's own are added to those of `defaults`, and `[]`")
            .says("is none.")
    }

    static func attributes<Root>(
        example: String,
        _ place: Path<Root, [SwiftAttribute]>
    ) -> MappingRule.Key {
        optional("attributes", .list(.text)).at(place) { $0.attributes($1.value) }.example(example)
            .says("Attributes of Swift that stand before the generated type, in quotes since YAML has no word that")
            .says("begins with `@`. Those of `defaults` stand before all types that say none, and `[]` is none.")
    }

    static let separator = separator(example: "separator: keep")
        .at(\EndpointSettings.separator) { $0.separator($1.value) }

    static func separator(example: String) -> MappingRule.Key {
        optional("separator", .separator).example(example)
            .says("What stands between the words of names on the wire: `underscore` (`userId` is `user_id`), `hyphen`,")
            .says("`dot`, or any text in quotes. `keep` leaves names as they are; `camel` and `pascal` change the")
            .says("first word: `userId`, `UserId`. Default: `underscore`.")
    }
}
