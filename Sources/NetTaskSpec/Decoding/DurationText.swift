/// Durations as specs write them: `30s`, `500ms`, `2m`, `1h`, `1.5s`.
enum DurationText {
    struct Problem: Error {
        var reason: String
    }

    /// No wait or time limit of a request is longer.
    static let longest = Duration.seconds(7 * 24 * 3600)

    private static let usage = "write a number and ms, s, m or h, such as `30s`"

    static func parse(_ text: String) -> Result<Duration, Problem> {
        let number = text.utf8.prefix { $0 >= 0x30 && $0 <= 0x39 || $0 == UInt8(ascii: ".") }
        let nanosecondsOfUnit: Int64
        switch text.utf8.dropFirst(number.count).map({ $0 }) {
        case Array("ms".utf8): nanosecondsOfUnit = 1_000_000
        case Array("s".utf8): nanosecondsOfUnit = 1_000_000_000
        case Array("m".utf8): nanosecondsOfUnit = 60_000_000_000
        case Array("h".utf8): nanosecondsOfUnit = 3_600_000_000_000
        case []: return .failure(Problem(reason: number.isEmpty ? usage : "it needs a unit: ms, s, m or h"))
        default:
            return .failure(Problem(reason: text.hasPrefix("-") ? "it cannot be negative" : usage))
        }
        let parts = number.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }) else { return .failure(Problem(reason: usage)) }
        let fraction = parts.count == 2 ? String(Substring(parts[1])) : ""
        guard fraction.utf8.count <= 9 else { return .failure(Problem(reason: "it has more than nine decimals")) }
        let tooLong = Problem(reason: "it is longer than seven days")
        guard let whole = Int64(String(Substring(parts[0]))), whole <= 1_000_000_000 else { return .failure(tooLong) }
        let (wholeNanoseconds, overflow) = whole.multipliedReportingOverflow(by: nanosecondsOfUnit)
        guard !overflow else { return .failure(tooLong) }
        var duration = Duration.nanoseconds(wholeNanoseconds)
        var nanosecondsOfDigit = nanosecondsOfUnit
        for digit in fraction.utf8 {
            nanosecondsOfDigit /= 10
            duration += .nanoseconds(Int64(digit - 0x30) * nanosecondsOfDigit)
        }
        return duration <= longest ? .success(duration) : .failure(tooLong)
    }
}
