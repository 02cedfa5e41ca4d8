public import NetTaskPacking

extension Optional: StoredValue where Wrapped: StoredValue {
    /// nil is stored as `null` and not left out. Otherwise it would become the default of a later version.
    public static func store(_ value: Wrapped?, into writer: inout StoredWriter) {
        guard let value else { return writer.storeNull() }
        writer.store(present: value)
    }

    public static func restore(from reader: inout JSONReader) throws -> Wrapped? {
        try reader.null() ? nil : try reader.restorePresent(Wrapped.self)
    }

    public static var valueIfNotStored: Wrapped?? { .some(nil) }
    public static var canBeNull: Bool { true }
}

extension Nullable: StoredValue where Wrapped: StoredValue {
    /// An absent value is left out by its object.
    public static func store(_ value: Nullable, into writer: inout StoredWriter) {
        guard case .value(let value) = value else { return writer.storeNull() }
        writer.store(present: value)
    }

    public static func restore(from reader: inout JSONReader) throws -> Nullable {
        try reader.null() ? .null : .value(try reader.restorePresent(Wrapped.self))
    }

    public static var valueIfNotStored: Nullable? { .absent }
    public static var canBeNull: Bool { true }
}

// MARK: - Optional values

extension StoredWriter {
    /// A value that could look like nil is stored in an array of one.
    mutating func store<Value: StoredValue>(present value: Value) {
        guard Value.canBeNull else { return Value.store(value, into: &self) }
        guard open(UInt8(ascii: "[")) else { return }
        Value.store(value, into: &self)
        close(UInt8(ascii: "]"))
    }
}

extension JSONReader {
    /// Reads the form that ``StoredWriter/store(present:)`` writes.
    mutating func restorePresent<Value: StoredValue>(_ type: Value.Type) throws -> Value {
        guard Value.canBeNull else { return try Value.restore(from: &self) }
        guard try beginArray() else { throw error("expected a value in the array") }
        let value = try Value.restore(from: &self)
        if try nextElement() { throw error("expected one value in the array") }
        return value
    }
}

// MARK: - Arrays and dictionaries

extension Array: StoredValue where Element: StoredValue {
    public static func store(_ value: [Element], into writer: inout StoredWriter) {
        guard writer.open(UInt8(ascii: "[")) else { return }
        for element in value {
            writer.beginElement()
            Element.store(element, into: &writer)
        }
        writer.close(UInt8(ascii: "]"))
    }

    public static func restore(from reader: inout JSONReader) throws -> [Element] {
        var elements: [Element] = []
        var hasMore = try reader.beginArray()
        while hasMore {
            elements.append(try Element.restore(from: &reader))
            hasMore = try reader.nextElement()
        }
        return elements
    }
}

extension Dictionary: StoredValue where Key == String, Value: StoredValue {
    /// The keys are stored in the order of their bytes, so that the same task always has the same bytes.
    public static func store(_ value: [String: Value], into writer: inout StoredWriter) {
        guard writer.open(UInt8(ascii: "{")) else { return }
        for (key, element) in value.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            writer.beginMember(key: key)
            Value.store(element, into: &writer)
        }
        writer.close(UInt8(ascii: "}"))
    }

    public static func restore(from reader: inout JSONReader) throws -> [String: Value] {
        var values: [String: Value] = [:]
        let outer = reader.keysStart
        reader.keysStart = outer ?? reader.position
        try reader.beginDictionary()
        while let key = try reader.nextKey() {
            values[key] = try Value.restore(from: &reader)
        }
        reader.keysStart = outer
        return values
    }
}

// MARK: - Enumerations

extension StoredValue where Self: RawRepresentable, RawValue: StoredValue {
    /// Stores the raw value.
    public static func store(_ value: Self, into writer: inout StoredWriter) {
        RawValue.store(value.rawValue, into: &writer)
    }

    public static func restore(from reader: inout JSONReader) throws -> Self {
        try reader.restoreRawValue()
    }

    public static var canBeNull: Bool { RawValue.canBeNull }
}

// For a type that is also `Codable`, Swift has to know which of the two implementations applies.
extension StoredValue where Self: RawRepresentable & Codable, RawValue: StoredValue {
    /// Stores the raw value.
    public static func store(_ value: Self, into writer: inout StoredWriter) {
        RawValue.store(value.rawValue, into: &writer)
    }

    public static func restore(from reader: inout JSONReader) throws -> Self {
        try reader.restoreRawValue()
    }

    public static var canBeNull: Bool { RawValue.canBeNull }
}

extension JSONReader {
    mutating func restoreRawValue<Value: RawRepresentable>() throws -> Value where Value.RawValue: StoredValue {
        let rawValue = try Value.RawValue.restore(from: &self)
        guard let value = Value(rawValue: rawValue) else {
            throw error(unknown: "\(rawValue)", of: "\(Value.self)")
        }
        return value
    }
}

// MARK: - Any JSON

extension JSONValue: StoredValue {
    public static func store(_ value: JSONValue, into writer: inout StoredWriter) {
        switch value {
        case .null: writer.storeNull()
        case .bool(let bool): Bool.store(bool, into: &writer)
        case .number(let number): writer.store(json: number.text)
        case .string(let text): writer.store(text: text)
        case .array(let elements): [JSONValue].store(elements, into: &writer)
        case .object(let members): [String: JSONValue].store(members, into: &writer)
        }
    }

    public static func restore(from reader: inout JSONReader) throws -> JSONValue { try read(from: &reader) }
    public static var canBeNull: Bool { true }
}
