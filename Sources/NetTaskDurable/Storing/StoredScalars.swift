public import Foundation
public import NetTaskRuntime

// Each type has its own witnesses, so that no call goes through generic code. That none of them is ever `null` is said of each:
// they are `Codable`, too.

extension Int: StoredValue {
    public static func store(_ value: Int, into writer: inout StoredWriter) { writer.store(Int64(value)) }
    public static func restore(from reader: inout JSONReader) throws -> Int { try reader.integer() }
    public static var canBeNull: Bool { false }
}

extension Int8: StoredValue {
    public static func store(_ value: Int8, into writer: inout StoredWriter) { writer.store(Int64(value)) }
    public static func restore(from reader: inout JSONReader) throws -> Int8 { try reader.integer() }
    public static var canBeNull: Bool { false }
}

extension Int16: StoredValue {
    public static func store(_ value: Int16, into writer: inout StoredWriter) { writer.store(Int64(value)) }
    public static func restore(from reader: inout JSONReader) throws -> Int16 { try reader.integer() }
    public static var canBeNull: Bool { false }
}

extension Int32: StoredValue {
    public static func store(_ value: Int32, into writer: inout StoredWriter) { writer.store(Int64(value)) }
    public static func restore(from reader: inout JSONReader) throws -> Int32 { try reader.integer() }
    public static var canBeNull: Bool { false }
}

extension Int64: StoredValue {
    public static func store(_ value: Int64, into writer: inout StoredWriter) { writer.store(value) }
    public static func restore(from reader: inout JSONReader) throws -> Int64 { try reader.integer() }
    public static var canBeNull: Bool { false }
}

extension UInt: StoredValue {
    public static func store(_ value: UInt, into writer: inout StoredWriter) {
        UInt64.store(UInt64(value), into: &writer)
    }
    public static func restore(from reader: inout JSONReader) throws -> UInt { try reader.integer() }
    public static var canBeNull: Bool { false }
}

extension UInt8: StoredValue {
    public static func store(_ value: UInt8, into writer: inout StoredWriter) { writer.store(Int64(value)) }
    public static func restore(from reader: inout JSONReader) throws -> UInt8 { try reader.integer() }
    public static var canBeNull: Bool { false }
}

extension UInt16: StoredValue {
    public static func store(_ value: UInt16, into writer: inout StoredWriter) { writer.store(Int64(value)) }
    public static func restore(from reader: inout JSONReader) throws -> UInt16 { try reader.integer() }
    public static var canBeNull: Bool { false }
}

extension UInt32: StoredValue {
    public static func store(_ value: UInt32, into writer: inout StoredWriter) { writer.store(Int64(value)) }
    public static func restore(from reader: inout JSONReader) throws -> UInt32 { try reader.integer() }
    public static var canBeNull: Bool { false }
}

extension UInt64: StoredValue {
    public static func store(_ value: UInt64, into writer: inout StoredWriter) {
        writer.json.append(magnitude: value, isNegative: false)
    }

    public static func restore(from reader: inout JSONReader) throws -> UInt64 { try reader.integer() }
    public static var canBeNull: Bool { false }
}

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
        default: throw valueError("it is no number")
        }
    }
}

extension Decimal: StoredValue {
    /// With all its digits.
    public static func store(_ value: Decimal, into writer: inout StoredWriter) {
        if value.isNaN { return writer.store(text: FloatWords.nan) }
        writer.store(json: value.description)
    }

    public static func restore(from reader: inout JSONReader) throws -> Decimal {
        if reader.next == UInt8(ascii: "\"") {
            guard try reader.string() == FloatWords.nan else { throw reader.valueError("it is no number") }
            return .nan
        }
        let digits = try reader.numberText()
        guard let value = ExactDecimal.written(as: digits) else {
            throw reader.valueError("\(reader.shown(digits.utf8, inQuotes: false)) is no Decimal: it would be rounded")
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
    /// As base64.
    public static func store(_ value: Data, into writer: inout StoredWriter) {
        writer.store(text: value.base64EncodedString())
    }

    public static func restore(from reader: inout JSONReader) throws -> Data { try read(from: &reader) }
    public static var canBeNull: Bool { false }
}
