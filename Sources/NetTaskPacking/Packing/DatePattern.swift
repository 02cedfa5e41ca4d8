import NetTaskSystem

/// The text format of a date, with one letter for each part. Other characters are literal. `y`, `w` and `_` are only read.
///
///     Y  the year in four digits            h  the hour
///     y  the same, read also in two         m  the minute
///     M  the month                          s  the second
///     N  the name of the month              S  a colon and the second, optional when read
///     D  the day in two digits              f  the fraction if it is not 0, in three to six digits
///     d  the same, read also in one         3  the fraction in three digits
///     W  the weekday                        6  the fraction in six digits
///     w  the same, read as any word         F  the fraction, never written
///     X  `Sat, `, optional when read        z  `Z`, read also as an offset
///     T  `T`, read also as a space          O  `+0000`, read also as another offset or a zone of RFC 822
///     t  `T`                                G  `GMT`
///     _  any number of spaces, including none
///
/// When read, a fraction is optional and may have any number of digits.
struct DatePattern: ExpressibleByStringLiteral {
    private let symbols: StaticString

    init(stringLiteral symbols: StaticString) {
        self.symbols = symbols
    }

    /// Names with three letters each.
    static var weekdays: StaticString { "SunMonTueWedThuFriSat" }
    static var months: StaticString { "JanFebMarAprMayJunJulAugSepOctNovDec" }

    /// Reads a date in UTC.
    ///
    /// - Parameter now: determines the century of a year with two digits, which is at most 50 years in the future.
    /// - Returns: `nil` if `text` does not match, or if the date is outside the supported years.
    func date(from text: UnsafeBufferPointer<UInt8>, now: () -> Date = { Date() }) -> Date? {
        var parser = DateParser(text)
        for symbol in symbols.bytes { parser.parse(symbol) }
        return parser.date(now: now)
    }

    func write(_ time: CalendarTime, to text: inout JSONBuffer) {
        for symbol in symbols.bytes {
            switch Unicode.Scalar(symbol) {
            case "Y":
                text.append(twoDigits: time.year / 100)
                text.append(twoDigits: time.year % 100)
            case "M": text.append(twoDigits: time.month)
            case "N": text.append(name: time.month - 1, of: Self.months)
            case "D", "d": text.append(twoDigits: time.day)
            case "W": text.append(name: time.weekday, of: Self.weekdays)
            case "X":
                text.append(name: time.weekday, of: Self.weekdays)
                text.append(", ")
            case "h": text.append(twoDigits: time.hour)
            case "m": text.append(twoDigits: time.minute)
            case "s": text.append(twoDigits: time.second)
            case "S":
                text.append(UInt8(ascii: ":"))
                text.append(twoDigits: time.second)
            case "f": if time.microsecond != 0 { text.append(fraction: time.microsecond, digits: 3...6) }
            case "3": text.append(fraction: time.microsecond, digits: 3...3)
            case "6": text.append(fraction: time.microsecond, digits: 6...6)
            case "F": break
            case "t": text.append(UInt8(ascii: "T"))
            case "z": text.append(UInt8(ascii: "Z"))
            case "O": text.append("+0000")
            case "G": text.append("GMT")
            default: text.append(symbol)
            }
        }
    }
}

extension JSONBuffer {
    fileprivate mutating func append(name index: Int, of names: StaticString) {
        append(UnsafeBufferPointer(rebasing: names.bytes[3 * index..<3 * index + 3]))
    }
}

/// Parses a text by the symbols of a ``DatePattern``.
private struct DateParser {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    /// Whether the text does not match the pattern.
    private var hasFailed = false
    private var time = CalendarTime()
    private var hasShortYear = false
    private var weekday: Int?
    /// The offset from UTC in seconds.
    private var offset = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// Returns the date, or `nil` if the text does not match or has further characters.
    mutating func date(now: () -> Date) -> Date? {
        guard !hasFailed, position == bytes.count else { return nil }
        if hasShortYear {
            let thisYear = CalendarTime(microseconds: Int64(now().timeIntervalSince1970) * 1_000_000).year
            time.year += thisYear / 100 * 100
            if time.year > thisYear + 50 { time.year -= 100 }
        }
        guard time.isValid, weekday == nil || weekday == time.weekday else { return nil }
        return DateText.date(microseconds: time.microsecondsSince1970 - Int64(offset) * 1_000_000)
    }

    @inline(__always)
    mutating func parse(_ symbol: UInt8) {
        switch Unicode.Scalar(symbol) {
        case "Y": time.year = twoDigits() &* 100 &+ twoDigits()
        case "y":
            time.year = twoDigits()
            hasShortYear = digit(at: position) == nil
            if !hasShortYear { time.year = time.year * 100 + twoDigits() }
        case "M": time.month = twoDigits()
        case "N": time.month = name(of: DatePattern.months) + 1
        case "D": time.day = twoDigits()
        case "d": time.day = oneOrTwoDigits()
        case "W": weekday = name(of: DatePattern.weekdays)
        case "w": _ = word()
        case "X":
            if digit(at: position) != nil { break }
            weekday = name(of: DatePattern.weekdays)
            expect(",")
            while skip(" ") {}
        case "h": time.hour = twoDigits()
        case "m": time.minute = twoDigits()
        case "s": time.second = twoDigits()
        case "S": if skip(":") { time.second = twoDigits() }
        case "T": if !skip("T"), !skip("t") { expect(" ") }
        case "t": if !skip("T") { expect("t") }
        case "f", "3", "6", "F": if skip(".") || skip(",") { parseFraction() }
        case "z": if !skip("Z"), !skip("z") { parseOffset() }
        case "O": parseZone()
        case "G":
            expect("G")
            expect("M")
            expect("T")
        case "_": while skip(" ") {}
        default: if !skip(symbol) { hasFailed = true }
        }
    }

    /// Digits after the sixth are dropped.
    private mutating func parseFraction() {
        let start = position
        while let digit = digit(at: position) {
            if position - start < 6 { time.microsecond = time.microsecond &* 10 &+ digit }
            position += 1
        }
        hasFailed = hasFailed || position == start
        for _ in min(position - start, 6)..<6 { time.microsecond *= 10 }
    }

    /// `+01:00` or `+0100`.
    private mutating func parseOffset() {
        let isNegative = skip("-")
        if !isNegative { expect("+") }
        let hours = twoDigits()
        _ = skip(":")
        let minutes = twoDigits()
        hasFailed = hasFailed || hours > 23 || minutes > 59
        offset = (isNegative ? -1 : 1) * (hours * 3_600 + minutes * 60)
    }

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

    // MARK: Characters

    @inline(__always)
    private mutating func skip(_ character: Unicode.Scalar) -> Bool { skip(UInt8(ascii: character)) }

    @inline(__always)
    private mutating func skip(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position &+= 1
        return true
    }

    @inline(__always)
    private mutating func expect(_ character: Unicode.Scalar) {
        if !skip(character) { hasFailed = true }
    }

    @inline(__always)
    private func digit(at position: Int) -> Int? {
        guard position < bytes.count else { return nil }
        let digit = bytes[position] &- UInt8(ascii: "0")
        return digit < 10 ? Int(digit) : nil
    }

    @inline(__always)
    private mutating func twoDigits() -> Int {
        guard position &+ 2 <= bytes.count else {
            hasFailed = true
            return 0
        }
        let tens = bytes[position] &- UInt8(ascii: "0")
        let ones = bytes[position &+ 1] &- UInt8(ascii: "0")
        if tens > 9 || ones > 9 { hasFailed = true }
        position &+= 2
        return Int(tens) &* 10 &+ Int(ones)
    }

    private mutating func oneOrTwoDigits() -> Int {
        if digit(at: position + 1) != nil { return twoDigits() }
        guard let number = digit(at: position) else {
            hasFailed = true
            return 0
        }
        position += 1
        return number
    }

    /// Returns the index of the name at the current position.
    private mutating func name(of names: StaticString) -> Int {
        let names = names.bytes
        for start in stride(from: 0, to: names.count, by: 3) where position + 3 <= bytes.count {
            if (0..<3).allSatisfy({ names[start + $0] == bytes[position + $0] }) {
                position += 3
                return start / 3
            }
        }
        hasFailed = true
        return 0
    }

    private mutating func word() -> String {
        let word = bytes[position...].prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
        position += word.count
        return String(decoding: word, as: UTF8.self)
    }
}
