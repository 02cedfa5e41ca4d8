/// The location of a param, if its method does not determine it.
public enum ParameterLocation: Sendable, Hashable, CaseIterable {
    /// The query of the URL.
    case query
    /// The body, in the encoding of the request.
    case body
    /// The header with the name of the param.
    case header
    /// The `Cookie` header, with the name of the param. Bytes that RFC 6265 does not allow in a value become `%XX`.
    case cookie
}

/// The encoding of params in a body.
public enum HTTPRequestEncoding: Sendable, Hashable, CaseIterable {
    /// `application/x-www-form-urlencoded`
    case form
    /// `application/json; charset=utf-8`
    case json
    /// `multipart/form-data`, the only encoding that can contain an ``HTTPFile``
    case multipart
}

/// The style of arrays outside JSON. With brackets or numbers, also the style of shapes and dictionaries in a query or form.
public enum ArrayStyle: Sendable, Hashable, CaseIterable {
    /// `tags=a&tags=b`
    case `repeat`
    /// `tags=a,b`
    case comma
    /// `tags=a%20b`, or in a form `tags=a+b`
    case space
    /// `tags=a%7Cb`
    case pipe
    /// `tags[]=a&tags[]=b`; for a shape or dictionary `filter[status]=open&filter[owner][id]=3`; for a list of them
    /// `items[0][id]=3&items[1][id]=4`
    case brackets
    /// `tags.1=a&tags.2=b`; for shapes `tags.1.id=3`; for a dictionary `tags.1.Name=key&tags.1.Value=v`. In a query or form
    /// only.
    case numbered

    /// Whether the style can represent a shape or dictionary.
    var isNested: Bool { self == .brackets || self == .numbered }

    /// The separator between two elements, for the styles that join them into one value.
    var separator: StaticString? {
        switch self {
        case .repeat, .brackets, .numbered: nil
        case .comma: ","
        case .space: " "
        case .pipe: "|"
        }
    }
}

/// The format of a date, and of a number or bytes in an unusual form. In every format, fractions finer than microseconds are
/// dropped, and nothing is rounded up.
public enum ValueFormat: Sendable, Hashable, CaseIterable {
    /// `2026-11-21T07:00:00Z`, in UTC. With three fractional digits if the date has milliseconds, and with up to six if it is
    /// finer. When read, any offset and any number of fractional digits are accepted.
    case iso8601
    /// Seconds since 1970: an integer if there is no fraction, or else with up to six fractional digits.
    case unix
    /// Milliseconds since 1970, an integer. Finer fractions are dropped.
    case milliseconds
    /// `2026-11-21`, the day in UTC.
    case date
    /// `Sat, 21 Nov 2026 07:00:00 GMT`, as in HTTP headers.
    case http
    /// Like ``iso8601``, always with three fractional digits. Finer fractions are dropped.
    case iso8601Milliseconds
    /// Like ``iso8601``, always with six fractional digits.
    case iso8601Microseconds
    /// Microseconds since 1970, an integer.
    case microseconds
    /// `2026-11-21 07:00:00`, in UTC, without a fraction. When read, any number of fractional digits is accepted.
    case sql
    /// `Sat, 21 Nov 2026 07:00:00 +0000`, in UTC, the format of mail (RFC 5322, section 3.3). When read, the weekday and the
    /// seconds are optional, and any offset and the zones of RFC 822 are accepted.
    case rfc2822
    /// `20261121T070000Z`, in UTC: ISO 8601 without separators. When read, any offset and any number of fractional digits are
    /// accepted.
    case basic
    /// For numbers: in quotes in JSON. When read, the quotes are optional. Dates are written like ``iso8601``.
    case string
    /// For `Data`: Base64 for URLs (RFC 4648, section 5), without padding. When read, the padding is optional. Dates are
    /// written like ``iso8601``.
    case base64url
}

extension ValueFormat {
    /// The unit in which a date of this format counts from 1970, if it is a number.
    var unit: (name: String, microseconds: Int64, decimals: Int)? {
        switch self {
        case .unix: ("seconds", 1_000_000, 6)
        case .milliseconds: ("milliseconds", 1_000, 3)
        case .microseconds: ("microseconds", 1, 0)
        default: nil
        }
    }

    /// The text format of a date.
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
