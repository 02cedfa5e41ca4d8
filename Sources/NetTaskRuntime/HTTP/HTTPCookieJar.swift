public import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Keeps the cookies that servers set, in memory, and sends them back where they belong (RFC 6265).
///
/// A handler has none unless one is given to its ``HTTPConfiguration``. Several handlers may share one. It knows no list
/// of public suffixes: a server of `a.co.uk` may set a cookie for all of `co.uk`. Of a name for which a request has a
/// cookie of its own, it adds none. It keeps 50 cookies for each domain and 3,000 in all; beyond that, those that were
/// used longest ago are dropped.
public final class HTTPCookieJar: Sendable {
    /// `HTTPCookie` is not used past its parsing, as it cannot be sent across threads everywhere.
    private struct Cookie: Sendable {
        let name: String
        let value: String
        let path: String
        let isHostOnly: Bool
        let isSecure: Bool
        let expires: Date?
        /// Older ones are sent first.
        let created: Int
        var lastUsed: Int

        func isExpired(_ now: Date) -> Bool {
            expires.map { $0 <= now } ?? false
        }
    }

    private struct State {
        var cookies: [String: [Cookie]] = [:]
        var count = 0
        /// Counts what happens, for the order.
        var moment = 0

        mutating func remove(from domain: String, where isGone: (Cookie) -> Bool) {
            guard let all = cookies[domain], all.contains(where: isGone) else { return }
            let left = all.filter { !isGone($0) }
            count -= all.count - left.count
            cookies[domain] = left.isEmpty ? nil : left
        }

        mutating func add(_ cookie: Cookie, to domain: String) {
            cookies[domain, default: []].append(cookie)
            count += 1
            if cookies[domain, default: []].count > HTTPCookieJar.domainLimit { removeOldest(of: domain) }
            guard count > HTTPCookieJar.limit else { return }
            let oldest = cookies.min { ($0.value.map(\.lastUsed).min() ?? 0) < ($1.value.map(\.lastUsed).min() ?? 0) }
            oldest.map { removeOldest(of: $0.key) }
        }

        private mutating func removeOldest(of domain: String) {
            let oldest = cookies[domain]?.map(\.lastUsed).min()
            remove(from: domain) { $0.lastUsed == oldest }
        }
    }

    /// RFC 6265, section 6.1.
    private static let domainLimit = 50
    private static let limit = 3_000

    private let wallClock: @Sendable () -> Date
    private let state = Locked(State())

    /// - Parameter wallClock: what the end of a cookie is compared with.
    public init(wallClock: @escaping @Sendable () -> Date = { Date() }) {
        self.wallClock = wallClock
    }

    /// How many cookies there are, those that are past included until they would be sent.
    public var count: Int { state.withLock { $0.count } }

    /// Forgets all.
    public func removeAll() {
        state.withLock { $0 = State() }
    }

    /// Adds to a request what belongs there, behind the cookies that it has already. Of a name that it has, it keeps its own.
    func addCookies(to request: inout HTTPRequest) {
        if count == 0 { return }
        let host = Self.host(of: request)
        let isSecure = request.scheme == "https"
        let path = Self.path(of: request)
        let own = request.headerFields[.cookie] ?? ""
        let ownNames = CookieText.names(in: own)
        let now = wallClock()
        var found: [Cookie] = []
        state.withLock { state in
            for domain in Self.domains(of: host) {
                state.remove(from: domain) { $0.isExpired(now) }
                for index in (state.cookies[domain] ?? []).indices {
                    guard let cookie = state.cookies[domain]?[index], !cookie.isHostOnly || domain == host,
                        Self.isBelow(cookie.path, path), !cookie.isSecure || isSecure, !ownNames.contains(cookie.name)
                    else { continue }
                    state.moment += 1
                    state.cookies[domain]?[index].lastUsed = state.moment
                    found.append(cookie)
                }
            }
        }
        if found.isEmpty { return }
        // Section 5.4: longer paths first, then older cookies.
        found.sort { ($1.path.utf8.count, $0.created) < ($0.path.utf8.count, $1.created) }
        let pairs = found.map { "\($0.name)=\($0.value)" }
        request.headerFields[.cookie] = ((own.isEmpty ? [] : [own]) + pairs).joined(separator: "; ")
    }

    /// Keeps what a reply sets, as far as its server may.
    func store(from reply: HTTPReply, to request: HTTPRequest) {
        guard reply.headers.contains(.setCookie),
            let url = URL(string: "\(request.scheme ?? "")://\(request.authority ?? "")\(request.path ?? "/")")
        else { return }
        let host = Self.host(of: request)
        let isSecure = request.scheme == "https"
        let now = wallClock()
        for value in reply.headers[values: .setCookie] {
            for cookie in HTTPCookie.cookies(withResponseHeaderFields: ["Set-Cookie": value], for: url) {
                let isHostOnly = !cookie.domain.hasPrefix(".")
                let domain = Self.unbracketed(cookie.domain.lowercased().drop { $0 == "." })
                guard Self.domains(of: host).contains(domain), !cookie.isSecure || isSecure,
                    Self.isTrueToName(cookie, value)
                else { continue }
                // Section 5.1.4: without a path of its own a cookie belongs to the folder of the request. Foundation on Linux
                // gives it to all.
                let ownPath = Self.attribute("path", of: value).flatMap { $0.hasPrefix("/") ? $0 : nil }
                let path = ownPath ?? Self.folder(of: Self.path(of: request))
                // Foundation would count `Max-Age`, which wins over `Expires`, from its own clock.
                let maxAge = Self.attribute("max-age", of: value).flatMap { Int32($0) }
                let expires = maxAge.map { now + TimeInterval(max($0, 0)) } ?? cookie.expiresDate
                state.withLock { state in
                    let old = state.cookies[domain]?.first { $0.name == cookie.name && $0.path == path }
                    // Who can write to http must not take the place of what came by https.
                    if !isSecure, old?.isSecure == true { return }
                    state.moment += 1
                    let new = Cookie(
                        name: cookie.name,
                        value: cookie.value,
                        path: path,
                        isHostOnly: isHostOnly,
                        isSecure: cookie.isSecure,
                        expires: expires,
                        created: old?.created ?? state.moment,
                        lastUsed: state.moment
                    )
                    state.remove(from: domain) { $0.name == new.name && $0.path == path || $0.isExpired(now) }
                    if !new.isExpired(now) { state.add(new, to: domain) }
                }
            }
        }
    }

    /// Whether it is what its name says (RFC 6265bis, section 4.1.3).
    private static func isTrueToName(_ cookie: HTTPCookie, _ value: String) -> Bool {
        let name = cookie.name.lowercased()
        if name.hasPrefix("__host-") {
            return cookie.isSecure && !cookie.domain.hasPrefix(".") && attribute("path", of: value) == "/"
        }
        return cookie.isSecure || !name.hasPrefix("__secure-")
    }

    /// The last one of that name, in lower case, counts (section 5.3).
    private static func attribute(_ name: String, of cookie: String) -> String? {
        let attributes = cookie.split(separator: ";").dropFirst().map { attribute in
            attribute.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
        }
        return attributes.last { $0.count == 2 && $0[0].lowercased() == name }?[1]
    }

    /// In lower case, without port and brackets.
    private static func host(of request: HTTPRequest) -> String {
        let authority = (request.authority ?? "").lowercased()
        let port = authority.lastIndex(of: ":").flatMap { authority[$0...].contains("]") ? nil : $0 }
        return unbracketed(authority[..<(port ?? authority.endIndex)])
    }

    private static func unbracketed(_ host: Substring) -> String {
        host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : String(host)
    }

    /// Without the query.
    private static func path(of request: HTTPRequest) -> String {
        let path = (request.path ?? "").prefix { $0 != "?" }
        return path.isEmpty ? "/" : String(path)
    }

    private static func folder(of path: String) -> String {
        let end = path.lastIndex(of: "/") ?? path.startIndex
        return end == path.startIndex ? "/" : String(path[..<end])
    }

    /// The host and the domains that it is in (section 5.1.3), but for those of one label. The address of a machine is in no
    /// domain but itself.
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
    /// Only how many there are.
    var members: KeyValuePairs<String, Any> {
        ["count": count]
    }
}
