/// A named type of requests and replies.
package struct Shape: Sendable, Equatable {
    package var name: Name
    package var description: String?
    package var kind: Kind
    /// The case for unlisted values, of an enumeration or of alternatives with a discriminator. `nil` if such a value is an
    /// error.
    package var catchAll: String?
    /// The protocols in the order of the spec, without those that generated code adds.
    package var conformances: [Conformance] = []
    /// The attributes of its declaration.
    package var attributes: [SwiftAttribute] = []
    package var deprecation: Deprecation?
    /// Whether its properties are `var`, not `let`; `true` for shapes without properties.
    package var isMutable = true
    package var example: Example?
    /// The place of each of `conformances`.
    @Source package var conformancePlaces: [SourceRange] = []
    @Source package var source: Written?

    package enum Kind: Sendable, Equatable {
        case object([Field])
        case enumeration([EnumerationCase])
        case alternatives(Alternatives)
        /// A Swift type of the user, for which no code is generated.
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

    /// Its alternatives, if it has any.
    package var alternatives: Alternatives? {
        if case .alternatives(let alternatives) = kind { alternatives } else { nil }
    }

    /// The types that it contains.
    package var types: [TypeReference] { fields?.map(\.type) ?? alternatives?.cases.map(\.type) ?? [] }
}

extension Shape: NamedPart {
    /// The separator of the words in the names of its fields.
    var separator: NameSeparator { source?.reading.separator ?? .default }

    /// Whether it is a Swift type of the user, including an invalid one.
    var isCustom: Bool { entry("swiftType") != nil && entry("enum") == nil && entry("oneOf") == nil }

    /// The fields of an object; empty for other shapes.
    var members: [Field] { fields ?? [] }
    /// The alternatives of a shape with `oneOf`; empty for other shapes.
    var options: [Alternative] { alternatives?.cases ?? [] }
}

/// A value of an enumeration: its Swift name and its value on the wire.
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

/// The alternatives of a shape with `oneOf`.
package struct Alternatives: Sendable, Equatable {
    package var cases: [Alternative]
    /// The member of the JSON object that identifies the alternative; `nil` if the alternatives are tried in order.
    package var discriminator: String?
    /// How to choose an alternative without a discriminator.
    package var choice: Choice

    package enum Choice: String, CaseIterable, Sendable {
        /// The first that can be read.
        case first
        /// The readable alternative that leaves the fewest members of the object unread.
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
    /// - Parameter shapes: The shapes of the spec, by written name.
    package func discriminatorField(of alternative: Alternative, _ shapes: [String: Shape]) -> Field? {
        let fields = alternative.type.shape.flatMap { shapes[$0]?.fields } ?? []
        return fields.first { !$0.isIgnored && $0.wireName == discriminator }
    }

    /// The possible alternatives of an object without the discriminator.
    package func withoutDiscriminator(_ shapes: [String: Shape]) -> [Alternative] {
        cases.filter { discriminatorField(of: $0, shapes).map { $0.canBeMissing || $0.isNullable } ?? false }
    }
}

/// An alternative: its Swift name and its type.
package struct Alternative: Sendable, Equatable {
    package var name: Name
    package var type: TypeReference
    /// The values of the discriminator for this alternative; empty without a discriminator. The first is sent if the type
    /// itself does not send the member. All alternatives of a shape have values of the same kind.
    package var values: [EnumerationCase.Value]
    package var description: String?
    package var deprecation: Deprecation?
    @Source package var typePlace = SourceRange.none
    /// The place of the values.
    @Source package var valuePlace = SourceRange.none

    package init(name: Name, type: TypeReference, values: [EnumerationCase.Value] = []) {
        self.name = name
        self.type = type
        self.values = values
    }
}

/// A Swift type of the user.
package struct CustomType: Sendable, Equatable {
    /// The parts of its name: `MoneyKit.Money` has two.
    package var path: [String]
    /// The module to import; `nil` for the module of the generated code.
    package var module: String?
}

/// A protocol of a shape that generated code does not need.
package enum Conformance: Sendable, Hashable {
    case known(Known)
    /// A protocol of the user: a name, or names with dots between them.
    case own([String])

    /// Protocols that the compiler can synthesize.
    package enum Known: String, Sendable, CaseIterable {
        case equatable = "Equatable"
        case hashable = "Hashable"
        case encodable = "Encodable"
        case decodable = "Decodable"
        case codable = "Codable"
        case identifiable = "Identifiable"
        case caseIterable = "CaseIterable"

        /// The protocols that this one implies.
        package var implied: Set<Known> {
            switch self {
            case .hashable: [.hashable, .equatable]
            case .codable: [.codable, .encodable, .decodable]
            default: [self]
            }
        }
    }
}
