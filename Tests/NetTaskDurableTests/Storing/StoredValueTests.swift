import Foundation
@testable import NetTaskDurable
import NetTaskRuntime
import Testing

@Suite("Values of durable tasks", .timeLimit(.minutes(5)))
struct StoredValueTests {
    @Test(
        "Integers of the whole range are restored",
        arguments: [Int64.min, -1, 0, 1, .max]
    )
    func integers(value: Int64) throws {
        #expect(try Keep(value).restored == value)
        #expect(try Keep(UInt64.max).restored == .max)
        #expect(try Keep(Int8.min).restored == .min)
        #expect(try Keep(UInt8.max).restored == .max)
    }

    @Test(
        "Floating-point numbers are restored exactly",
        arguments: [
            0, -0.0, 0.1, -1e-7, .pi, .leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude,
            .infinity,
            -.infinity, 1e21, 123_456_789.123,
        ] as [Double]
    )
    func doubles(value: Double) throws {
        #expect(try Keep(value).restored.bitPattern == value.bitPattern)
        #expect(try Keep(Float(value)).restored.bitPattern == Float(value).bitPattern)
    }

    @Test("NaN is restored")
    func nan() throws {
        #expect(try Keep(Double.nan).restored.isNaN)
        #expect(try Keep(Float.nan).restored.isNaN)
        #expect(try Keep(Decimal.nan).restored.isNaN)
    }

    @Test(
        "Decimals keep their digits",
        arguments: [
            "0", "-1.50", "0.1", "12345678901234567890123456789012345678", "-0.00000000000000000000000000000000000001",
            "3.1e100", "1e-127",
        ]
    )
    func decimals(text: String) throws {
        let value = try #require(Decimal(string: text))
        #expect(try Keep(value).restored == value)
    }

    @Test(
        "Decimals of 39 digits are restored, such as those of a division",
        arguments: [
            .pi, -.pi, .greatestFiniteMagnitude, .leastFiniteMagnitude, .leastNonzeroMagnitude, Decimal(2) / 3,
            Decimal(22) / 7,
            Decimal(string: "-34028236692093846346337460743.1768211455"),
        ] as [Decimal?]
    )
    func longDecimals(value: Decimal?) throws {
        let value = try #require(value)
        let restored = try Keep(value).restored
        #expect(restored == value)
        #expect(restored.description == value.description)
    }

    @Test(
        "A decimal that would be rounded is an error",
        arguments: [
            "340282366920938463463374607431768211457", "1e-200", "1e400",
            "1.000000000000000000000000000000000000000001",
        ]
    )
    func roundedDecimals(text: String) {
        #expect(throws: ParseError.self) { try Keep<Decimal>(stored: Data("{\"value\":\(text)}".utf8)) }
    }

    @Test(
        "Texts with any content are restored",
        arguments: [
            "", "\"", "\\", "\\u0000", "\0", "\u{1}\u{1F}\u{7F}", "\r\n\t", "e\u{301}é", "🏳️‍🌈", "\u{FEFF}", "\u{2028}",
            "</script>",
            "{\"a\":1}", "null", String(repeating: "ü", count: 10_000),
        ]
    )
    func texts(text: String) throws {
        let restored = try Keep([text: text]).restored
        #expect(restored.first.map { Array($0.key.unicodeScalars) } == Array(text.unicodeScalars))
        #expect(restored.first.map { Array($0.value.unicodeScalars) } == Array(text.unicodeScalars))
    }

    @Test(
        "Dates are restored exactly, in each year and with any fraction of a second",
        arguments: [
            0, 1, -1, 0.5, -0.5, 1e-9, -1e-9, 1.000_000_001, -1.000_000_001, 753_940_283.123_456_789, 753_940_283.1,
            -978_307_200,
            -978_307_199.75, -978_307_200.25, -978_307_201.5, -63_114_076_800, 63_113_904_000, 1e15, 1e17, -1e300,
            .infinity,
            753_940_283.000_001, .leastNonzeroMagnitude, 100.000_000_000_01,
        ] as [Double]
    )
    func dates(seconds: Double) throws {
        let date = Date(timeIntervalSinceReferenceDate: seconds)
        #expect(try Keep(date).restored.timeIntervalSinceReferenceDate.bitPattern == (seconds + 0).bitPattern)
    }

    @Test("Dates of the present are restored exactly")
    func manyDates() throws {
        var state: UInt64 = 8
        for _ in 0..<20_000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let seconds = (Double(state >> 11) / Double(1 << 53) - 0.5) * 4e9
            let date = Date(timeIntervalSinceReferenceDate: seconds)
            #expect(try Keep(date).restored == date)
        }
    }

    @Test("A date is seconds since 1970 on disk")
    func readableDate() throws {
        let text = String(decoding: try Keep(Date(timeIntervalSince1970: 1_731_000_000.25)).stored(), as: UTF8.self)
        #expect(text == #"{"value":1731000000.25}"#)
    }

    @Test("Bytes, URLs and UUIDs are restored")
    func foundation() throws {
        let url = try #require(URL(string: "https://example.com/a%20b?q=%22#ü"))
        #expect(try Keep(url).restored == url)
        let uuid = UUID()
        #expect(try Keep(uuid).restored == uuid)
        let data = Data((0...255).map { UInt8($0) })
        #expect(try Keep(data).restored == data)
        #expect(try Keep(Data()).restored == Data())
    }

    @Test("nil is stored as null, so that no default replaces it")
    func optionals() throws {
        #expect(String(decoding: try Keep(Int?.none).stored(), as: UTF8.self) == #"{"value":null}"#)
        #expect(try Keep(Int?.none).restored == nil)
        #expect(try Keep([1, nil, 3]).restored == [1, nil, 3])
    }

    @Test(
        "An absent value, null and a value are distinguished",
        arguments: [.absent, .null, .value(1)] as [Nullable<Int>]
    )
    func nullables(value: Nullable<Int>) throws {
        #expect(try KeepNullable(value: value).restored == value)
    }

    @Test("Any JSON is restored")
    func json() throws {
        let value: JSONValue = ["a": [1, 2.5, nil, true, "x"], "b": ["": [:], "\"": []], "c": 1e-7]
        #expect(try Keep(value).restored == value)
    }

    @Test("For optional JSON, null is distinguished from nil")
    func presentNull() throws {
        #expect(try Keep(JSONValue?.some(.null)).restored == .some(.null))
        #expect(try Keep(JSONValue?.none).restored == nil)
        #expect(try Keep(JSONValue?.some([.null])).restored == .some([.null]))
        #expect(try Keep([JSONValue.null, nil, [], 1]).restored == [JSONValue.null, nil, [], 1])
        #expect(try Keep(["a": JSONValue?.some(.null), "b": nil]).restored == ["a": .some(.null), "b": nil])
        #expect(try Keep(Int??.some(nil)).restored == .some(nil))
        #expect(try Keep(Nullable<JSONValue>.value(.null)).restored == .value(.null))
        #expect(try Keep(Nullable<JSONValue>.null).restored == .null)
    }

    @Test("A Codable type that encodes itself as null is distinguished from nil")
    func codableNull() throws {
        #expect(try Keep(OwnChoice?.some(OwnChoice(value: nil))).restored == .some(OwnChoice(value: nil)))
        #expect(try Keep(OwnChoice?.some(OwnChoice(value: 1))).restored == .some(OwnChoice(value: 1)))
        #expect(try Keep(OwnChoice?.none).restored == nil)
    }

    @Test("An optional value that is never null is stored without a wrapper, so that a field can become optional")
    func unwrapped() throws {
        let id = UUID()
        #expect(String(decoding: try Keep(Size?.some(.large)).stored(), as: UTF8.self) == #"{"value":"L"}"#)
        #expect(String(decoding: try Keep(Int?.some(1)).stored(), as: UTF8.self) == #"{"value":1}"#)
        #expect(String(decoding: try Keep([Int?]?.some([nil])).stored(), as: UTF8.self) == #"{"value":[null]}"#)
        #expect(String(decoding: try Keep(UUID?.some(id)).stored(), as: UTF8.self) == #"{"value":"\#(id.uuidString)"}"#)
        #expect(
            try Keep<HTTPFile?>(stored: Keep(HTTPFile(data: Data([1]))).stored()).value == HTTPFile(data: Data([1]))
        )
        #expect(try Keep<Decimal?>(stored: Keep(Decimal(1)).stored()).value == 1)
        #expect(
            try Keep<Date?>(stored: Keep(Date(timeIntervalSince1970: 1)).stored()).value?.timeIntervalSince1970 == 1
        )
    }

    @Test(
        "For a nullable value, an array without exactly one element is an error",
        arguments: ["[]", "[1,2]", "1", "{}", "[1"]
    )
    func wrongPresence(text: String) {
        #expect(throws: ParseError.self) { try Keep<JSONValue?>(stored: Data("{\"value\":\(text)}".utf8)) }
    }

    @Test("Dictionaries are stored in the order of their keys")
    func order() throws {
        let value = Dictionary(uniqueKeysWithValues: (0..<20).map { (String(UnicodeScalar(97 + $0)), $0) })
        let text = String(decoding: try Keep(value).stored(), as: UTF8.self)
        #expect(text.hasPrefix(#"{"value":{"a":0,"b":1,"c":2,"#))
    }

    @Test("A Codable type of the app is stored as it encodes itself, with numbers that JSON lacks")
    func codable() throws {
        let value = Money(amount: 1.1, currency: "€", rate: .infinity, at: Date(timeIntervalSinceReferenceDate: 0.1))
        #expect(try Keep([value, value]).restored == [value, value])
    }

    @Test("An enumeration is stored as its raw value, even if it is Codable")
    func enumerations() throws {
        #expect(String(decoding: try Keep(Size.large).stored(), as: UTF8.self) == #"{"value":"L"}"#)
        #expect(try Keep(Size.large).restored == .large)
        #expect(throws: ParseError.self) { try Keep<Size>(stored: Data(#"{"value":"XL"}"#.utf8)) }
    }

    @Test("Values nested deeper than the stack of any thread are restored")
    func deep() throws {
        var value: JSONValue = .array([])
        for _ in 0..<500 { value = .array([value]) }
        #expect(try Keep(value).restored == value)
    }

    @Test("Values nested deeper than can be read again are an error, and nothing crashes")
    func tooDeep() {
        var value: JSONValue = .array([])
        for _ in 0..<5_000 { value = .array([value]) }
        #expect(throws: StoringError.tooDeep(limit: 512)) { try Keep(value).stored() }
    }
}
