/// A value that distinguishes between a missing member and `null`. Only JSON has this distinction.
///
///     ChangeBook(pages: 320, subtitle: .null)  // the title stays, the subtitle is removed
///
/// In a request that changes something, an absent member leaves the value unchanged, and `null` removes it. In initializers of
/// generated types, the default is ``absent``.
public enum Nullable<Wrapped: Sendable>: Sendable {
    /// The member is missing: it is not sent, or is not in the reply.
    case absent
    /// The member is `null`.
    case null
    /// The member has a value.
    case value(Wrapped)

    /// Makes a value, or `null` for `nil`.
    public init(_ value: Wrapped?) {
        self = value.map { .value($0) } ?? .null
    }

    /// The value, or `nil` if it is absent or `null`.
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

    /// A missing member is ``absent`` instead of an error.
    @inlinable public static var valueIfAbsent: Nullable? { .absent }
}

extension Nullable: ParameterValue where Wrapped: ParameterValue {
    /// Writes the value. An absent value adds nothing, and `null` is written only in JSON.
    public static func write(_ value: Nullable, into packer: inout ParameterPacker) {
        switch value {
        case .absent: packer.writeNil()
        case .null: packer.writeNull()
        case .value(let value): Wrapped.write(value, into: &packer)
        }
    }
}

// MARK: - Literals, so that a value can be passed directly: `ChangeBook(pages: 320)`

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

// MARK: - Codable, for your own storage

extension Nullable: Encodable where Wrapped: Encodable {
    /// Encodes the value, or `nil` for both `null` and ``absent``: a single value cannot be omitted.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if case .value(let value) = self { try container.encode(value) } else { try container.encodeNil() }
    }
}

extension Nullable: Decodable where Wrapped: Decodable {
    /// Decodes the value, or `null`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self = container.decodeNil() ? .null : .value(try container.decode(Wrapped.self))
    }
}

extension KeyedEncodingContainer {
    /// Omits absent values. Called by the code that the compiler synthesizes for `Encodable`.
    public mutating func encode<Wrapped: Encodable>(_ value: Nullable<Wrapped>, forKey key: Key) throws {
        switch value {
        case .absent: break
        case .null: try encodeNil(forKey: key)
        case .value(let value): try encode(value, forKey: key)
        }
    }

    /// Omits `nil`. Called by the code that the compiler synthesizes for `Encodable`.
    public mutating func encode<Wrapped: Encodable>(_ value: IndirectValue<Wrapped?>, forKey key: Key) throws {
        try encodeIfPresent(value.wrappedValue, forKey: key)
    }

    /// Omits absent values. Called by the code that the compiler synthesizes for `Encodable`.
    public mutating func encode<Wrapped: Encodable>(_ value: IndirectValue<Nullable<Wrapped>>, forKey key: Key) throws {
        try encode(value.wrappedValue, forKey: key)
    }
}

extension KeyedDecodingContainer {
    /// Returns ``Nullable/absent`` for a missing key. Called by the code that the compiler synthesizes for `Decodable`.
    public func decode<Wrapped: Decodable>(_: Nullable<Wrapped>.Type, forKey key: Key) throws -> Nullable<Wrapped> {
        guard contains(key) else { return .absent }
        return try decodeNil(forKey: key) ? .null : .value(try decode(Wrapped.self, forKey: key))
    }

    /// Returns `nil` for a missing key. Called by the code that the compiler synthesizes for `Decodable`.
    public func decode<Wrapped: Decodable>(_: IndirectValue<Wrapped?>.Type, forKey key: Key) throws -> IndirectValue<
        Wrapped?
    > {
        IndirectValue(wrappedValue: try decodeIfPresent(Wrapped.self, forKey: key))
    }

    /// Returns ``Nullable/absent`` for a missing key. Called by the code that the compiler synthesizes for `Decodable`.
    public func decode<Wrapped: Decodable>(
        _: IndirectValue<Nullable<Wrapped>>.Type,
        forKey key: Key
    ) throws -> IndirectValue<Nullable<Wrapped>> {
        IndirectValue(wrappedValue: try decode(Nullable<Wrapped>.self, forKey: key))
    }
}

extension IndirectValue: Encodable where Value: Encodable {
    /// Encodes the stored value.
    public func encode(to encoder: any Encoder) throws {
        try wrappedValue.encode(to: encoder)
    }
}

extension IndirectValue: Decodable where Value: Decodable {
    /// Decodes and stores the value.
    public init(from decoder: any Decoder) throws {
        self.init(wrappedValue: try Value(from: decoder))
    }
}
