import Foundation
import LibFuzzer
import NetTaskRuntime

@testable import NetTaskPacking

/// A shape with a field of each type that can be read, in the form in which the generator writes one.
struct EveryType: JSONReadable, Equatable {
    enum Order: String, JSONReadable {
        case asc
        case desc = "DESC"
    }

    enum Level: Int, JSONReadable {
        case low = -1
        case high = 1
    }

    /// The shape with required fields.
    struct Strict: JSONReadable, Equatable {
        var a: Int
        var b: String
        var c: Bool

        init(from object: inout JSONReader) throws {
            a = try object.read("a")
            b = try object.read("b")
            c = try object.read("c")
        }
    }

    var bool: Bool?
    var int: Int?
    var int8: Int8?
    var int16: Int16?
    var int32: Int32?
    var int64: Int64?
    var uint: UInt?
    var uint8: UInt8?
    var uint16: UInt16?
    var uint32: UInt32?
    var uint64: UInt64?
    var double: Double?
    var float: Float?
    var decimal: Decimal?
    var string: String
    var url: URL?
    var uuid: UUID?
    var data: Data?
    var order: Order?
    var level: Level
    var dates: [Date?]
    var days: [Date]
    var times: [String: Date]
    var strict: Strict?
    var stricts: [Strict]
    var matrix: [[Int?]]
    var words: [String: [String]?]
    var inner: String?
    var innermost: Int
    var rest: [String: Bool]?
    @IndirectValue var next: EveryType?
    var children: [EveryType]
    var named: [String: EveryType]

    init(from object: inout JSONReader) throws {
        bool = try object.read("bool")
        int = try object.read("int")
        int8 = try object.read("int8")
        int16 = try object.read("int16")
        int32 = try object.read("int32")
        int64 = try object.read("int64")
        uint = try object.read("uint")
        uint8 = try object.read("uint8")
        uint16 = try object.read("uint16")
        uint32 = try object.read("uint32")
        uint64 = try object.read("uint64")
        double = try object.read("double")
        float = try object.read("float")
        decimal = try object.read("decimal")
        string = try object.read("string", default: "")
        url = try object.read("url")
        uuid = try object.read("uuid")
        data = try object.read("data")
        order = try object.read("order")
        level = try object.read("level", default: .low)
        dates = [
            try object.read("iso8601"),
            try object.read("unix", format: .unix),
            try object.read("ms", format: .milliseconds),
            try object.read("day", format: .date),
            try object.read("http", format: .http),
        ]
        days = try object.read("days", format: .date, default: [])
        times = try object.read("times", format: .unix, default: [:])
        strict = try object.read("strict")
        stricts = try object.read("stricts", default: [])
        matrix = try object.read("matrix", default: [])
        words = try object.read("words", default: [:])
        try object.enter("in")
        inner = try object.read("in")
        try object.enter("in\\\"\\\\")
        innermost = try object.read("é", default: 0)
        try object.leave()
        try object.leave()
        next = try object.read("next")
        children = try object.read("children", default: [])
        named = try object.read("named", default: [:])
        try object.enter("in")
        rest = try object.read("rest")
        try object.leave()
        object.rewind()
        let again: Double? = try object.read("double")
        require(again == double, "after a rewind \(String(describing: again)), before \(String(describing: double))")
        try object.enter("in")
        rest = try object.read("rest")
        try object.leave()
    }

    /// The properties of all values of these types.
    func check() {
        for date in dates.compactMap(\.self) + days + Array(times.values) {
            require(DateText.microseconds(of: date) != nil, "the date \(date.timeIntervalSince1970)")
        }
        require(double?.isFinite != false && float?.isFinite != false && decimal?.isFinite != false, "not finite")
        next?.check()
        for child in children + Array(named.values) { child.check() }
    }
}
