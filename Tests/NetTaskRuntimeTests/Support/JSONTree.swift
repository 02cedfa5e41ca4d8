import Foundation
import NetTaskRuntime

/// Any JSON value, for comparisons with the results of other parsers.
indirect enum JSONTree: JSONScalar {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONTree])
    case object([String: JSONTree])

    init(_ data: Data) throws {
        self = try data.withUnsafeBytes { try JSONReader.read($0, path: [], format: .iso8601) }
    }

    static func read(from reader: inout JSONReader) throws -> JSONTree {
        switch reader.next {
        case UInt8(ascii: "n"):
            guard try reader.null() else { throw reader.error("no null") }
            return .null
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool(try Bool.read(from: &reader))
        case UInt8(ascii: "\""): return .string(try String.read(from: &reader))
        case UInt8(ascii: "["): return .array(try [JSONTree].read(from: &reader))
        case UInt8(ascii: "{"): return .object(try [String: JSONTree].read(from: &reader))
        default: return .number(try Double.read(from: &reader))
        }
    }

    /// The same value in Foundation's types.
    var foundation: NSObject {
        switch self {
        case .null: NSNull()
        case .bool(let bool): NSNumber(value: bool)
        case .number(let number): NSNumber(value: number)
        case .string(let text): text as NSString
        case .array(let elements): elements.map(\.foundation) as NSArray
        case .object(let members): members.mapValues(\.foundation) as NSDictionary
        }
    }
}
