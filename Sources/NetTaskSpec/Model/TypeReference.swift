/// A type as a spec writes it: `Int`, `String?`, `[Post]`, `[String: Int]`.
package indirect enum TypeReference: Sendable, Hashable {
    case scalar(Scalar)
    /// A shape of the same spec, by its written name.
    case shape(String)
    case array(TypeReference)
    /// A dictionary; its keys are always strings.
    case dictionary(TypeReference)
    case optional(TypeReference)

    /// The built-in types, with their Swift names.
    package enum Scalar: String, Sendable, CaseIterable {
        case int = "Int"
        case int8 = "Int8"
        case int16 = "Int16"
        case int32 = "Int32"
        case int64 = "Int64"
        case uint = "UInt"
        case uint8 = "UInt8"
        case uint16 = "UInt16"
        case uint32 = "UInt32"
        case uint64 = "UInt64"
        case double = "Double"
        case float = "Float"
        case decimal = "Decimal"
        case bool = "Bool"
        case string = "String"
        case date = "Date"
        case url = "URL"
        case uuid = "UUID"
        case data = "Data"
        case file = "File"
        /// Any JSON value.
        case jsonValue = "JSONValue"
    }

    /// The types that contain other types, in their long forms: `Array<Post>`.
    enum Container: String, CaseIterable {
        case array = "Array"
        case dictionary = "Dictionary"
        case optional = "Optional"
    }

    /// The word for a reply without a body.
    package static let noneWord = "none"

    /// The names of built-in types, which shapes cannot have.
    package static let ownNames = Set(
        Scalar.allCases.map(\.rawValue) + Container.allCases.map(\.rawValue) + [noneWord, "null"]
    )

    package var isOptional: Bool {
        if case .optional = self { true } else { false }
    }

    /// The type without an outer `?`.
    package var unwrapped: TypeReference {
        if case .optional(let wrapped) = self { wrapped } else { self }
    }

    /// The type inside all optionals, lists and dictionaries.
    package var innermost: TypeReference {
        switch self {
        case .scalar, .shape: self
        case .array(let inner), .dictionary(let inner), .optional(let inner): inner.innermost
        }
    }

    /// The shape that it is or contains.
    package var shape: String? { if case .shape(let name) = innermost { name } else { nil } }

    /// Whether objects with any members are read as this type.
    package var isAnyObject: Bool {
        if case .dictionary = self { true } else { self == .scalar(.jsonValue) }
    }

    /// Whether its values can identify something: a text, a whole number or a UUID.
    package var isName: Bool {
        self == .scalar(.string) || self == .scalar(.uuid) || integerBits != nil
    }

    /// The size of an integer type; `nil` for other types.
    package var integerBits: (bits: Int, isSigned: Bool)? {
        if case .scalar(let scalar) = self { scalar.integerBits } else { nil }
    }

    /// The scalar that it is or contains.
    package var scalar: Scalar? { if case .scalar(let scalar) = innermost { scalar } else { nil } }
}

extension TypeReference.Scalar {
    package var integerBits: (bits: Int, isSigned: Bool)? {
        switch self {
        case .int8: (8, true)
        case .int16: (16, true)
        case .int32: (32, true)
        case .int, .int64: (64, true)
        case .uint8: (8, false)
        case .uint16: (16, false)
        case .uint32: (32, false)
        case .uint, .uint64: (64, false)
        default: nil
        }
    }
}

extension TypeReference: CustomStringConvertible {
    /// The text of the type in Swift and in specs.
    package var description: String {
        switch self {
        case .scalar(let scalar): scalar.rawValue
        case .shape(let name): name
        case .array(let element): "[\(element)]"
        case .dictionary(let value): "[String: \(value)]"
        case .optional(let wrapped): "\(wrapped)?"
        }
    }
}
