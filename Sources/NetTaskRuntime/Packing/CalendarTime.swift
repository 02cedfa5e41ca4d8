/// A moment in the Gregorian calendar and UTC, taken apart by arithmetic: no locale, no formatter, no lock.
struct CalendarTime {
    var year = 1970
    var month = 1
    var day = 1
    var hour = 0
    var minute = 0
    /// 60 is a leap second, which counts as the second after it.
    var second = 0
    var millisecond = 0

    init() {}

    /// - Parameter milliseconds: since 1970.
    init(milliseconds: Int64) {
        // The number of milliseconds is more than an `Int` of 32 bits holds, unlike that of days.
        let (wholeDays, millisecondOfDay) = Self.divide(milliseconds, 86_400_000)
        let (days, rest) = (Int(wholeDays), Int(millisecondOfDay))
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
    private static func divide<Number: SignedInteger>(
        _ value: Number,
        _ divisor: Number
    ) -> (quotient: Number, remainder: Number) {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
