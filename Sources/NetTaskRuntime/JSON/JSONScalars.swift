public import Foundation

// Each type has its own witness, so that no call goes through generic code.

// MARK: - Integers: exactly, or refused. `1.0` and `1e3` are integers too.

extension Int: JSONScalar {
    public static func read(from reader: inout JSONReader) throws -> Int { try reader.integer() }
}

extension Int8: JSONScalar {
    public static func read(from reader: inout JSONReader) throws -> Int8 { try reader.integer() }
}

extension Int16: JSONScalar {
    public static func read(from reader: inout JSONReader) throws -> Int16 { try reader.integer() }
}

extension Int32: JSONScalar {
    public static func read(from reader: inout JSONReader) throws -> Int32 { try reader.integer() }
}

extension Int64: JSONScalar {
    public static func read(from reader: inout JSONReader) throws -> Int64 { try reader.integer() }
}

extension UInt: JSONScalar {
    public static func read(from reader: inout JSONReader) throws -> UInt { try reader.integer() }
}

extension UInt8: JSONScalar {
    public static func read(from reader: inout JSONReader) throws -> UInt8 { try reader.integer() }
}

extension UInt16: JSONScalar {
    public static func read(from reader: inout JSONReader) throws -> UInt16 { try reader.integer() }
}

extension UInt32: JSONScalar {
    public static func read(from reader: inout JSONReader) throws -> UInt32 { try reader.integer() }
}

extension UInt64: JSONScalar {
    public static func read(from reader: inout JSONReader) throws -> UInt64 { try reader.integer() }
}

// MARK: - Floating point: the nearest value. A number too large for the type is refused.

extension Double: JSONScalar {
    public static func read(from reader: inout JSONReader) throws -> Double { try reader.floatingPoint() }
}

extension Float: JSONScalar {
    public static func read(from reader: inout JSONReader) throws -> Float { try reader.floatingPoint() }
}

extension Decimal: JSONScalar {
    /// All digits are kept; a number of more than 38 is refused.
    public static func read(from reader: inout JSONReader) throws -> Decimal {
        try reader.decimal()
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
        guard let url = URL(escaping: text) else {
            throw reader.valueError("\(reader.shown(text.utf8)) is no URL")
        }
        return url
    }
}

extension UUID: JSONScalar {
    public static func read(from reader: inout JSONReader) throws -> UUID {
        let text = try reader.string()
        guard let uuid = UUID(uuidString: text) else {
            throw reader.valueError("\(reader.shown(text.utf8)) is no UUID")
        }
        return uuid
    }
}

extension Data: JSONScalar {
    /// Base64 with padding, or as ``ValueFormat/base64url`` says.
    public static func read(from reader: inout JSONReader) throws -> Data {
        let isForURL = reader.object.format == .base64url
        let text = try reader.string()
        guard let data = isForURL ? Base64URL.data(from: text) : Data(base64Encoded: text) else {
            throw reader.valueError("the string is no base64" + (isForURL ? "url" : ""))
        }
        return data
    }
}

extension Date: JSONScalar {
    public static func read(from reader: inout JSONReader) throws -> Date {
        try reader.date()
    }
}
