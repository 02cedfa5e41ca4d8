/// A value that may be missing, or be there as `null`, and the two are not the same. Only JSON can tell them apart.
///
/// In a request that changes something, what is absent stays as it is, and `null` takes it away. Initializers of generated
/// types have ``absent`` where nothing is given.
public enum Nullable<Wrapped: Sendable>: Sendable {
    /// It is not there: not sent, or not in the reply.
    case absent
    /// It is there, as `null`.
    case null
    /// It has a value.
    case value(Wrapped)

    /// The value, or `null` for nil.
    public init(_ value: Wrapped?) {
        self = value.map { .value($0) } ?? .null
    }

    /// The value; nil if it is absent or null.
    public var value: Wrapped? {
        if case .value(let value) = self { value } else { nil }
    }
}

extension Nullable: Equatable where Wrapped: Equatable {}
extension Nullable: Hashable where Wrapped: Hashable {}

// MARK: - On the wire

extension Nullable: JSONReadable, JSONScalar where Wrapped: JSONReadable {
    /// Reads `null`, or the value.
    @inlinable
    public static func read(from reader: inout JSONReader) throws -> Nullable {
        try reader.null() ? .null : .value(try Wrapped.read(from: &reader))
    }

    /// What is not there is ``absent``, and no error.
    @inlinable public static var valueIfAbsent: Nullable? { .absent }
}

extension Nullable: ParameterValue where Wrapped: ParameterValue {
    /// What is absent adds nothing, and `null` is written in JSON only.
    public static func write(_ value: Nullable, into packer: inout ParameterPacker) {
        switch value {
        case .absent: packer.writeNil()
        case .null: packer.writeNull()
        case .value(let value): Wrapped.write(value, into: &packer)
        }
    }
}

// MARK: - Literals, so that a value can be given as it is: `ChangeBook(pages: 320)`

extension Nullable: ExpressibleByIntegerLiteral where Wrapped: ExpressibleByIntegerLiteral {
    /// Makes a ``value(_:)``.
    public init(integerLiteral value: Wrapped.IntegerLiteralType) {
        self = .value(Wrapped(integerLiteral: value))
    }
}

extension Nullable: ExpressibleByFloatLiteral where Wrapped: ExpressibleByFloatLiteral {
    /// Makes a ``value(_:)``.
    public init(floatLiteral value: Wrapped.FloatLiteralType) {
        self = .value(Wrapped(floatLiteral: value))
    }
}

extension Nullable: ExpressibleByBooleanLiteral where Wrapped: ExpressibleByBooleanLiteral {
    /// Makes a ``value(_:)``.
    public init(booleanLiteral value: Wrapped.BooleanLiteralType) {
        self = .value(Wrapped(booleanLiteral: value))
    }
}

extension Nullable: ExpressibleByStringLiteral, ExpressibleByExtendedGraphemeClusterLiteral,
    ExpressibleByUnicodeScalarLiteral
where Wrapped: ExpressibleByStringLiteral {
    /// Makes a ``value(_:)``.
    public init(stringLiteral value: Wrapped.StringLiteralType) {
        self = .value(Wrapped(stringLiteral: value))
    }
}

// MARK: - Codable, for storage of the user's own

extension Nullable: Encodable where Wrapped: Encodable {
    /// Writes the value, or nil for both `null` and what is absent: by itself, a value cannot be left out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if case .value(let value) = self { try container.encode(value) } else { try container.encodeNil() }
    }
}

extension Nullable: Decodable where Wrapped: Decodable {
    /// Reads the value, or `null`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self = container.decodeNil() ? .null : .value(try container.decode(Wrapped.self))
    }
}

extension KeyedEncodingContainer {
    /// Leaves out what is absent. Called by what the compiler makes of `Encodable`.
    public mutating func encode<Wrapped: Encodable>(_ value: Nullable<Wrapped>, forKey key: Key) throws {
        switch value {
        case .absent: break
        case .null: try encodeNil(forKey: key)
        case .value(let value): try encode(value, forKey: key)
        }
    }

    /// Leaves out nil. Called by what the compiler makes of `Encodable`.
    public mutating func encode<Wrapped: Encodable>(_ value: IndirectValue<Wrapped?>, forKey key: Key) throws {
        try encodeIfPresent(value.wrappedValue, forKey: key)
    }

    /// Leaves out what is absent. Called by what the compiler makes of `Encodable`.
    public mutating func encode<Wrapped: Encodable>(_ value: IndirectValue<Nullable<Wrapped>>, forKey key: Key) throws {
        try encode(value.wrappedValue, forKey: key)
    }
}

extension KeyedDecodingContainer {
    /// Takes a missing key for absent. Called by what the compiler makes of `Decodable`.
    public func decode<Wrapped: Decodable>(_: Nullable<Wrapped>.Type, forKey key: Key) throws -> Nullable<Wrapped> {
        guard contains(key) else { return .absent }
        return try decodeNil(forKey: key) ? .null : .value(try decode(Wrapped.self, forKey: key))
    }

    /// Takes a missing key for nil. Called by what the compiler makes of `Decodable`.
    public func decode<Wrapped: Decodable>(_: IndirectValue<Wrapped?>.Type, forKey key: Key) throws -> IndirectValue<
        Wrapped?
    > {
        IndirectValue(wrappedValue: try decodeIfPresent(Wrapped.self, forKey: key))
    }

    /// Takes a missing key for absent. Called by what the compiler makes of `Decodable`.
    public func decode<Wrapped: Decodable>(
        _: IndirectValue<Nullable<Wrapped>>.Type,
        forKey key: Key
    ) throws -> IndirectValue<Nullable<Wrapped>> {
        IndirectValue(wrappedValue: try decode(Nullable<Wrapped>.self, forKey: key))
    }
}

extension IndirectValue: Encodable where Value: Encodable {
    /// Writes the value in the box.
    public func encode(to encoder: any Encoder) throws {
        try wrappedValue.encode(to: encoder)
    }
}

extension IndirectValue: Decodable where Value: Decodable {
    /// Reads the value, and boxes it.
    public init(from decoder: any Decoder) throws {
        self.init(wrappedValue: try Value(from: decoder))
    }
}
