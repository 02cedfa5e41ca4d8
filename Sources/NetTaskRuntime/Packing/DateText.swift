import Foundation

/// Dates as text. Their forms are patterns as of `strftime`: `%Y` is the year, `%m` the month, and so on.
enum DateText {
    /// The years 1 to 9999, which all formats can express, in seconds since 1970.
    static let years = -62_135_596_800.0...253_402_300_799.999

    /// What the longest of them takes: `Sat, 21 Nov 2026 07:00:00 +0000` has 31 characters.
    static var capacity: Int { 32 }

    /// Reads a date of a format that is not a number.
    ///
    /// - Returns: nil if `text` is none, or outside the years that can be written.
    static func date(from text: UnsafeBufferPointer<UInt8>, format: ValueFormat) -> Date? {
        date(from: text, of: patterns(of: format)) { Date(timeIntervalSince1970: 0) }
    }

    /// Reads the date of an HTTP header, in one of the three forms that a client has to understand (RFC 9110, section
    /// 5.6.7), or in that of cookies. The weekday may be any.
    ///
    /// - Parameter now: what tells the century of a year with two digits: it is not more than 50 years ahead.
    static func httpDate(from text: String, now: () -> Date) -> Date? {
        var text = text
        return text.withUTF8 { date(from: $0, of: headerPatterns, now: now) }
    }

    /// Writes a date.
    ///
    /// - Returns: false if it is out of range.
    static func write(_ date: Date, format: ValueFormat, to text: inout ShortText) -> Bool {
        let seconds = date.timeIntervalSince1970
        let milliseconds = (seconds * 1_000).rounded()
        // This also keeps the conversions below from overflowing.
        guard years.contains(milliseconds / 1_000) else { return false }
        if format == .unix, seconds != seconds.rounded() {
            seconds.write(to: &text)
            return true
        }
        let pattern: StaticString
        switch format {
        case .unix, .milliseconds, .microseconds:
            text.write("\(Int64((seconds * (format.unit?.perSecond ?? 1)).rounded()))")
            return true
        case .iso8601, .string, .base64url: pattern = "%FT%T%fZ"
        case .iso8601Milliseconds: pattern = "%FT%T%LZ"
        case .sql: pattern = "%F %T"
        case .basic: pattern = "%Y%m%dT%H%M%SZ"
        case .rfc2822: pattern = "%a, %d %b %Y %T +0000"
        case .date: pattern = "%F"
        case .http: pattern = "%a, %d %b %Y %T GMT"
        }
        CalendarTime(milliseconds: Int64(milliseconds)).write(pattern, to: &text)
        return true
    }

    /// The forms in which a date is read; the first is the one that most have.
    private static func patterns(of format: ValueFormat) -> [StaticString] {
        switch format {
        case .iso8601, .iso8601Milliseconds, .string, .base64url: iso8601Patterns
        case .sql: sqlPatterns
        case .basic: basicPatterns
        case .rfc2822: mailPatterns
        case .date: dayPatterns
        case .http: httpPatterns
        case .unix, .milliseconds, .microseconds: []
        }
    }

    private static let iso8601Patterns: [StaticString] = ["%FT%T%f%z", "%Ft%T%f%z", "%F %T%f%z"]
    private static let sqlPatterns: [StaticString] = ["%F %T%f"]
    private static let basicPatterns: [StaticString] = ["%Y%m%dT%H%M%S%f%z", "%Y%m%dt%H%M%S%f%z"]
    private static let dayPatterns: [StaticString] = ["%F"]
    private static let httpPatterns: [StaticString] = ["%a, %d %b %Y %T GMT"]
    private static let mailPatterns: [StaticString] = [
        "%a,%n%e %b %Y %T %Z", "%a,%n%e %b %Y %H:%M %Z", "%e %b %Y %T %Z", "%e %b %Y %H:%M %Z",
    ]
    private static let headerPatterns: [StaticString] = [
        "%A, %e %b %Y %T GMT", "%A, %e-%b-%y %T GMT", "%A %b%n%e %T %Y", "%A, %e-%b-%Y %T GMT",
    ]

    private static func date(
        from text: UnsafeBufferPointer<UInt8>,
        of patterns: [StaticString],
        now: () -> Date
    ) -> Date? {
        for pattern in patterns {
            var parser = DateParser(text)
            if let date = parser.date(pattern, now: now) {
                return years.contains(date.timeIntervalSince1970) ? date : nil
            }
        }
        return nil
    }

    fileprivate static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    fileprivate static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}

/// Takes a text apart by a pattern.
private struct DateParser {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    /// Whether the text is not of the pattern.
    private var hasFailed = false
    private var time = CalendarTime()
    private var fraction = 0.0
    private var hasShortYear = false
    private var weekday: Int?
    /// From UTC, in seconds.
    private var offset = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    mutating func date(_ pattern: StaticString, now: () -> Date) -> Date? {
        parse(pattern)
        guard !hasFailed, position == bytes.count else { return nil }
        if hasShortYear {
            let thisYear = CalendarTime(milliseconds: Int64(now().timeIntervalSince1970) * 1_000).year
            time.year += thisYear / 100 * 100
            if time.year > thisYear + 50 { time.year -= 100 }
        }
        guard time.isValid, weekday == nil || weekday == time.weekday else { return nil }
        return Date(timeIntervalSince1970: Double(time.secondsSince1970 - Int64(offset)) + fraction)
    }

    private mutating func parse(_ pattern: StaticString) {
        let (start, count) = (pattern.utf8Start, pattern.utf8CodeUnitCount)
        var index = 0
        while index < count, !hasFailed {
            let character = start[index]
            index += 1
            if character != UInt8(ascii: "%") {
                hasFailed = !skip(character)
                continue
            }
            switch start[index] {
            case UInt8(ascii: "Y"): time.year = number(digits: 4)
            case UInt8(ascii: "m"): time.month = number(digits: 2)
            case UInt8(ascii: "d"): time.day = number(digits: 2)
            case UInt8(ascii: "H"): time.hour = number(digits: 2)
            case UInt8(ascii: "M"): time.minute = number(digits: 2)
            case UInt8(ascii: "S"): time.second = number(digits: 2)
            case UInt8(ascii: "F"): parse("%Y-%m-%d")
            case UInt8(ascii: "T"): parse("%H:%M:%S")
            case UInt8(ascii: "e"): time.day = number(digits: digit(at: position + 1) == nil ? 1 : 2)
            case UInt8(ascii: "y"):
                time.year = number(digits: 2)
                hasShortYear = true
            case UInt8(ascii: "b"): time.month = name(in: DateText.months) + 1
            case UInt8(ascii: "a"): weekday = name(in: DateText.weekdays)
            case UInt8(ascii: "A"): _ = word()
            case UInt8(ascii: "f"): parseFraction()
            case UInt8(ascii: "z"): parseOffset()
            case UInt8(ascii: "Z"): parseZone()
            default: while skip(UInt8(ascii: " ")) {}  // %n: spaces, or none
            }
            index += 1
        }
    }

    @inline(__always)
    private mutating func skip(_ character: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == character else { return false }
        position += 1
        return true
    }

    @inline(__always)
    private func digit(at position: Int) -> Int? {
        guard position < bytes.count else { return nil }
        let digit = bytes[position] &- UInt8(ascii: "0")
        return digit < 10 ? Int(digit) : nil
    }

    private mutating func number(digits: Int) -> Int {
        var number = 0
        for _ in 0..<digits {
            guard let digit = digit(at: position) else {
                hasFailed = true
                return 0
            }
            number = number * 10 + digit
            position += 1
        }
        return number
    }

    /// Of the three letters that are next.
    private mutating func name(in names: [String]) -> Int {
        let name = bytes[position...].prefix(3)
        position += name.count
        guard let index = names.firstIndex(where: { name.elementsEqual($0.utf8) }) else {
            hasFailed = true
            return 0
        }
        return index
    }

    private mutating func word() -> String {
        let word = bytes[position...].prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
        position += word.count
        return String(decoding: word, as: UTF8.self)
    }

    /// `.125`, or nothing, which is 0.
    private mutating func parseFraction() {
        guard skip(UInt8(ascii: ".")) || skip(UInt8(ascii: ",")) else { return }
        hasFailed = digit(at: position) == nil
        var scale = 1.0
        while let digit = digit(at: position) {
            // Past 15 digits nothing changes any more; the rest is only skipped.
            if scale < 1e15 {
                fraction = fraction * 10 + Double(digit)
                scale *= 10
            }
            position += 1
        }
        fraction /= scale
    }

    /// `Z`, `+01:00` or `+0100`.
    private mutating func parseOffset() {
        if skip(UInt8(ascii: "Z")) || skip(UInt8(ascii: "z")) { return }
        let isNegative = skip(UInt8(ascii: "-"))
        hasFailed = !isNegative && !skip(UInt8(ascii: "+"))
        let hours = number(digits: 2)
        _ = skip(UInt8(ascii: ":"))
        let minutes = number(digits: 2)
        hasFailed = hasFailed || hours > 23 || minutes > 59
        offset = (isNegative ? -1 : 1) * (hours * 3_600 + minutes * 60)
    }

    /// `+0100`, or a zone of RFC 822.
    private mutating func parseZone() {
        let zone = word()
        if zone.isEmpty { return parseOffset() }
        let hours = [
            "GMT": 0, "UT": 0, "UTC": 0, "Z": 0, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6,
            "PST": -8, "PDT": -7,
        ][zone]
        hasFailed = hours == nil
        offset = (hours ?? 0) * 3_600
    }
}

/// A moment in the Gregorian calendar and UTC, taken apart by arithmetic: no locale, no formatter, no lock.
private struct CalendarTime {
    var year = 1970
    var month = 1
    var day = 1
    var hour = 0
    var minute = 0
    /// 60 is a leap second, which counts as the second after it.
    var second = 0
    private var millisecond = 0

    init() {}

    /// - Parameter milliseconds: since 1970.
    init(milliseconds: Int64) {
        let (days, rest) = Self.divide(Int(milliseconds), 86_400_000)
        // Days from 1970 to the civil calendar: years start in March, so that leap days come last.
        let (era, dayOfEra) = Self.divide(days + 719_468, 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        hour = rest / 3_600_000
        minute = rest / 60_000 % 60
        second = rest / 1_000 % 60
        millisecond = rest % 1_000
    }

    /// Whether there is such a day and time.
    var isValid: Bool {
        let days =
            switch month {
            case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
            case 4, 6, 9, 11: 30
            default: 31
            }
        return (1...12).contains(month) && (1...days).contains(day) && hour < 24 && minute < 60 && second <= 60
    }

    private var daysSince1970: Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = Self.divide(shiftedYear, 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    var secondsSince1970: Int64 {
        Int64(daysSince1970) * 86_400 + Int64(hour * 3_600 + minute * 60 + second)
    }

    /// 0 for Sunday to 6 for Saturday.
    var weekday: Int { Self.divide(daysSince1970 + 4, 7).remainder }

    /// Division towards minus infinity, so that the remainder is never negative.
    private static func divide(_ value: Int, _ divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }

    func write(_ pattern: StaticString, to text: inout ShortText) {
        let (start, count) = (pattern.utf8Start, pattern.utf8CodeUnitCount)
        var index = 0
        while index < count {
            let character = start[index]
            index += 1
            if character != UInt8(ascii: "%") {
                text.append(character)
                continue
            }
            switch start[index] {
            case UInt8(ascii: "Y"):
                text.append(twoDigits: year / 100)
                text.append(twoDigits: year % 100)
            case UInt8(ascii: "m"): text.append(twoDigits: month)
            case UInt8(ascii: "d"): text.append(twoDigits: day)
            case UInt8(ascii: "H"): text.append(twoDigits: hour)
            case UInt8(ascii: "M"): text.append(twoDigits: minute)
            case UInt8(ascii: "S"): text.append(twoDigits: second)
            case UInt8(ascii: "F"): write("%Y-%m-%d", to: &text)
            case UInt8(ascii: "T"): write("%H:%M:%S", to: &text)
            case UInt8(ascii: "a"): text.write(DateText.weekdays[weekday])
            case UInt8(ascii: "b"): text.write(DateText.months[month - 1])
            case UInt8(ascii: "f") where millisecond == 0: break
            default:  // %f and %L: milliseconds, with a point
                text.append(UInt8(ascii: "."))
                text.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: millisecond / 100))
                text.append(twoDigits: millisecond % 100)
            }
            index += 1
        }
    }
}
