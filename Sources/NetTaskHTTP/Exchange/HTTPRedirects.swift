import Foundation
import HTTPTypes

/// The redirects of a request, and what they make of it (RFC 9110, section 15.4).
struct HTTPRedirects {
    /// The request before any redirect, whose headers are all there.
    let first: HTTPCall
    let configuration: HTTPConfiguration
    /// How many were followed.
    private(set) var count = 0

    /// The request that follows, or nil if the response is no redirect.
    ///
    /// - Throws: ``TransportError`` of the kind `redirect` if it cannot be followed.
    mutating func next(of call: HTTPCall, after reply: HTTPReply) throws(TransportError) -> HTTPCall? {
        guard configuration.maxRedirects > 0, [301, 302, 303, 307, 308].contains(reply.code),
            let location = reply.headers[.location]
        else { return nil }
        if count >= configuration.maxRedirects {
            throw refused("there were more than \(configuration.maxRedirects) redirects")
        }
        // Foundation knows hosts beyond ASCII.
        guard let origin = try? HTTPAddress(call.plainURL), let url = URL(escaping: location)?.relativeString,
            let address = try? HTTPAddress(HTTPAddress.resolved(url, against: origin))
        else { throw refused("\"\(excerpt(of: location.utf8))\" is no URL to go on to") }
        var next = call
        if Self.changesToGet(reply.code, call.request.method) {
            next.request.method = .get
            next.body = nil
            for field in call.request.headerFields where Self.isAboutBody(field.name) {
                next.request.headerFields[field.name] = nil
            }
        } else if call.body?.isReplayable == false {
            throw refused("the request is to be sent on with its body, which can be sent only once")
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

    /// After 303 any method but HEAD becomes GET; after 301 and 302 POST does, as everyone does since browsers began so.
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

    /// Why the request must not go on to another origin; nil if it may.
    private func secret(in body: HTTPRequestBody?, from old: HTTPAddress, to address: HTTPAddress) -> String? {
        let origin = address.origin
        let redaction = Redaction(secrets: first.secrets)
        if [address.target, address.target.removingPercentEncoding ?? ""].contains(where: { redaction.text($0) != $0 })
        {
            return "the URL to go on to, at \(origin), holds a secret"
        }
        guard let body, body.length != 0 else { return nil }
        if old.scheme == "https", address.scheme == "http" {
            return "the body is to be sent on without TLS, to \(origin)"
        }
        // Not looked for in the body, which may be in a file, and may write them in another way.
        let isInHeader = { secret in first.request.headerFields.contains { $0.value == secret } }
        return first.secrets.allSatisfy(isInHeader)
            ? nil : "the body may hold a secret, and is to be sent on to \(origin)"
    }

    private func refused(_ reason: String) -> TransportError {
        TransportError(.redirect, reason: reason)
    }
}
