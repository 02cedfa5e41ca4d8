@testable public import NetTaskPacking

/// Any JSON value with all details of the text: the order of members, and integers distinct from doubles.
public indirect enum JSONTree: Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case largeInteger(UInt64)
    case double(Double)
    case string(String)
    case array([JSONTree])
    case object([Member])

    public struct Member: Sendable {
        public var name: String
        public var value: JSONTree
    }
}

extension JSONTree: JSONScalar {
    public static func read(from reader: inout JSONReader) throws -> JSONTree {
        switch reader.next {
        case UInt8(ascii: "n"):
            guard try reader.null() else { throw reader.error("no null") }
            return .null
        case UInt8(ascii: "t"), UInt8(ascii: "f"):
            return .bool(try Bool.read(from: &reader))
        case UInt8(ascii: "\""):
            return .string(try String.read(from: &reader))
        case UInt8(ascii: "["):
            return .array(try [JSONTree].read(from: &reader))
        case UInt8(ascii: "{"):
            return .object(try members(from: &reader))
        default:
            return try number(from: &reader)
        }
    }

    /// `Dictionary` would lose the order and the duplicates.
    private static func members(from reader: inout JSONReader) throws -> [Member] {
        var members: [Member] = []
        try reader.beginDictionary()
        while let name = try reader.nextKey() {
            members.append(Member(name: name, value: try JSONTree.read(from: &reader)))
        }
        return members
    }

    /// An integer if it has neither fraction nor exponent and fits into 64 bits, as in most readers.
    private static func number(from reader: inout JSONReader) throws -> JSONTree {
        let start = reader.position
        try reader.skip()
        let text = String(decoding: reader.text(start..<reader.position), as: UTF8.self)
        reader.position = start
        if let expected = Int64(text) {
            let value = try Int64.read(from: &reader)
            try require(value == expected, "\(text) was read as \(value)")
            return .integer(value)
        }
        if let expected = UInt64(text) {
            let value = try UInt64.read(from: &reader)
            try require(value == expected, "\(text) was read as \(value)")
            return .largeInteger(value)
        }
        do {
            return .double(try Double.read(from: &reader))
        } catch {
            throw OutOfRange()
        }
    }
}

/// The text is well-formed, but contains a number beyond the range of doubles.
public struct OutOfRange: Error {}

/// The reader contradicts itself: a bug.
public struct Contradiction: Error, CustomStringConvertible {
    public var description: String
}

func require(_ condition: Bool, _ description: @autoclosure () -> String) throws {
    if !condition { throw Contradiction(description: description()) }
}
