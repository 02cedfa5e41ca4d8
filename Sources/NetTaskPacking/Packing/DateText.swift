package import Foundation

/// Dates as text, read and written by arithmetic. On the wire, a date is a whole number of microseconds.
package enum DateText {
    /// The years 1 to 9999, which all formats can express, in microseconds since 1970.
    private static let years: ClosedRange<Int64> = -62_135_596_800_000_000...253_402_300_799_999_999
    /// From 1970 to 2001, from which `Date` counts, in seconds.
    private static let offset: Int64 = 978_307_200

    static let weekdays: [StaticString] = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    static let months: [StaticString] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Reads a date of a format that is not a number.
    ///
    /// - Returns: nil if `text` is none, or outside the years that can be written.
    static func date(from text: UnsafeBufferPointer<UInt8>, format: ValueFormat) -> Date? {
        var parser = DateParser(text)
        parser.parse(format)
        return parser.date
    }

    /// Reads the date of an HTTP header, in one of the three forms that a client has to understand (RFC 9110, section
    /// 5.6.7), or in that of cookies. The weekday may be any.
    ///
    /// - Parameter now: what tells the century of a year with two digits: it is not more than 50 years ahead.
    package static func httpDate(from text: String, now: () -> Date) -> Date? {
        var text = text
        return text.withUTF8 { bytes in
            var parser = DateParser(bytes)
            parser.parseHeader(now: now)
            return parser.date
        }
    }

    /// The date of a number of microseconds since 1970: the nearest one that is not written as a later number.
    ///
    /// - Returns: nil outside the years that can be written.
    static func date(microseconds: Int64) -> Date? {
        guard years.contains(microseconds) else { return nil }
        let (second, rest) = microseconds.dividedDown(by: 1_000_000)
        var interval = Double(second - offset) + Double(rest) / 1_000_000
        // Before 1729 and from 2273 on, a date has no room for a microsecond.
        while self.microseconds(of: Date(timeIntervalSinceReferenceDate: interval)) ?? .max > microseconds {
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
            let number = microseconds.dividedDown(by: Int64(unit.microseconds)).quotient
            return text.append(magnitude: number.magnitude, isNegative: number < 0)
        }
        let time = CalendarTime(microseconds: microseconds)
        switch format {
        case .date:
            text.append(dayOf: time)
        case .sql:
            text.append(dayOf: time)
            text.append(UInt8(ascii: " "))
            text.append(timeOf: time)
        case .basic:
            text.append(dayOf: time, separator: nil)
            text.append(UInt8(ascii: "T"))
            text.append(timeOf: time, separator: nil)
            text.append(UInt8(ascii: "Z"))
        case .http, .rfc2822:
            text.append(weekdays[time.weekday])
            text.append(", ")
            text.append(twoDigits: time.day)
            text.append(UInt8(ascii: " "))
            text.append(months[time.month - 1])
            text.append(UInt8(ascii: " "))
            text.append(yearOf: time)
            text.append(UInt8(ascii: " "))
            text.append(timeOf: time)
            text.append(format == .http ? " GMT" : " +0000")
        default:
            text.append(dayOf: time)
            text.append(UInt8(ascii: "T"))
            text.append(timeOf: time)
            let digits = format == .iso8601Milliseconds ? 3...3 : format == .iso8601Microseconds ? 6...6 : 3...6
            if time.microsecond != 0 || digits.count == 1 { text.append(fraction: time.microsecond, digits: digits) }
            text.append(UInt8(ascii: "Z"))
        }
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

extension JSONBuffer {
    /// - Parameter digits: how many are written. Zeros at the end that are not needed are left out; digits past the last one
    ///   are dropped.
    fileprivate mutating func append(fraction microseconds: Int, digits: ClosedRange<Int> = 1...6) {
        append(UInt8(ascii: "."))
        var rest = microseconds
        var power = 100_000
        for count in 1...digits.upperBound where count <= digits.lowerBound || rest != 0 {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / power))
            rest %= power
            power /= 10
        }
    }

    fileprivate mutating func append(yearOf time: CalendarTime) {
        append(twoDigits: time.year / 100)
        append(twoDigits: time.year % 100)
    }

    fileprivate mutating func append(dayOf time: CalendarTime, separator: UInt8? = UInt8(ascii: "-")) {
        append(yearOf: time)
        if let separator { append(separator) }
        append(twoDigits: time.month)
        if let separator { append(separator) }
        append(twoDigits: time.day)
    }

    fileprivate mutating func append(timeOf time: CalendarTime, separator: UInt8? = UInt8(ascii: ":")) {
        append(twoDigits: time.hour)
        if let separator { append(separator) }
        append(twoDigits: time.minute)
        if let separator { append(separator) }
        append(twoDigits: time.second)
    }
}
