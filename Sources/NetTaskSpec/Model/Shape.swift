/// A named type that travels in requests and replies.
package struct Shape: Sendable, Equatable {
    package var name: Name
    package var description: String?
    package var kind: Kind
    /// The case that keeps values which the spec does not list: of an enumeration, and of alternatives with a
    /// discriminator. nil where such a value is an error.
    package var catchAll: String?
    /// In the order written, without those that come with the kind of shape.
    package var conformances: [Conformance] = []
    package var deprecation: Deprecation?
    /// Whether properties are `var` rather than `let`; true of what has none.
    package var isMutable = true
    package var example: Example?

    package enum Kind: Sendable, Equatable {
        case object([Field])
        case enumeration([EnumerationCase])
        case alternatives(Alternatives)
        /// A Swift type of the user's: nothing is generated for it.
        case custom(CustomType)
    }

    package init(name: Name, description: String? = nil, kind: Kind, catchAll: String? = nil) {
        self.name = name
        self.description = description
        self.kind = kind
        self.catchAll = catchAll
    }

    var enumerationCases: [EnumerationCase] { if case .enumeration(let cases) = kind { cases } else { [] } }
}

/// One value of an enumeration: its Swift name and what is on the wire.
package struct EnumerationCase: Sendable, Equatable {
    package var name: Name
    package var value: Value
    package var description: String?
    package var deprecation: Deprecation?

    /// All cases of one shape have values of one kind.
    package enum Value: Hashable, Sendable {
        case string(String)
        case integer(Int)

        package var text: String {
            switch self {
            case .string(let text): text
            case .integer(let number): String(number)
            }
        }

        package var isInteger: Bool {
            if case .integer = self { true } else { false }
        }
    }

    package init(name: Name, value: Value) {
        self.name = name
        self.value = value
    }
}
