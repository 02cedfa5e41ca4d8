import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskTesting
import Testing

@testable import NetTaskPacking

private func read<Value: JSONReadable>(_ text: String, _ format: ValueFormat) throws -> Value {
    try Data(text.utf8).withUnsafeBytes { try JSONReader.read($0, path: [], format: format) }
}

/// 2026-11-21T10:15:00Z
private let second = 1_795_256_100.0

@Suite("Formats")
struct FormatTests {
    @Test(
        "the parts of a date that are read",
        arguments: [
            (#""2026-11-21 10:15:00""#, ValueFormat.sql, 0), (#""2026-11-21 10:15:00.5""#, .sql, 0.5),
            (#""20261121T101500Z""#, .basic, 0), (#""20261121T111500.25+0100""#, .basic, 0.25),
            (#""Sat, 21 Nov 2026 10:15:00 +0000""#, .rfc2822, 0), (#""21 Nov 2026 05:15 EST""#, .rfc2822, 0),
            (#""Sat,  21 Nov 2026 12:15:00 +0200""#, .rfc2822, 0), (#""Sat, 21 Nov 2026 10:15:00 GMT""#, .rfc2822, 0),
            ("1795256100000001", .microseconds, 0.000_001),
            (#""2026-11-21T11:15:00.1234+01:00""#, .iso8601Milliseconds, 0.1234),
            (#""2026-11-21T10:15:00,5Z""#, .iso8601, 0.5),
        ]
    )
    func dates(_ text: String, _ format: ValueFormat, _ fraction: Double) throws {
        let date: Date = try read(text, format)
        #expect(abs(date.timeIntervalSince1970 - second - fraction) < 1e-6)
    }

    @Test(
        "the zones of RFC 822",
        arguments: [
            ("UT", 0), ("UTC", 0), ("GMT", 0), ("Z", 0), ("EST", -5), ("EDT", -4), ("CST", -6), ("CDT", -5),
            ("MST", -7), ("MDT", -6), ("PST", -8), ("PDT", -7),
        ]
    )
    func zones(_ zone: String, _ hours: Double) throws {
        let date: Date = try read("\"21 Nov 2026 10:15:00 \(zone)\"", .rfc2822)
        #expect(date.timeIntervalSince1970 == second - hours * 3_600)
    }

    @Test(
        "invalid dates of a format",
        arguments: [
            (#""2026-11-21T10:15:00""#, ValueFormat.sql), (#""2026-11-21 10:15:00Z""#, .sql),
            (#""2026-13-21 10:15:00""#, .sql),
            (#""20261121T101500""#, .basic), (#""2026-11-21T10:15:00Z""#, .basic), (#""20261121T241500Z""#, .basic),
            (#""Sun, 21 Nov 2026 10:15:00 +0000""#, .rfc2822), (#""21 Nov 2026 10:15:00""#, .rfc2822),
            (#""21 Nov 2026 10:15:00 XYZ""#, .rfc2822), (#""""#, .rfc2822), (#""5""#, .microseconds),
            ("1e300", .microseconds),
        ]
    )
    func noDates(_ text: String, _ format: ValueFormat) {
        #expect(throws: ParseError.self) { try read(text, format) as Date }
    }

    @Test("a truncated date is invalid", arguments: ValueFormat.allCases.filter { $0.unit == nil })
    func shortDates(_ format: ValueFormat) throws {
        // given
        let query = try packQuery { $0.add("d", Date(timeIntervalSince1970: second), format: format) }
        let text = try #require(query.dropFirst(2).description.removingPercentEncoding)
        // then
        let _: Date = try read("\"\(text)\"", format)
        for count in 0..<text.utf8.count {
            #expect(throws: ParseError.self) { try read("\"\(text.prefix(count))\"", format) as Date }
        }
    }

    @Test("years outside of 1 to 9999 are rejected in each format", arguments: ValueFormat.allCases)
    func years(_ format: ValueFormat) {
        #expect(packError(.get) { $0.add("d", Date(timeIntervalSince1970: 1e12), format: format) } != nil)
    }

    @Test("a number in quotes is read with or without quotes, and quotes contain only a number")
    func numbers() throws {
        #expect(try read(#""12""#, .string) as Int == 12)
        #expect(try read("12", .string) as Int == 12)
        #expect(try read(#""0.1""#, .string) as Double == 0.1)
        #expect(try read(#""1.10""#, .string) as Decimal == Decimal(string: "1.10"))
        #expect(try read(#"["1",2]"#, .string) as [UInt8] == [1, 2])
        for text in [#""""#, #"" 1""#, #""1 ""#, #""x""#, #""""1"""#, #""+1""#, #""256""#, #""1"#] {
            #expect(throws: ParseError.self) { try read(text, .string) as UInt8 }
        }
        #expect(throws: ParseError.self) { try read(#""12""#, .iso8601) as Int }
    }

    @Test("a number is in quotes only in JSON, if the format requires it")
    func quotes() throws {
        #expect(try packJSON { $0.add("n", [-1, 2], format: .string) } == #"{"n":["-1","2"]}"#)
        #expect(try packJSON { $0.add("n", 0.5, format: .string) } == #"{"n":"0.5"}"#)
        #expect(try packJSON { $0.add("n", UInt64.max, format: .string) } == #"{"n":"18446744073709551615"}"#)
        #expect(try packQuery { $0.add("n", 1, format: .string) } == "n=1")
        #expect(try packJSON { $0.add("b", true, format: .string) } == #"{"b":true}"#)
    }

    @Test("bytes as base64url, with padding or without", arguments: ["-__-AQ==", "-__-AQ"])
    func base64url(_ text: String) throws {
        #expect(try read("\"\(text)\"", .base64url) as Data == Data([0xFB, 0xFF, 0xFE, 0x01]))
    }

    @Test("invalid base64url", arguments: ["+//+AQ", "-__-AQ=", "-__-A", "-__ AQ", "ü", "AA=A", "====", "AA==="])
    func noBase64url(_ text: String) {
        #expect(throws: ParseError.self) { try read("\"\(text)\"", .base64url) as Data }
    }

    @Test("the recorded texts of a secret are those that are sent")
    func secrets() throws {
        let message = try pack(.post, .json) { packer in
            packer.add("a", packer.keepSecret(Data([0xFB]), format: .base64url), format: .base64url)
            packer.add("b", packer.keepSecret(7, format: .string), format: .string)
        }
        #expect(message.secrets == ["-w", "7"])
    }
}
