import NetTaskSpec
import NetTaskTerminal

/// The JSON Schema of specs, for editors: completion, hover text and underlines.
///
/// It is generated from `SpecLanguage`, the table of the decoder. It checks each map by itself. Rules between parts of a
/// spec, such as that each variable of a uri needs a param, are checked only by `nettask validate`.
package enum SpecSchema {
    /// The schema as JSON text (JSON Schema 2020-12), with a line break at its end.
    package static var text: String {
        let maps = SpecLanguage.rules.map { ($0.id, map($0, inOverlay: false)) }
        let overlay = JSONText.object(SpecLanguage.rules.map { ($0.id, map($0, inOverlay: true)) })
        let schema: JSONText = .object(
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
        return schema.lines() + "\n"
    }

    /// - Parameter inOverlay: Whether the map is merged over an inherited one. Then it may be incomplete, and null
    ///   removes.
    private static func map(_ rule: MappingRule, inOverlay: Bool) -> JSONText {
        var members: [(String, JSONText)] = [
            ("type", "object"), ("description", .string(rule.summary)),
            ("properties", .object(rule.usableKeys.map { ($0.name, property($0, rule, inOverlay)) })),
        ]
        let isWhole = !inOverlay || rule.id == SpecLanguage.spec.id
        let required = rule.keys.filter { $0.status == .required && isWhole }.map { JSONText.string($0.name) }
        if !required.isEmpty { members.append(("required", .list(required))) }
        if !inOverlay, !rule.alternatives.isEmpty {
            members.append(("oneOf", .list(rule.alternatives.map { ["required": [.string($0)]] })))
        }
        if !inOverlay, !rule.exclusions.isEmpty {
            members.append(("allOf", .list(rule.exclusions.map(exclusion))))
        }
        return .object(members + [("patternProperties", .object([extensions])), ("additionalProperties", false)])
    }

    private static func exclusion(_ exclusion: MappingRule.Exclusion) -> JSONText {
        var conditions: [JSONText] = exclusion.exceptions.map { ["not": ["required": [.string($0)]]] }
        if let key = exclusion.key {
            conditions.append(["required": [.string(key)]])
            if let value = exclusion.value {
                conditions.append(["properties": .object([(key, .object([("enum", .list(words([value])))]))])])
            }
        }
        let excluded = JSONText.object(exclusion.keys.map { ($0, false) })
        return ["if": ["allOf": .list(conditions)], "then": ["properties": excluded]]
    }

    /// Extension keys.
    private static let extensions: (String, JSONText) = ("^\(SpecLanguage.extensionPrefix).", .bool(true))

    private static func property(_ key: MappingRule.Key, _ rule: MappingRule, _ inOverlay: Bool) -> JSONText {
        let isOfDefaults = SpecLanguage.defaults.key(key.name)?.status == .optional
        let isInherited = inOverlay || rule.id == SpecLanguage.endpoint.id && isOfDefaults
        let value = inherited(key.value, isInherited)
        guard case .object(let members) = value else { return value }
        let examples = key.exampleValue.map { [("examples", JSONText.list([.string($0)]))] } ?? []
        let text = key.summary + (key.defaultWords == "none" ? "" : " Default: \(key.defaultWords).")
        // Editors that render Markdown prefer the second description.
        let link = "\n\n[Reference](\(ReferencePage.address(of: key, in: rule)))"
        return .object(
            [("description", .string(text)), ("markdownDescription", .string(text + link))] + members + examples
        )
    }

    /// - Parameter inOverlay: Whether it can also be null, which removes the inherited value.
    private static func inherited(_ value: KeyValue, _ inOverlay: Bool) -> JSONText {
        let schema = self.value(value, inOverlay)
        return inOverlay ? ["anyOf": [schema, ["type": "null"]]] : schema
    }

    private static func value(_ value: KeyValue, _ inOverlay: Bool) -> JSONText {
        switch value {
        case .text: ["type": ["string", "number", "boolean"]]
        case .word(let word): ["enum": .list(words([word]))]
        case .choice(let words): ["enum": .list(words.map { .string($0) })]
        case .count(let minimum):
            [
                "type": ["integer", "string"], "minimum": .integer(minimum),
                "pattern": minimum == 0 ? "^(0|[1-9][0-9]*)$" : "^[1-9][0-9]*$",
            ]
        case .number: ["type": ["number", "string"], "pattern": "^-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][-+]?[0-9]+)?$"]
        case .bool: ["enum": [true, false, "true", "false"]]
        case .duration: ["type": "string", "pattern": "^[0-9]+([.][0-9]{1,9})?(ms|s|m|h|d)$"]
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

    /// A word as text, and as the number or the boolean that YAML reads it as.
    private static func words(_ words: [String]) -> [JSONText] {
        words.flatMap { word in
            [Int(word).map { JSONText.integer($0) }, Bool(word).map { .bool($0) }, .string(word)].compactMap { $0 }
        }
    }

    /// A type as text, or as the YAML of `[Post]` and `[String: Int]` without quotes.
    private static let type: JSONText = [
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

    private static let scalarType: JSONText = [
        "enum": .list(
            TypeReference.Scalar.allCases.flatMap { [.string($0.rawValue), .string("\($0.rawValue)?")] } + [
                .string(TypeReference.noneWord)
            ]
        )
    ]
}

extension MappingRule.Key {
    /// The value of the key in its example, if it is a single text on its line.
    fileprivate var exampleValue: String? {
        guard let line = example.split(separator: "\n").first(where: { $0.hasPrefix("\(name): ") }) else { return nil }
        let value = line.dropFirst(name.count + 2)
        switch self.value {
        case .text, .duration, .name: return value.contains(where: { "\"{[".contains($0) }) ? nil : String(value)
        default: return nil
        }
    }
}
