/// A time in the Gregorian calendar and UTC, computed by arithmetic: no locale, no formatter, no lock.
struct CalendarTime {
    var year = 1970
    var month = 1
    var day = 1
    var hour = 0
    var minute = 0
    /// 60 is a leap second. It is treated as the first second of the next minute.
    var second = 0
    var microsecond = 0

    init() {}

    /// - Parameter microseconds: since 1970.
    init(microseconds: Int64) {
        // The microseconds of a day exceed a 32-bit `Int`; its seconds and the number of days do not.
        let (seconds, fraction) = microseconds.dividedDown(by: 1_000_000)
        let (wholeDays, secondOfDay) = seconds.dividedDown(by: 86_400)
        let (days, rest) = (Int(wholeDays), Int(secondOfDay))
        // Converts days since 1970 to a date. Years start in March, so that leap days come last.
        let (era, dayOfEra) = (days + 719_468).dividedDown(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        hour = rest / 3_600
        minute = rest / 60 % 60
        second = rest % 60
        microsecond = Int(fraction)
    }

    /// Whether the date and time exist.
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
        let (era, yearOfEra) = shiftedYear.dividedDown(by: 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    var microsecondsSince1970: Int64 {
        let seconds = Int64(daysSince1970) * 86_400 + Int64(hour * 3_600 + minute * 60 + second)
        return seconds * 1_000_000 + Int64(microsecond)
    }

    /// 0 for Sunday to 6 for Saturday.
    var weekday: Int { (daysSince1970 + 4).dividedDown(by: 7).remainder }
}

extension SignedInteger {
    /// Division that rounds toward negative infinity, so that the remainder is never negative.
    func dividedDown(by divisor: Self) -> (quotient: Self, remainder: Self) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
