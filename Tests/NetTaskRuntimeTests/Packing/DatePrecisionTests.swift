import Foundation
import NetTaskRuntime
import NetTaskTesting
import Testing

@testable import NetTaskPacking

private func read(_ text: String, _ format: ValueFormat = .iso8601) throws -> Date {
    let json = format.unit == nil ? "\"\(text)\"" : text
    return try Data(json.utf8).withUnsafeBytes { try JSONReader.read($0, path: [], format: format) }
}

private func write(_ date: Date, _ format: ValueFormat = .iso8601) throws -> String {
    let query = try packQuery { $0.add("d", date, format: format) }
    return try #require(query.dropFirst(2).description.removingPercentEncoding)
}

@Suite("The precision of dates")
struct DatePrecisionTests {
    @Test(
        "B49: a date that is read and sent has the same text",
        arguments: [
            "2026-11-25T16:43:25.999811Z", "2026-11-25T16:43:25.2501Z", "2026-11-25T16:43:25.25001Z",
            "2026-11-25T16:43:25.000001Z", "2026-11-25T16:43:25.250Z", "2026-11-25T16:43:25Z",
            "1969-12-31T23:59:59.999999Z", "1970-01-01T00:00:00.000001Z", "2262-04-11T23:47:16.854775Z",
            "0001-01-01T00:00:00.123Z", "9999-12-31T23:59:59.999Z",
        ]
    )
    func sameText(text: String) throws {
        #expect(try write(try read(text)) == text)
    }

    @Test("B49: any date from 1970 to 2100 with up to six digits is read and sent back as the same text")
    func anyText() throws {
        var random = SeededRandom(seed: 49)
        for _ in 0..<20_000 {
            // given
            let seconds = Int.random(in: 0..<4_102_444_800, using: &random)
            let digits = Int.random(in: 4...6, using: &random)
            let count = Int(pow(10, Double(digits)))
            let fraction = String(Int.random(in: 0..<count, using: &random) + count).dropFirst()
            guard fraction.last != "0" else { continue }
            let whole = try write(Date(timeIntervalSince1970: Double(seconds))).dropLast()
            let text = "\(whole).\(fraction)Z"
            // when
            let date = try read(text)
            // then
            #expect(try write(date) == text)
            #expect(try write(try read(try write(date, .unix), .unix)) == text)
            #expect(try write(try read(try write(date, .microseconds), .microseconds)) == text)
            #expect(try write(Date(timeIntervalSince1970: Double("\(seconds).\(fraction)") ?? 0)) == text)
        }
    }

    @Test(
        "B49: digits beyond a format are dropped, and a date is never rounded up",
        arguments: [
            (ValueFormat.iso8601, "2026-11-25T16:43:25.999999Z"),
            (.iso8601Milliseconds, "2026-11-25T16:43:25.999Z"),
            (.iso8601Microseconds, "2026-11-25T16:43:25.999999Z"), (.unix, "1795625005.999999"),
            (.milliseconds, "1795625005999"), (.microseconds, "1795625005999999"), (.date, "2026-11-25"),
            (.http, "Wed, 25 Nov 2026 16:43:25 GMT"), (.sql, "2026-11-25 16:43:25"),
            (.rfc2822, "Wed, 25 Nov 2026 16:43:25 +0000"), (.basic, "20261125T164325Z"),
        ]
    )
    func droppedDigits(format: ValueFormat, text: String) throws {
        #expect(try write(try read("2026-11-25T16:43:25.9999999999Z"), format) == text)
    }

    @Test("B49: before 1970, too, the earlier number is written")
    func beforeZero() throws {
        // given
        let date = try read("1969-12-31T23:59:58.750001Z")
        // then
        #expect(try write(date, .unix) == "-1.249999")
        #expect(try write(date, .milliseconds) == "-1250")
        #expect(try write(date, .microseconds) == "-1249999")
    }

    @Test("Milliseconds and microseconds have three and six digits, even if they are zero")
    func fixedDigits() throws {
        // given
        let date = try read("2026-11-25T16:43:25.5Z")
        // then
        #expect(try write(date, .iso8601Milliseconds) == "2026-11-25T16:43:25.500Z")
        #expect(try write(date, .iso8601Microseconds) == "2026-11-25T16:43:25.500000Z")
        #expect(try read("2026-11-25T17:43:25,5+01:00", .iso8601Microseconds) == date)
    }

    @Test(
        "B49: digits of a number beyond the microsecond are dropped, too",
        arguments: [
            (ValueFormat.unix, "1795625005.9998119999999999999", "1795625005.999811"),
            (.unix, "17956250059998119e-7", "1795625005.999811"), (.unix, "1.7956250059998e9", "1795625005.9998"),
            (.unix, "-0.0000001", "-0.000001"), (.unix, "1e-300", "0"), (.unix, "-1e-300", "-0.000001"),
            (.unix, "0.00000000000000000000000000000000001", "0"), (.unix, "100e-2", "1"),
            (.milliseconds, "1795625005999.8119", "1795625005999"),
            (.microseconds, "1795625005999811.9", "1795625005999811"),
        ]
    )
    func numbers(format: ValueFormat, text: String, written: String) throws {
        #expect(try write(try read(text, format), format) == written)
    }

    @Test(
        "The last date of a server is read and sent, and not a later one",
        arguments: ["9999-12-31T23:59:59.9999999Z", "9999-12-31T23:59:59.999999Z"]
    )
    func lastDate(text: String) throws {
        #expect(try write(try read(text)) == "9999-12-31T23:59:59.99997Z")
    }

    @Test("B49: a date that cannot have microseconds is sent as an earlier one")
    func farDates() throws {
        var random = SeededRandom(seed: 9_999)
        for _ in 0..<20_000 {
            // given
            let microseconds = Int64.random(in: -62_135_596_800_000_000...253_402_300_799_999_999, using: &random)
            let date = try read("\(microseconds)", .microseconds)
            // when
            let written = try #require(Int64(try write(date, .microseconds)))
            // then
            #expect((microseconds - 60...microseconds).contains(written))
        }
    }

    @Test(
        "A number beyond the years that can be written is rejected",
        arguments: ["253402300800", "1e25", "-62135596801"]
    )
    func outOfRange(number: String) {
        #expect(throws: ParseError.self) { try read(number, .unix) }
    }
}
