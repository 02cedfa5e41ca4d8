import NetTaskSpec

/// A path of a document with its variables: `/pets/{pet-id}`. What stands behind `#` is no part of it: it tells operations apart
/// that have one address.
struct PathTemplate {
    private var parts: [Part]

    private enum Part {
        case literal(String)
        case variable(String)
    }

    /// nil if braces do not match.
    init?(_ path: String) {
        parts = []
        var rest = path.unicodeScalars[...]
        while !rest.isEmpty {
            let literal = rest.prefix { $0 != "{" && $0 != "}" && $0 != "#" }
            if !literal.isEmpty { parts.append(.literal(String(literal))) }
            rest = rest.dropFirst(literal.count)
            guard rest.first != "#" else { break }
            guard let brace = rest.popFirst() else { break }
            let name = rest.prefix { $0 != "{" && $0 != "}" }
            rest = rest.dropFirst(name.count)
            guard brace == "{", rest.popFirst() == "}", !name.isEmpty else { return nil }
            parts.append(.variable(String(name)))
        }
    }

    /// The variables, each once, in their order.
    var variables: [String] {
        var seen: Set<String> = []
        return parts.compactMap { part in
            guard case .variable(let name) = part, seen.insert(name).inserted else { return nil }
            return name
        }
    }

    /// The uri below a base URL.
    ///
    /// - Parameters:
    ///   - values: What stands for each variable, such as `{petId}`.
    ///   - base: A URL for a path that is elsewhere; nil for one below the base URL.
    func uri(_ values: [String: String], below base: String? = nil) -> String {
        var uri = ""
        for part in parts {
            switch part {
            case .literal(let text): uri += Self.escaped(text, after: uri)
            case .variable(let name): uri += values[name] ?? "{\(name)}"
            }
        }
        // The root keeps its slash, which a base URL with a path needs; `//` would be another path with one slash.
        if uri.hasPrefix("/"), !uri.hasPrefix("//"), uri != "/" { uri.removeFirst() }
        guard let base else { return uri }
        return base + (uri.hasPrefix("/") || uri.isEmpty ? uri : "/" + uri)
    }

    /// What the language has against a uri; nil for nothing.
    static func problem(withURI uri: String) -> String? {
        do throws(URITemplate.Problem) {
            _ = try URITemplate(parsing: uri)
            return nil
        } catch {
            return "bad uri \(uri.quotedForMessage): \(error.message)"
        }
    }

    /// A colon is read as the end of a scheme in a first segment, and as the start of a variable in any other.
    private static func escaped(_ text: String, after start: String) -> String {
        var result = ScalarText()
        var isFirstSegment = !start.dropFirst().contains("/")
        var previous: Unicode.Scalar? = start.unicodeScalars.last
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if scalar == "/", previous != nil { isFirstSegment = false }
            if scalar == "%" {
                let digits = rest.prefix(2)
                let isEscape = digits.count == 2 && digits.allSatisfy { $0.properties.isASCIIHexDigit }
                result.append(isEscape ? "%" : "%25")
            } else if scalar == ":", isFirstSegment || previous == "/" {
                result.append("%3A")
            } else if scalar.isASCII, URLCharacters.isAllowedInQuery(UInt8(scalar.value)) {
                result.append(scalar)
            } else {
                result.append(URLCharacters.percentEncoded(scalar))
            }
            previous = scalar
        }
        return result.text
    }
}
