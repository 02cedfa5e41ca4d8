/// The properties that lead to a value, from the response on; none where it is the response itself.
package struct ResponsePath: Sendable, Equatable {
    package var steps: [Step]
    /// Of the value, without an outer `?`.
    package var type: TypeReference
    /// Whether the response itself is an optional.
    package var isResponseOptional: Bool

    package init(steps: [Step] = [], type: TypeReference, isResponseOptional: Bool = false) {
        self.steps = steps
        self.type = type
        self.isResponseOptional = isResponseOptional
    }

    package struct Step: Sendable, Equatable {
        /// The Swift name of a property; `last` of a list.
        package var name: String
        /// The keys that lead there on the wire; none where it stands beside the fields before it.
        package var keys: [String]
        /// What the property is.
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

    /// What leads there on the wire.
    package var keys: [String] { steps.flatMap(\.keys) }

    /// As a message has it.
    package var wire: String { keys.joined(separator: ".") }
}
