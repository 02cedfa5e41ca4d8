import Foundation
public import NetTaskPacking

/// What can be kept on disk as part of a durable task: scalars, enumerations, shapes, and arrays, dictionaries and optionals
/// of them. It is written as JSON, in a form of its own: not as requests have it, but so that each value comes back exactly.
///
/// A type of your own that a durable task holds conforms to it. One that is `Codable` need not implement anything:
///
///     extension Money: StoredValue {}
///
/// Any other stores a value that already conforms, and makes itself of it:
///
///     extension Money: StoredValue {
///         static func store(_ value: Money, into writer: inout StoredWriter) {
///             String.store(value.text, into: &writer)
///         }
///
///         static func restore(from reader: inout JSONReader) throws -> Money {
///             guard let money = Money(try String.restore(from: &reader)) else { throw reader.error("it is no Money") }
///             return money
///         }
///     }
public protocol StoredValue: Sendable {
    /// Writes one JSON value. What keeps it from doing so is told to ``StoredWriter/fail(_:)``.
    static func store(_ value: Self, into writer: inout StoredWriter)
    /// Reads what ``store(_:into:)`` wrote, perhaps in an earlier version of the app.
    ///
    /// - Throws: `ParseError` if it is not of this type.
    static func restore(from reader: inout JSONReader) throws -> Self
    /// What stands for a value that was not stored. Defaults to `nil`: its absence is an error.
    static var valueIfNotStored: Self? { get }
    /// Whether some value is stored as `null`. An optional of such a type stores a value as an array of one, so that it is
    /// told from nil. Defaults to `true` for what is `Codable`, and false for all else.
    static var canBeNull: Bool { get }
}

extension StoredValue {
    public static var valueIfNotStored: Self? { nil }
    public static var canBeNull: Bool { false }
}

extension StoredValue where Self: Codable {
    /// Writes the value as its `Encodable` conformance does.
    public static func store(_ value: Self, into writer: inout StoredWriter) {
        writer.storeCodable(value)
    }

    /// Reads the value as its `Decodable` conformance does.
    public static func restore(from reader: inout JSONReader) throws -> Self {
        try reader.restoreCodable()
    }

    /// Only the type knows what it encodes itself as.
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
            throw self.error("it is no \(Value.self): \(error)")
        }
    }
}

/// The numbers that JSON has not, as they are stored.
enum FloatWords {
    static var infinity: String { "inf" }
    static var negativeInfinity: String { "-inf" }
    static var nan: String { "nan" }
}
