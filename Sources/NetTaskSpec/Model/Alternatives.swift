/// What a value of a shape with `oneOf` can be.
package struct Alternatives: Sendable, Equatable {
    package var cases: [Alternative]
    /// The member of the JSON object that says which of them it is; nil where they are tried in order.
    package var discriminator: String?

    package init(cases: [Alternative], discriminator: String? = nil) {
        self.cases = cases
        self.discriminator = discriminator
    }
}

/// One of them: its Swift name and its type.
package struct Alternative: Sendable, Equatable {
    package var name: Name
    package var type: TypeReference
    /// What the discriminator says where it is this one; nil where there is no discriminator.
    package var value: String?

    package init(name: Name, type: TypeReference, value: String? = nil) {
        self.name = name
        self.type = type
        self.value = value
    }
}
