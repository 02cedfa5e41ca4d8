import NetTaskSystem

// For your own storage. NetTask does not use `Codable` to send and receive values.

extension JSONValue: Codable {
    /// The depth that Foundation's coders can reach on the stack of a pool thread. NetTask itself reads deeper values.
    private static let maxCodingDepth = 100

    /// Decodes any value. If a decoder provides numbers only as `Double` or `Decimal`, they have the precision of that type.
    ///
    /// - Throws: `DecodingError` for a value that is nested deeper than 100 levels, or for a number that is not finite.
    public init(from decoder: any Decoder) throws {
        guard decoder.codingPath.count <= Self.maxCodingDepth else {
            let reason = "it is nested deeper than \(Self.maxCodingDepth) levels"
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: reason))
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .number(Number(value))
        } else if let value = try? container.decode(UInt64.self) {
            self = .number(Number(value))
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else if let value = try? container.decode([String: JSONValue].self) {
            self = .object(value)
        } else if let value = (try? container.decode(Decimal.self)).flatMap({ Number($0) }) {
            self = .number(value)
        } else if let value = Number(try container.decode(Double.self)) {
            self = .number(value)
        } else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "the number is not finite")
        }
    }

    /// Encodes the value. Numbers are encoded as 64-bit integers, as `Double` if it is exact, or as `Decimal`.
    ///
    /// - Throws: `EncodingError` for a number that none of these can represent, or for a value that is nested deeper than 100
    ///   levels.
    public func encode(to encoder: any Encoder) throws {
        guard encoder.codingPath.count <= Self.maxCodingDepth else {
            let reason = "it is nested deeper than \(Self.maxCodingDepth) levels"
            throw EncodingError.invalidValue(self, .init(codingPath: encoder.codingPath, debugDescription: reason))
        }
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .number(let number): try Self.encode(number, to: &container)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }

    private static func encode(_ number: Number, to container: inout any SingleValueEncodingContainer) throws {
        if let value = number.integer(as: Int64.self) {
            try container.encode(value)
        } else if let value = number.integer(as: UInt64.self) {
            try container.encode(value)
        } else if let value = number.double, Number(value) == number {
            try container.encode(value)
        } else if let value = number.decimal {
            try container.encode(value)
        } else {
            let reason = "the number \(number.text) has more digits than Double and Decimal"
            let context = EncodingError.Context(codingPath: container.codingPath, debugDescription: reason)
            throw EncodingError.invalidValue(number.text, context)
        }
    }
}
