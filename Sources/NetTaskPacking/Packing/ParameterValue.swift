public import Foundation

/// What can be the value of a param: scalars, arrays of them, files; and dictionaries, shapes and arrays of these, in JSON, or
/// in a query or form with ``ArrayStyle/brackets`` or ``ArrayStyle/numbered``.
///
/// A type of your own conforms by writing itself as one that already does:
///
///     extension Version: ParameterValue {
///         public static func write(_ version: Version, into packer: inout ParameterPacker) {
///             String.write("\(version.major).\(version.minor)", into: &packer)
///         }
///     }
///
/// The requirement is static, so that the fields of a shape may have any name.
public protocol ParameterValue: Sendable {
    /// Writes the value in the form that the packer's destination asks for.
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

// MARK: - Scalars; that integers are values is said where it is said that they can be read

extension ParameterValue where Self: FixedWidthInteger {
    @inlinable
    public static func write(_ value: Self, into packer: inout ParameterPacker) {
        packer.write(magnitude: UInt64(value.magnitude), isNegative: value < 0)
    }
}

extension Double: ParameterValue {
    /// The shortest decimal that reads back as the same value, with a fraction or an exponent: `1.0`, `1e+20`.
    public static func write(_ value: Double, into packer: inout ParameterPacker) { packer.write(value) }
}

extension Float: ParameterValue {
    /// The shortest decimal that reads back as the same value, with a fraction or an exponent: `1.0`, `1e+20`.
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
    /// Base64 with padding, or as ``ValueFormat/base64url`` says.
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
    /// nil adds nothing; inside a JSON array or dictionary it is `null`.
    @inlinable
    public static func write(_ value: Wrapped?, into packer: inout ParameterPacker) {
        switch value {
        case let value?: Wrapped.write(value, into: &packer)
        case nil: packer.writeNil()
        }
    }
}

extension Array: ParameterValue where Element: ParameterValue {
    /// `[]` adds nothing, except that it is `[]` in JSON.
    @inlinable
    public static func write(_ value: [Element], into packer: inout ParameterPacker) {
        guard packer.beginArray() else { return }
        // By index: an iterator allocates for each element where generic code is not specialized.
        for index in value.indices {
            Element.write(value[index], into: &packer)
        }
        packer.endArray()
    }
}

extension Dictionary: ParameterValue where Key == String, Value: ParameterValue {
    /// In JSON, and in a query or form with ``ArrayStyle/brackets`` or ``ArrayStyle/numbered``; keys as they are, in the order of
    /// their bytes so that equal dictionaries make equal bytes.
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
