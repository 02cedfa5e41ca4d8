/// What can be read from JSON: scalars, enumerations, shapes, and arrays, dictionaries and optionals of them.
///
/// A shape implements the initializer and reads itself field by field:
///
///     public init(from object: inout JSONObjectReader) throws {
///         id = try object.read("id")
///         body = try object.read("body")
///     }
///
/// The rest follows. JSON that is nested deeper than 64 levels is refused, so that a shape which contains itself does not
/// use up the stack. (In debug builds one of 40 fields still can, on a thread with 512 kB and at full depth.) The
/// requirements other than the initializer are static, so that fields may have any name.
public protocol JSONReadable: Sendable {
    /// Reads a JSON object.
    init(from object: inout JSONObjectReader) throws
    /// Reads whatever JSON value stands for this type. By default an object.
    static func read(from reader: inout JSONReader) throws -> Self
    /// What stands for a value that is not there. By default nil: its absence is an error.
    static var valueIfAbsent: Self? { get }
}

extension JSONReadable {
    public static func read(from reader: inout JSONReader) throws -> Self {
        var object = try reader.object()
        return try Self(from: &object)
    }

    public static var valueIfAbsent: Self? { nil }
}

/// A type that is read from something other than a JSON object.
///
/// A type of your own conforms by reading one that already does, and making itself of it.
public protocol JSONScalar: JSONReadable {}

extension JSONScalar {
    /// Always throws: this type is no object.
    public init(from object: inout JSONObjectReader) throws {
        throw object.error("expected \(Self.self), found an object")
    }
}

extension JSONReadable where Self: RawRepresentable, RawValue: JSONReadable {
    /// Always throws: an enumeration is no object.
    public init(from object: inout JSONObjectReader) throws {
        throw object.error("expected \(Self.self), found an object")
    }

    public static func read(from reader: inout JSONReader) throws -> Self {
        let rawValue = try RawValue.read(from: &reader)
        guard let value = Self(rawValue: rawValue) else {
            throw reader.error("\"\(excerpt(of: "\(rawValue)".utf8))\" is no \(Self.self)")
        }
        return value
    }
}
