public import Foundation

extension JSONValue: JSONScalar {
    /// Reads any value. Arrays and objects deeper than 16 levels are read on a thread with a larger stack.
    public static func read(from reader: inout JSONReader) throws -> JSONValue {
        switch reader.next {
        case UInt8(ascii: "\""):
            return .string(try reader.string())
        case UInt8(ascii: "{"):
            try reader.checkStack()
            return .object(try [String: JSONValue].read(from: &reader))
        case UInt8(ascii: "["):
            try reader.checkStack()
            return .array(try [JSONValue].read(from: &reader))
        case UInt8(ascii: "t"), UInt8(ascii: "f"):
            return .bool(try reader.bool())
        case UInt8(ascii: "n"):
            _ = try reader.null()
            return .null
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return .number(Number(checked: try reader.numberText()))
        default:
            throw reader.unexpected("a value")
        }
    }

    /// Reads a JSON text in UTF-8.
    ///
    /// - Throws: ``ParseError`` if it is none, strictly by RFC 8259, or nested deeper than 512 levels.
    public init(json: Data) throws {
        self = try json.withUnsafeBytes { try JSONReader.read($0, path: [], format: .iso8601) }
    }
}
