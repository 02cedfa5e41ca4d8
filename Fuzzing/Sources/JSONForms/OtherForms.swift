import NetTaskRuntime

@testable import NetTaskPacking

/// A text that is only checked.
struct Skipped: JSONScalar {
    static func read(from reader: inout JSONReader) throws -> Skipped {
        try reader.skip()
        return Skipped()
    }
}

/// Any JSON value, whose objects are dictionaries.
indirect enum DictionaryForm: JSONScalar {
    case object([String: DictionaryForm])
    case array([DictionaryForm])
    case scalar(JSONTree)

    static func read(from reader: inout JSONReader) throws -> DictionaryForm {
        switch reader.next {
        case UInt8(ascii: "["): .array(try [DictionaryForm].read(from: &reader))
        case UInt8(ascii: "{"): .object(try [String: DictionaryForm].read(from: &reader))
        default: .scalar(try JSONTree.read(from: &reader))
        }
    }
}

/// Any JSON value, whose objects are shapes that ask for a few names. Inputs should have those, in any order.
indirect enum ShapeForm: JSONScalar {
    case object(Shape)
    case array([ShapeForm])
    case scalar(JSONTree)

    struct Shape: JSONReadable {
        static let names: [(json: StaticString, name: String)] = [
            ("a", "a"), ("b", "b"), ("id", "id"), ("", ""), ("\\\"", "\""), ("é", "é"), ("created_at", "created_at"),
        ]

        /// A value for each of the names; nil where it is absent or `null`.
        var values: [ShapeForm?] = []

        init(from object: inout JSONReader) throws {
            for name in Self.names {
                values.append(try object.read(name.json))
            }
        }
    }

    static func read(from reader: inout JSONReader) throws -> ShapeForm {
        switch reader.next {
        case UInt8(ascii: "["): .array(try [ShapeForm].read(from: &reader))
        case UInt8(ascii: "{"): .object(try Shape.read(from: &reader))
        default: .scalar(try JSONTree.read(from: &reader))
        }
    }
}
