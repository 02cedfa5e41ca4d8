import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskTesting
import Testing

@testable import NetTaskPacking

private let everything: JSONValue = [
    "null": nil, "yes": true, "whole": 12, "fraction": 0.5, "text": "a \"b\" ü", "list": [1, [nil], ["k": false]],
]

@Suite("JSONValue")
struct JSONValueTests {
    @Test("reads and writes every kind of value, members sorted")
    func everyKind() throws {
        // given
        let text =
            #"{"fraction":0.5,"list":[1,[null],{"k":false}],"null":null,"text":"a \"b\" ü","whole":12,"yes":true}"#

        // when
        let value = try JSONValue(json: Data(text.utf8))
        let body = try packJSON { $0.add("a", value) }

        // then
        #expect(value == everything)
        #expect(value.description == text)
        #expect(body == #"{"a":"# + text + "}")
    }

    @Test(
        "keeps the digits of a number when it is read and written",
        arguments: [
            "12345678901234567890123456789012345678901234567890.5", "1.10", "-0", "1e400", "0.1e-9999999999999999999",
        ]
    )
    func digits(_ text: String) throws {
        // when
        let value = try JSONValue(json: Data(text.utf8))

        // then
        #expect(value.description == text)
        #expect(value.numberValue?.text == text)
        #expect(try pack(.post, .json) { $0.body(value) }.bodyText == text)
    }

    @Test(
        "two numbers are equal if their values are",
        arguments: [
            ("1", "1.0", true), ("10e-1", "1", true), ("-0", "0", true), ("0.10", "1e-1", true), ("1", "-1", false),
            ("1", "10", false), ("12345678901234567890.1", "12345678901234567890.2", false),
            ("1e99999999999999999999", "2e99999999999999999999", false),
        ]
    )
    func equality(_ left: String, _ right: String, _ isEqual: Bool) throws {
        // given
        let numbers = try [left, right].map { try #require(JSONValue.Number(text: $0)) }

        // then
        #expect((numbers[0] == numbers[1]) == isEqual)
        #expect(Set(numbers).count == (isEqual ? 1 : 2))
    }

    @Test(
        "a text that is not a JSON number is not a number",
        arguments: ["", "+1", "01", ".5", "1.", "1e", "NaN", "1 ", "0x1", "\u{FEFF}1"]
    )
    func noNumber(_ text: String) {
        #expect(JSONValue.Number(text: text) == nil)
    }

    @Test("a number converts if this is exact, and `double` is the nearest value")
    func conversions() throws {
        let number = try #require(JSONValue.Number(text: "300.0"))
        #expect(number.int == 300)
        #expect(number.integer(as: UInt8.self) == nil)
        #expect(number.double == 300)
        #expect(number.decimal == 300)
        #expect(JSONValue.Number(text: "0.1")?.int == nil)
        #expect(JSONValue.Number(text: "1e999")?.double == nil)
        #expect(JSONValue.Number(Double.nan) == nil)
    }

    @Test("subscripts return inner values, or nil")
    func subscripts() {
        #expect(everything["list"]?[0]?.intValue == 1)
        #expect(everything["list"]?[2]?["k"]?.boolValue == false)
        #expect(everything["list"]?[3] == nil)
        #expect(everything["list"]?[-1] == nil)
        #expect(everything["null"]?.isNull == true)
        #expect(everything["missing"] == nil)
        #expect(everything["text"]?["a"] == nil)
        #expect(everything.objectValue?.count == 6)
        #expect(everything["list"]?.arrayValue?.count == 3)
        #expect(everything["fraction"]?.doubleValue == 0.5)
    }

    @Test("of members with one name the first one is used")
    func duplicates() throws {
        #expect(try JSONValue(json: Data(#"{"a":1,"a":2}"#.utf8)) == ["a": 1])
    }

    @Test("is read by the rules of JSON", arguments: ["", "tru", "[1,]", "{\"a\"}", "1 2", "'a'", "\"\\x\""])
    func malformed(_ text: String) {
        #expect(throws: ParseError.self) { try JSONValue(json: Data(text.utf8)) }
    }

    @Test("is nested 512 levels deep at most", arguments: ["[", "{\"a\":"])
    func depth(_ opening: String) async throws {
        // given
        let closing = opening == "[" ? "]" : "}"
        let deepest = String(repeating: opening, count: 511) + "[]" + String(repeating: closing, count: 511)
        let tooDeep = opening + deepest + closing

        // when
        let (written, isRefused) = await onStack(kilobytes: 16_384) {
            let value = try? JSONValue(json: Data(deepest.utf8))
            let body = value.flatMap { value in try? pack(.post, .json) { $0.body(value) }.bodyText }
            return (body, (try? JSONValue(json: Data(tooDeep.utf8))) == nil)
        }

        // then
        #expect(written == deepest)
        #expect(isRefused)
    }

    @Test("a deeper value is not sent, and reported")
    func tooDeepToSend() throws {
        // given
        let value = (0..<600).reduce(JSONValue.null) { value, _ in [value] }

        // then
        #expect(packError(.post, .json) { $0.add("a", value) }?.reason == "values are nested deeper than 512 levels")
    }

    @Test("an object can be sent only in JSON")
    func query() throws {
        #expect(packError(.get) { $0.add("a", ["k": 1] as JSONValue) } != nil)
        #expect(try packQuery { $0.add("a", "x y" as JSONValue) } == "a=x%20y")
    }

    @Test("all texts of a secret are hidden")
    func secrets() throws {
        // when
        let message = try pack(.post, .json) { packer in
            packer.add("a", packer.keepSecret(["k": ["x", 1.5], "l": true] as JSONValue))
        }

        // then
        #expect(Set(message.secrets) == ["k", "x", "1.5", "l", "true"])
    }

    @Test("is coded up to 100 levels deep by users' coders, and deeper values are an error", arguments: [100, 101])
    func codableDepth(_ depth: Int) throws {
        // given
        let value = (0..<depth).reduce(JSONValue.null) { value, _ in [value] }
        let text = Data((String(repeating: "[", count: depth) + "null" + String(repeating: "]", count: depth)).utf8)

        // then
        if depth <= 100 {
            #expect(try JSONEncoder().encode(value) == text)
            #expect(try JSONDecoder().decode(JSONValue.self, from: text) == value)
        } else {
            #expect(throws: EncodingError.self) { try JSONEncoder().encode(value) }
            #expect(throws: DecodingError.self) { try JSONDecoder().decode(JSONValue.self, from: text) }
        }
    }

    @Test("a nested list is rejected outside of JSON")
    func listInList() throws {
        #expect(packError(.get) { $0.add("a", [["x"]] as JSONValue) } != nil)
        #expect(try packQuery { $0.add("a", ["x", "y"] as JSONValue) } == "a=x&a=y")
    }

    @Test("is coded and decoded by users' coders")
    func codable() throws {
        // given
        let text = #"{"a":[9223372036854775807,18446744073709551615,0.1,12345678901234567890.5]}"#
        let value = try JSONValue(json: Data(text.utf8))

        // when
        let back = try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode([value, everything]))

        // then
        #expect(back == [value, everything])
    }

    @Test("a number that coders cannot represent is rejected instead of rounded")
    func codableLimit() throws {
        let value = try JSONValue(json: Data("[1234567890123456789012345678901234567890.5]".utf8))
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(value) }
    }
}

@Suite("Decimals are exact")
struct ExactDecimalTests {
    private func read(_ text: String) throws -> Decimal {
        try Data(text.utf8).withUnsafeBytes { try JSONReader.read($0, path: [], format: .iso8601) }
    }

    @Test(
        "38 digits are read and written",
        arguments: ["12345678901234567890123456789012345678", "0.12345678901234567890123456789012345678", "-0.10"]
    )
    func roundTrip(_ text: String) throws {
        // given
        let value = try read(text)

        // when
        let written = try #require(packJSON { $0.add("a", value) })

        // then
        #expect(DecimalDigits(String(written.dropFirst(5).dropLast())) == DecimalDigits(text))
    }

    @Test(
        "a number that would be rounded is rejected",
        arguments: [
            ("123456789012345678901234567890123456789", "has more than the 38 digits of Decimal"),
            ("1.5e-128", "is out of range for Decimal"), ("1e999", "is out of range for Decimal"),
        ]
    )
    func rounding(_ text: String, _ reason: String) {
        let error = #expect(throws: ParseError.self) { try read(text) }
        #expect(error?.reason == "\(text) \(reason)")
    }
}
