public import NetTaskSystem

/// A type that can be the value of a param: a scalar, a file, or an array of scalars. In JSON, and in a query or form with
/// ``ArrayStyle/brackets`` or ``ArrayStyle/numbered``, also a dictionary, a shape, or an array of these.
///
///     extension Version: ParameterValue {
///         public static func write(_ version: Version, into packer: inout ParameterPacker) {
///             String.write("\(version.major).\(version.minor)", into: &packer)
///         }
///     }
///
/// To conform, a type writes itself as a value of a type that conforms already. The requirement is static, so that it does not
/// conflict with the names of fields.
public protocol ParameterValue: Sendable {
    /// Writes the value in the form of the packer's destination.
    static func write(_ value: Self, into packer: inout ParameterPacker)
}

/// A shape: a value with named fields, which becomes a JSON object.
public protocol ParameterPackable: ParameterValue {
    /// Adds the fields, in order.
    func pack(into packer: inout ParameterPacker)
}

extension ParameterPackable {
    public static func write(_ value: Self, into packer: inout ParameterPacker) { packer.writeObject(value) }
}

// MARK: - Scalars. The conformances of integers are beside those to JSONScalar.

extension ParameterValue where Self: FixedWidthInteger {
    @inlinable
    public static func write(_ value: Self, into packer: inout ParameterPacker) {
        packer.write(magnitude: UInt64(value.magnitude), isNegative: value < 0)
    }
}

extension Double: ParameterValue {
    /// Writes the shortest decimal that is read back as the same value, with a fraction or an exponent: `1.0`, `1e+20`.
    public static func write(_ value: Double, into packer: inout ParameterPacker) { packer.write(value) }
}

extension Float: ParameterValue {
    /// Writes the shortest decimal that is read back as the same value, with a fraction or an exponent: `1.0`, `1e+20`.
    public static func write(_ value: Float, into packer: inout ParameterPacker) { packer.write(value) }
}

extension Decimal: ParameterValue {
    public static func write(_ value: Decimal, into packer: inout ParameterPacker) {
        guard value.isFinite else {
            return packer.fail("only a finite number can be sent")
        }
        packer.write(text: value.description, .number)
    }
}

extension Bool: ParameterValue {
    public static func write(_ value: Bool, into packer: inout ParameterPacker) { packer.write(value) }
}

extension String: ParameterValue {
    public static func write(_ value: String, into packer: inout ParameterPacker) { packer.write(text: value) }
}

extension URL: ParameterValue {
    public static func write(_ value: URL, into packer: inout ParameterPacker) {
        packer.write(text: value.absoluteString)
    }
}

extension UUID: ParameterValue {
    public static func write(_ value: UUID, into packer: inout ParameterPacker) { packer.write(text: value.uuidString) }
}

extension Data: ParameterValue {
    /// Writes Base64 with padding, or the format ``ValueFormat/base64url``.
    public static func write(_ value: Data, into packer: inout ParameterPacker) {
        let isForURL = packer.current.format == .base64url
        packer.write(text: isForURL ? Base64URL.text(of: value) : value.base64EncodedString())
    }
}

extension Date: ParameterValue {
    public static func write(_ value: Date, into packer: inout ParameterPacker) { packer.write(value) }
}

extension ParameterValue where Self: RawRepresentable, RawValue: ParameterValue {
    @inlinable
    public static func write(_ value: Self, into packer: inout ParameterPacker) {
        RawValue.write(value.rawValue, into: &packer)
    }
}

// MARK: - Containers

extension Optional: ParameterValue where Wrapped: ParameterValue {
    /// Adds nothing for `nil`. In a JSON array or dictionary, `nil` is `null`.
    @inlinable
    public static func write(_ value: Wrapped?, into packer: inout ParameterPacker) {
        switch value {
        case let value?: Wrapped.write(value, into: &packer)
        case nil: packer.writeNil()
        }
    }
}

extension Array: ParameterValue where Element: ParameterValue {
    /// Writes the elements. In JSON, an empty array is `[]`; elsewhere, it adds nothing.
    @inlinable
    public static func write(_ value: [Element], into packer: inout ParameterPacker) {
        guard packer.beginArray() else { return }
        // By index, because an iterator allocates memory for each element in generic code that is not specialized.
        for index in value.indices {
            Element.write(value[index], into: &packer)
        }
        packer.endArray()
    }
}

extension Dictionary: ParameterValue where Key == String, Value: ParameterValue {
    /// Writes an object in JSON, or in a query or form with ``ArrayStyle/brackets`` or ``ArrayStyle/numbered``. The keys are
    /// written unchanged, in the order of their bytes, so that equal dictionaries are written equally.
    public static func write(_ value: [String: Value], into packer: inout ParameterPacker) {
        let outer = packer.current
        guard packer.beginObject() else { return }
        for (key, value) in value.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            packer.writeKey(key)
            Value.write(value, into: &packer)
        }
        packer.endObject()
        packer.current = outer
    }
}
