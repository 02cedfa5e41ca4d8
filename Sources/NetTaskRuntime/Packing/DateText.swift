import Foundation

/// Dates as text.
enum DateText {
    /// The years 1 to 9999, which all formats can express, in seconds since 1970.
    static let years = -62_135_596_800.0...253_402_300_799.999

    static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// What the longest of them takes: `Sat, 21 Nov 2026 07:00:00 GMT` has 29 characters.
    static var capacity: Int { 32 }
}

extension ShortText {
    /// Writes a date in one of the formats.
    ///
    /// - Returns: false if it is out of range.
    mutating func write(_ date: Date, format: DateFormat) -> Bool {
        let seconds = date.timeIntervalSince1970
        let milliseconds = (seconds * 1_000).rounded()
        // This also keeps the conversions below from overflowing.
        guard DateText.years.contains(milliseconds / 1_000) else { return false }
        switch format {
        case .unix where seconds == seconds.rounded(): write("\(Int64(seconds))")
        case .unix: seconds.write(to: &self)
        case .milliseconds: write("\(Int64(milliseconds))")
        case .iso8601: writeDateTime(CalendarTime(milliseconds: Int64(milliseconds)))
        case .date: writeDay(CalendarTime(milliseconds: Int64(milliseconds)))
        case .http: writeHTTPDate(CalendarTime(milliseconds: Int64(milliseconds)))
        }
        return true
    }

    private mutating func writeDateTime(_ time: CalendarTime) {
        writeDay(time)
        append(UInt8(ascii: "T"))
        writeTime(time)
        if time.millisecond != 0 {
            append(UInt8(ascii: "."))
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: time.millisecond / 100))
            append(twoDigits: time.millisecond % 100)
        }
        append(UInt8(ascii: "Z"))
    }

    private mutating func writeHTTPDate(_ time: CalendarTime) {
        write(DateText.weekdays[time.weekday])
        write(", ")
        append(twoDigits: time.day)
        append(UInt8(ascii: " "))
        write(DateText.months[time.month - 1])
        append(UInt8(ascii: " "))
        writeYear(time)
        append(UInt8(ascii: " "))
        writeTime(time)
        write(" GMT")
    }

    private mutating func writeDay(_ time: CalendarTime) {
        writeYear(time)
        append(UInt8(ascii: "-"))
        append(twoDigits: time.month)
        append(UInt8(ascii: "-"))
        append(twoDigits: time.day)
    }

    private mutating func writeYear(_ time: CalendarTime) {
        append(twoDigits: time.year / 100)
        append(twoDigits: time.year % 100)
    }

    private mutating func writeTime(_ time: CalendarTime) {
        append(twoDigits: time.hour)
        append(UInt8(ascii: ":"))
        append(twoDigits: time.minute)
        append(UInt8(ascii: ":"))
        append(twoDigits: time.second)
    }
}
