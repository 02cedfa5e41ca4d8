import Foundation
import NetTaskRuntime

/// Writes dates by the calendar of the C library.
enum DateOracle {
    /// nil if the date is outside the years 1 to 9999.
    static func text(of date: Date, _ format: ValueFormat) -> String? {
        let seconds = date.timeIntervalSince1970
        let milliseconds = (seconds * 1_000).rounded()
        guard milliseconds >= -62_135_596_800_000, milliseconds <= 253_402_300_799_999 else { return nil }
        var whole = time_t((milliseconds / 1_000).rounded(.down))
        let rest = Int(milliseconds) - whole * 1_000
        var time = tm()
        gmtime_r(&whole, &time)
        let day = String(format: "%04d-%02d-%02d", time.tm_year + 1_900, time.tm_mon + 1, time.tm_mday)
        let hours = String(format: "%02d:%02d:%02d", time.tm_hour, time.tm_min, time.tm_sec)
        switch format {
        case .unix: return seconds == seconds.rounded() ? "\(Int64(seconds))" : "\(seconds)"
        case .milliseconds: return "\(Int64(milliseconds))"
        case .microseconds: return "\(Int64((seconds * 1_000_000).rounded()))"
        case .iso8601Milliseconds: return "\(day)T\(hours)\(String(format: ".%03d", rest))Z"
        case .iso8601Microseconds: return "\(day)T\(hours)\(String(format: ".%03d000", rest))Z"
        case .sql: return "\(day) \(hours)"
        case .basic: return "\(day)T\(hours)Z".replacing("-", with: "").replacing(":", with: "")
        case .iso8601, .string, .base64url: return "\(day)T\(hours)\(rest == 0 ? "" : String(format: ".%03d", rest))Z"
        case .date: return day
        case .http, .rfc2822:
            let weekday = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][Int(time.tm_wday)]
            let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
            let date = String(format: "%02d", time.tm_mday) + " \(months[Int(time.tm_mon)]) "
            return
                "\(weekday), \(date)\(String(format: "%04d", time.tm_year + 1_900)) \(hours) \(format == .http ? "GMT" : "+0000")"
        }
    }
}
