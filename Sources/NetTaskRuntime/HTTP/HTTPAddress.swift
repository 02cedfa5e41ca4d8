import Foundation

/// Where a request goes: base URL, uri and query made into one.
struct HTTPAddress: Sendable, Hashable {
    let scheme: String
    /// Host and port.
    let authority: String
    /// Path and query, percent-encoded.
    let path: String
    /// `user:password` of the URL; it is not part of what is sent as the URL.
    let credentials: String?

    /// The whole URL, without credentials.
    var url: String { "\(scheme)://\(authority)\(path)" }

    /// - Parameters:
    ///   - base: what `uri` is relative to. Its path and query are kept and extended. nil means that `uri` is a URL.
    ///   - uri: path and query with or without a leading slash; a whole URL goes without the base.
    ///   - query: more of the query.
    /// - Throws: ``TransportError`` of the kind `invalidRequest` if no usable URL comes of it.
    init(base: String?, uri: String, query: String) throws(TransportError) {
        let uriParts = Parts(uri)
        let root: Parts
        let paths: [Substring]
        let queries: [Substring]
        if uriParts.scheme != nil {
            root = uriParts
            paths = [uriParts.path]
            queries = [uriParts.query, query[...]]
        } else if let base {
            root = Parts(base)
            paths = [root.path, uriParts.path]
            queries = [root.query, uriParts.query, query[...]]
        } else {
            throw Self.unusable(uri, "it has no scheme, and there is no base URL")
        }
        guard let scheme = root.scheme?.lowercased(), scheme == "http" || scheme == "https" else {
            throw Self.unusable(base ?? uri, "it must begin with http:// or https://")
        }
        let userEnd = root.authority.utf8.lastIndex(of: UInt8(ascii: "@"))
        let host = userEnd.map { root.authority[root.authority.utf8.index(after: $0)...] } ?? root.authority
        guard let first = host.utf8.first, first != UInt8(ascii: ":"), host.utf8.allSatisfy(Self.isAllowedInHost)
        else {
            throw Self.unusable(base ?? uri, "\"\(host)\" cannot be a host; names beyond ASCII are written as xn--…")
        }
        guard Self.hasUsablePort(host) else {
            throw Self.unusable(base ?? uri, "the port of \"\(host)\" must be a number from 1 to 65535")
        }
        self.scheme = scheme
        authority = String(host)
        credentials = userEnd.map { Self.decoded(root.authority[..<$0]) }
        var bytes = Array(Self.joined(paths).utf8)
        let query = queries.filter { !$0.isEmpty }.joined(separator: "&")
        if !query.isEmpty {
            bytes += "?\(query)".utf8
        }
        guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw Self.unusable(uri, "it holds control characters")
        }
        path = Self.encoded(bytes)
    }

    /// Whether what follows the host is nothing, or a colon and a port from 1 to 65535. Of another port a transport traps,
    /// or connects to the remainder of its division by 65,536.
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

    /// Host and port that a task goes to, in lower case; nil if it has none.
    static func host(of task: any HTTPNetTask, baseURL: String?) -> String? {
        host(in: task.uri) ?? (baseURL ?? type(of: task).endpoint.baseURL).flatMap(host)
    }

    private static func host(in url: String) -> String? {
        let bytes = url.utf8
        guard let mark = bytes.firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == slash }) else { return nil }
        let hasScheme = bytes[mark] != slash
        // Without a scheme, what begins with `//` is a URL that a task follows.
        guard bytes[mark...].starts(with: (hasScheme ? "://" : "//").utf8), hasScheme || mark == bytes.startIndex else {
            return nil
        }
        let rest = bytes[bytes.index(mark, offsetBy: hasScheme ? 3 : 2)...]
        let authority = rest.prefix { !"/?#".utf8.contains($0) }
        let host = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[$0...].dropFirst() } ?? authority
        return host.isEmpty ? nil : String(Substring(host)).lowercased()
    }

    static func unusable(_ text: String, _ reason: String) -> TransportError {
        let text = excerpt(of: withoutCredentials(text).utf8, limit: 200)
        return TransportError(.invalidRequest, reason: "\"\(text)\" is no usable URL: \(reason)")
    }

    /// A URL without what stands before the `@` of its authority.
    static func withoutCredentials(_ url: String) -> String {
        let bytes = url.utf8
        guard let mark = bytes.firstRange(of: "://".utf8) else { return url }
        let end = bytes[mark.upperBound...].firstIndex { "/?#".utf8.contains($0) } ?? bytes.endIndex
        guard let userEnd = bytes[mark.upperBound..<end].lastIndex(of: UInt8(ascii: "@")) else { return url }
        return "\(url[..<mark.upperBound])\(Redaction.mark)\(url[userEnd...])"
    }

    /// Paths, one after the other, with one slash between two and one at the start.
    private static func joined(_ paths: [Substring]) -> String {
        var result = ""
        for path in paths where !path.isEmpty {
            if result.utf8.last == slash {
                result.unicodeScalars.removeLast()
            }
            result += path.utf8.first == slash ? path : "/" + path
        }
        return result.isEmpty ? "/" : result
    }

    private static func isAllowedInHost(_ byte: UInt8) -> Bool {
        PercentEncoding.isUnreserved(byte) || "!$&'()*+,;=:[]%".utf8.contains(byte)
    }

    /// Escapes what may not stand in path and query, and leaves the rest as the spec writes it.
    private static func encoded(_ bytes: [UInt8]) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for (index, byte) in bytes.enumerated() {
            let isEscape = byte == UInt8(ascii: "%") && isHexadecimal(bytes[(index + 1)...].prefix(2))
            if isEscape || PercentEncoding.isUnreserved(byte) || "!$&'()*+,;=:@/?".utf8.contains(byte) {
                result.append(byte)
            } else {
                PercentEncoding.appendEscape(of: byte, to: &result)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func isHexadecimal(_ digits: ArraySlice<UInt8>) -> Bool {
        digits.count == 2 && digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit && $0 < 0x80 }
    }

    private static func decoded(_ text: Substring) -> String {
        String(text).removingPercentEncoding ?? String(text)
    }

    private static let slash = UInt8(ascii: "/")

    /// A URL or a relative reference, cut at its delimiters; a fragment is dropped. By bytes, since a delimiter and a
    /// combining mark behind it are one character.
    private struct Parts {
        var scheme: Substring?
        var authority: Substring = ""
        var path: Substring
        var query: Substring = ""

        init(_ text: String) {
            let bytes = text.utf8
            var rest = bytes[..<(bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex)]
            if let queryStart = rest.firstIndex(of: UInt8(ascii: "?")) {
                query = Substring(rest[rest.index(after: queryStart)...])
                rest = rest[..<queryStart]
            }
            if let mark = rest.firstRange(of: "://".utf8), !rest[..<mark.lowerBound].contains(slash) {
                scheme = Substring(rest[..<mark.lowerBound])
                rest = rest[mark.upperBound...]
                let pathStart = rest.firstIndex(of: slash) ?? rest.endIndex
                authority = Substring(rest[..<pathStart])
                rest = rest[pathStart...]
            }
            path = Substring(rest)
        }
    }
}
