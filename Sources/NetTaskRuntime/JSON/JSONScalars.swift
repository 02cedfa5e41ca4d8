public import Foundation

extension JSONReadable where Self: FixedWidthInteger {
    /// Digits are read exactly, or refused. `1.0` and `1e3` are integers too, below 2^53 and as `Double` sees them.
    public static func read(from reader: inout JSONReader) throws -> Self {
        let digits = try reader.number("an integer")
        if let value = Self(digits) {
            return value
        }
        if let number = Double(digits), number.magnitude < 0x1p53, let value = Self(exactly: number) {
            return value
        }
        throw reader.error("\(excerpt(of: digits.utf8)) is no \(Self.self): it has a fraction or is out of range")
    }
}

extension Int: JSONScalar {}
extension Int8: JSONScalar {}
extension Int16: JSONScalar {}
extension Int32: JSONScalar {}
extension Int64: JSONScalar {}
extension UInt: JSONScalar {}
extension UInt8: JSONScalar {}
extension UInt16: JSONScalar {}
extension UInt32: JSONScalar {}
extension UInt64: JSONScalar {}

extension JSONReadable where Self: BinaryFloatingPoint & LosslessStringConvertible {
    /// The nearest value. A number too large for the type is refused.
    public static func read(from reader: inout JSONReader) throws -> Self {
        let digits = try reader.number("a number")
        guard let value = Self(digits), value.isFinite else {
            throw reader.error("\(excerpt(of: digits.utf8)) is out of range for \(Self.self)")
        }
        return value
    }
}

extension Double: JSONScalar {}
extension Float: JSONScalar {}

extension Decimal: JSONScalar {
    /// Up to 38 digits are kept.
    public static func read(from reader: inout JSONReader) throws -> Decimal {
        let digits = try reader.number("a number")
        guard let value = Decimal(string: digits, locale: nil), value.isFinite else {
            throw reader.error("\(excerpt(of: digits.utf8)) is out of range for Decimal")
        }
        return value
    }
}

extension Bool: JSONScalar {
    public static func read(from reader: inout JSONReader) throws -> Bool {
        try reader.bool()
    }
}

extension String: JSONScalar {
    public static func read(from reader: inout JSONReader) throws -> String {
        try reader.string()
    }
}

extension URL: JSONScalar {
    public static func read(from reader: inout JSONReader) throws -> URL {
        let text = try reader.string()
        guard let url = URL(string: text) else {
            throw reader.error("\"\(excerpt(of: text.utf8))\" is no URL")
        }
        return url
    }
}

extension UUID: JSONScalar {
    public static func read(from reader: inout JSONReader) throws -> UUID {
        let text = try reader.string()
        guard let uuid = UUID(uuidString: text) else {
            throw reader.error("\"\(excerpt(of: text.utf8))\" is no UUID")
        }
        return uuid
    }
}

extension Data: JSONScalar {
    /// Base64 with padding.
    public static func read(from reader: inout JSONReader) throws -> Data {
        guard let data = Data(base64Encoded: try reader.string()) else {
            throw reader.error("the string is no base64")
        }
        return data
    }
}

extension Date: JSONScalar {
    public static func read(from reader: inout JSONReader) throws -> Date {
        try reader.date()
    }
}
