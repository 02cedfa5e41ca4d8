/// A uri with variables: `posts/{id}/comments`.
package struct URITemplate: Sendable, Equatable {
    /// The uri as written in the spec.
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
        /// The written name of a param whose value keeps its slashes, `{+path}`: reserved expansion of RFC 6570 (3.2.3).
        case path(String)

        /// The written name of the param for a variable.
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

/// Parses a uri with variables, and rejects invalid paths and queries.
extension URITemplate {
    package struct Problem: Error {
        package var message: String

        init(_ message: String) { self.message = message }
    }

    package init(parsing text: String) throws(Problem) {
        // The minimum that RFC 9110 (4.1) recommends for servers.
        guard text.utf8.count <= 8000 else { throw Problem("it can be at most 8000 bytes long") }
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
                    throw Problem("a variable must be in the path; use a param with `in: query` instead")
                }
                let name = rest.prefix { $0 != "}" && $0 != "{" }
                rest = rest.dropFirst(name.count)
                guard rest.popFirst() == "}" else { throw Problem("missing `}`") }
                guard !name.isEmpty, !name.elementsEqual("+".unicodeScalars) else {
                    throw Problem("a variable needs a name between the braces")
                }
                guard !name.contains(where: { "/?#%".unicodeScalars.contains($0) }) else {
                    let written = String(String.UnicodeScalarView(name)).quotedForMessage
                    throw Problem("\(written) is not a valid name of a variable")
                }
                if !literal.isEmpty { parts.append(.literal(literal.text)) }
                literal = ScalarText()
                if name.first == "+" {
                    guard !parts.contains(where: { if case .path = $0 { true } else { false } }) else {
                        throw Problem("only one variable can keep its slashes with `{+name}`")
                    }
                    // Before the host's end, its value could change the host.
                    guard !Self.endsInHost(parts) else {
                        throw Problem("`{+name}` must follow the host and a slash")
                    }
                    parts.append(.path(String(name.dropFirst())))
                } else {
                    parts.append(.variable(String(name)))
                }
            case "}":
                throw Problem("missing `{`")
            case "%":
                let digits = rest.prefix(2)
                guard digits.count == 2, digits.allSatisfy({ $0.isASCII && URLCharacters.isHexDigit(UInt8($0.value)) })
                else { throw Problem("`%` must be followed by two hexadecimal digits; for `%`, write `%25`") }
                literal.append(scalar)
            case "#":
                throw Problem("it cannot have a fragment; for `#`, write `%23`")
            default:
                if scalar == "?" { isInQuery = true }
                try check(scalar, isInQuery: isInQuery)
                literal.append(scalar)
            }
        }
        if !literal.isEmpty { parts.append(.literal(literal.text)) }
        return parts
    }

    /// Whether the text is a URL that ends in its host.
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

    /// Rejects empty segments, `.` and `..`, which some servers and proxies resolve to other paths.
    private static func checkSegments(_ text: String, _ parts: [URITemplate.Part]) throws(Problem) {
        var path = Substring(text.utf8.prefix { $0 != UInt8(ascii: "?") })
        for scheme in ["https://", "http://"]
        where Substring(path.utf8.prefix(scheme.utf8.count)).lowercased() == scheme {
            path = path.dropFirst(scheme.count)
            guard let host = path.split(separator: "/", omittingEmptySubsequences: false).first, !host.isEmpty else {
                throw Problem("missing host")
            }
            break
        }
        let segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard !segments.dropFirst().dropLast().contains(where: \.isEmpty) else {
            throw Problem("`//` makes an empty segment")
        }
        // Invalid segments can begin only with these characters.
        for bytes in segments {
            let segment = Substring(bytes)
            switch bytes.first {
            case UInt8(ascii: ":") where segment.count > 1:
                throw Problem("for a variable, write `{\(segment.dropFirst())}`, not `\(segment)`")
            case UInt8(ascii: "."), UInt8(ascii: "%"):
                let plain = segment.lowercased().split(separator: "%2e", omittingEmptySubsequences: false)
                    .joined(separator: ".")
                guard plain != ".", plain != ".." else {
                    throw Problem("`\(segment)` changes the path; write the resulting path")
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

/// The bytes that are not escaped in a URL (RFC 3986, section 3.3 and 3.4).
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

    package static func isHexDigit(_ byte: UInt8) -> Bool { Unicode.Scalar(byte).properties.isASCIIHexDigit }

    /// The scalar, percent-encoded: `ü` → `%C3%BC`.
    package static func percentEncoded(_ scalar: Unicode.Scalar) -> String {
        UTF8.encode(scalar)?.reduce(into: "") { result, byte in
            result += (byte < 0x10 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
        } ?? ""
    }
}
