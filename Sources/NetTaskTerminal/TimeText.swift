package import Foundation

extension Date {
    /// The date relative to now: "in 47 s", "3 min ago". Beyond a month, the day in UTC.
    package func text(at now: Date) -> String {
        let seconds = timeIntervalSince(now)
        let amount: String
        switch abs(seconds) {
        case ..<1: return "now"
        case ..<60: amount = "\(Int(abs(seconds))) s"
        case ..<3_600: amount = "\(Int(abs(seconds) / 60)) min"
        case ..<(48 * 3_600): amount = "\(Int(abs(seconds) / 3_600)) h"
        case ..<(31 * 86_400): amount = "\(Int(abs(seconds) / 86_400)) d"
        default: return formatted(Date.ISO8601FormatStyle().year().month().day())
        }
        return seconds < 0 ? "\(amount) ago" : "in \(amount)"
    }

    /// The local time of the day: "14:03:22".
    package func timeOfDay(in zone: TimeZone = .current) -> String {
        formatted(Date.ISO8601FormatStyle(timeZone: zone).time(includingFractionalSeconds: false))
    }
}

extension Duration {
    /// The duration: "320 ms", or "3.2 s" from one second on.
    package var text: String {
        let milliseconds = components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
        return milliseconds < 1_000 ? "\(milliseconds) ms" : "\(milliseconds / 1_000).\(milliseconds / 100 % 10) s"
    }
}
