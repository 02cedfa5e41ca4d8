import HTTPTypes
import NetTaskSystem

/// The redirects of a request, and the requests that they lead to (RFC 9110, section 15.4).
struct HTTPRedirects {
    /// The request before any redirect, with all its headers.
    let first: HTTPCall
    let configuration: HTTPConfiguration
    /// The number of redirects that were followed.
    private(set) var count = 0

    /// Returns the next request, or `nil` if the reply is not a redirect.
    ///
    /// - Throws: ``TransportError`` of the kind `redirect` if the redirect cannot be followed.
    mutating func next(of call: HTTPCall, after reply: HTTPReply) throws(TransportError) -> HTTPCall? {
        guard configuration.maxRedirects > 0, [301, 302, 303, 307, 308].contains(reply.code),
            let location = reply.headers[.location]
        else { return nil }
        if count >= configuration.maxRedirects {
            throw refused("there were more than \(configuration.maxRedirects) redirects")
        }
        // Foundation escapes hosts with characters beyond ASCII.
        guard let origin = try? HTTPAddress(call.plainURL), let url = URL(escaping: location)?.relativeString,
            let address = try? HTTPAddress(HTTPAddress.resolved(url, against: origin))
        else { throw refused("\"\(excerpt(of: location.utf8))\" is not a valid URL for a redirect") }
        var next = call
        if Self.changesToGet(reply.code, call.request.method) {
            next.request.method = .get
            next.body = nil
            for field in call.request.headerFields where Self.isAboutBody(field.name) {
                next.request.headerFields[field.name] = nil
            }
        } else if call.body?.isReplayable == false {
            throw refused("the redirect needs the body again, which can be sent only once")
        }
        if !address.isSameOrigin(as: origin) {
            if !configuration.redirectsSecrets, let reason = secret(in: next.body, from: origin, to: address) {
                throw refused("\(reason); HTTPConfiguration.redirectsSecrets allows it")
            }
            let redaction = call.redaction
            next.request.headerFields = HTTPFields(
                next.request.headerFields.filter { !redaction.isConfined($0) && $0.name.canonicalName != "host" }
            )
        }
        next.request.scheme = address.scheme
        next.request.authority = address.authority
        next.request.path = address.target
        count += 1
        return next
    }

    /// After 303, all methods except HEAD become GET. After 301 and 302, POST becomes GET: RFC 9110 allows it, because browsers
    /// have always done so.
    private static func changesToGet(_ code: Int, _ method: HTTPRequest.Method) -> Bool {
        switch code {
        case 303: method != .get && method != .head
        case 301, 302: method == .post
        default: false
        }
    }

    private static func isAboutBody(_ name: HTTPField.Name) -> Bool {
        name.canonicalName.hasPrefix("content-") || name == .transferEncoding
    }

    /// Returns why the request must not be sent to another origin, or `nil` if it may.
    private func secret(in body: HTTPRequestBody?, from old: HTTPAddress, to address: HTTPAddress) -> String? {
        let origin = address.origin
        let redaction = Redaction(secrets: first.secrets)
        if [address.target, address.target.percentDecoded ?? ""].contains(where: { redaction.text($0) != $0 }) {
            return "the URL of the redirect, at \(origin), contains a secret"
        }
        guard let body, body.length != 0 else { return nil }
        if old.scheme == "https", address.scheme == "http" {
            return "the redirect would send the body without TLS, to \(origin)"
        }
        // The body itself is not searched: it may be in a file, and may contain the secret in another encoding.
        let isInHeader = { secret in first.request.headerFields.contains { $0.value == secret } }
        return first.secrets.allSatisfy(isInHeader)
            ? nil : "the redirect would send the body, which may contain a secret, to \(origin)"
    }

    private func refused(_ reason: String) -> TransportError {
        TransportError(.redirect, reason: reason)
    }
}
