/// What Swift calls the statuses of HTTP (RFC 9110, section 15, and RFC 6585).
package enum StatusNames {
    /// `noContent` for 204, `status207` for one that the RFCs do not have, `clientError` for `4xx`.
    package static func name(of status: StatusKey) -> String {
        switch status {
        case .code(let code): names[code] ?? "status\(code)"
        case .hundred(4): "clientError"
        case .hundred(5): "serverError"
        case .hundred: "success"
        case .others: "other"
        }
    }

    /// The structure that holds body and headers, inside `Response` or `Failure`: `Accepted` for the case `accepted`.
    static func structure(named name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }

    private static let names = [
        100: "continue", 101: "switchingProtocols",
        200: "ok", 201: "created", 202: "accepted", 203: "nonAuthoritativeInformation", 204: "noContent",
        205: "resetContent", 206: "partialContent",
        300: "multipleChoices", 301: "movedPermanently", 302: "found", 303: "seeOther", 304: "notModified",
        305: "useProxy", 307: "temporaryRedirect", 308: "permanentRedirect",
        400: "badRequest", 401: "unauthorized", 402: "paymentRequired", 403: "forbidden", 404: "notFound",
        405: "methodNotAllowed", 406: "notAcceptable", 407: "proxyAuthenticationRequired", 408: "requestTimeout",
        409: "conflict", 410: "gone", 411: "lengthRequired", 412: "preconditionFailed", 413: "contentTooLarge",
        414: "uriTooLong", 415: "unsupportedMediaType", 416: "rangeNotSatisfiable", 417: "expectationFailed",
        421: "misdirectedRequest", 422: "unprocessableContent", 426: "upgradeRequired",
        428: "preconditionRequired", 429: "tooManyRequests", 431: "requestHeaderFieldsTooLarge",
        500: "internalServerError", 501: "notImplemented", 502: "badGateway", 503: "serviceUnavailable",
        504: "gatewayTimeout", 505: "httpVersionNotSupported",
        511: "networkAuthenticationRequired",
    ]
}
