import HTTPTypes
import NetTaskSystem

/// The address of a request: a parsed HTTP URL.
struct HTTPAddress: Sendable, Hashable {
    let scheme: String
    /// The host and port.
    let authority: String
    /// The percent-encoded path.
    private let path: String
    /// The percent-encoded query, without `?`.
    private let query: String
    /// `user:password` in the URL. They are not sent as a part of the URL.
    let credentials: String?

    /// The path and query in the form in which they are sent.
    var target: String { query.isEmpty ? path : "\(path)?\(query)" }

    /// The scheme, host and port.
    var origin: String { "\(scheme)://\(authority)" }

    /// The whole URL, without credentials.
    var url: String { origin + target }

    /// Makes an address.
    ///
    /// - Parameters:
    ///   - uri: a path and query, with or without a leading slash; or a whole URL, for which `base` is ignored.
    ///   - query: is appended to the query.
    ///   - base: the address that `uri` is relative to. Its path and query are extended.
    /// - Throws: ``TransportError`` of the kind `invalidRequest` if the result is not a valid URL.
    init(
        _ uri: String,
        query more: String = "",
        relativeTo base: @autoclosure () throws -> HTTPAddress? = nil
    ) throws {
        let parts = Parts(uri)
        var (basePath, baseQuery) = ("", "")
        if let scheme = parts.scheme {
            self.scheme = scheme.lowercased()
            (authority, credentials) = try Self.host(parts.authority, scheme: self.scheme, url: uri)
        } else if let base = try base() {
            (scheme, authority, credentials) = (base.scheme, base.authority, base.credentials)
            (basePath, baseQuery) = (base.path, base.query)
        } else {
            throw Self.unusable(uri, Self.missingScheme)
        }
        path = try Self.joined(basePath, Self.encoded(parts.path, of: uri))
        let queries = try [baseQuery, Self.encoded(parts.query ?? "", of: uri), Self.encoded(more[...], of: uri)]
        query = queries.filter { !$0.isEmpty }.joined(separator: "&")
    }

    /// Makes the address of a URL that a task follows.
    ///
    /// - Parameter base: resolves a relative URL, or `nil` if there is no base URL.
    /// - Throws: ``TransportError`` of the kind `invalidRequest` if it is not an HTTP URL, or contains a user name.
    init(_ followed: FollowedURL, query: String = "", relativeTo base: HTTPAddress?) throws {
        do {
            try self.init(Self.resolved(followed.text, against: base), query: query)
            if credentials != nil {
                throw Self.unusable(followed.text, "it contains a user name; declare credentials with `auth`")
            }
        } catch {
            guard followed.isSecret else { throw error }
            let reason =
                "\(Redaction.mark) is not a valid URL: it must begin with http:// or https://, have a host, and have no user name"
            throw TransportError(.invalidRequest, reason: reason)
        }
    }

    /// Resolves a URL as in RFC 3986, section 5.2, except that a whole URL is not normalized, because it may be signed.
    static func resolved(_ url: String, against base: HTTPAddress?) throws(TransportError) -> String {
        if let mark = url.utf8.firstIndex(where: { ":/?".utf8.contains($0) }), url.utf8[mark] == UInt8(ascii: ":") {
            let start = url.prefix("https://".count).lowercased()
            guard start.hasPrefix("http://") || start == "https://" else { throw unusable(url, wrongScheme) }
            return url
        }
        guard let base else { throw unusable(url, missingScheme) }
        if url.utf8.starts(with: "//".utf8) { return "\(base.scheme):\(url)" }
        let parts = Parts(url)
        let query = parts.query.map { "?\($0)" } ?? ""
        if parts.path.isEmpty { return base.origin + (query.isEmpty ? base.target : base.path + query) }
        let folderEnd = base.path.utf8.lastIndex(of: slash) ?? base.path.startIndex
        let folder = parts.path.utf8.first == slash ? "" : base.path[...folderEnd]
        return base.origin + withoutDots(folder + parts.path) + query
    }

    /// RFC 3986, section 5.2.4.
    private static func withoutDots(_ path: Substring) -> String {
        let segments = path.utf8.split(separator: slash, omittingEmptySubsequences: false).map { Substring($0) }
        var kept: [Substring] = []
        for segment in segments {
            // The first segment is empty: it represents the slash at the start.
            if segment == "..", kept.count > 1 { kept.removeLast() }
            if segment != ".", segment != ".." { kept.append(segment) }
        }
        if segments.last == "." || segments.last == ".." { kept.append("") }
        return kept.joined(separator: "/")
    }

    /// - Parameter base: `nil` if there is no base URL.
    init(_ home: FollowedURL.Home, relativeTo base: HTTPAddress?) throws {
        switch home {
        case .uri(let uri): try self.init(uri, relativeTo: base)
        case .url(let url): try self.init(url, relativeTo: base)
        }
    }

    func isSameOrigin(as other: HTTPAddress) -> Bool {
        scheme == other.scheme && authorityWithPort == other.authorityWithPort
    }

    /// The authority in lower case, with its port.
    private var authorityWithPort: String {
        let authority = authority.lowercased()
        let port = authority.utf8.lastIndex(of: UInt8(ascii: ":"))
        let hasPort = port.map { !authority[$0...].contains("]") } ?? false
        return hasPort ? authority : authority + (scheme == "https" ? ":443" : ":80")
    }

    // MARK: The host

    /// - Returns: the host and port, and the user information before them.
    private static func host(
        _ authority: Substring,
        scheme: String,
        url: String
    ) throws(TransportError) -> (String, credentials: String?) {
        guard scheme == "http" || scheme == "https" else { throw unusable(url, wrongScheme) }
        let userEnd = authority.utf8.lastIndex(of: UInt8(ascii: "@"))
        let host = userEnd.map { authority[authority.utf8.index(after: $0)...] } ?? authority
        let isAllowed = { byte in PercentEncoding.isUnreserved(byte) || "!$&'()*+,;=:[]%".utf8.contains(byte) }
        guard let first = host.utf8.first, first != UInt8(ascii: ":"), host.utf8.allSatisfy(isAllowed) else {
            throw unusable(url, "\"\(host)\" is not a valid host; write names with characters beyond ASCII as xn--…")
        }
        guard hasUsablePort(host) else {
            throw unusable(url, "the port of \"\(host)\" must be a number from 1 to 65535")
        }
        return (String(host), userEnd.map { String(authority[..<$0]) }.map { $0.percentDecoded ?? $0 })
    }

    /// Whether a host is followed by nothing, or by a colon and a port from 1 to 65535. With an invalid port, transports trap
    /// or connect to its remainder modulo 65,536.
    static func hasUsablePort(_ authority: Substring) -> Bool {
        var rest = authority.utf8
        if rest.first == UInt8(ascii: "[") {
            guard let end = rest.firstIndex(of: UInt8(ascii: "]")) else { return false }
            rest = rest[rest.index(after: end)...]
        } else {
            rest = rest.drop { $0 != UInt8(ascii: ":") }
        }
        guard let colon = rest.popFirst() else { return true }
        let isNumber = rest.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return colon == UInt8(ascii: ":") && isNumber && UInt16(Substring(rest)).map { $0 > 0 } ?? false
    }

    private static let wrongScheme = "it must begin with http:// or https://"
    private static let missingScheme = "it has no scheme, such as https://, and there is no base URL"

    private static func unusable(_ text: String, _ reason: String) -> TransportError {
        let text = excerpt(of: withoutCredentials(text).utf8, limit: 200)
        return TransportError(.invalidRequest, reason: "\"\(text)\" is not a valid URL: \(reason)")
    }

    /// The value of `Authorization` for `user:password`. Without a colon, the password is empty (RFC 7617).
    static func authorization(of credentials: String) -> String {
        let pair = credentials.contains(":") ? credentials : credentials + ":"
        return "Basic " + Data(pair.utf8).base64EncodedString()
    }

    /// A URL without the user information before the `@` of its authority.
    static func withoutCredentials(_ url: String) -> String {
        let bytes = url[...].utf8
        guard let mark = bytes.schemeMark else { return url }
        let end = bytes[mark.upperBound...].firstIndex { "/?#".utf8.contains($0) } ?? bytes.endIndex
        guard let userEnd = bytes[mark.upperBound..<end].lastIndex(of: UInt8(ascii: "@")) else { return url }
        return "\(url[..<mark.upperBound])\(Redaction.mark)\(url[userEnd...])"
    }

    // MARK: Path and query

    /// Joins two paths with one slash between them and one at the start.
    private static func joined(_ base: String, _ path: String) -> String {
        if path.isEmpty { return base.isEmpty ? "/" : base }
        let base = base.utf8.last == slash ? String(base.dropLast()) : base
        return base + (path.utf8.first == slash ? "" : "/") + path
    }

    /// Escapes characters that are invalid in a path or query. Other characters stay as in the spec.
    ///
    /// - Throws: ``TransportError`` of the kind `invalidRequest` if the text contains control characters.
    private static func encoded(_ text: Substring, of uri: String) throws(TransportError) -> String {
        let bytes = text.utf8
        guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw unusable(uri, "it contains control characters")
        }
        return PercentEncoding.escapedTarget(bytes) ?? String(text)
    }

    fileprivate static let slash = UInt8(ascii: "/")
}

extension HTTPRequest {
    /// The host in lower case, without port and brackets.
    var host: String {
        let authority = (authority ?? "").lowercased()
        let port = authority.lastIndex(of: ":").flatMap { authority[$0...].contains("]") ? nil : $0 }
        let host = authority[..<(port ?? authority.endIndex)]
        return String(host.hasPrefix("[") ? host.dropFirst().dropLast() : host)
    }
}

/// The components of a URL or a relative reference, without the fragment. Split by bytes, because a delimiter with a combining
/// mark is a single character.
private struct Parts {
    var scheme: Substring?
    var authority: Substring = ""
    var path: Substring
    /// `nil` without a question mark.
    var query: Substring?

    init(_ text: String) {
        let bytes = text.utf8
        var rest = bytes[..<(bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex)]
        if let queryStart = rest.firstIndex(of: UInt8(ascii: "?")) {
            query = Substring(rest[rest.index(after: queryStart)...])
            rest = rest[..<queryStart]
        }
        if let mark = rest.schemeMark, !rest[..<mark.lowerBound].contains(HTTPAddress.slash) {
            scheme = Substring(rest[..<mark.lowerBound])
            rest = rest[mark.upperBound...]
            let pathStart = rest.firstIndex(of: HTTPAddress.slash) ?? rest.endIndex
            authority = Substring(rest[..<pathStart])
            rest = rest[pathStart...]
        }
        path = Substring(rest)
    }
}

/// Returns the host and port of a task in lower case, by which HTTP tasks without a limit key are grouped. `nil` for tasks of
/// other protocols, and for tasks without a host.
///
/// - Parameter baseURL: replaces the task's own base URL.
package func httpHostKey(of task: any NetTask, baseURL: String? = nil) -> String? {
    guard let task = task as? any HTTPNetTask else { return nil }
    return host(in: task.uri) ?? (baseURL ?? type(of: task).endpoint.baseURL).flatMap(host)
}

private func host(in url: String) -> String? {
    // Without a scheme, a text that begins with `//` is a URL that a task follows.
    let authority = Parts(url.utf8.starts(with: "//".utf8) ? "http:" + url : url).authority
    let host = authority.utf8.lastIndex(of: UInt8(ascii: "@")).map { authority[$0...].dropFirst() } ?? authority
    return host.isEmpty ? nil : host.lowercased()
}
