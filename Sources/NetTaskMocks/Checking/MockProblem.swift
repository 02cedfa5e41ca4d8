/// A value that is not of its type.
package struct MockProblem: Sendable, Equatable {
    /// The place of the value, such as `items[2].price`; empty for the whole value.
    package var path: String
    /// The value in at most 60 characters; never a secret.
    package var found: String
    /// What the description allows, such as `a whole number, at least 1`.
    package var expected: String

    package init(path: String, found: String, expected: String) {
        self.path = path
        self.found = found
        self.expected = expected
    }
}
