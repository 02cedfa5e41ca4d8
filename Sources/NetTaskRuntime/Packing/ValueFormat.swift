/// How a date is written and read; and a number or bytes, where that is not the usual way.
public enum ValueFormat: Sendable, Hashable, CaseIterable {
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
    /// As ``iso8601``, with three digits of milliseconds, also where they are zero.
    case iso8601Milliseconds
    /// Microseconds since 1970, an integer.
    case microseconds
    /// `2026-11-21 07:00:00`, in UTC, without a fraction. Any number of fractional digits is read.
    case sql
    /// `Sat, 21 Nov 2026 07:00:00 +0000`, as in mail (RFC 5322, section 3.3), in UTC. Any offset is read, a missing weekday
    /// or second, and the zones of RFC 822.
    case rfc2822
    /// `20261121T070000Z`, in UTC: ISO 8601 without separators. Any offset and any number of fractional digits are read.
    case basic
    /// Of numbers: in JSON in quotes; read with them or without. A date is written as ``iso8601``.
    case string
    /// Of `Data`: Base64 for URLs (RFC 4648, section 5), without padding; read with it or without. A date is written as
    /// ``iso8601``.
    case base64url
}

extension ValueFormat {
    /// Whether a date of this format is a number.
    var isNumber: Bool { self == .unix || self == .milliseconds || self == .microseconds }
}
