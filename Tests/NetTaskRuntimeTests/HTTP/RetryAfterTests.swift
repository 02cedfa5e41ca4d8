import Foundation
import HTTPTypes
import NetTaskRuntime
import Testing

@testable import NetTaskHTTP

@Suite("Retry-After")
struct RetryAfterTests {
    private let date = Date(timeIntervalSince1970: 784_111_777)  // Sun, 06 Nov 1994 08:49:37 GMT

    private func wait(_ value: String, date: String? = nil, now: Date) -> Duration? {
        var headers: HTTPFields = [.retryAfter: value]
        headers[.date] = date
        return headers.retryAfter { now }
    }

    @Test(
        "Any number of seconds is read",
        arguments: [("0", 0), ("7", 7), ("007", 7), ("99999999999", 2_147_483_647)]
    )
    func seconds(value: String, expected: Int) {
        #expect(wait(value, now: date) == .seconds(expected))
    }

    @Test(
        "A date is read in its three forms",
        arguments: ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"]
    )
    func dates(value: String) {
        #expect(wait(value, now: date - 90) == .seconds(90))
    }

    @Test("A date is compared with that of the reply, since this machine's clock may be wrong")
    func serverDate() {
        let sent = "Sun, 06 Nov 1994 08:49:07 GMT"
        #expect(wait("Sun, 06 Nov 1994 08:49:37 GMT", date: sent, now: date + 1_000_000) == .seconds(30))
        #expect(wait("Sun, 06 Nov 1994 08:49:37 GMT", date: "nonsense", now: date - 5) == .seconds(5))
    }

    @Test("A past date means no wait")
    func past() {
        #expect(wait("Sun, 06 Nov 1994 08:49:37 GMT", now: date + 5) == .zero)
    }

    @Test("A year of two digits is at most fifty years ahead")
    func century() throws {
        let now = Date(timeIntervalSince1970: 1_795_219_200)  // 2026
        #expect(DateText.httpDate(from: "Sunday, 06-Nov-94 08:49:37 GMT", now: { now }) == date)
        // A year with four digits is used unchanged.
        let early = try #require(DateText.httpDate(from: "Sat, 01 Jan 0050 00:00:00 GMT", now: { now }))
        #expect(early.timeIntervalSince1970 < 0)
        #expect(
            DateText.httpDate(from: "Thursday, 01-Jan-70 00:00:00 GMT", now: { now })?.timeIntervalSince1970 ?? 0 > 3e9
        )
    }

    @Test("A year of two digits is fifty years in the future, not in the past", arguments: [(76, 2076), (77, 1977)])
    func edgeOfCentury(digits: Int, year: Int) throws {
        // given
        let now = Date(timeIntervalSince1970: 1_795_219_200)  // 2026
        // when
        let short = try #require(DateText.httpDate(from: "Sunday, 22-Nov-\(digits) 08:49:37 GMT", now: { now }))
        // then
        #expect(short == DateText.httpDate(from: "Sun, 22 Nov \(year) 08:49:37 GMT", now: { now }))
    }

    @Test(
        "Other values are ignored",
        arguments: [
            "", "soon", "-1", "1.5", "+3", "Sun, 06 Nov 1994 08:49:37", "Sun, 31 Feb 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 Nov 1994 25:00:00 GMT", "Sun, 06 Now 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 08:49 GMT", "Sun Nov 6 08:49:37 94x",
        ]
    )
    func nonsense(value: String) {
        #expect(wait(value, now: date) == nil)
    }
}
