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

extension JSONReader {
    /// Reads a member that must be there, and is nil where it is `null`.
    ///
    /// - Parameters:
    ///   - name: of the member.
    ///   - format: how dates in it are written, and numbers and bytes where that is not the usual way.
    ///   - isSecret: whether errors quote nothing of it; by default they do.
    /// - Throws: ``ParseError`` if the member is missing, or is not what it should be.
    public mutating func read<Value: JSONReadable>(
        nullable name: StaticString,
        format: ValueFormat = .iso8601,
        isSecret: Bool = false
    ) throws -> Value? {
        let value: NullOr<Value> =
            isSecret ? try read(secret: name, format: format) : try read(name, format: format)
        return value.value
    }
}

/// A value that is there, if only as `null`.
private struct NullOr<Wrapped: JSONReadable>: JSONScalar {
    var value: Wrapped?

    static func read(from reader: inout JSONReader) throws -> NullOr {
        NullOr(value: try reader.null() ? nil : try Wrapped.read(from: &reader))
    }
}
