public import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Keeps the cookies that servers set, in memory, and sends them back where they belong (RFC 6265).
///
/// A handler has none unless one is given to its ``HTTPConfiguration``. Several handlers may share one. It knows no list
/// of public suffixes: a server of `a.co.uk` may set a cookie for all of `co.uk`. Of a name for which a request has a
/// cookie of its own, it adds none.
public final class HTTPCookieJar: Sendable {
    private struct Key: Hashable, Sendable {
        let name: String
        let domain: String
        let path: String
    }

    /// What is sent, and where. `HTTPCookie` is not used past its parsing, as it cannot be sent across threads everywhere.
    private struct Cookie: Sendable {
        let value: String
        let isHostOnly: Bool
        let isSecure: Bool
        let expires: Date?
        /// Older ones are sent first.
        let number: Int
    }

    private struct State {
        var cookies: [Key: Cookie] = [:]
        var lastNumber = 0
    }

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
        state.withLock { $0.cookies = [:] }
    }

    /// Adds to a request what belongs there, behind the cookies that it has already. Of a name that it has, it keeps its own.
    func addCookies(to request: inout HTTPRequest) {
        guard let url = Self.url(of: request),
            let host = url.host?.lowercased()
        else { return }
        let now = wallClock()
        let path = url.path.isEmpty ? "/" : url.path
        let found = state.withLock { state in
            state.cookies = state.cookies.filter { $0.value.expires.map { $0 > now } ?? true }
            return state.cookies.filter { key, cookie in
                (cookie.isHostOnly ? host == key.domain : Self.isIn(key.domain, host))
                    && Self.isBelow(key.path, path) && (!cookie.isSecure || request.scheme == "https")
            }
        }
        let own = request.headerFields[.cookie] ?? ""
        let ownNames = CookieText.names(in: own)
        // Section 5.4: longer paths first, then older cookies.
        let sorted = found.filter { !ownNames.contains($0.key.name) }.sorted { first, second in
            (second.key.path.utf8.count, first.value.number) < (first.key.path.utf8.count, second.value.number)
        }
        if !sorted.isEmpty {
            let pairs = sorted.map { "\($0.key.name)=\($0.value.value)" }
            request.headerFields[.cookie] = ((own.isEmpty ? [] : [own]) + pairs).joined(separator: "; ")
        }
    }

    /// Keeps what a response sets, as far as its server may.
    func store(from response: HTTPResponse, to request: HTTPRequest) {
        guard response.headerFields.contains(.setCookie), let url = Self.url(of: request),
            let host = url.host?.lowercased()
        else { return }
        let now = wallClock()
        for value in response.headerFields[values: .setCookie] {
            for cookie in HTTPCookie.cookies(withResponseHeaderFields: ["Set-Cookie": value], for: url) {
                let domain = cookie.domain.lowercased()
                let bare = domain.hasPrefix(".") ? String(domain.dropFirst()) : domain
                let isSecure = request.scheme == "https"
                guard Self.isIn(bare, host), !cookie.isSecure || isSecure, Self.isTrueToName(cookie, value) else {
                    continue
                }
                let key = Key(name: cookie.name, domain: bare, path: Self.path(of: value, from: url))
                // Foundation would count `Max-Age`, which wins over `Expires`, from its own clock.
                let maxAge = Self.attribute("max-age", of: value).flatMap { Int32($0) }
                let expires = maxAge.map { now + TimeInterval(max($0, 0)) } ?? cookie.expiresDate
                state.withLock { state in
                    // Who can write to http must not take the place of what came by https.
                    if !isSecure, state.cookies[key]?.isSecure == true { return }
                    if let expires, expires <= now {
                        state.cookies[key] = nil
                        return
                    }
                    state.lastNumber += 1
                    state.cookies[key] = Cookie(
                        value: cookie.value,
                        isHostOnly: !domain.hasPrefix("."),
                        isSecure: cookie.isSecure,
                        expires: expires,
                        number: state.cookies[key]?.number ?? state.lastNumber
                    )
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

    /// Section 5.1.4: without a path of its own a cookie belongs to the folder of the request. Foundation on Linux gives it
    /// to all.
    private static func path(of cookie: String, from url: URL) -> String {
        if let path = attribute("path", of: cookie), path.hasPrefix("/") { return path }
        let end = url.path.lastIndex(of: "/") ?? url.path.startIndex
        return end == url.path.startIndex ? "/" : String(url.path[..<end])
    }

    private static func url(of request: HTTPRequest) -> URL? {
        URL(string: "\(request.scheme ?? "")://\(request.authority ?? "")\(request.path ?? "/")")
    }

    /// Section 5.1.3. The address of a machine is in no domain but itself.
    private static func isIn(_ domain: String, _ host: String) -> Bool {
        if host == domain { return true }
        let isAddress = host.contains(":") || host.allSatisfy { $0.isNumber || $0 == "." }
        return !isAddress && host.hasSuffix("." + domain) && domain.contains(".")
    }

    /// Section 5.1.4.
    private static func isBelow(_ cookie: String, _ path: String) -> Bool {
        path == cookie || path.hasPrefix(cookie.hasSuffix("/") ? cookie : cookie + "/")
    }
}

extension HTTPCookieJar: CustomReflectable {
    /// Only how many there are.
    public var customMirror: Mirror { Mirror(self, children: ["count": count]) }
}
