/// How a date is written and read.
public enum DateFormat: Sendable, Hashable, CaseIterable {
    /// `2026-11-21T07:00:00Z`, in UTC, with milliseconds where they are not zero. Any offset and any number of
    /// fractional digits are read.
    case iso8601
    /// Seconds since 1970, an integer where they are whole.
    case unix
    /// Milliseconds since 1970, an integer.
    case milliseconds
    /// `2026-11-21`, the day in UTC.
    case date
    /// `Sat, 21 Nov 2026 07:00:00 GMT`, as in HTTP headers.
    case http
}
