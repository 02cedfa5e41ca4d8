// For storage of the user's own. In an object of a coder, what is absent is left out.

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
    public mutating func encode<Wrapped: Encodable>(_ value: Indirect<Wrapped?>, forKey key: Key) throws {
        try encodeIfPresent(value.wrappedValue, forKey: key)
    }

    /// Leaves out what is absent. Called by what the compiler makes of `Encodable`.
    public mutating func encode<Wrapped: Encodable>(_ value: Indirect<Nullable<Wrapped>>, forKey key: Key) throws {
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
    public func decode<Wrapped: Decodable>(_: Indirect<Wrapped?>.Type, forKey key: Key) throws -> Indirect<Wrapped?> {
        Indirect(wrappedValue: try decodeIfPresent(Wrapped.self, forKey: key))
    }

    /// Takes a missing key for absent. Called by what the compiler makes of `Decodable`.
    public func decode<Wrapped: Decodable>(
        _: Indirect<Nullable<Wrapped>>.Type,
        forKey key: Key
    ) throws -> Indirect<Nullable<Wrapped>> {
        Indirect(wrappedValue: try decode(Nullable<Wrapped>.self, forKey: key))
    }
}

extension Indirect: Encodable where Value: Encodable {
    /// Writes the value in the box.
    public func encode(to encoder: any Encoder) throws {
        try wrappedValue.encode(to: encoder)
    }
}

extension Indirect: Decodable where Value: Decodable {
    /// Reads the value, and boxes it.
    public init(from decoder: any Decoder) throws {
        self.init(wrappedValue: try Value(from: decoder))
    }
}
