public import Foundation
import HTTPTypes

/// Keeps the cookies that servers set, in memory, and sends them back where they belong (RFC 6265).
///
/// A handler has none unless one is given to its ``HTTPConfiguration``. Several handlers may share one. It knows no list
/// of public suffixes: a server of `a.co.uk` may set a cookie for all of `co.uk`. Of a name for which a request has a
/// cookie of its own, it adds none. It keeps 50 cookies for each domain and 3,000 in all; beyond that, those that were
/// used longest ago are dropped.
public final class HTTPCookieJar: Sendable {
    private struct Cookie: Sendable {
        let name: String
        let value: String
        let domain: String
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
        var cookies: [Cookie] = []
        /// Counts what happens, for the order.
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

    /// - Parameter wallClock: what the end of a cookie is compared with.
    public init(wallClock: @escaping @Sendable () -> Date = { Date() }) {
        self.wallClock = wallClock
    }

    /// How many cookies there are, those that are past included until they would be sent.
    public var count: Int { state.withLock { $0.cookies.count } }

    /// Forgets all.
    public func removeAll() {
        state.withLock { $0 = State() }
    }

    /// Adds to a request what belongs there, behind the cookies that it has already. Of a name that it has, it keeps its own.
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

    /// Keeps what a reply sets, as far as its server may.
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
            // Section 5.3. Of `Expires` and `Max-Age` the latter counts.
            guard Self.domains(of: host).contains(domain), !isSecure || isOverTLS, cookie.isTrueToName else { continue }
            let maxAge = cookie.attributes["max-age"].flatMap { Int32($0) }.map { now + TimeInterval(max($0, 0)) }
            let expires = maxAge ?? cookie.attributes["expires"].flatMap { DateText.httpDate(from: $0) { now } }
            let path = ownPath ?? Self.folder(of: requestPath)
            state.withLock { state in
                let old = state.cookies.first { $0.domain == domain && $0.name == cookie.name && $0.path == path }
                // Who can write to http must not take the place of what came by https.
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

    /// A header `Set-Cookie` (section 5.2).
    private struct SetCookie {
        let name: String
        let value: String
        /// By their names in lower case. Of several of one name the last one counts.
        var attributes: [String: String] = [:]

        init?(_ text: String) {
            let parts = text.split(separator: ";").map { part in
                part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                    .map { $0.trimmingCharacters(in: .whitespaces) }
            }
            guard let pair = parts.first, pair.count == 2, !pair[0].isEmpty else { return nil }
            (name, value) = (pair[0], pair[1])
            for part in parts.dropFirst() {
                attributes[part[0].lowercased()] = part.count == 2 ? part[1] : ""
            }
        }

        /// Whether it is what its name says (RFC 6265bis, section 4.1.3).
        var isTrueToName: Bool {
            let isSecure = attributes["secure"] != nil
            return switch name.lowercased() {
            case let name where name.hasPrefix("__host-"):
                isSecure && (attributes["domain"] ?? "").isEmpty && attributes["path"] == "/"
            case let name where name.hasPrefix("__secure-"): isSecure
            default: true
            }
        }
    }

    /// Without the query.
    private static func path(of request: HTTPRequest) -> String {
        let path = (request.path ?? "").prefix { $0 != "?" }
        return path.isEmpty ? "/" : String(path)
    }

    /// Where a cookie belongs that has no path of its own (section 5.1.4).
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
