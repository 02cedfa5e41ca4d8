import NetTaskSpec

/// What a schema becomes where it is used.
struct SchemaType {
    var type: TypeReference
    var isNullable = false
    /// A format of ours.
    var format: Field.Format?
    /// Of the schema itself, where it is no shape of its own.
    var description: String?
    var defaultValue: Field.DefaultValue?
    var constraints = Constraints()
    var isSecret = false
    var isDeprecated = false
    var only: Field.Direction?

    /// Any JSON: for what cannot be told more exactly.
    static let any = SchemaType(type: .jsonValue)

    // MARK: Single values

    /// The type of a single value; nil where the format says nothing about it.
    ///
    /// - Parameter type: `string`, `integer`, `number` or `boolean`.
    static func single(_ type: String, format: String) -> SchemaType? {
        switch type {
        case "string": strings[format.lowercased()]
        case "integer": integers[format.lowercased()]
        case "number": numbers[format.lowercased()]
        default: nil
        }
    }

    /// The type where there is no format.
    static func single(_ type: String) -> SchemaType {
        switch type {
        case "string": SchemaType(type: .string)
        case "integer": SchemaType(type: .scalar(.int))
        case "number": SchemaType(type: .scalar(.double))
        default: SchemaType(type: .scalar(.bool))
        }
    }

    private static let unixTime = SchemaType(type: .scalar(.date), format: .unix)
    private static let strings: [String: SchemaType] = [
        "date-time": SchemaType(type: .scalar(.date)),
        "date": SchemaType(type: .scalar(.date), format: .date),
        "uuid": SchemaType(type: .scalar(.uuid)),
        "byte": SchemaType(type: .data),
        "base64url": SchemaType(type: .data, format: .base64url),
        // Only JSON comes here, which has no bytes.
        "binary": SchemaType(type: .string),
        "decimal": SchemaType(type: .scalar(.decimal), format: .string),
        "password": SchemaType(type: .string, isSecret: true),
    ]
    private static let integers: [String: SchemaType] = {
        var types = [
            "unixtime": unixTime, "unix-time": unixTime, "timestamp": unixTime,
            "decimal": SchemaType(type: .scalar(.decimal)),
        ]
        for scalar in TypeReference.Scalar.allCases where scalar.integerBits != nil {
            types[scalar.rawValue.lowercased()] = SchemaType(type: .scalar(scalar))
        }
        return types
    }()
    private static let numbers: [String: SchemaType] = integers.merging([
        "float": SchemaType(type: .scalar(.float)), "double": SchemaType(type: .scalar(.double)),
    ]) { first, _ in first }

    // MARK: Where there is no place for a format

    /// The type for such a place: texts and numbers stay what they are on the wire.
    var typeWithoutFormat: TypeReference {
        format.map { type.replacingInnermost($0 == .unix ? .scalar(.double) : .string) } ?? type
    }
}

extension TypeReference {
    fileprivate func replacingInnermost(_ type: TypeReference) -> TypeReference {
        switch self {
        case .scalar, .shape: type
        case .array(let inner): .array(inner.replacingInnermost(type))
        case .dictionary(let inner): .dictionary(inner.replacingInnermost(type))
        case .optional(let inner): .optional(inner.replacingInnermost(type))
        }
    }

    /// How many levels of lists, dictionaries and optionals it has.
    var nesting: Int {
        switch self {
        case .scalar, .shape: 0
        case .array(let inner), .dictionary(let inner), .optional(let inner): inner.nesting + 1
        }
    }
}
