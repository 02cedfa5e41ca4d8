/// A value that is not of its type.
package struct MockProblem: Sendable, Equatable {
    /// The place of the value, such as `items[2].price`; empty for the whole value.
    package var path: String
    /// The value in at most 60 characters; never a secret.
    package var found: String
    /// What the description allows, such as `a whole number, at least 1`.
    package var expected: String

    package enum Kind: Sendable {
        /// A required member is missing.
        case missing
        /// A member that the description does not have.
        case undescribed
        /// A value of another type.
        case value
    }

    package var kind = Kind.value
    /// The names of members from the whole body to the value; `nil` for an element of a list.
    package var steps: [String?] = []
    /// The value; `nil` for a missing one, a secret, and outside of bodies.
    package var value: JSONValue?

    package init(path: String, found: String, expected: String) {
        self.path = path
        self.found = found
        self.expected = expected
    }

    /// Compares only what people read.
    package static func == (first: MockProblem, second: MockProblem) -> Bool {
        (first.path, first.found, first.expected) == (second.path, second.found, second.expected)
    }
}
