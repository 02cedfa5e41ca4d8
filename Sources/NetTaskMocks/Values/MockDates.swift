import NetTaskHTTP

/// Dates in the formats of the wire.
enum MockDates {
    /// The start of 2026 in seconds since 1970.
    static let start: Int64 = 1_767_225_600
    private static let day: Int64 = 86_400

    /// A date for a name: related dates of an object are in a plausible order.
    static func seconds(named name: MockName, objectSeed: UInt64) -> Int64 {
        var random = MockRandom(objectSeed)
        let created = start + Int64(random.below(300)) * day + Int64(random.below(86_400))
        let later = Int64(1 + random.below(20)) * 3_600
        switch name.words.first(where: order.keys.contains).flatMap({ order[$0] }) {
        case .birth: return start - Int64(20 + random.below(40)) * 365 * day - Int64(random.below(365)) * day
        case .changed: return created + later
        case .ended: return created + later + day
        case .expiry: return created + later + 30 * day
        case nil: return created
        }
    }

    private enum Order {
        case birth
        case changed
        case ended
        case expiry
    }

    private static let order: [String: Order] = [
        "birth": .birth, "birthday": .birth, "birthdate": .birth, "born": .birth, "dob": .birth,
        "updated": .changed, "modified": .changed, "changed": .changed, "pushed": .changed, "edited": .changed,
        "started": .changed, "start": .changed, "starts": .changed, "last": .changed,
        "closed": .ended, "merged": .ended, "completed": .ended, "ended": .ended, "end": .ended, "ends": .ended,
        "finished": .ended, "deleted": .ended, "shipped": .ended, "delivered": .ended, "paid": .ended,
        "expires": .expiry, "expiry": .expiry, "expiration": .expiry, "due": .expiry, "until": .expiry,
    ]

    static func value(_ seconds: Int64, microsecond: Int, _ format: MockDateFormat) -> JSONValue {
        let time = Time(seconds)
        let date = "\(four(time.year))-\(two(time.month))-\(two(time.day))"
        let clock = "\(two(time.hour)):\(two(time.minute)):\(two(time.second))"
        switch format {
        case .iso8601: return .string("\(date)T\(clock)Z")
        case .iso8601Milliseconds: return .string("\(date)T\(clock).\(padded(microsecond / 1_000, 3))Z")
        case .iso8601Microseconds: return .string("\(date)T\(clock).\(padded(microsecond, 6))Z")
        case .date: return .string(date)
        case .sql: return .string("\(date) \(clock)")
        case .basic:
            let digits = "\(four(time.year))\(two(time.month))\(two(time.day))"
            return .string("\(digits)T\(two(time.hour))\(two(time.minute))\(two(time.second))Z")
        case .http: return .string("\(time.mailDate) \(clock) GMT")
        case .rfc2822: return .string("\(time.mailDate) \(clock) +0000")
        case .unix: return .number(JSONValue.Number(seconds))
        case .milliseconds: return .number(JSONValue.Number(seconds * 1_000 + Int64(microsecond / 1_000)))
        case .microseconds: return .number(JSONValue.Number(seconds * 1_000_000 + Int64(microsecond)))
        }
    }

    fileprivate static func two(_ number: Int) -> String { padded(number, 2) }

    fileprivate static func four(_ number: Int) -> String { padded(number, 4) }

    private static func padded(_ number: Int, _ count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
    }

    /// A time in the Gregorian calendar and UTC.
    private struct Time {
        let year: Int
        let month: Int
        let day: Int
        let hour: Int
        let minute: Int
        let second: Int
        /// 0 for Sunday.
        let weekday: Int

        /// - Parameter seconds: since 1970; not before the year 1.
        init(_ seconds: Int64) {
            let days = Int((seconds >= 0 ? seconds : seconds - 86_399) / 86_400)
            let rest = Int(seconds - Int64(days) * 86_400)
            // Years start in March, so that leap days come last.
            let shifted = days + 719_468
            let (era, dayOfEra) = (shifted / 146_097, shifted % 146_097)
            let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
            let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
            let shiftedMonth = (5 * dayOfYear + 2) / 153
            day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
            month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
            year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
            hour = rest / 3_600
            minute = rest / 60 % 60
            second = rest % 60
            weekday = ((days + 4) % 7 + 7) % 7
        }

        /// `Sat, 21 Nov 2026`
        var mailDate: String {
            let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
            let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
            return "\(weekdays[weekday]), \(MockDates.two(day)) \(months[month - 1]) \(MockDates.four(year))"
        }
    }
}
