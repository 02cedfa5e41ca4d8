import Foundation
import HTTPTypes

/// The header by which a server says when to come again (RFC 9110, section 10.2.3): in seconds, or as a date in one of the
/// three forms of section 5.6.7.
enum RetryAfter {
    /// How long to wait; nil if the header is not there or says nothing that can be understood. A date that is past is no
    /// wait.
    ///
    /// - Parameter now: the time where the reply has no `Date`. That one is better, since this machine's clock may be
    ///   wrong.
    static func wait(in headers: HTTPFields, now: () -> Date) -> Duration? {
        guard let value = headers[.retryAfter], !value.isEmpty else { return nil }
        if value.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            // A number too large to be one is a longer wait than any that is obeyed.
            return .seconds(Int32(value) ?? .max)
        }
        guard let date = DateText.httpDate(from: value, now: now) else { return nil }
        let sent = headers[.date].flatMap { DateText.httpDate(from: $0, now: now) } ?? now()
        return .seconds(max(date.timeIntervalSince(sent), 0))
    }
}
