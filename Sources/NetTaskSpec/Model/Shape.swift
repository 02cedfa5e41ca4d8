/// A named type that travels in requests and replies.
package struct Shape: Sendable, Equatable {
    package var name: Name
    package var description: String?
    package var kind: Kind

    package enum Kind: Sendable, Equatable {
        case object([Field])
        case enumeration([EnumerationCase])
    }

    package init(name: Name, description: String? = nil, kind: Kind) {
        self.name = name
        self.description = description
        self.kind = kind
    }
}

/// One value of an enumeration: its Swift name and what is on the wire.
package struct EnumerationCase: Sendable, Equatable {
    package var name: Name
    package var value: Value

    /// All cases of one shape have values of one kind.
    package enum Value: Sendable, Equatable {
        case string(String)
        case integer(Int)
    }

    package init(name: Name, value: Value) {
        self.name = name
        self.value = value
    }
}
