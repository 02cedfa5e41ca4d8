package import NetTaskSystem

/// Reads and writes dates as text by arithmetic. On the wire, a date is a whole number of microseconds.
package enum DateText {
    /// The years 1 to 9999, which all formats can represent, in microseconds since 1970.
    private static let years: ClosedRange<Int64> = -62_135_596_800_000_000...253_402_300_799_999_999
    /// The seconds from 1970 to 2001, the reference date of `Date`.
    private static let offset: Int64 = 978_307_200

    /// The date formats of HTTP headers: the three that clients must accept (RFC 9110, section 5.6.7), and the format of
    /// cookies.
    private static let headers: [DatePattern] = ["w, d N Y h:m:s G", "w, d-N-y h:m:s G", "w N_d h:m:s Y"]

    /// Reads the date of an HTTP header or a cookie. The weekday is not checked.
    ///
    /// - Parameter now: determines the century of a year with two digits, which is at most 50 years in the future.
    package static func httpDate(from text: String, now: () -> Date) -> Date? {
        var text = text
        return text.withUTF8 { bytes in
            for pattern in headers {
                if let date = pattern.date(from: bytes, now: now) { return date }
            }
            return nil
        }
    }

    /// Returns the date for a number of microseconds since 1970: the nearest one that is not written as a later number.
    ///
    /// - Returns: `nil` outside the supported years.
    static func date(microseconds: Int64) -> Date? {
        guard years.contains(microseconds) else { return nil }
        let (second, rest) = microseconds.dividedDown(by: 1_000_000)
        var interval = Double(second - offset) + Double(rest) / 1_000_000
        // Before 1874 and after 2127, a `Date` may be less precise than a microsecond.
        while interval.magnitude > 4e9,
            self.microseconds(of: Date(timeIntervalSinceReferenceDate: interval)) ?? .max > microseconds
        {
            interval = interval.nextDown
        }
        return Date(timeIntervalSinceReferenceDate: interval)
    }

    /// Returns the microseconds since 1970 that a date was made from. Finer fractions are dropped, so that the result is never
    /// later than the date.
    ///
    /// - Returns: `nil` outside the supported years.
    static func microseconds(of date: Date) -> Int64? {
        let interval = date.timeIntervalSinceReferenceDate
        guard interval.magnitude < 1e12 else { return nil }
        let second = interval.rounded(.down)
        let fraction = (interval - second) * 1_000_000
        var microseconds = fraction.rounded(.down)
        if fraction != 0 {
            // A date that was made from seconds since 1970 differs from their decimal by at most half a unit in the last place
            // of the `Double`, and before 2001 also of the difference. The result is the shortest decimal within that distance.
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

    /// Writes a number of microseconds since 1970 within the supported years.
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
    /// The date in ISO 8601, the format of specs. Outside the years 1 to 9999, the format of Foundation.
    package var iso8601Text: String {
        guard let microseconds = DateText.microseconds(of: self) else { return ISO8601Format() }
        var text = JSONBuffer()
        DateText.write(microseconds: microseconds, format: .iso8601, to: &text)
        return text.text
    }
}
