/// A uri with variables: `posts/{id}/comments`.
package struct URITemplate: Sendable, Equatable {
    /// As the spec has it.
    package var written: String
    package var parts: [Part]

    package init(written: String, parts: [Part]) {
        self.written = written
        self.parts = parts
    }

    package enum Part: Sendable, Equatable {
        case literal(String)
        /// The written name of a param.
        case variable(String)
        /// The same of one whose slashes stay, `{+path}`: reserved expansion of RFC 6570 (3.2.3).
        case path(String)

        /// The written name of the param that it stands for.
        package var variable: String? {
            switch self {
            case .literal: nil
            case .variable(let name), .path(let name): name
            }
        }
    }

    /// The written names of the variables.
    package var variables: [String] { parts.compactMap(\.variable) }
}

/// Takes a uri with variables apart, and refuses what is no path and query of a URL.
extension URITemplate {
    package struct Problem: Error {
        package var message: String

        init(_ message: String) { self.message = message }
    }

    package init(parsing text: String) throws(Problem) {
        // What RFC 9110 (4.1) recommends that servers take at least.
        guard text.utf8.count <= 8000 else { throw Problem("it is longer than 8000 bytes") }
        let parts = try Self.split(text)
        try Self.checkSegments(text, parts)
        self.init(written: text, parts: parts)
    }

    private static func split(_ text: String) throws(Problem) -> [URITemplate.Part] {
        var parts: [URITemplate.Part] = []
        var literal = ScalarText()
        var isInQuery = false
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "{":
                guard !isInQuery else {
                    throw Problem("a variable stands in the path; let a param say `in: query` instead")
                }
                let name = rest.prefix { $0 != "}" && $0 != "{" }
                rest = rest.dropFirst(name.count)
                guard rest.popFirst() == "}" else { throw Problem("a `}` is missing") }
                guard !name.isEmpty, !name.elementsEqual("+".unicodeScalars) else {
                    throw Problem("a variable needs a name between the braces")
                }
                guard !name.contains(where: { "/?#%".unicodeScalars.contains($0) }) else {
                    let written = String(String.UnicodeScalarView(name)).quotedForMessage
                    throw Problem("\(written) cannot be the name of a variable")
                }
                if !literal.isEmpty { parts.append(.literal(literal.text)) }
                literal = ScalarText()
                if name.first == "+" {
                    guard !parts.contains(where: { if case .path = $0 { true } else { false } }) else {
                        throw Problem("only one variable can keep its slashes, by `{+name}`")
                    }
                    // Its value could choose another host.
                    guard !Self.endsInHost(parts) else {
                        throw Problem("`{+name}` has to stand behind the host and a slash")
                    }
                    parts.append(.path(String(name.dropFirst())))
                } else {
                    parts.append(.variable(String(name)))
                }
            case "}":
                throw Problem("a `{` is missing")
            case "%":
                let digits = rest.prefix(2)
                guard digits.count == 2, digits.allSatisfy({ $0.isASCII && URLCharacters.isHexDigit(UInt8($0.value)) })
                else { throw Problem("`%` must be followed by two hexadecimal digits; itself it is `%25`") }
                literal.append(scalar)
            case "#":
                throw Problem("a fragment is never sent; `#` itself is `%23`")
            default:
                if scalar == "?" { isInQuery = true }
                try check(scalar, isInQuery: isInQuery)
                literal.append(scalar)
            }
        }
        if !literal.isEmpty { parts.append(.literal(literal.text)) }
        return parts
    }

    /// Whether a whole URL has no path yet.
    private static func endsInHost(_ parts: [URITemplate.Part]) -> Bool {
        let text = parts.map { if case .literal(let text) = $0 { text } else { "" } }.joined()
        guard ["https://", "http://"].contains(where: text.lowercased().hasPrefix) else { return false }
        return text.utf8.count { $0 == UInt8(ascii: "/") } == 2
    }

    private static func check(_ scalar: Unicode.Scalar, isInQuery: Bool) throws(Problem) {
        if scalar.isASCII, URLCharacters.isAllowedInQuery(UInt8(scalar.value)) { return }
        let written = scalar == " " ? "a space" : String(scalar).quotedForMessage
        throw Problem("\(written) must be written as `\(URLCharacters.percentEncoded(scalar))`")
    }

    /// No segment may be empty or lead elsewhere: some servers and proxies take such paths for other ones.
    private static func checkSegments(_ text: String, _ parts: [URITemplate.Part]) throws(Problem) {
        var path = Substring(text.utf8.prefix { $0 != UInt8(ascii: "?") })
        for scheme in ["https://", "http://"]
        where Substring(path.utf8.prefix(scheme.utf8.count)).lowercased() == scheme {
            path = path.dropFirst(scheme.count)
            guard let host = path.split(separator: "/", omittingEmptySubsequences: false).first, !host.isEmpty else {
                throw Problem("it has no host")
            }
            break
        }
        let segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard !segments.dropFirst().dropLast().contains(where: \.isEmpty) else {
            throw Problem("`//` stands for a segment with nothing in it")
        }
        // Only these two signs can begin what is refused here.
        for bytes in segments {
            let segment = Substring(bytes)
            switch bytes.first {
            case UInt8(ascii: ":") where segment.count > 1:
                throw Problem("a variable is written `{\(segment.dropFirst())}`, not `\(segment)`")
            case UInt8(ascii: "."), UInt8(ascii: "%"):
                let plain = segment.lowercased().split(separator: "%2e", omittingEmptySubsequences: false)
                    .joined(separator: ".")
                guard plain != ".", plain != ".." else {
                    throw Problem("`\(segment)` leads to another path; write that one")
                }
            default: break
            }
        }
        if case .literal(let first)? = parts.first, let colon = first.firstIndex(of: ":"), colon != first.startIndex {
            let scheme = first[..<colon].lowercased()
            guard first[..<colon].contains("/") || scheme == "http" || scheme == "https" else {
                throw Problem("`\(first[...colon])` would be the scheme of a URL; write the colon as `%3A`")
            }
        }
    }
}

/// Which bytes stand in a URL as they are (RFC 3986, section 3.3 and 3.4).
package enum URLCharacters {
    private static let allowedInPath = (0...UInt8.max).map { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "-._~!$&'()*+,;=:@/".utf8.contains(byte)
        }
    }

    static func isAllowedInPath(_ byte: UInt8) -> Bool { allowedInPath[Int(byte)] }

    package static func isAllowedInQuery(_ byte: UInt8) -> Bool {
        isAllowedInPath(byte) || byte == UInt8(ascii: "?")
    }

    package static func isHexDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
        default: false
        }
    }

    /// How the scalar is written in a URL: `ü` → `%C3%BC`.
    package static func percentEncoded(_ scalar: Unicode.Scalar) -> String {
        UTF8.encode(scalar)?.reduce(into: "") { result, byte in
            result += (byte < 0x10 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
        } ?? ""
    }
}
