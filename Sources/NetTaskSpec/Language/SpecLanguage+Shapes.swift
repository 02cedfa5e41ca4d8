extension SpecLanguage {
    package static let shape = MappingRule(
        id: "shape",
        noun: "a shape",
        summary:
            "A type of requests and replies: an object with fields, an enumeration, one of several types, or a Swift type of "
            + "your own.",
        context: "shapes:\n  Example:",
        alternatives: ["fields", "enum", "oneOf", "swiftType"],
        sample: "{fields: {id: Int, title: String}}",
        container: "fields",
        keys: [
            optional("fields", .named(.anyOf([.type, .map("field")])))
                .example("fields: {id: Int, title: String, body: String?}")
                .says("The fields of an object.")
                .excludes(["discriminator", "choose", "closed", "import"], "a shape with `fields` cannot have `{key}`")
                .unless(["enum", "oneOf", "swiftType"]),
            optional("additional", .anyOf([.type, .map("additional")]))
                .example("fields: {id: Int}\nadditional: JSONValue")
                .says("The type of members that have no field. Their dictionary is the property `additional`, or")
                .says("`additionalMembers` if a field has this name. They are sent after the fields, sorted by name. A")
                .says("member with the name of a field is not sent.").defaults(to: "these members are skipped"),
            optional("enum", .anyOf([.list(.text), .table(.anyOf([.text, .map("case")]))]))
                .example("enum: {thumbsUp: \"+1\", thumbsDown: {value: \"-1\", description: Not liked.}}")
                .says("The values of an enumeration, all text or all whole numbers: a list, or a map of Swift names to")
                .says("values or to maps with more settings. Other values are kept as `.unknown(value)`.")
                .excludes(
                    [
                        "fields", "additional", "oneOf", "discriminator", "choose", "swiftType", "import", "separator",
                        "ignored", "mutable",
                    ],
                    "an enumeration cannot have `{key}`"
                ),
            optional("oneOf", .anyOf([.list(alternatives), .table(alternatives)]))
                .example("oneOf: {post: Post, text: String}")
                .says("The alternative types of a value: a list, or a map of case names to types. They are tried in")
                .says("this order; see `choose`.")
                .excludes(["fields"], "a shape cannot have both `fields` and `oneOf`")
                .unless(["enum"])
                .noting(
                    "define a shape with the alternatives, and add a field with this shape: "
                        + "`kind: {type: …, inline: true}`"
                )
                .excludes(
                    ["additional", "swiftType", "import", "separator", "ignored", "mutable"],
                    "a shape with `oneOf` cannot have `{key}`"
                )
                .unless(["enum"])
                .excludes(["closed"], "`closed` needs a `discriminator`, whose unlisted values it rejects")
                .unless(["enum", "discriminator"])
                .noting("without a discriminator, a value that matches no alternative is always an error"),
            optional("discriminator", .text).example("oneOf: {post: Post, saved_filter: Filter}\ndiscriminator: type")
                .says("The member of the JSON object that identifies the alternative. Its value is a key of the map,")
                .says("the name of a shape in the list, or the `value` of an alternative. Other values are kept as")
                .says("`.unknown(JSONValue)`. An object without the member is the only alternative in which the member")
                .says("is optional. If there are several, it is unknown.")
                .excludes(["choose"], "`choose` applies only without a `discriminator`")
                .unless(["enum", "swiftType", "fields"])
                .showingItself,
            optional("choose", choice(of: Alternatives.Choice.self))
                .example("oneOf: {post: Post, filter: Filter}\nchoose: closest").defaults(to: "`first`")
                .says("How to choose the alternative without a `discriminator`. `first`: the first that can be read.")
                .says("`closest`: the readable one with fields for the most members of the object."),
            optional("closed", .bool).example("enum: [asc, desc]\nclosed: true")
                .says("Whether values other than those of `enum` or `discriminator` are errors. Otherwise, they")
                .says("are kept."),
            optional("swiftType", .text).example("swiftType: Foundation.Decimal\nimport: Foundation")
                .says("A Swift type of your own. It must conform to `JSONReadable` if it is read, to `ParameterValue`")
                .says("if it is sent, and to `StoredValue` if a durable task stores it.")
                .excludes(
                    [
                        "fields", "additional", "discriminator", "choose", "closed", "separator", "ignored",
                        "conformances", "attributes", "mutable", "swiftName", "example",
                    ],
                    "a shape with `swiftType` cannot have `{key}`"
                )
                .unless(["enum", "oneOf"]),
            optional("import", .name).example("swiftType: Decimal\nimport: Foundation")
                .says("The module of `swiftType`."),
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
                .says("An example of the shape: a map of fields, a case of `enum`, or a map of one case of `oneOf` to")
                .says("its value. A required field that the map omits uses its own example."),
            omit("shapes:\n  Tag: {omit: true}"),
            elsewhere("was", "names of shapes are not stored, so a shape can be renamed at any time"),
            elsewhere("type", "remove `type`: `fields`, `enum` and `oneOf` determine the kind of a shape"),
            elsewhere("required", "remove `required`: a field is required unless its type ends in `?`"),
        ]
    )

    package static let enumerationCase = MappingRule(
        id: "case",
        noun: "a case of an enumeration",
        summary:
            "One of the values of `enum`, if it needs more settings than the value. `name: value` alone is short for "
            + "`name: {value: value}`.",
        context: "shapes:\n  Example:\n    enum:\n      paid:",
        shortKey: "value",
        keys: [
            required("value", .text).example("value: P")
                .says("The value on the wire: text or a whole number."),
            description(example: "value: P\ndescription: All of it is paid.", \EnumerationCase.description),
            deprecatedCase(example: "value: P\ndeprecated: use settled", \EnumerationCase.deprecation),
        ]
    )

    /// A deprecated case adds only documentation: the generated code uses each case, so that an attribute would cause
    /// warnings in it.
    private static func deprecatedCase<Root>(
        example: String,
        _ place: Path<Root, Deprecation?>
    ) -> MappingRule.Key {
        optional("deprecated", place).harmless.example(example)
            .says("`true`, or the replacement to use. Appears in the documentation.")
    }

    private static let alternatives = KeyValue.anyOf([.type, .map("alternative")])

    package static let alternative = MappingRule(
        id: "alternative",
        noun: "an alternative",
        summary: "One of the types of `oneOf`, if it needs more settings than a type.",
        context: "shapes:\n  Example:\n    discriminator: kind\n    oneOf:\n      post:",
        shortKey: "type",
        keys: [
            required("type", .type).example("type: Post")
                .says("The type of the alternative."),
            optional("value", .anyOf([.constant, .list(.constant)])).example("type: Post\nvalue: [post, page]")
                .says("The values of the `discriminator` for this alternative: text, a whole number, or a list of")
                .says("these. The first is sent if the shape does not send the member itself."),
            description(example: "type: Post\ndescription: Written by one of the authors.", \Alternative.description),
            deprecatedCase(example: "type: Post\ndeprecated: true", \Alternative.deprecation),
        ]
    )

    package static let field = MappingRule(
        id: "field",
        noun: "a field",
        summary: "A field of a shape or a reply. `name: Type` alone is short for `name: {type: Type}`.",
        context: "shapes:\n  Example:\n    fields:\n      value:",
        shortKey: "type",
        keys: fieldKeys(
            style: "type: [String]\nstyle: comma",
            transform: "type: Double\ntransform: {send: Tenths.from, read: Tenths.to}"
        ) + [
            optional("from", .text).example("type: Float\nfrom: main.temp")
                .says("The path of the value in a reply: keys separated by dots. A shape with such a field cannot be")
                .says("sent.").excludes(elsewhere: ["wireName"]),
            nullable(example: "type: String?\nnullable: true"),
            optional("only", \Field.only).example("type: Date?\nonly: response")
                .says("The direction of the field. `response`: it is never sent. `request`: it is never read."),
            optional("inline", \Field.isInline).example("type: Post\ninline: true")
                .says("Whether the members of the field's value are members of the object that contains the field. The")
                .says("type must be a shape with `fields`, or with `oneOf` whose alternatives have `fields`. If")
                .says("another field of the object has the same name, that field is sent.")
                .excludes(
                    [
                        "optional", "wireName", "format", "style", "default", "ignored", "transform", "secret", "from",
                        "nullable", "only",
                    ],
                    "`{key}` cannot be used with `inline`: an inline field has no member of its own"
                )
                .with("true")
                .showingItself,
            elsewhere("in", "only params have a location; a field is sent with its shape"),
        ]
    )

    package static let additional = MappingRule(
        id: "additional",
        noun: "`additional`",
        summary: "The members of an object that have no field, if they need more settings than a type.",
        context: "shapes:\n  Example:\n    fields: {id: Int}\n    additional:",
        shortKey: "type",
        keys: [
            required("type", .type).example("type: JSONValue")
                .says("The type of each member. `JSONValue` is any JSON."),
            swiftName(example: "type: String\nswiftName: labels"),
            description(example: "type: String\ndescription: The labels of the post.", \Field.description),
            optional("format", choice(of: Field.Format.self)).example("type: Date\nformat: unix")
                .says("The format of the values, as for a field."),
            optional("secret", \Field.isSecret).harmless.example("type: String\nsecret: true")
                .says("Whether names and values are omitted from everything that NetTask writes."),
            deprecated(example: "type: String\ndeprecated: true", \Field.deprecation),
        ]
    )

    package static let transform = MappingRule(
        id: "transform",
        noun: "`transform`",
        summary: "Your Swift functions that convert between a value and its form on the wire. `NAME` is short for "
            + "`{send: NAME}`. For a list, the function receives the whole list.",
        context: "shapes:\n  Example:\n    fields:\n      value:\n        type: Double\n        transform:",
        shortKey: "send",
        keys: [
            optional("send", .text).example("send: Tenths.from\nread: Tenths.to")
                .says("The function that converts the value before it is packed. It returns the value to send. If the")
                .says("type is optional, the function is not called for `nil`."),
            optional("read", .text).example("send: Tenths.from\nread: Tenths.to")
                .says("The function that converts the value from the reply. Its parameter determines the type that is")
                .says("read. If the type is optional or has a `default`, the function is not called for a missing")
                .says("value. If it throws, the task fails with a parse error."),
        ]
    )

    // MARK: Keys of fields and params

    /// - Parameters:
    ///   - style: The example of that key.
    ///   - transform: The example of that key.
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
                .says("The format of a value. `string` is a number in quotes.").defaults(to: "`iso8601` for dates")
                .says("`base64url` is an alternative form of `Data`."),
            optional("style", choice(of: Field.ArrayStyle.self)).example(style)
                .says("How a list is written outside of JSON. With `brackets` (`filter[id]=3`) and `numbered`")
                .says("(`filter.1.id=3`), queries and forms can contain shapes, dictionaries and lists of these.")
                .defaults(to: "`repeat`"),
            optional("default", .anything)
                .example("type: [String]\ndefault: [push, pull]")
                .says("The value if the request or the reply has none: a single value, a case, a list, a dictionary,")
                .says("or any value of a `JSONValue`. Dates are written as ISO 8601, `Data` as Base64.")
                .says("Shapes with fields and files cannot have a default."),
            optional("example", .anything).example("type: Date\nexample: 2026-11-21T07:00:00Z")
                .says("An example value, used if the example of the shape or endpoint is missing or omits this value.")
                .says("Dates are written as ISO 8601, `Data` as Base64, files as their text. A secret has no example;")
                .says("it is shown as `<secret>`."),
            optional("ignored", \Field.isIgnored).example("type: String?\nignored: true")
                .says("Whether the value is part of the task but never sent."),
            optional("transform", .anyOf([.text, .map("transform")])).example(transform)
                .says("Your Swift function that converts the value before it is packed. For a reply, write")
                .says("`transform: {read: NAME}`. For a field that is sent and read, write")
                .says("`transform: {send: NAME, read: NAME}`.").excludes(elsewhere: ["format", "style"]),
            secret
                .says("Whether the value is omitted from everything that NetTask writes: descriptions, dumps, logs")
                .says("and errors."),
            deprecated(example: "type: String?\ndeprecated: use title", \Field.deprecation),
            optional("was", .anyOf([.text, .list(.text)])).example("type: String\nwas: label")
                .says("Earlier names in the spec. Values that durable tasks stored under these names are still read."),
            elsewhere("oneOf", "only shapes can have alternatives; define one under `shapes`"),
            elsewhere(
                "required",
                "remove `required`: a value is required unless its type ends in `?`, as in `String?`"
            ),
            elsewhere("enum", "define an enumeration under `shapes`, as in `Order: {enum: [asc, desc]}`"),
        ] + Constraints.Kind.allCases.map(constraint)
    }

    private static func constraint(_ kind: Constraints.Kind) -> MappingRule.Key {
        optional(kind.rawValue, kind.keyValue)
            .at(\Field.constraints[kind]) { keys, entry in keys.constraint(entry.value, kind) }
            .example(kind.example)
            .says("\(kind.summary) Endpoints with `validate: true` check it before they send.")
    }

    static func validate(example: String) -> MappingRule.Key {
        optional("validate", \EndpointSettings.isValidated).example(example)
            .says("Whether a task checks the constraints of its params, such as `minimum`, before it is sent. A")
            .says("violation is a `PackError`. Requires the product `NetTaskValidation` if there are constraints.")
    }

    // MARK: Keys of several kinds of maps

    static func description<Root>(
        example: String,
        _ place: Path<Root, String?>
    ) -> MappingRule.Key {
        optional("description", place).harmless.example(example)
            .says("Appears in the documentation of the generated code.")
    }

    static func swiftName(example: String) -> MappingRule.Key {
        optional("swiftName", .name).example(example)
            .says("The exact name in Swift.").defaults(to: "derived from the key")
    }

    static func deprecated<Root>(
        example: String,
        _ place: Path<Root, Deprecation?>
    ) -> MappingRule.Key {
        optional("deprecated", place).harmless.example(example)
            .says("`true`, or the replacement to use. Appears in the documentation. For endpoints, the compiler also")
            .says("warns.")
    }

    static func nullable(example: String) -> MappingRule.Key {
        optional("nullable", \Field.isNullable).example(example)
            .says("Whether `null` differs from a missing value. With `?`, the type is `Nullable`. Without `?`, the")
            .says("value is required and may be null.")
            .excludes(
                ["default"],
                "`nullable` cannot be used with `default`: it would be unclear whether the default replaces null or a missing value"
            )
            .with("true")
            .showingItself
            .excludes(["transform"], "`nullable` cannot be used with `transform`, which cannot convert null")
            .with("true")
            .showingItself
    }

    static let secret = optional("secret", \Field.isSecret).harmless.example("type: String\nsecret: true")
        .excludes(
            ["default"],
            "a secret cannot have a `default`, which would appear in the spec and in generated code"
        )
        .with("true")
        .showingItself

    static func mutable<Root>(
        example: String,
        _ place: Path<Root, Bool>
    ) -> MappingRule.Key {
        optional("mutable", place).example(example)
            .says("Whether properties are `var`. With `false`, they are `let`, and a large client is a third smaller")
            .says("and compiles faster.").defaults(to: "`true`")
    }

    /// - Parameter example: The entry of the extending spec.
    static func omit(_ example: String) -> MappingRule.Key {
        optional("omit", .word("true")).example("extends: imported/github.nettask.yaml\n\(example)")
            .says("Removes the entry that the spec inherits from the spec that it extends.")
    }

    static let conformances = conformances(example: "conformances: [Hashable]")

    static func conformances(example: String) -> MappingRule.Key {
        optional("conformances", .list(.text)).example(example)
            .says("Protocols that shapes conform to. Those of a shape are added to those of `defaults`; `[]` means")
            .says("none.")
    }

    static func attributes<Root>(
        example: String,
        _ place: Path<Root, [SwiftAttribute]>
    ) -> MappingRule.Key {
        optional("attributes", .list(.text)).at(place) { $0.attributes($1.value) }.example(example)
            .says("Swift attributes of the generated type. Write them in quotes, because in YAML a plain value cannot")
            .says("begin with `@`. Those of `defaults` apply to all types without `attributes`; `[]` means none.")
    }

    static let separator = separator(example: "separator: keep")
        .at(\EndpointSettings.separator) { $0.separator($1.value) }

    static func separator(example: String) -> MappingRule.Key {
        optional("separator", .separator).example(example)
            .says("The separator between the words of wire names: `underscore` (`userId` is `user_id`), `hyphen`,")
            .says("`dot`, or any text in quotes. `keep` does not change names. `camel` and `pascal` change the first")
            .says("word: `userId`, `UserId`.").defaults(to: "`underscore`")
    }
}
