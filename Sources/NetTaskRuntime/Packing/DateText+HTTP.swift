import Foundation

extension DateText {
    /// The date of an HTTP header, in one of the three forms that a client has to understand (RFC 9110, section 5.6.7);
    /// nil if it is none of them:
    ///
    ///     Sun, 06 Nov 1994 08:49:37 GMT
    ///     Sunday, 06-Nov-94 08:49:37 GMT
    ///     Sun Nov  6 08:49:37 1994
    ///
    /// - Parameter now: what tells the century of a year with two digits: it is not more than 50 years ahead.
    static func httpDate(from text: String, now: () -> Date) -> Date? {
        let words = text.split { " ,-".contains($0) }.map(String.init)
        let parts: (day: String, month: String, year: String, time: String)
        switch words.count {
        case 6 where words[5] == "GMT": parts = (words[1], words[2], words[3], words[4])
        case 5: parts = (words[2], words[1], words[4], words[3])
        default: return nil
        }
        let time = parts.time.split(separator: ":", omittingEmptySubsequences: false).map { number(String($0), 2...2) }
        guard let month = DateText.months.firstIndex(of: parts.month), let day = number(parts.day, 1...2),
            time.count == 3, let hour = time[0], let minute = time[1], let second = time[2],
            let year = parts.year.utf8.count == 2 ? fullYear(parts.year, now()) : number(parts.year, 4...4),
            let calendar = CalendarTime(
                year: year,
                month: month + 1,
                day: day,
                hour: hour,
                minute: minute,
                second: second
            )
        else { return nil }
        return Date(timeIntervalSince1970: Double(calendar.secondsSince1970))
    }

    private static func fullYear(_ digits: String, _ now: Date) -> Int? {
        guard let number = number(digits, 2...2) else { return nil }
        let thisYear = 1970 + Int(now.timeIntervalSince1970 / (365.2425 * 86_400))
        let year = thisYear / 100 * 100 + number
        return year > thisYear + 50 ? year - 100 : year
    }

    private static func number(_ digits: String, _ counts: ClosedRange<Int>) -> Int? {
        guard counts.contains(digits.utf8.count),
            digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return Int(digits)
    }
}
