import Foundation

/// Takes a text apart from left to right.
struct DateParser {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    /// Whether the text is not of the form that was asked for.
    private var hasFailed = false
    private var time = CalendarTime()
    /// Whether the year was of two digits.
    private var hasShortYear = false
    private var weekday: Int?
    /// From UTC, in seconds.
    private var offset = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// The date that was read; nil if the text is not such a date, or continues after it.
    var date: Date? {
        guard !hasFailed, position == bytes.count, time.isValid, weekday == nil || weekday == time.weekday else {
            return nil
        }
        return DateText.date(microseconds: time.microsecondsSince1970 - Int64(offset) * 1_000_000)
    }

    mutating func parse(_ format: ValueFormat) {
        switch format {
        case .iso8601, .iso8601Milliseconds, .iso8601Microseconds, .string, .base64url:
            parseDay()
            if !skip("T"), !skip("t") { expect(" ") }
            parseTime()
            parseFraction()
            parseOffset()
        case .sql:
            parseDay()
            expect(" ")
            parseTime()
            parseFraction()
        case .basic:
            parseDay(separator: nil)
            if !skip("T") { expect("t") }
            parseTime(separator: nil)
            parseFraction()
            parseOffset()
        case .date:
            parseDay()
        case .http:
            weekday = name(in: DateText.weekdays)
            expect(",")
            expect(" ")
            time.day = number(digits: 2)
            parseMonthAndYear()
            parseTime()
            parseGMT()
        case .rfc2822:
            parseMail()
        case .unix, .milliseconds, .microseconds:
            hasFailed = true
        }
    }

    /// `Sat, 21 Nov 2026 07:00:00 +0000`; weekday and seconds may be missing.
    private mutating func parseMail() {
        if digit(at: 0) == nil {
            weekday = name(in: DateText.weekdays)
            expect(",")
            skipSpaces()
        }
        parseShortDay()
        parseMonthAndYear()
        time.hour = number(digits: 2)
        expect(":")
        time.minute = number(digits: 2)
        if skip(":") { time.second = number(digits: 2) }
        expect(" ")
        parseZone()
    }

    /// `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT`, `Sun Nov  6 08:49:37 1994`, or
    /// `Sun, 06-Nov-1994 08:49:37 GMT`.
    mutating func parseHeader(now: () -> Date) {
        _ = word()
        guard skip(",") else {
            expect(" ")
            time.month = name(in: DateText.months) + 1
            skipSpaces()
            parseShortDay()
            expect(" ")
            parseTime()
            expect(" ")
            time.year = number(digits: 4)
            return
        }
        expect(" ")
        parseShortDay()
        if position < bytes.count, bytes[position] == UInt8(ascii: "-") {
            parseMonthAndYear(separator: "-")
        } else {
            parseMonthAndYear()
        }
        parseTime()
        parseGMT()
        if hasShortYear, !hasFailed {
            let thisYear = CalendarTime(microseconds: Int64(now().timeIntervalSince1970) * 1_000_000).year
            time.year += thisYear / 100 * 100
            if time.year > thisYear + 50 { time.year -= 100 }
        }
    }

    // MARK: Parts

    private mutating func parseDay(separator: Unicode.Scalar? = "-") {
        time.year = number(digits: 4)
        if let separator { expect(separator) }
        time.month = number(digits: 2)
        if let separator { expect(separator) }
        time.day = number(digits: 2)
    }

    private mutating func parseTime(separator: Unicode.Scalar? = ":") {
        time.hour = number(digits: 2)
        if let separator { expect(separator) }
        time.minute = number(digits: 2)
        if let separator { expect(separator) }
        time.second = number(digits: 2)
    }

    /// A day of one or two digits.
    private mutating func parseShortDay() {
        time.day = number(digits: digit(at: position + 1) == nil ? 1 : 2)
    }

    /// ` Nov 2026 `, or `-Nov-26 `.
    private mutating func parseMonthAndYear(separator: Unicode.Scalar = " ") {
        expect(separator)
        time.month = name(in: DateText.months) + 1
        expect(separator)
        hasShortYear = separator == "-" && digit(at: position + 2) == nil
        time.year = number(digits: hasShortYear ? 2 : 4)
        expect(" ")
    }

    /// `.125`, or nothing, which is 0. Digits past the sixth are dropped.
    private mutating func parseFraction() {
        guard skip(".") || skip(",") else { return }
        hasFailed = hasFailed || digit(at: position) == nil
        var scale = 100_000
        while let digit = digit(at: position) {
            time.microsecond += digit * scale
            scale /= 10
            position += 1
        }
    }

    /// `Z`, `+01:00` or `+0100`.
    private mutating func parseOffset() {
        if skip("Z") || skip("z") { return }
        let isNegative = skip("-")
        if !isNegative { expect("+") }
        let hours = number(digits: 2)
        _ = skip(":")
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
        hasFailed = hasFailed || hours == nil
        offset = (hours ?? 0) * 3_600
    }

    private mutating func parseGMT() {
        expect(" ")
        hasFailed = hasFailed || word() != "GMT"
    }

    // MARK: Characters

    @inline(__always)
    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    @inline(__always)
    private mutating func expect(_ character: Unicode.Scalar) {
        if !skip(character) { hasFailed = true }
    }

    private mutating func skipSpaces() {
        while skip(" ") {}
    }

    @inline(__always)
    private func digit(at position: Int) -> Int? {
        guard position < bytes.count else { return nil }
        let digit = bytes[position] &- UInt8(ascii: "0")
        return digit < 10 ? Int(digit) : nil
    }

    @inline(__always)
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
    private mutating func name(in names: [StaticString]) -> Int {
        let name = bytes[position...].prefix(3)
        position += name.count
        let index = names.firstIndex { name.elementsEqual(UnsafeBufferPointer(start: $0.utf8Start, count: 3)) }
        guard let index else {
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
}
