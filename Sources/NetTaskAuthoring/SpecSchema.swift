import NetTaskSpec

/// The JSON Schema of specs, for editors: completion, hover text and underlines.
///
/// It is made from `SpecLanguage`, the table that the decoder goes by. It knows each map by itself; what must hold
/// between parts of a spec, such as that a param fills each variable of a uri, only `nettask validate` knows.
package enum SpecSchema {
    /// The schema as JSON text (JSON Schema 2020-12), with a line break at its end.
    package static var text: String {
        let maps = SpecLanguage.rules.map { ($0.id, map($0, inOverlay: false)) }
        let overlay = SchemaValue.object(SpecLanguage.rules.map { ($0.id, map($0, inOverlay: true)) })
        let schema: SchemaValue = .object(
            [
                ("$schema", "https://json-schema.org/draft/2020-12/schema"),
                ("title", "NetTask spec"),
                ("description", "The endpoints of an HTTP API, from which nettask generates typed Swift tasks."),
                ("if", ["required": ["extends"]]),
                ("then", ["$ref": "#/$defs/overlay/spec"]),
                ("else", ["$ref": "#/$defs/spec"]),
                ("$defs", .object(maps + [("overlay", overlay), ("type", type), ("scalarType", scalarType)])),
            ]
        )
        return schema.text() + "\n"
    }

    /// - Parameter inOverlay: Whether it is over another one that is inherited: then it need not be whole, and null removes.
    private static func map(_ rule: MappingRule, inOverlay: Bool) -> SchemaValue {
        var members: [(String, SchemaValue)] = [
            ("type", "object"), ("description", .string(rule.summary)),
            ("properties", .object(rule.usableKeys.map { ($0.name, property($0, rule, inOverlay)) })),
        ]
        let isWhole = !inOverlay || rule.id == SpecLanguage.spec.id
        let required = rule.keys.filter { $0.status == .required && isWhole }.map { SchemaValue.string($0.name) }
        if !required.isEmpty { members.append(("required", .list(required))) }
        if !inOverlay, !rule.alternatives.isEmpty {
            members.append(("oneOf", .list(rule.alternatives.map { ["required": [.string($0)]] })))
        }
        if !inOverlay, !rule.exclusions.isEmpty {
            members.append(("allOf", .list(rule.exclusions.map(exclusion))))
        }
        return .object(members + [("patternProperties", .object([extensions])), ("additionalProperties", false)])
    }

    private static func exclusion(_ exclusion: MappingRule.Exclusion) -> SchemaValue {
        var conditions: [SchemaValue] = exclusion.exceptions.map { ["not": ["required": [.string($0)]]] }
        if let key = exclusion.key {
            conditions.append(["required": [.string(key)]])
            if let value = exclusion.value {
                conditions.append(["properties": .object([(key, .object([("enum", .list(words([value])))]))])])
            }
        }
        let excluded = SchemaValue.object(exclusion.keys.map { ($0, false) })
        return ["if": ["allOf": .list(conditions)], "then": ["properties": excluded]]
    }

    /// Keys of the author's own.
    private static let extensions: (String, SchemaValue) = ("^\(SpecLanguage.extensionPrefix).", .bool(true))

    private static func property(_ key: MappingRule.Key, _ rule: MappingRule, _ inOverlay: Bool) -> SchemaValue {
        let isOfDefaults = SpecLanguage.defaults.key(key.name)?.status == .optional
        let isInherited = inOverlay || rule.id == SpecLanguage.endpoint.id && isOfDefaults
        let value = inherited(key.value, isInherited)
        guard case .object(let members) = value else { return value }
        let examples = key.exampleValue.map { [("examples", SchemaValue.list([.string($0)]))] } ?? []
        return .object([("description", .string(key.summary))] + members + examples)
    }

    /// - Parameter inOverlay: Whether it can also be null, which removes what is inherited.
    private static func inherited(_ value: KeyValue, _ inOverlay: Bool) -> SchemaValue {
        let schema = self.value(value, inOverlay)
        return inOverlay ? ["anyOf": [schema, ["type": "null"]]] : schema
    }

    private static func value(_ value: KeyValue, _ inOverlay: Bool) -> SchemaValue {
        switch value {
        case .text: ["type": ["string", "number", "boolean"]]
        case .word(let word): ["enum": .list(words([word]))]
        case .choice(let words): ["enum": .list(words.map { .string($0) })]
        case .count: ["type": ["integer", "string"], "minimum": 0, "pattern": "^(0|[1-9][0-9]*)$"]
        case .bool: ["enum": [true, false, "true", "false"]]
        case .duration: ["type": "string", "pattern": "^[0-9]+([.][0-9]{1,9})?(ms|s|m|h)$"]
        case .name:
            [
                "type": ["string", "boolean"],  // to YAML the name `True` is one
                "pattern": "^[A-Za-z_\\u0080-\\uFFFF][0-9A-Za-z_\\u0080-\\uFFFF]*$",
            ]
        case .url: ["type": "string", "pattern": "^https?://[^/]"]
        case .type: ["$ref": "#/$defs/type"]
        case .separator:
            ["type": ["string", "number"], "examples": .list(NameSeparator.words.map { .string($0.word) })]
        case .constant: ["type": ["string", "number", "boolean", "null"]]
        case .anything: [:]
        case .list(let item): ["type": "array", "items": self.value(item, false)]
        case .table(let item): ["type": "object", "additionalProperties": inherited(item, inOverlay)]
        case .named(let item): ["type": ["object", "null"], "additionalProperties": inherited(item, inOverlay)]
        case .keyed(let pattern, let item):
            [
                "type": "object", "patternProperties": .object([(pattern, inherited(item, inOverlay)), extensions]),
                "additionalProperties": false,
            ]
        case .map(let id): ["$ref": .string("#/$defs/\(inOverlay ? "overlay/" : "")\(id)")]
        case .anyOf(let values): ["anyOf": .list(values.map { self.value($0, inOverlay) })]
        }
    }

    /// A word as text, and as the number or the boolean that YAML makes of it.
    private static func words(_ words: [String]) -> [SchemaValue] {
        words.flatMap { word in
            [Int(word).map { SchemaValue.integer($0) }, Bool(word).map { .bool($0) }, .string(word)].compactMap { $0 }
        }
    }

    /// A type as text, or what YAML makes of `[Post]` and `[String: Int]` without quotes.
    private static let type: SchemaValue = [
        "description": "A type, written as in Swift: Int, String?, [Post], [String: Int].",
        "anyOf": [
            ["$ref": "#/$defs/scalarType"],
            ["type": ["string", "boolean"], "minLength": 1],  // `True` may be the name of a shape
            [
                "type": "array", "minItems": 1, "maxItems": 1,
                "items": [
                    "anyOf": [
                        ["$ref": "#/$defs/type"],
                        [
                            "type": "object", "properties": ["String": ["$ref": "#/$defs/type"]],
                            "required": ["String"], "additionalProperties": false,
                        ],
                    ]
                ],
            ],
        ],
    ]

    private static let scalarType: SchemaValue = [
        "enum": .list(
            TypeReference.Scalar.allCases.flatMap { [.string($0.rawValue), .string("\($0.rawValue)?")] } + [
                .string(TypeReference.noneWord)
            ]
        )
    ]
}

extension MappingRule.Key {
    /// What stands behind the key in its example, where that is one text on its line.
    fileprivate var exampleValue: String? {
        guard let line = example.split(separator: "\n").first(where: { $0.hasPrefix("\(name): ") }) else { return nil }
        let value = line.dropFirst(name.count + 2)
        switch self.value {
        case .text, .duration, .name: return value.contains(where: { "\"{[".contains($0) }) ? nil : String(value)
        default: return nil
        }
    }
}

/// A piece of a JSON Schema: JSON whose members keep their order, so that the file reads as the table does.
indirect enum SchemaValue {
    case bool(Bool)
    case integer(Int)
    case string(String)
    case list([SchemaValue])
    case object([(name: String, value: SchemaValue)])

    /// The JSON text, indented by two spaces a level; what is short stays on one line.
    func text(indentation: Int = 0) -> String {
        let line = onOneLine
        if indentation + line.count <= 100 { return line }
        let inner = String(repeating: " ", count: indentation + 2)
        let outer = String(repeating: " ", count: indentation)
        switch self {
        case .bool, .integer, .string:
            return line
        case .list(let items):
            let lines = items.map { inner + $0.text(indentation: indentation + 2) }
            return "[\n" + lines.joined(separator: ",\n") + "\n\(outer)]"
        case .object(let members):
            let lines = members.map { name, value in
                "\(inner)\(Self.quoted(name)): \(value.text(indentation: indentation + 2))"
            }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(outer)}"
        }
    }

    private var onOneLine: String {
        switch self {
        case .bool(let bool): "\(bool)"
        case .integer(let integer): "\(integer)"
        case .string(let string): Self.quoted(string)
        case .list(let items): "[" + items.map(\.onOneLine).joined(separator: ", ") + "]"
        case .object(let members):
            "{" + members.map { "\(Self.quoted($0.name)): \($0.value.onOneLine)" }.joined(separator: ", ") + "}"
        }
    }

    /// The table of keys is ours: it holds neither control characters nor anything else that JSON would escape.
    private static func quoted(_ string: String) -> String {
        var quoted = "\""
        for character in string.unicodeScalars {
            switch character {
            case "\"", "\\": quoted += "\\\(character)"
            case "\n": quoted += "\\n"
            default: quoted.unicodeScalars.append(character)
            }
        }
        return quoted + "\""
    }
}

extension SchemaValue: ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral
{
    init(stringLiteral string: String) { self = .string(string) }
    init(arrayLiteral items: SchemaValue...) { self = .list(items) }
    init(dictionaryLiteral members: (String, SchemaValue)...) { self = .object(members.map { ($0, $1) }) }
    init(booleanLiteral bool: Bool) { self = .bool(bool) }
    init(integerLiteral integer: Int) { self = .integer(integer) }
}
