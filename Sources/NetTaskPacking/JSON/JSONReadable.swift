public import NetTaskSystem

/// A type that can be read from JSON: a scalar, an enumeration or a shape, or an array, dictionary or optional of these.
///
///     public init(from object: inout JSONReader) throws {
///         id = try object.read("id")
///         body = try object.read("body")
///     }
///
/// A shape implements the initializer and reads its members one by one. The members may have any order in the JSON. Reading is
/// fastest in the order of the JSON. Other members are skipped. The requirements other than the initializer are static, so that
/// they do not conflict with the names of fields.
public protocol JSONReadable: Sendable {
    /// Reads a JSON object. An error of the reader ends the reading, even if it is caught here.
    init(from object: inout JSONReader) throws
    /// Reads a value of this type. Default: reads an object.
    static func read(from reader: inout JSONReader) throws -> Self
    /// The value of a missing member. Default: `nil`, a missing member is an error.
    static var valueIfAbsent: Self? { get }
}

extension JSONReadable {
    @inlinable
    public static func read(from reader: inout JSONReader) throws -> Self {
        let outer = try reader.beginObject()
        let value = try Self(from: &reader)
        try reader.endObject(outer)
        return value
    }

    @inlinable public static var valueIfAbsent: Self? { nil }
}

/// A type that is read from something other than a JSON object.
///
/// To conform, a type reads a value of a type that conforms already, and makes itself from it.
public protocol JSONScalar: JSONReadable {}

extension JSONScalar {
    /// Always throws, because this type is not an object.
    public init(from object: inout JSONReader) throws {
        throw object.valueError("expected \(Self.self), found an object")
    }
}

extension JSONReadable where Self: RawRepresentable, RawValue: JSONReadable {
    /// Always throws, because an enumeration is not an object.
    public init(from object: inout JSONReader) throws {
        throw object.valueError("expected \(Self.self), found an object")
    }

    @inlinable
    public static func read(from reader: inout JSONReader) throws -> Self {
        let rawValue = try RawValue.read(from: &reader)
        guard let value = Self(rawValue: rawValue) else {
            throw reader.error(unknown: "\(rawValue)", of: "\(Self.self)")
        }
        return value
    }
}

// MARK: - Integers: exact, or an error. `1.0` and `1e3` are integers too.

extension Int: JSONScalar, ParameterValue {}
extension Int8: JSONScalar, ParameterValue {}
extension Int16: JSONScalar, ParameterValue {}
extension Int32: JSONScalar, ParameterValue {}
extension Int64: JSONScalar, ParameterValue {}
extension UInt: JSONScalar, ParameterValue {}
extension UInt8: JSONScalar, ParameterValue {}
extension UInt16: JSONScalar, ParameterValue {}
extension UInt32: JSONScalar, ParameterValue {}
extension UInt64: JSONScalar, ParameterValue {}

extension JSONScalar where Self: FixedWidthInteger {
    @inlinable
    public static func read(from reader: inout JSONReader) throws -> Self { try reader.integer() }
}

// MARK: - Floating point: the nearest value. A number too large for the type is an error.

extension Double: JSONScalar {
    public static func read(from reader: inout JSONReader) throws -> Double { try reader.floatingPoint() }
}

extension Float: JSONScalar {
    public static func read(from reader: inout JSONReader) throws -> Float { try reader.floatingPoint() }
}

extension Decimal: JSONScalar {
    /// Reads a number with all its digits. A number with more than 38 digits is an error.
    public static func read(from reader: inout JSONReader) throws -> Decimal { try reader.decimal() }
}

extension Bool: JSONScalar {
    public static func read(from reader: inout JSONReader) throws -> Bool { try reader.bool() }
}

extension String: JSONScalar {
    public static func read(from reader: inout JSONReader) throws -> String { try reader.string() }
}

extension URL: JSONScalar {
    public static func read(from reader: inout JSONReader) throws -> URL {
        let text = try reader.string()
        guard let url = URL(escaping: text) else {
            throw reader.error(about: text.utf8, "is not a valid URL")
        }
        return url
    }
}

extension UUID: JSONScalar {
    public static func read(from reader: inout JSONReader) throws -> UUID {
        let text = try reader.string()
        guard let uuid = UUID(uuidString: text) else {
            throw reader.error(about: text.utf8, "is not a valid UUID")
        }
        return uuid
    }
}

extension Data: JSONScalar {
    /// Reads Base64 with padding, or in the format ``ValueFormat/base64url``.
    public static func read(from reader: inout JSONReader) throws -> Data {
        let isForURL = reader.object.format == .base64url
        let text = try reader.string()
        guard let data = isForURL ? Base64URL.data(from: text) : Data(base64Encoded: text) else {
            throw reader.valueError("the string is not valid base64" + (isForURL ? "url" : ""))
        }
        return data
    }
}

extension Date: JSONScalar {
    public static func read(from reader: inout JSONReader) throws -> Date { try reader.date() }
}

// MARK: - Containers

extension Optional: JSONReadable, JSONScalar where Wrapped: JSONReadable {
    @inlinable
    public static func read(from reader: inout JSONReader) throws -> Wrapped? {
        try reader.null() ? nil : try Wrapped.read(from: &reader)
    }

    @inlinable public static var valueIfAbsent: Wrapped?? { .some(nil) }
}

extension Array: JSONReadable, JSONScalar where Element: JSONReadable {
    @inlinable
    public static func read(from reader: inout JSONReader) throws -> [Element] {
        var elements: [Element] = []
        var hasMore = try reader.beginArray()
        if hasMore {
            let start = reader.position
            let first = try Element.read(from: &reader)
            elements.reserveCapacity(reader.likelyCount(elementStart: start, stride: MemoryLayout<Element>.stride))
            elements.append(first)
            hasMore = try reader.nextElement()
        }
        while hasMore {
            elements.append(try Element.read(from: &reader))
            hasMore = try reader.nextElement()
        }
        return elements
    }
}

extension Dictionary: JSONReadable, JSONScalar where Key == String, Value: JSONReadable {
    /// Reads an object. If a key occurs several times, the first value applies.
    @inlinable
    public static func read(from reader: inout JSONReader) throws -> [String: Value] { try reader.members() }
}
