/// What can be read from JSON: scalars, enumerations, shapes, and arrays, dictionaries and optionals of them.
///
/// A shape implements the initializer and reads itself field by field:
///
///     public init(from object: inout JSONReader) throws {
///         id = try object.read("id")
///         body = try object.read("body")
///     }
///
/// Fields may stand in any order in the JSON; the order in which they are asked for is read fastest. Fields that nobody
/// asks for are skipped. The requirements other than the initializer are static, so that fields may have any name.
public protocol JSONReadable: Sendable {
    /// Reads a JSON object. An error of the reader ends the reading, also if it is caught here.
    ///
    /// Of a text that is nested deeper than 16 levels all is read on a thread with a larger stack, after a first try on the
    /// calling one.
    init(from object: inout JSONReader) throws
    /// Reads whatever JSON value stands for this type. By default an object.
    static func read(from reader: inout JSONReader) throws -> Self
    /// What stands for a value that is not there. By default nil: its absence is an error.
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
/// A type of your own conforms by reading one that already does, and making itself of it.
public protocol JSONScalar: JSONReadable {}

extension JSONScalar {
    /// Always throws: this type is no object.
    public init(from object: inout JSONReader) throws {
        throw object.valueError("expected \(Self.self), found an object")
    }
}

extension JSONReadable where Self: RawRepresentable, RawValue: JSONReadable {
    /// Always throws: an enumeration is no object.
    public init(from object: inout JSONReader) throws {
        throw object.valueError("expected \(Self.self), found an object")
    }

    @inlinable
    public static func read(from reader: inout JSONReader) throws -> Self {
        let rawValue = try RawValue.read(from: &reader)
        guard let value = Self(rawValue: rawValue) else {
            throw reader.error(notACase: "\(rawValue)", of: "\(Self.self)")
        }
        return value
    }
}

extension JSONReader {
    @usableFromInline
    mutating func error(notACase rawValue: String, of type: String) -> ParseError {
        valueError("\(shown(rawValue.utf8)) is no \(type)")
    }
}
