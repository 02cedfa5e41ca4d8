package import Foundation

/// Dates as text, read and written by arithmetic. On the wire, a date is a whole number of microseconds.
package enum DateText {
    /// The years 1 to 9999, which all formats can express, in microseconds since 1970.
    private static let years: ClosedRange<Int64> = -62_135_596_800_000_000...253_402_300_799_999_999
    /// From 1970 to 2001, from which `Date` counts, in seconds.
    private static let offset: Int64 = 978_307_200

    /// Those of HTTP headers: the three that a client has to understand (RFC 9110, section 5.6.7), and that of cookies.
    private static let headers: [DatePattern] = ["w, d N Y h:m:s G", "w, d-N-y h:m:s G", "w N_d h:m:s Y"]

    /// Reads the date of an HTTP header or a cookie. The weekday may be any.
    ///
    /// - Parameter now: what tells the century of a year with two digits: it is not more than 50 years ahead.
    package static func httpDate(from text: String, now: () -> Date) -> Date? {
        var text = text
        return text.withUTF8 { bytes in
            for pattern in headers {
                if let date = pattern.date(from: bytes, now: now) { return date }
            }
            return nil
        }
    }

    /// The date of a number of microseconds since 1970: the nearest one that is not written as a later number.
    ///
    /// - Returns: nil outside the years that can be written.
    static func date(microseconds: Int64) -> Date? {
        guard years.contains(microseconds) else { return nil }
        let (second, rest) = microseconds.dividedDown(by: 1_000_000)
        var interval = Double(second - offset) + Double(rest) / 1_000_000
        // Further from 2001 than to 1874 and 2127, a date may have no room for a microsecond.
        while interval.magnitude > 4e9,
            self.microseconds(of: Date(timeIntervalSinceReferenceDate: interval)) ?? .max > microseconds
        {
            interval = interval.nextDown
        }
        return Date(timeIntervalSinceReferenceDate: interval)
    }

    /// The microseconds since 1970 that a date was made from. Anything finer is dropped, so that they are never later.
    ///
    /// - Returns: nil outside the years that can be written.
    static func microseconds(of date: Date) -> Int64? {
        let interval = date.timeIntervalSinceReferenceDate
        guard interval.magnitude < 1e12 else { return nil }
        let second = interval.rounded(.down)
        let fraction = (interval - second) * 1_000_000
        var microseconds = fraction.rounded(.down)
        if fraction != 0 {
            // A date that was made from seconds since 1970 differs from their decimal by up to half a unit in the last place
            // of the `Double`, and before 2001 also of the difference. It is written as the shortest decimal that near.
            let since1970 = interval + Double(offset)
            let precision = (since1970.ulp + (interval < 0 ? interval.ulp : 0)) * 500_000
            var step = 1_000.0
            while step >= 1 {
                let nearest = (fraction / step).rounded() * step
                if abs(nearest - fraction) <= precision {
                    microseconds = nearest
                    break
                }
                step /= 10
            }
        }
        let sum = (Int64(second) + offset) * 1_000_000 + Int64(microseconds)
        return years.contains(sum) ? sum : nil
    }

    /// Writes a number of microseconds since 1970 that is in the years that can be written.
    static func write(microseconds: Int64, format: ValueFormat, to text: inout JSONBuffer) {
        if let unit = format.unit {
            if format == .unix, microseconds % 1_000_000 != 0 {
                text.append(magnitude: microseconds.magnitude / 1_000_000, isNegative: microseconds < 0)
                return text.append(fraction: Int(microseconds.magnitude % 1_000_000))
            }
            let number = microseconds.dividedDown(by: unit.microseconds).quotient
            return text.append(magnitude: number.magnitude, isNegative: number < 0)
        }
        format.pattern.write(CalendarTime(microseconds: microseconds), to: &text)
    }
}

extension Date {
    /// In ISO 8601, as specs write dates; outside the years 1 to 9999 as Foundation does.
    package var iso8601Text: String {
        guard let microseconds = DateText.microseconds(of: self) else { return ISO8601Format() }
        var text = JSONBuffer()
        DateText.write(microseconds: microseconds, format: .iso8601, to: &text)
        return text.text
    }
}
