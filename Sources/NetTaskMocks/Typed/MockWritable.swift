public import Foundation
import HTTPTypes

/// A value that a mock can write as JSON: what a server sends. With `mocks: true`, generated types of replies conform.
///
/// The requirement is static, so that it does not conflict with the names of fields.
public protocol MockWritable: Sendable {
    /// The value as a server sends it, or `nil` if it is absent.
    static func mockJSON(of value: Self, format: ValueFormat) -> JSONValue?
}

/// A shape that writes itself member by member.
public protocol MockObject: MockWritable {
    /// Writes the members.
    static func writeMock(_ value: Self, into mock: inout MockWriter)
}

extension MockObject {
    public static func mockJSON(of value: Self, format: ValueFormat) -> JSONValue? { json(of: value, base: nil) }

    /// - Parameter base: the JSON that the value was read from. Members that cannot be written are taken from it.
    static func json(of value: Self, base: JSONValue?) -> JSONValue {
        var writer = MockWriter(base: base)
        writeMock(value, into: &writer)
        return writer.object
    }
}

/// The members of an object that a mock writes.
public struct MockWriter: Sendable {
    private let base: JSONValue?
    private(set) var object = JSONValue.object([:])

    init(base: JSONValue?) { self.base = base }

    /// Sets the member at a path of names. `nil` sets nothing.
    ///
    /// - Parameters:
    ///   - path: the names of the objects around the member, and its own.
    ///   - value: the value.
    ///   - format: the format of dates, and of numbers and bytes in an unusual form. Default: `.iso8601`.
    public mutating func set<Value: MockWritable>(_ path: [String], _ value: Value, format: ValueFormat = .iso8601) {
        put(Value.mockJSON(of: value, format: format), path)
    }

    /// Sets the member at a path of names. `nil` is `null`.
    public mutating func set<Value: MockWritable>(
        nullable path: [String],
        _ value: Value?,
        format: ValueFormat = .iso8601
    ) {
        put(value.map { Value.mockJSON(of: $0, format: format) ?? .null } ?? .null, path)
    }

    /// Sets the member at a path of names to a value of a type that is written as in requests.
    public mutating func set<Value: ParameterValue>(
        sent path: [String],
        _ value: Value,
        format: ValueFormat = .iso8601
    ) {
        put(Self.json(of: value, format), path)
    }

    /// Sets the members of an object that has the members of another one.
    public mutating func set<Value: MockWritable>(inline value: Value) {
        for (name, value) in Value.mockJSON(of: value, format: .iso8601)?.objectValue ?? [:] { put(value, [name]) }
    }

    /// Sets members without a field, except those with these names.
    public mutating func set<Value: MockWritable>(
        others members: [String: Value],
        besides names: [String],
        format: ValueFormat = .iso8601
    ) {
        for (name, value) in members where !names.contains(name) {
            put(Value.mockJSON(of: value, format: format) ?? .null, [name])
        }
    }

    /// Keeps the member that the value was read from, because its type cannot be written.
    public mutating func keep(_ path: [String]) { put(base?.value(at: path), path) }

    private mutating func put(_ value: JSONValue?, _ path: [String]) {
        guard let value else { return }
        for count in 1..<max(path.count, 1) where object.value(at: path.prefix(count)) == nil {
            object.set([:], at: path.prefix(count))
        }
        object.set(value, at: path[...])
    }

    /// The JSON of a value that is written as in requests, or `nil` if it is absent or cannot be written.
    static func json<Value: ParameterValue>(of value: Value, _ format: ValueFormat) -> JSONValue? {
        var packer = ParameterPacker(task: "", method: .post, encoding: .json)
        packer.add("value", value, format: format)
        guard case .data(let data)? = try? packer.finish() else { return nil }
        return (try? JSONValue(json: data))?["value"]
    }
}

// MARK: - Scalars

/// A value that is written as in requests.
public protocol MockScalar: MockWritable, ParameterValue {}

extension MockScalar {
    public static func mockJSON(of value: Self, format: ValueFormat) -> JSONValue? {
        MockWriter.json(of: value, format)
    }
}

extension Int: MockScalar {}
extension Int8: MockScalar {}
extension Int16: MockScalar {}
extension Int32: MockScalar {}
extension Int64: MockScalar {}
extension UInt: MockScalar {}
extension UInt8: MockScalar {}
extension UInt16: MockScalar {}
extension UInt32: MockScalar {}
extension UInt64: MockScalar {}
extension Double: MockScalar {}
extension Float: MockScalar {}
extension Decimal: MockScalar {}
extension Bool: MockScalar {}
extension String: MockScalar {}
extension URL: MockScalar {}
extension UUID: MockScalar {}
extension Data: MockScalar {}
extension Date: MockScalar {}

extension JSONValue: MockWritable {
    public static func mockJSON(of value: JSONValue, format: ValueFormat) -> JSONValue? { value }
}

extension MockWritable where Self: RawRepresentable, RawValue: MockWritable {
    public static func mockJSON(of value: Self, format: ValueFormat) -> JSONValue? {
        RawValue.mockJSON(of: value.rawValue, format: format)
    }
}

// MARK: - Containers

extension Optional: MockWritable where Wrapped: MockWritable {
    public static func mockJSON(of value: Wrapped?, format: ValueFormat) -> JSONValue? {
        value.flatMap { Wrapped.mockJSON(of: $0, format: format) }
    }
}

extension Nullable: MockWritable where Wrapped: MockWritable {
    public static func mockJSON(of value: Nullable<Wrapped>, format: ValueFormat) -> JSONValue? {
        switch value {
        case .absent: nil
        case .null: .null
        case .value(let value): Wrapped.mockJSON(of: value, format: format)
        }
    }
}

extension Array: MockWritable where Element: MockWritable {
    public static func mockJSON(of value: [Element], format: ValueFormat) -> JSONValue? {
        .array(value.map { Element.mockJSON(of: $0, format: format) ?? .null })
    }
}

extension Dictionary: MockWritable where Key == String, Value: MockWritable {
    public static func mockJSON(of value: [String: Value], format: ValueFormat) -> JSONValue? {
        .object(value.mapValues { Value.mockJSON(of: $0, format: format) ?? .null })
    }
}
