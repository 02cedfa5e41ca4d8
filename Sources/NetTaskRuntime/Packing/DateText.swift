import Foundation

/// A date as it is written in one of the formats.
enum DateText: Sendable, Equatable {
    case text(String)
    case number(String)
    case outOfRange

    init(_ date: Date, format: DateFormat) {
        let seconds = date.timeIntervalSince1970
        let milliseconds = (seconds * 1_000).rounded()
        // This also keeps the conversions below from overflowing.
        guard Self.years.contains(milliseconds / 1_000) else {
            self = .outOfRange
            return
        }
        let time = CalendarTime(milliseconds: Int64(milliseconds))
        switch format {
        case .unix where seconds == seconds.rounded():
            self = .number(String(Int64(seconds)))
        case .unix:
            self = .number(seconds.description)
        case .milliseconds:
            self = .number(String(Int64(milliseconds)))
        case .iso8601:
            let fraction = time.millisecond == 0 ? "" : "." + Self.padded(time.millisecond, 3)
            self = .text("\(Self.day(time))T\(Self.time(time))\(fraction)Z")
        case .date:
            self = .text(Self.day(time))
        case .http:
            let weekday = Self.weekdays[time.weekday]
            let month = Self.months[time.month - 1]
            let day = "\(Self.padded(time.day, 2)) \(month) \(Self.padded(time.year, 4))"
            self = .text("\(weekday), \(day) \(Self.time(time)) GMT")
        }
    }

    /// The years 1 to 9999, which all formats can express, in seconds since 1970.
    static let years = -62_135_596_800.0...253_402_300_799.999

    static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private static func day(_ time: CalendarTime) -> String {
        "\(padded(time.year, 4))-\(padded(time.month, 2))-\(padded(time.day, 2))"
    }

    private static func time(_ time: CalendarTime) -> String {
        "\(padded(time.hour, 2)):\(padded(time.minute, 2)):\(padded(time.second, 2))"
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
