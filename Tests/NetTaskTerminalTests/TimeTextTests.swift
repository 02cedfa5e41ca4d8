import Foundation
import NetTaskTerminal
import Testing

@Suite("Times for people")
struct TimeTextTests {
    private let now = Date(timeIntervalSince1970: 1_000_000_000)

    @Test(
        "state how long ago an event was, or when it will be",
        arguments: [
            (0, "now"), (0.9, "now"), (47, "in 47 s"), (-59.9, "59 s ago"), (-60, "1 min ago"), (-200, "3 min ago"),
            (3_600, "in 1 h"), (47 * 3_600, "in 47 h"), (48 * 3_600, "in 2 d"), (-30 * 86_400, "30 d ago"),
            (-31 * 86_400, "2001-08-09"), (365 * 86_400, "2002-09-09"),
        ] as [(TimeInterval, String)]
    )
    func dates(seconds: TimeInterval, text: String) {
        #expect((now + seconds).text(at: now) == text)
    }

    @Test("have the time of the day in a time zone")
    func timeOfDay() throws {
        #expect(now.timeOfDay(in: try #require(TimeZone(secondsFromGMT: 3_600))) == "02:46:40")
    }

    @Test(
        "have milliseconds only below a second",
        arguments: [
            (5, "5 ms"), (999, "999 ms"), (1_000, "1.0 s"), (3_249, "3.2 s"), (75_000, "75.0 s"),
        ] as [(Int, String)]
    )
    func durations(milliseconds: Int, text: String) {
        #expect(Duration.milliseconds(milliseconds).text == text)
    }
}
