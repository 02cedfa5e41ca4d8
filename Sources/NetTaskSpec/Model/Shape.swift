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
    /// What stands before its declaration.
    package var attributes: [SwiftAttribute] = []
    package var deprecation: Deprecation?
    /// Whether properties are `var` rather than `let`; true of what has none.
    package var isMutable = true
    package var example: Example?
    /// Where each of `conformances` stands.
    @Source package var conformancePlaces: [SourceRange] = []
    @Source package var source: Written?

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
}

extension Shape {
    /// Its fields, if it has fields.
    package var fields: [Field]? { if case .object(let fields) = kind { fields } else { nil } }

    /// Its cases, if it is an enumeration.
    package var cases: [EnumerationCase]? { if case .enumeration(let cases) = kind { cases } else { nil } }

    /// Its alternatives, if it is one of several types.
    package var alternatives: Alternatives? {
        if case .alternatives(let alternatives) = kind { alternatives } else { nil }
    }

    /// The types that it holds.
    package var types: [TypeReference] { fields?.map(\.type) ?? alternatives?.cases.map(\.type) ?? [] }
}

extension Shape: NamedPart {
    /// What separates the words of the names of its fields.
    var separator: NameSeparator { source?.reading.separator ?? .default }

    /// Whether it is a Swift type of the user's, even if that could not be read.
    var isCustom: Bool { entry("swiftType") != nil && entry("enum") == nil && entry("oneOf") == nil }

    /// Of an object; none for what has no fields.
    var members: [Field] { fields ?? [] }
    /// Of a shape with `oneOf`; none for others.
    var options: [Alternative] { alternatives?.cases ?? [] }
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

    /// An alternative's own field for the discriminator.
    ///
    /// - Parameter shapes: The spec's, by written name.
    package func discriminatorField(of alternative: Alternative, _ shapes: [String: Shape]) -> Field? {
        let fields = alternative.type.shape.flatMap { shapes[$0]?.fields } ?? []
        return fields.first { !$0.isIgnored && $0.wireName == discriminator }
    }

    /// The alternatives that an object without the discriminator can be.
    package func withoutDiscriminator(_ shapes: [String: Shape]) -> [Alternative] {
        cases.filter { discriminatorField(of: $0, shapes).map { $0.canBeMissing || $0.isNullable } ?? false }
    }
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
    @Source package var typePlace = SourceRange.none
    /// Where the values stand.
    @Source package var valuePlace = SourceRange.none

    package init(name: Name, type: TypeReference, values: [EnumerationCase.Value] = []) {
        self.name = name
        self.type = type
        self.values = values
    }
}

/// A Swift type of the user's own.
package struct CustomType: Sendable, Equatable {
    /// The parts of its name: `MoneyKit.Money` has two.
    package var path: [String]
    /// The module that has to be imported where it is named; nil if it is the same one.
    package var module: String?
}

/// A protocol that a shape conforms to besides those that generated code needs.
package enum Conformance: Sendable, Hashable {
    case known(Known)
    /// A protocol of the user's: a name, or names with dots between them.
    case own([String])

    /// Protocols that the compiler fills in by itself.
    package enum Known: String, Sendable, CaseIterable {
        case equatable = "Equatable"
        case hashable = "Hashable"
        case encodable = "Encodable"
        case decodable = "Decodable"
        case codable = "Codable"
        case identifiable = "Identifiable"
        case caseIterable = "CaseIterable"

        /// What else a type is that conforms to this one.
        package var implied: Set<Known> {
            switch self {
            case .hashable: [.hashable, .equatable]
            case .codable: [.codable, .encodable, .decodable]
            default: [self]
            }
        }
    }
}
