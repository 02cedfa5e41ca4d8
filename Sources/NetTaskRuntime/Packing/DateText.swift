import Foundation

/// Dates as text.
enum DateText {
    /// The years 1 to 9999, which all formats can express, in seconds since 1970.
    static let years = -62_135_596_800.0...253_402_300_799.999

    static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// What the longest of them takes: `Sat, 21 Nov 2026 07:00:00 +0000` has 31 characters.
    static var capacity: Int { 32 }
}

extension ShortText {
    /// Writes a date in one of the formats.
    ///
    /// - Returns: false if it is out of range.
    mutating func write(_ date: Date, format: ValueFormat) -> Bool {
        let seconds = date.timeIntervalSince1970
        let milliseconds = (seconds * 1_000).rounded()
        // This also keeps the conversions below from overflowing.
        guard DateText.years.contains(milliseconds / 1_000) else { return false }
        switch format {
        case .unix where seconds == seconds.rounded(): write("\(Int64(seconds))")
        case .unix: seconds.write(to: &self)
        case .milliseconds: write("\(Int64(milliseconds))")
        case .microseconds: write("\(Int64((seconds * 1_000_000).rounded()))")
        case .iso8601, .string, .base64url: writeDateTime(CalendarTime(milliseconds: Int64(milliseconds)))
        case .iso8601Milliseconds:
            writeDateTime(CalendarTime(milliseconds: Int64(milliseconds)), hasMilliseconds: true)
        case .sql: writeSQL(CalendarTime(milliseconds: Int64(milliseconds)))
        case .basic: writeBasic(CalendarTime(milliseconds: Int64(milliseconds)))
        case .rfc2822: writeMailDate(CalendarTime(milliseconds: Int64(milliseconds)), zone: " +0000")
        case .date: writeDay(CalendarTime(milliseconds: Int64(milliseconds)))
        case .http: writeMailDate(CalendarTime(milliseconds: Int64(milliseconds)), zone: " GMT")
        }
        return true
    }

    private mutating func writeDateTime(_ time: CalendarTime, hasMilliseconds: Bool = false) {
        writeDay(time)
        append(UInt8(ascii: "T"))
        writeTime(time)
        if hasMilliseconds || time.millisecond != 0 {
            append(UInt8(ascii: "."))
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: time.millisecond / 100))
            append(twoDigits: time.millisecond % 100)
        }
        append(UInt8(ascii: "Z"))
    }

    private mutating func writeSQL(_ time: CalendarTime) {
        writeDay(time)
        append(UInt8(ascii: " "))
        writeTime(time)
    }

    private mutating func writeBasic(_ time: CalendarTime) {
        writeYear(time)
        append(twoDigits: time.month)
        append(twoDigits: time.day)
        append(UInt8(ascii: "T"))
        append(twoDigits: time.hour)
        append(twoDigits: time.minute)
        append(twoDigits: time.second)
        append(UInt8(ascii: "Z"))
    }

    /// - Parameter zone: with a space in front.
    private mutating func writeMailDate(_ time: CalendarTime, zone: String) {
        write(DateText.weekdays[time.weekday])
        write(", ")
        append(twoDigits: time.day)
        append(UInt8(ascii: " "))
        write(DateText.months[time.month - 1])
        append(UInt8(ascii: " "))
        writeYear(time)
        append(UInt8(ascii: " "))
        writeTime(time)
        write(zone)
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
