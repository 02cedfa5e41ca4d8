import Foundation
import HTTPTypes

/// What a redirect makes of a request (RFC 9110, section 15.4).
enum HTTPRedirect {
    /// The request that follows, or nil if the response is no redirect.
    ///
    /// - Parameters:
    ///   - first: the request before any redirect, whose headers are all there.
    ///   - count: how many were followed before.
    /// - Throws: ``TransportError`` of the kind `redirect` if it cannot be followed.
    static func next(
        of call: HTTPCall,
        from first: HTTPCall,
        after reply: HTTPReply,
        _ configuration: HTTPConfiguration,
        _ count: Int
    ) throws(TransportError) -> HTTPCall? {
        guard configuration.maxRedirects > 0, [301, 302, 303, 307, 308].contains(reply.code),
            let location = reply.headers[.location]
        else { return nil }
        if count >= configuration.maxRedirects {
            throw refused("there were more than \(configuration.maxRedirects) redirects")
        }
        let address = try target(of: location, from: call.request)
        var next = call
        if changesToGet(reply.code, call.request.method) {
            next.request.method = .get
            next.body = nil
            for field in call.request.headerFields where isAboutBody(field.name) {
                next.request.headerFields[field.name] = nil
            }
        } else if call.body?.isReplayable == false {
            throw refused("the request is to be sent on with its body, which can be sent only once")
        }
        if !address.isSameOrigin(scheme: call.request.scheme, authority: call.request.authority) {
            if !configuration.redirectsSecrets, let reason = secret(in: next.body, to: address, of: call, from: first) {
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

    private static func target(of location: String, from request: HTTPRequest) throws(TransportError) -> HTTPAddress {
        let base = URL(string: "\(request.scheme ?? "https")://\(request.authority ?? "")\(request.path ?? "/")")
        guard let location = URL(escaping: location),
            let url = URL(string: location.relativeString, relativeTo: base)?.absoluteString,
            let address = try? HTTPAddress(url)
        else { throw refused("\"\(excerpt(of: location.utf8))\" is no URL to go on to") }
        return address
    }

    /// Why the request must not go on to another origin; nil if it may.
    private static func secret(
        in body: HTTPRequestBody?,
        to address: HTTPAddress,
        of call: HTTPCall,
        from first: HTTPCall
    ) -> String? {
        let origin = address.origin
        let redaction = Redaction(secrets: first.secrets)
        if [address.target, address.target.removingPercentEncoding ?? ""].contains(where: { redaction.text($0) != $0 })
        {
            return "the URL to go on to, at \(origin), holds a secret"
        }
        guard let body, body.length != 0 else { return nil }
        if call.request.scheme == "https", address.scheme == "http" {
            return "the body is to be sent on without TLS, to \(origin)"
        }
        // Not looked for in the body, which may be in a file, and may write them in another way.
        let isInHeader = { secret in first.request.headerFields.contains { $0.value == secret } }
        return first.secrets.allSatisfy(isInHeader)
            ? nil : "the body may hold a secret, and is to be sent on to \(origin)"
    }

    private static func refused(_ reason: String) -> TransportError {
        TransportError(.redirect, reason: reason)
    }
}
