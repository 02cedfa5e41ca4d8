import Foundation

extension HTTPAddress {
    /// The address of a URL that a task follows.
    ///
    /// - Parameter base: what a relative one is resolved against; nil if there is none.
    /// - Throws: ``TransportError`` of the kind `invalidRequest` if it is no URL of HTTP, or holds a user name.
    init(_ followed: FollowedURL, from base: HTTPAddress?, query: String) throws(TransportError) {
        do throws(TransportError) {
            let url = try Self.resolved(followed.text, against: base)
            try self.init(base: nil, uri: url, query: query)
            guard credentials == nil else {
                throw Self.unusable(url, "it holds a user name; credentials go by `auth`")
            }
        } catch {
            guard followed.isSecret else { throw error }
            let reason =
                "\(Redaction.mark) is no usable URL: it must be one of http or https, with a host and without a user"
            throw TransportError(.invalidRequest, reason: reason)
        }
    }

    /// RFC 3986, section 5.2, but that a URL that is whole stays as it is, since it may be signed.
    private static func resolved(_ url: String, against base: HTTPAddress?) throws(TransportError) -> String {
        if let mark = url.utf8.firstIndex(where: { ":/?".utf8.contains($0) }), url.utf8[mark] == UInt8(ascii: ":") {
            let start = url.prefix("https://".count).lowercased()
            guard start.hasPrefix("http://") || start == "https://" else {
                throw unusable(url, "it must begin with http:// or https://")
            }
            return url
        }
        guard let base else { throw unusable(url, "it has no scheme, and there is no base URL") }
        if url.isEmpty { return base.url }
        guard let resolved = URL(string: url, relativeTo: URL(string: base.url))?.absoluteString else {
            throw unusable(url, "it cannot be resolved against the base URL")
        }
        return resolved
    }

    /// Scheme, host and port.
    var origin: String { "\(scheme)://\(authority)" }

    func isSameOrigin(scheme: String?, authority: String?) -> Bool {
        self.scheme == scheme
            && Self.withPort(self.authority, self.scheme) == Self.withPort(authority ?? "", self.scheme)
    }

    /// The authority in lower case, and with its port.
    private static func withPort(_ authority: String, _ scheme: String) -> String {
        let authority = authority.lowercased()
        let port = authority.utf8.lastIndex(of: UInt8(ascii: ":"))
        let hasPort = port.map { !authority[$0...].contains("]") } ?? false
        return hasPort ? authority : authority + (scheme == "https" ? ":443" : ":80")
    }
}
