/// Which of our types the formats of single values are.
enum ScalarTypes {
    struct Match {
        var type: SchemaType
        /// Whether the format says anything about it.
        var isFormatUsed = true
    }

    /// - Parameter type: `string`, `integer`, `number` or `boolean`.
    static func match(_ type: String, format: String?) -> Match {
        let (usual, formats) =
            switch type {
            case "string": (SchemaType(type: .string), strings)
            case "integer": (SchemaType(type: .named("Int")), integers)
            case "number": (SchemaType(type: .named("Double")), numbers)
            default: (SchemaType(type: .named("Bool")), [:])
            }
        guard let format else { return Match(type: usual, isFormatUsed: false) }
        guard let found = formats[format.lowercased()] else { return Match(type: usual, isFormatUsed: false) }
        return Match(type: found)
    }

    private static let date = DraftType.named("Date")
    private static let unixTime = SchemaType(type: date, format: "unix")

    private static let strings: [String: SchemaType] = [
        "date-time": SchemaType(type: date),
        "date": SchemaType(type: date, format: "date"),
        "uuid": SchemaType(type: .named("UUID")),
        "byte": SchemaType(type: .data),
        "base64url": SchemaType(type: .data, format: "base64url"),
        // Only JSON comes here, which has no bytes.
        "binary": SchemaType(type: .string),
        "decimal": SchemaType(type: .named("Decimal"), format: "string"),
        "password": SchemaType(type: .string, isSecret: true),
    ]

    private static let integers: [String: SchemaType] = {
        var types = [
            "unixtime": unixTime, "unix-time": unixTime, "timestamp": unixTime,
            "decimal": SchemaType(type: .named("Decimal")),
        ]
        for bits in ["", "8", "16", "32", "64"] {
            types["int\(bits)"] = SchemaType(type: .named("Int\(bits)"))
            types["uint\(bits)"] = SchemaType(type: .named("UInt\(bits)"))
        }
        return types
    }()

    private static let numbers: [String: SchemaType] = integers.merging([
        "float": SchemaType(type: .named("Float")),
        "double": SchemaType(type: .named("Double")),
    ]) { first, _ in first }
}
