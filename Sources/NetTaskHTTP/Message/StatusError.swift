public import HTTPTypes
public import NetTaskSystem

/// A reply with a status that the task does not accept.
///
///     catch .status(.notFound, let body?) { … }
///
/// Each status from 300 in RFCs 9110 and 6585 has a case; all others are ``other(_:)``. Compare ranges of statuses by ``code``.
/// Numbers and ranges in patterns do not compile.
public indirect enum StatusError: Error, Sendable {
    /// 300
    case multipleChoices(HTTPReply)
    /// 301
    case movedPermanently(HTTPReply)
    /// 302
    case found(HTTPReply)
    /// 303
    case seeOther(HTTPReply)
    /// 304
    case notModified(HTTPReply)
    /// 305
    case useProxy(HTTPReply)
    /// 307
    case temporaryRedirect(HTTPReply)
    /// 308
    case permanentRedirect(HTTPReply)
    /// 400
    case badRequest(HTTPReply)
    /// 401
    case unauthorized(HTTPReply)
    /// 402
    case paymentRequired(HTTPReply)
    /// 403
    case forbidden(HTTPReply)
    /// 404
    case notFound(HTTPReply)
    /// 405
    case methodNotAllowed(HTTPReply)
    /// 406
    case notAcceptable(HTTPReply)
    /// 407
    case proxyAuthenticationRequired(HTTPReply)
    /// 408
    case requestTimeout(HTTPReply)
    /// 409
    case conflict(HTTPReply)
    /// 410
    case gone(HTTPReply)
    /// 411
    case lengthRequired(HTTPReply)
    /// 412
    case preconditionFailed(HTTPReply)
    /// 413
    case contentTooLarge(HTTPReply)
    /// 414
    case uriTooLong(HTTPReply)
    /// 415
    case unsupportedMediaType(HTTPReply)
    /// 416
    case rangeNotSatisfiable(HTTPReply)
    /// 417
    case expectationFailed(HTTPReply)
    /// 421
    case misdirectedRequest(HTTPReply)
    /// 422
    case unprocessableContent(HTTPReply)
    /// 426
    case upgradeRequired(HTTPReply)
    /// 428
    case preconditionRequired(HTTPReply)
    /// 429
    case tooManyRequests(HTTPReply)
    /// 431
    case requestHeaderFieldsTooLarge(HTTPReply)
    /// 500
    case internalServerError(HTTPReply)
    /// 501
    case notImplemented(HTTPReply)
    /// 502
    case badGateway(HTTPReply)
    /// 503
    case serviceUnavailable(HTTPReply)
    /// 504
    case gatewayTimeout(HTTPReply)
    /// 505
    case httpVersionNotSupported(HTTPReply)
    /// 511
    case networkAuthenticationRequired(HTTPReply)
    /// Any other status.
    case other(HTTPReply)

    private static let casesByCode: [Int: @Sendable (HTTPReply) -> StatusError] = [
        300: multipleChoices, 301: movedPermanently, 302: found, 303: seeOther, 304: notModified, 305: useProxy,
        307: temporaryRedirect, 308: permanentRedirect, 400: badRequest, 401: unauthorized, 402: paymentRequired,
        403: forbidden, 404: notFound, 405: methodNotAllowed, 406: notAcceptable, 407: proxyAuthenticationRequired,
        408: requestTimeout, 409: conflict, 410: gone, 411: lengthRequired, 412: preconditionFailed,
        413: contentTooLarge, 414: uriTooLong, 415: unsupportedMediaType, 416: rangeNotSatisfiable,
        417: expectationFailed, 421: misdirectedRequest, 422: unprocessableContent, 426: upgradeRequired,
        428: preconditionRequired, 429: tooManyRequests, 431: requestHeaderFieldsTooLarge, 500: internalServerError,
        501: notImplemented, 502: badGateway, 503: serviceUnavailable, 504: gatewayTimeout,
        505: httpVersionNotSupported, 511: networkAuthenticationRequired,
    ]

    /// Makes the error of a reply, with the case of its status. Does not check that the status is an error.
    public init(reply: HTTPReply) {
        self = (Self.casesByCode[reply.code] ?? Self.other)(reply)
    }

    /// The whole reply.
    public var reply: HTTPReply {
        switch self {
        case .multipleChoices(let reply), .movedPermanently(let reply), .found(let reply), .seeOther(let reply),
            .notModified(let reply), .useProxy(let reply), .temporaryRedirect(let reply), .permanentRedirect(let reply),
            .badRequest(let reply), .unauthorized(let reply), .paymentRequired(let reply), .forbidden(let reply),
            .notFound(let reply), .methodNotAllowed(let reply), .notAcceptable(let reply),
            .proxyAuthenticationRequired(let reply), .requestTimeout(let reply), .conflict(let reply), .gone(let reply),
            .lengthRequired(let reply), .preconditionFailed(let reply), .contentTooLarge(let reply),
            .uriTooLong(let reply), .unsupportedMediaType(let reply), .rangeNotSatisfiable(let reply),
            .expectationFailed(let reply), .misdirectedRequest(let reply), .unprocessableContent(let reply),
            .upgradeRequired(let reply), .preconditionRequired(let reply), .tooManyRequests(let reply),
            .requestHeaderFieldsTooLarge(let reply), .internalServerError(let reply), .notImplemented(let reply),
            .badGateway(let reply), .serviceUnavailable(let reply), .gatewayTimeout(let reply),
            .httpVersionNotSupported(let reply), .networkAuthenticationRequired(let reply), .other(let reply):
            reply
        }
    }

    /// The status code.
    public var code: Int { reply.status.code }
    /// The headers of the reply.
    public var headers: HTTPFields { reply.headers }
    /// The body of the reply, as it is.
    public var body: Data { reply.body }
    /// The URL of the request.
    public var url: String { reply.url }
    /// The number of the attempt, from 1.
    public var attempt: Int { reply.attempt }

    // Workaround: Without a `catch` without a pattern, a `catch` that compares values crashes Swift 6.3.1 in many functions.
    // Remove these operators once the forms Where and Equal of Tests/Compiler compile.

    /// Makes a number in a pattern a compiler error. Use the case of the status instead: `.status(.notFound, _)`.
    @available(
        *,
        unavailable,
        message: "name the case, such as '.notFound' for 404; compare other codes in 'catch .status(let error, _)'"
    )
    public static func ~= (code: Int, error: StatusError) -> Bool { false }

    /// Makes a range in a pattern a compiler error. Compare `code` instead.
    @available(
        *,
        unavailable,
        message: "name the cases; compare ranges of codes by 'error.code' in 'catch .status(let error, _)'"
    )
    public static func ~= (codes: some RangeExpression<Int>, error: StatusError) -> Bool { false }
}

extension StatusError: DescribedError {
    public var description: String {
        let phrase = reply.status.reasonPhrase.isEmpty ? "" : " " + reply.status.reasonPhrase
        let start = reply.redaction.excerpt(of: body, limit: 200).map { ": " + $0 } ?? ""
        return errorStart(reply.request, attempt: attempt) + "status \(code)\(phrase)\(start)"
    }
}

extension StatusError: ErrorWithDisposition {
    package func disposition(now: () -> Date) -> RetryDisposition {
        let after = headers.retryAfter(now: now)
        return switch code {
        case 429: .throttled(after: after)
        case 503: after.map { .throttled(after: $0) } ?? .transient
        case 408, 425, 500, 502, 504: .transient
        default: .final
        }
    }
}

extension HTTPFields {
    /// Returns the time in `Retry-After` (RFC 9110, section 10.2.3), or `nil` if it is missing or invalid. A date in the past
    /// means no wait.
    ///
    /// - Parameter now: the current date, for a reply without a `Date`. The `Date` of the reply is preferred, because the local
    ///   clock may be wrong.
    func retryAfter(now: () -> Date) -> Duration? {
        guard let value = self[.retryAfter], !value.isEmpty else { return nil }
        if value.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            // A number beyond the range of `Int32` becomes the longest wait.
            return .seconds(Int32(value) ?? .max)
        }
        guard let date = DateText.httpDate(from: value, now: now) else { return nil }
        let sent = self[.date].flatMap { DateText.httpDate(from: $0, now: now) } ?? now()
        return .seconds(Swift.max(date.timeIntervalSince(sent), 0))
    }
}

extension HTTPReply {
    /// The time in `Retry-After`, or `nil` if it is missing or invalid.
    package var retryAfter: Duration? { headers.retryAfter { Date() } }
}
