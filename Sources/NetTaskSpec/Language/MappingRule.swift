/// The keys that one kind of map of the spec language takes. All of them together are `SpecLanguage`.
package struct MappingRule: Sendable {
    /// What the tables and the JSON Schema call this kind of map: "endpoint".
    package var id: String
    /// What a map of this kind is, as messages call it: "an endpoint".
    package var noun: String
    /// What a map of this kind describes, for documentation.
    package var summary: String
    package var keys: [Key]
    /// The lines that lead to such a map in an example; the map is one level deeper than the last of them.
    package var context: String
    /// A map of this kind needs exactly one of these keys; empty where there is no such choice.
    package var alternatives: [String]
    /// The key whose value alone is short for a map of this kind; nil where there is no such form.
    package var shortKey: String?

    package init(
        _ id: String,
        noun: String,
        summary: String,
        context: String = "",
        alternatives: [String] = [],
        shortKey: String? = nil,
        keys: [Key]
    ) {
        self.id = id
        self.noun = noun
        self.summary = summary
        self.alternatives = alternatives
        self.shortKey = shortKey
        self.keys = keys
        self.context = context
    }

    package struct Key: Sendable {
        package var name: String
        package var status: Status
        package var value: KeyValue
        /// What the key says, for documentation and for what editors show.
        package var summary: String
        /// The key in use: lines of a map of this kind, with other keys where it cannot stand alone.
        package var example: String
    }

    package enum Status: Sendable, Equatable {
        case optional
        case required
        /// Known, but not in this kind of map; the text says what to do instead.
        case elsewhere(String)
    }

    /// The key of that name, if this kind of map knows it in any way.
    package func key(_ name: String) -> Key? {
        for key in keys where key.name == name { return key }
        return nil
    }

    /// The keys that may be used.
    package var usableKeys: [Key] { keys.filter { $0.status == .optional || $0.status == .required } }

    package var usableNames: [String] { usableKeys.map(\.name) }

    /// What a key was probably meant to be that this kind of map does not know.
    package func suggestion(for key: String) -> String? {
        let meant = SpecLanguage.synonyms[key] ?? []
        return usableNames.first(where: meant.contains) ?? key.closestMatch(among: usableNames)
    }
}
