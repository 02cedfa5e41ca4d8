/// Where a param goes when its method does not say it.
public enum ParameterLocation: Sendable, Hashable, CaseIterable {
    /// After the `?` of the URL
    case query
    /// In the body, in the form of the request type
    case body
    /// In the header of that name
    case header
    /// In the header `Cookie`, under that name. Bytes that RFC 6265 does not allow in a value become `%XX`.
    case cookie
}

/// How params that go into a body are written.
public enum HTTPRequestEncoding: Sendable, Hashable, CaseIterable {
    /// `application/x-www-form-urlencoded`
    case form
    /// `application/json; charset=utf-8`
    case json
    /// `multipart/form-data`, the only one that takes an ``HTTPFile``
    case multipart
}

/// How an array is written outside JSON, where there are no arrays; and, with brackets or numbers, a shape or dictionary in a
/// query or form, where there are none either.
public enum ArrayStyle: Sendable, Hashable, CaseIterable {
    /// `tags=a&tags=b`
    case `repeat`
    /// `tags=a,b`
    case comma
    /// `tags=a%20b`, in a form `tags=a+b`
    case space
    /// `tags=a%7Cb`
    case pipe
    /// `tags[]=a&tags[]=b`, of a shape or dictionary `filter[status]=open&filter[owner][id]=3`, and of a list of them
    /// `items[0][id]=3&items[1][id]=4`
    case brackets
    /// `tags.1=a&tags.2=b`, of shapes `tags.1.id=3`, of a dictionary `tags.1.Name=key&tags.1.Value=v`; in a query or form
    case numbered

    /// Whether a shape or dictionary can be written so.
    var isNested: Bool { self == .brackets || self == .numbered }

    /// The character between two elements, for the styles that make one value of them.
    var separator: StaticString? {
        switch self {
        case .repeat, .brackets, .numbered: nil
        case .comma: ","
        case .space: " "
        case .pipe: "|"
        }
    }
}

/// How a date is written and read; and a number or bytes, where that is not the usual way.
public enum ValueFormat: Sendable, Hashable, CaseIterable {
    /// `2026-11-21T07:00:00Z`, in UTC; with three fractional digits where the date has milliseconds, and with up to six
    /// where it is finer. Any offset and any number of fractional digits are read. As in every format, what is finer than
    /// microseconds is dropped, and nothing is rounded up.
    case iso8601
    /// Seconds since 1970, an integer where they are whole, and otherwise with up to six fractional digits.
    case unix
    /// Milliseconds since 1970, an integer. What is finer is dropped.
    case milliseconds
    /// `2026-11-21`, the day in UTC.
    case date
    /// `Sat, 21 Nov 2026 07:00:00 GMT`, as in HTTP headers.
    case http
    /// As ``iso8601``, always with three fractional digits. What is finer is dropped.
    case iso8601Milliseconds
    /// As ``iso8601``, always with six fractional digits.
    case iso8601Microseconds
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
    /// What a date of this format counts since 1970, if it is a number.
    var unit: (name: String, microseconds: Int64, decimals: Int)? {
        switch self {
        case .unix: ("seconds", 1_000_000, 6)
        case .milliseconds: ("milliseconds", 1_000, 3)
        case .microseconds: ("microseconds", 1, 0)
        default: nil
        }
    }

    /// How a date of this format is written as text.
    var pattern: DatePattern {
        switch self {
        case .date: "Y-M-D"
        case .http: "W, D N Y h:m:s G"
        case .rfc2822: "Xd N Y h:mS O"
        case .sql: "Y-M-D h:m:sF"
        case .basic: "YMDthmsFz"
        case .iso8601Milliseconds: "Y-M-DTh:m:s3z"
        case .iso8601Microseconds: "Y-M-DTh:m:s6z"
        default: "Y-M-DTh:m:sfz"
        }
    }
}
