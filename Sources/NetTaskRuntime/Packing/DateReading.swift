import Foundation

/// Reads dates as ``ValueFormat`` says, from text. The formats that are numbers are read by the JSON reader.
enum DateReading {
    /// nil if `text` is no date of that format, or outside the years that can be written.
    static func date(from text: UnsafeBufferPointer<UInt8>, format: ValueFormat) -> Date? {
        var scanner = Scanner(text)
        let date: Date? =
            switch format {
            case .iso8601, .iso8601Milliseconds, .string, .base64url: scanner.dateTime()
            case .sql: scanner.sqlTime()
            case .basic: scanner.basicTime()
            case .rfc2822: scanner.mailDate()
            case .date: scanner.day().map { Date(timeIntervalSince1970: Double($0.secondsSince1970)) }
            case .http: scanner.httpDate()
            case .unix, .milliseconds, .microseconds: nil
            }
        guard let date, DateText.years.contains(date.timeIntervalSince1970) else { return nil }
        return date
    }

    /// Walks over ASCII text of fixed form; each step is nil once the text does not follow.
    private struct Scanner {
        private let bytes: UnsafeBufferPointer<UInt8>
        private var position = 0

        init(_ bytes: UnsafeBufferPointer<UInt8>) {
            self.bytes = bytes
        }

        /// `2026-11-21`, and then the end.
        mutating func day() -> CalendarTime? {
            guard let time = calendarDay(), isAtEnd else { return nil }
            return time
        }

        /// `2026-11-21T07:00:00.125+01:00`
        mutating func dateTime() -> Date? {
            guard let day = calendarDay(), skip("T") || skip("t") || skip(" "),
                let hour = digits(2), skip(":"), let minute = digits(2), skip(":"), let second = digits(2),
                let time = CalendarTime(
                    year: day.year,
                    month: day.month,
                    day: day.day,
                    hour: hour,
                    minute: minute,
                    second: second
                ),
                let fraction = fraction(), let offset = offset(), isAtEnd
            else { return nil }
            return Date(timeIntervalSince1970: Double(time.secondsSince1970 - Int64(offset)) + fraction)
        }

        /// `Sat, 21 Nov 2026 07:00:00 GMT`
        mutating func httpDate() -> Date? {
            guard let weekday = name(in: DateText.weekdays), skip(","), skip(" "),
                let day = digits(2), skip(" "), let month = name(in: DateText.months), skip(" "),
                let year = digits(4), skip(" "),
                let hour = digits(2), skip(":"), let minute = digits(2), skip(":"), let second = digits(2),
                skip(" "), skip("G"), skip("M"), skip("T"), isAtEnd,
                let time = CalendarTime(
                    year: year,
                    month: month + 1,
                    day: day,
                    hour: hour,
                    minute: minute,
                    second: second
                ),
                time.weekday == weekday || second == 60
            else { return nil }
            return Date(timeIntervalSince1970: Double(time.secondsSince1970))
        }

        /// `2026-11-21 07:00:00.125`, in UTC.
        mutating func sqlTime() -> Date? {
            guard let day = calendarDay(), skip(" "),
                let hour = digits(2), skip(":"), let minute = digits(2), skip(":"), let second = digits(2),
                let fraction = fraction(), isAtEnd
            else { return nil }
            return date(day, hour, minute, second, fraction: fraction)
        }

        /// `20261121T070000.125+0100`
        mutating func basicTime() -> Date? {
            guard let year = digits(4), let month = digits(2), let dayOfMonth = digits(2),
                let day = CalendarTime(year: year, month: month, day: dayOfMonth), skip("T") || skip("t"),
                let hour = digits(2), let minute = digits(2), let second = digits(2),
                let fraction = fraction(), let offset = offset(), isAtEnd
            else { return nil }
            return date(day, hour, minute, second, fraction: fraction, offset: offset)
        }

        /// `Sat, 21 Nov 2026 07:00:00 +0000`; weekday and seconds may be missing, and the day may have one digit.
        mutating func mailDate() -> Date? {
            var weekday: Int?
            if let first = bytes.first, first > UInt8(ascii: "9") {
                weekday = name(in: DateText.weekdays)
                guard weekday != nil, skip(",") else { return nil }
                skipSpaces()
            }
            guard let dayOfMonth = oneOrTwoDigits(), skip(" "), let month = name(in: DateText.months), skip(" "),
                let year = digits(4), let day = CalendarTime(year: year, month: month + 1, day: dayOfMonth), skip(" "),
                let hour = digits(2), skip(":"), let minute = digits(2)
            else { return nil }
            var second = 0
            if skip(":") {
                guard let seconds = digits(2) else { return nil }
                second = seconds
            }
            guard skip(" "), let offset = mailZone(), isAtEnd, weekday == nil || day.weekday == weekday else {
                return nil
            }
            return date(day, hour, minute, second, offset: offset)
        }

        private func date(
            _ day: CalendarTime,
            _ hour: Int,
            _ minute: Int,
            _ second: Int,
            fraction: Double = 0,
            offset: Int = 0
        ) -> Date? {
            let time = CalendarTime(
                year: day.year,
                month: day.month,
                day: day.day,
                hour: hour,
                minute: minute,
                second: second
            )
            return time.map { Date(timeIntervalSince1970: Double($0.secondsSince1970 - Int64(offset)) + fraction) }
        }

        private mutating func skipSpaces() {
            while skip(" ") {}
        }

        private mutating func oneOrTwoDigits() -> Int? {
            guard let first = digit() else { return nil }
            return digit().map { first * 10 + $0 } ?? first
        }

        /// `+0100`, or a zone of RFC 822, in seconds.
        private mutating func mailZone() -> Int? {
            if position < bytes.count, bytes[position] > UInt8(ascii: "9") {
                let name = String(decoding: bytes[position...], as: UTF8.self)
                position = bytes.count
                return Self.mailZones[name].map { $0 * 3_600 }
            }
            return offset()
        }

        /// In hours.
        private static let mailZones = [
            "GMT": 0, "UT": 0, "UTC": 0, "Z": 0, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6,
            "PST": -8, "PDT": -7,
        ]

        private var isAtEnd: Bool { position == bytes.count }

        private mutating func calendarDay() -> CalendarTime? {
            guard let year = digits(4), skip("-"), let month = digits(2), skip("-"), let day = digits(2) else {
                return nil
            }
            return CalendarTime(year: year, month: month, day: day)
        }

        private mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
            position += 1
            return true
        }

        private mutating func digit() -> Int? {
            guard position < bytes.count, bytes[position] >= UInt8(ascii: "0"), bytes[position] <= UInt8(ascii: "9")
            else { return nil }
            defer { position += 1 }
            return Int(bytes[position] - UInt8(ascii: "0"))
        }

        private mutating func digits(_ count: Int) -> Int? {
            var number = 0
            for _ in 0..<count {
                guard let digit = digit() else { return nil }
                number = number * 10 + digit
            }
            return number
        }

        private mutating func name(in names: [String]) -> Int? {
            guard position + 3 <= bytes.count else { return nil }
            defer { position += 3 }
            let name = bytes[position..<position + 3]
            return names.firstIndex { name.elementsEqual($0.utf8) }
        }

        /// `.125`, or nothing, which is 0.
        private mutating func fraction() -> Double? {
            guard skip(".") || skip(",") else { return 0 }
            var fraction = 0.0
            var scale = 1.0
            guard let first = digit() else { return nil }
            var next: Int? = first
            while let digit = next {
                // Past 15 digits nothing changes any more; the rest is only skipped.
                if scale < 1e15 {
                    fraction = fraction * 10 + Double(digit)
                    scale *= 10
                }
                next = self.digit()
            }
            return fraction / scale
        }

        /// `Z`, `+01:00` or `+0100`, in seconds.
        private mutating func offset() -> Int? {
            if skip("Z") || skip("z") { return 0 }
            let sign: Int
            if skip("+") {
                sign = 1
            } else if skip("-") {
                sign = -1
            } else {
                return nil
            }
            guard let hours = digits(2), hours < 24 else { return nil }
            _ = skip(":")
            guard let minutes = digits(2), minutes < 60 else { return nil }
            return sign * (hours * 3_600 + minutes * 60)
        }
    }
}
