/// The spec language as one table: which keys each kind of map takes, and what they say.
///
/// The decoder, the JSON Schema for editors and the reference are all made from it, so they cannot drift apart.
package enum SpecLanguage {
    package static let version = 1

    /// What the keys of the author's own begin with, which every map takes that has keys of ours.
    package static let extensionPrefix = "x-"

    /// Whether a key is one of the author's own.
    static func isExtension(_ key: String) -> Bool {
        key.hasPrefix(extensionPrefix) && key.utf8.count > extensionPrefix.utf8.count
    }

    /// Words that other tools and earlier versions have for a key, and the keys that they can stand for.
    static let synonyms: [String: Set<String>] = [
        "name": ["wireName"],
        "parameters": ["constants"],
        "request": ["encoding"],
        "fields": ["params"],
    ]

    /// All kinds of maps, in the order of the reference.
    package static let rules = [
        spec, authScheme, defaults, group, endpoint, param, retry, idempotencyKey, durable, unique, response,
        responseHeader,
        statusBody, shape, enumerationCase, alternative, field,
    ]

    private static let ruleOfID = Dictionary(rules.map { ($0.id, $0) }) { first, _ in first }

    static func rule(_ id: String) -> MappingRule? { ruleOfID[id] }

    // MARK: How the tables are written

    static func optional(
        _ name: String,
        _ value: KeyValue,
        _ summary: String,
        example: String
    ) -> MappingRule.Key {
        MappingRule.Key(name: name, status: .optional, value: value, summary: summary, example: example)
    }

    static func required(
        _ name: String,
        _ value: KeyValue,
        _ summary: String,
        example: String
    ) -> MappingRule.Key {
        MappingRule.Key(name: name, status: .required, value: value, summary: summary, example: example)
    }

    static func elsewhere(_ name: String, _ advice: String) -> MappingRule.Key {
        MappingRule.Key(name: name, status: .elsewhere(advice), value: .anything, summary: advice, example: "")
    }

    static func choice<Choice: RawRepresentable & CaseIterable>(of: Choice.Type) -> KeyValue
    where Choice.RawValue == String {
        .choice(Choice.allCases.map(\.rawValue))
    }
}
