public import Foundation
public import NetTaskPacking

// These types are `Codable`, too, so each of them states that it is never stored as `null`.

extension StoredValue where Self: FixedWidthInteger & Codable {
    public static func store(_ value: Self, into writer: inout StoredWriter) {
        writer.json.append(magnitude: UInt64(value.magnitude), isNegative: value < 0)
    }

    public static func restore(from reader: inout JSONReader) throws -> Self { try reader.integer() }
    public static var canBeNull: Bool { false }
}

extension Int: StoredValue {}
extension Int8: StoredValue {}
extension Int16: StoredValue {}
extension Int32: StoredValue {}
extension Int64: StoredValue {}
extension UInt: StoredValue {}
extension UInt8: StoredValue {}
extension UInt16: StoredValue {}
extension UInt32: StoredValue {}
extension UInt64: StoredValue {}

extension Double: StoredValue {
    public static func store(_ value: Double, into writer: inout StoredWriter) { writer.store(number: value) }
    public static func restore(from reader: inout JSONReader) throws -> Double { try reader.restoreNumber() }
    public static var canBeNull: Bool { false }
}

extension Float: StoredValue {
    public static func store(_ value: Float, into writer: inout StoredWriter) { writer.store(number: value) }
    public static func restore(from reader: inout JSONReader) throws -> Float { try reader.restoreNumber() }
    public static var canBeNull: Bool { false }
}

extension JSONReader {
    fileprivate mutating func restoreNumber<Value: BinaryFloatingPoint & LosslessStringConvertible>() throws -> Value {
        guard next == UInt8(ascii: "\"") else { return try floatingPoint() }
        switch try string() {
        case FloatWords.infinity: return .infinity
        case FloatWords.negativeInfinity: return -.infinity
        case FloatWords.nan: return .nan
        default: throw valueError("it is not a number")
        }
    }
}

extension Decimal: StoredValue {
    /// Stores the number with all its digits.
    public static func store(_ value: Decimal, into writer: inout StoredWriter) {
        if value.isNaN { return writer.store(text: FloatWords.nan) }
        writer.store(json: value.description)
    }

    public static func restore(from reader: inout JSONReader) throws -> Decimal {
        if reader.next == UInt8(ascii: "\"") {
            guard try reader.string() == FloatWords.nan else { throw reader.valueError("it is not a number") }
            return .nan
        }
        let digits = try reader.numberText()
        guard let value = ExactDecimal.written(as: digits) else {
            throw reader.error(about: digits.utf8, inQuotes: false, "has more digits than a Decimal can hold")
        }
        return value
    }
    public static var canBeNull: Bool { false }
}

extension Bool: StoredValue {
    public static func store(_ value: Bool, into writer: inout StoredWriter) {
        writer.json.append(value ? "true" : "false")
    }

    public static func restore(from reader: inout JSONReader) throws -> Bool { try reader.bool() }
    public static var canBeNull: Bool { false }
}

extension String: StoredValue {
    public static func store(_ value: String, into writer: inout StoredWriter) { writer.store(text: value) }
    public static func restore(from reader: inout JSONReader) throws -> String { try reader.string() }
    public static var canBeNull: Bool { false }
}

extension URL: StoredValue {
    public static func store(_ value: URL, into writer: inout StoredWriter) { writer.store(text: value.absoluteString) }
    public static func restore(from reader: inout JSONReader) throws -> URL { try read(from: &reader) }
    public static var canBeNull: Bool { false }
}

extension UUID: StoredValue {
    public static func store(_ value: UUID, into writer: inout StoredWriter) { writer.store(text: value.uuidString) }
    public static func restore(from reader: inout JSONReader) throws -> UUID { try read(from: &reader) }
    public static var canBeNull: Bool { false }
}

extension Data: StoredValue {
    /// Stores the bytes as Base64.
    public static func store(_ value: Data, into writer: inout StoredWriter) {
        writer.store(text: value.base64EncodedString())
    }

    public static func restore(from reader: inout JSONReader) throws -> Data { try read(from: &reader) }
    public static var canBeNull: Bool { false }
}
