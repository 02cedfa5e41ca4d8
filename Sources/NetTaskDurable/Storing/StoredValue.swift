import Foundation
public import NetTaskPacking

/// A value that can be stored as part of a durable task: scalars, enumerations, shapes, and arrays, dictionaries and optionals
/// of them. It is encoded as JSON in a form of its own, which differs from that of requests, so that each value is restored
/// exactly.
///
/// Your own types in durable tasks conform to this protocol. A type that is `Codable` needs no implementation:
///
///     extension Money: StoredValue {}
///
/// Any other type stores a value that already conforms, and makes itself from it:
///
///     extension Money: StoredValue {
///         static func store(_ value: Money, into writer: inout StoredWriter) {
///             String.store(value.text, into: &writer)
///         }
///
///         static func restore(from reader: inout JSONReader) throws -> Money {
///             guard let money = Money(try String.restore(from: &reader)) else { throw reader.error("it is not a Money") }
///             return money
///         }
///     }
public protocol StoredValue: Sendable {
    /// Writes one JSON value. If that is impossible, pass the error to ``StoredWriter/fail(_:)``.
    static func store(_ value: Self, into writer: inout StoredWriter)
    /// Reads the form that ``store(_:into:)`` writes, possibly from an earlier version of the app.
    ///
    /// - Throws: `ParseError` if the value does not have this type.
    static func restore(from reader: inout JSONReader) throws -> Self
    /// The value for one that was not stored. Default: nil, which makes its absence an error.
    static var valueIfNotStored: Self? { get }
    /// Whether some value is stored as `null`. An optional of such a type stores its value in an array of one, so that it
    /// differs from nil. Default: true for `Codable` types, and false for all others.
    static var canBeNull: Bool { get }
}

extension StoredValue {
    public static var valueIfNotStored: Self? { nil }
    public static var canBeNull: Bool { false }
}

extension StoredValue where Self: Codable {
    /// Writes the value with its `Encodable` conformance.
    public static func store(_ value: Self, into writer: inout StoredWriter) {
        writer.storeCodable(value)
    }

    /// Reads the value with its `Decodable` conformance.
    public static func restore(from reader: inout JSONReader) throws -> Self {
        try reader.restoreCodable()
    }

    /// Only the type itself knows its encoding.
    public static var canBeNull: Bool { true }
}

extension StoredWriter {
    mutating func storeCodable(_ value: some Encodable) {
        let encoder = JSONEncoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: FloatWords.infinity,
            negativeInfinity: FloatWords.negativeInfinity,
            nan: FloatWords.nan
        )
        do {
            let json = try encoder.encode(value)
            json.withUnsafeBytes { self.json.append($0.assumingMemoryBound(to: UInt8.self)) }
        } catch {
            fail(error)
        }
    }
}

extension JSONReader {
    mutating func restoreCodable<Value: Decodable>() throws -> Value {
        valueStart = position
        let start = position
        try skip()
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: FloatWords.infinity,
            negativeInfinity: FloatWords.negativeInfinity,
            nan: FloatWords.nan
        )
        do {
            return try decoder.decode(Value.self, from: Data(text(start..<position)))
        } catch {
            throw self.error("it is not a valid \(Value.self): \(error)")
        }
    }
}

/// The stored names of the numbers that JSON does not have.
enum FloatWords {
    static var infinity: String { "inf" }
    static var negativeInfinity: String { "-inf" }
    static var nan: String { "nan" }
}
