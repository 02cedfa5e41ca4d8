import NetTaskSpec

/// The type and the annotations of a schema in the place that uses it.
struct SchemaType {
    var type: TypeReference
    var isNullable = false
    /// The format in the spec language.
    var format: Field.Format?
    /// The description of the schema, if the schema is not a separate shape.
    var description: String?
    var defaultValue: Field.DefaultValue?
    var constraints = Constraints()
    var isSecret = false
    var isDeprecated = false
    var only: Field.Direction?

    /// Any JSON, for schemas without an exact type.
    static let any = SchemaType(type: .jsonValue)

    // MARK: Single values

    /// Returns the type of a single value with a format. Returns `nil` if the format has no effect on the type.
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

    /// Returns the type of a single value without a format.
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
        // These schemas describe JSON, which has no bytes.
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

    // MARK: Places without formats

    /// The type for such a place. Texts and numbers keep their form in the JSON.
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

    /// The number of nested lists, dictionaries and optionals.
    var nesting: Int {
        switch self {
        case .scalar, .shape: 0
        case .array(let inner), .dictionary(let inner), .optional(let inner): inner.nesting + 1
        }
    }
}
