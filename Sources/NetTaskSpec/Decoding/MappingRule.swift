/// The keys that one kind of map of the spec language takes. All of them together are `SpecLanguage`.
package struct MappingRule: Sendable {
    /// What a map of this kind is, as messages call it: "an endpoint".
    package var noun: String
    package var keys: [Key]

    package struct Key: Sendable {
        package var name: String
        package var status: Status
        package var value: Value
        /// What the key says, for documentation and the JSON Schema.
        package var summary: String
    }

    package enum Status: Sendable, Equatable {
        case optional
        case required
        /// Reserved: a later version of NetTask gives it a meaning.
        case later
        /// Known, but not in this kind of map; the text says what to do instead.
        case elsewhere(String)
    }

    /// The kind of value that a key takes.
    package enum Value: Sendable, Equatable {
        case text
        /// A URL, or a map of names to URLs.
        case baseURL
        case integer
        case bool
        case duration
        case name
        case type
        case separator
        case choice([String])
        case ignored
        case defaultValue
        case constants
        case headers
        case list
        /// The name of a scheme of `auth`, a list of them, or `none`.
        case auth
        /// A type, a map of the rule `response`, or a map of statuses as in `statuses`.
        case response
        /// A map of statuses (`404`, `4xx`, `default`) to types, to maps of the rule `statusBody`, or to `none`.
        case statuses
        /// A map whose keys are names of the author's.
        case named(String)
        case map(String)
    }

    /// The key of that name, if this kind of map knows it in any way.
    package func key(_ name: String) -> Key? {
        for key in keys where key.name == name { return key }
        return nil
    }

    /// The names of the keys that may be used today.
    package var usableNames: [String] {
        keys.filter { $0.status == .optional || $0.status == .required }.map(\.name)
    }
}
