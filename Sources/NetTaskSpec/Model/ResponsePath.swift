/// The properties from a response to a value; empty for the response itself.
package struct ResponsePath: Sendable, Equatable {
    package var steps: [Step]
    /// The type of the value, without an outer `?`.
    package var type: TypeReference
    /// Whether the response itself is an optional.
    package var isResponseOptional: Bool

    package init(steps: [Step] = [], type: TypeReference, isResponseOptional: Bool = false) {
        self.steps = steps
        self.type = type
        self.isResponseOptional = isResponseOptional
    }

    package struct Step: Sendable, Equatable {
        /// The Swift name of a property, or `last` for a list.
        package var name: String
        /// The keys on the wire; empty for a field of the same object as the fields before it.
        package var keys: [String]
        /// The kind of the property.
        package var kind: Kind

        package init(name: String, keys: [String], kind: Kind = .value) {
            self.name = name
            self.keys = keys
            self.kind = kind
        }

        package enum Kind: Sendable, Equatable {
            case value
            case optional
            /// A `Nullable`.
            case nullable
            /// The last element of a list.
            case last
        }
    }

    /// Whether the value may be missing.
    package var isOptional: Bool { isResponseOptional || steps.contains { $0.kind != .value } }

    /// The path on the wire.
    package var keys: [String] { steps.flatMap(\.keys) }

    /// The path in messages.
    package var wire: String { keys.joined(separator: ".") }
}
