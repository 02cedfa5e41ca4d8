import HTTPTypes
public import NetTaskSystem

/// Stores the cookies that servers set, in memory, and sends them back (RFC 6265).
///
///     let queue = HTTPNetTaskQueue { $0.cookies = HTTPCookieJar() }
///
/// Several handlers may share a jar. A cookie of the request itself takes precedence over one of the jar with the same name. A
/// jar holds 50 cookies for each domain and 3,000 in total. Beyond that, it removes the cookies that were used longest ago. It
/// doesn't use the Public Suffix List: a server of `a.co.uk` may set a cookie for all of `co.uk`.
public final class HTTPCookieJar: Sendable {
    private struct Cookie: Sendable {
        let name: String
        let value: String
        let domain: String
        let path: String
        let isHostOnly: Bool
        let isSecure: Bool
        let expires: Date?
        /// The order of creation. Older cookies are sent first.
        let created: Int
        var lastUsed: Int

        func isExpired(_ now: Date) -> Bool {
            expires.map { $0 <= now } ?? false
        }
    }

    private struct State {
        var cookies: [Cookie] = []
        /// Counts the uses of cookies, for their order.
        var moment = 0

        mutating func add(_ cookie: Cookie) {
            cookies.append(cookie)
            removeOldest(beyond: HTTPCookieJar.domainLimit) { $0.domain == cookie.domain }
            removeOldest(beyond: HTTPCookieJar.limit) { _ in true }
        }

        private mutating func removeOldest(beyond limit: Int, where isCounted: (Cookie) -> Bool) {
            let counted = cookies.indices.filter { isCounted(cookies[$0]) }
            guard counted.count > limit else { return }
            counted.min { cookies[$0].lastUsed < cookies[$1].lastUsed }.map { _ = cookies.remove(at: $0) }
        }
    }

    /// RFC 6265, section 6.1.
    private static let domainLimit = 50
    private static let limit = 3_000

    private let wallClock: @Sendable () -> Date
    private let state = Locked(State())

    /// - Parameter wallClock: returns the current date, which is compared with the expiry of cookies.
    public init(wallClock: @escaping @Sendable () -> Date = { Date() }) {
        self.wallClock = wallClock
    }

    /// The number of cookies. It includes expired cookies until they would be sent.
    public var count: Int { state.withLock { $0.cookies.count } }

    /// Removes all cookies.
    public func removeAll() {
        state.withLock { $0 = State() }
    }

    /// Adds cookies to a request, behind its own. Cookies of the request take precedence over those of the jar with the same
    /// name.
    func addCookies(to request: inout HTTPRequest) {
        if count == 0 { return }
        let host = request.host
        let isSecure = request.scheme == "https"
        let path = Self.path(of: request)
        let own = request.headerFields[.cookie] ?? ""
        let ownNames = CookieText.names(in: own)
        let now = wallClock()
        let domains = Self.domains(of: host)
        var found: [Cookie] = []
        state.withLock { state in
            state.cookies.removeAll { $0.isExpired(now) && domains.contains($0.domain) }
            for (index, cookie) in state.cookies.enumerated() {
                guard domains.contains(cookie.domain), !cookie.isHostOnly || cookie.domain == host,
                    Self.isBelow(cookie.path, path), !cookie.isSecure || isSecure, !ownNames.contains(cookie.name)
                else { continue }
                state.moment += 1
                state.cookies[index].lastUsed = state.moment
                found.append(cookie)
            }
        }
        if found.isEmpty { return }
        // Section 5.4: longer paths first, then older cookies.
        found.sort { ($1.path.utf8.count, $0.created) < ($0.path.utf8.count, $1.created) }
        let pairs = found.map { "\($0.name)=\($0.value)" }
        request.headerFields[.cookie] = ((own.isEmpty ? [] : [own]) + pairs).joined(separator: "; ")
    }

    /// Stores the cookies of a reply that its server is allowed to set.
    func store(from reply: HTTPReply, to request: HTTPRequest) {
        if !reply.headers.contains(.setCookie) { return }
        let host = request.host
        let requestPath = Self.path(of: request)
        let isOverTLS = request.scheme == "https"
        let now = wallClock()
        for text in reply.headers[values: .setCookie] {
            guard let cookie = SetCookie(text) else { continue }
            let ownDomain = (cookie.attributes["domain"] ?? "").lowercased().drop { $0 == "." }
            let domain = ownDomain.isEmpty ? host : String(ownDomain)
            let ownPath = cookie.attributes["path"].flatMap { $0.hasPrefix("/") ? $0 : nil }
            let isSecure = cookie.attributes["secure"] != nil
            // Section 5.3: `Max-Age` takes precedence over `Expires`.
            guard Self.domains(of: host).contains(domain), !isSecure || isOverTLS, cookie.hasValidName else { continue }
            let maxAge = cookie.attributes["max-age"].flatMap { Int32($0) }.map { now + TimeInterval(max($0, 0)) }
            let expires = maxAge ?? cookie.attributes["expires"].flatMap { DateText.httpDate(from: $0) { now } }
            let path = ownPath ?? Self.folder(of: requestPath)
            state.withLock { state in
                let old = state.cookies.first { $0.domain == domain && $0.name == cookie.name && $0.path == path }
                // RFC 6265bis: a reply over http must not replace a cookie that was set over https.
                if !isOverTLS, old?.isSecure == true { return }
                state.moment += 1
                let new = Cookie(
                    name: cookie.name,
                    value: cookie.value,
                    domain: domain,
                    path: path,
                    isHostOnly: ownDomain.isEmpty,
                    isSecure: isSecure,
                    expires: expires,
                    created: old?.created ?? state.moment,
                    lastUsed: state.moment
                )
                state.cookies.removeAll {
                    $0.domain == domain && ($0.name == new.name && $0.path == path || $0.isExpired(now))
                }
                if !new.isExpired(now) { state.add(new) }
            }
        }
    }

    /// A `Set-Cookie` header (section 5.2).
    private struct SetCookie {
        let name: String
        let value: String
        /// The attributes by lowercase name. If a name occurs several times, the last value applies.
        var attributes: [String: String] = [:]

        init?(_ text: String) {
            let parts = text.split(separator: ";").map { part in
                part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(\.trimmed)
            }
            guard let pair = parts.first, pair.count == 2, !pair[0].isEmpty else { return nil }
            (name, value) = (pair[0], pair[1])
            for part in parts.dropFirst() {
                attributes[part[0].lowercased()] = part.count == 2 ? part[1] : ""
            }
        }

        /// Whether the cookie satisfies the rules of the prefix of its name (RFC 6265bis, section 4.1.3).
        var hasValidName: Bool {
            let isSecure = attributes["secure"] != nil
            return switch name.lowercased() {
            case let name where name.hasPrefix("__host-"):
                isSecure && (attributes["domain"] ?? "").isEmpty && attributes["path"] == "/"
            case let name where name.hasPrefix("__secure-"): isSecure
            default: true
            }
        }
    }

    /// The path of the request, without the query.
    private static func path(of request: HTTPRequest) -> String {
        let path = (request.path ?? "").prefix { $0 != "?" }
        return path.isEmpty ? "/" : String(path)
    }

    /// The default path of a cookie (section 5.1.4).
    private static func folder(of path: String) -> String {
        let end = path.lastIndex(of: "/") ?? path.startIndex
        return end == path.startIndex ? "/" : String(path[..<end])
    }

    /// The host and its parent domains (section 5.1.3), except for those with one label. An IP address has no parent domains.
    private static func domains(of host: String) -> [String] {
        if host.contains(":") || host.allSatisfy({ $0.isNumber || $0 == "." }) { return [host] }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        return [host] + labels.indices.dropFirst().dropLast().map { labels[$0...].joined(separator: ".") }
    }

    /// Section 5.1.4.
    private static func isBelow(_ cookie: String, _ path: String) -> Bool {
        path == cookie || path.hasPrefix(cookie.hasSuffix("/") ? cookie : cookie + "/")
    }
}

extension HTTPCookieJar: SelfDescribing {
    /// The number of cookies only.
    var members: KeyValuePairs<String, Any> {
        ["count": count]
    }
}
