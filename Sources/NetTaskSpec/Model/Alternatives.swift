/// What a value of a shape with `oneOf` can be.
package struct Alternatives: Sendable, Equatable {
    package var cases: [Alternative]
    /// The member of the JSON object that says which of them it is; nil where they are tried in order.
    package var discriminator: String?
    /// Which of them it is where they are tried.
    package var choice: Choice

    package enum Choice: String, CaseIterable, Sendable {
        /// The first that can be read.
        case first
        /// Of those that can be read, the one that leaves the fewest members of the object unread.
        case closest
    }

    package init(cases: [Alternative], discriminator: String? = nil, choice: Choice = .first) {
        self.cases = cases
        self.discriminator = discriminator
        self.choice = choice
    }

    /// Whether the discriminator is a whole number.
    package var isOfIntegers: Bool { cases.first?.values.first?.isInteger ?? false }
}

/// One of them: its Swift name and its type.
package struct Alternative: Sendable, Equatable {
    package var name: Name
    package var type: TypeReference
    /// What the discriminator says where it is this one; empty where there is no discriminator. The first is sent where the
    /// type itself sends none. All alternatives of a shape have values of one kind.
    package var values: [EnumerationCase.Value]
    package var description: String?
    package var deprecation: Deprecation?

    package init(name: Name, type: TypeReference, values: [EnumerationCase.Value] = []) {
        self.name = name
        self.type = type
        self.values = values
    }
}
