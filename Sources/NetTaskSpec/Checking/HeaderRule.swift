extension Diagnosing {
    func checkHeaderName(_ name: String, at range: SourceRange) -> Bool {
        // With a body of another length, this header would let a request be smuggled inside another (RFC 9112, section 6.3).
        guard !["content-length", "transfer-encoding"].contains(name.lowercased()) else {
            at(range, .reservedHeader)
                .error("the header `\(name)` is set by the transport; remove it")
            return false
        }
        return checkToken(name, of: "header", at: range)
    }

    /// The names that RFC 6265 allows (section 4.1.1).
    func checkCookieName(_ name: String, at range: SourceRange) -> Bool {
        checkToken(name, of: "cookie", at: range)
    }

    private func checkToken(_ name: String, of what: String, at range: SourceRange) -> Bool {
        if HeaderRule.isToken(name) { return true }
        at(range, .invalidHeaderName).error("\(name.quotedForMessage) cannot be the name of a \(what)")
            .note("use only letters, digits and !#$%&'*+-.^_`|~")
        return false
    }
}

/// The headers that HTTP allows (RFC 9110, sections 5.1 and 5.5).
package enum HeaderRule {
    /// The mistake in a header's value, and how to correct it; `nil` for a valid value.
    static func problem(withValue value: String, of name: String) -> (message: String, advice: String)? {
        let isControl = { (scalar: Unicode.Scalar) in scalar != "\t" && scalar.properties.generalCategory == .control }
        guard !value.unicodeScalars.contains(where: isControl) else {
            return (
                "the value of the header `\(name)` contains a control character or a line break",
                "a header is one line; text below `|` or `>` ends with a line break, text below `>-` does not"
            )
        }
        let edges = [value.unicodeScalars.first, value.unicodeScalars.last]
        let isPadded = edges.contains(" ") || edges.contains("\t")
        if !isPadded { return nil }
        let message = "the value of the header `\(name)` begins or ends with a space, which HTTP removes"
        return (message, "remove the space")
    }

    package static func isToken(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { isTokenByte($0) }
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}

/// The media types that HTTP allows: `text/csv; charset=utf-8` (RFC 9110, section 8.3.1).
package enum ContentTypeRule {
    package static func isValid(_ text: String) -> Bool {
        let parts = text.split(separator: ";", omittingEmptySubsequences: false)
        let type = parts[0].split(separator: "/", omittingEmptySubsequences: false)
        return type.count == 2 && HeaderRule.isToken(type[0]) && HeaderRule.isToken(trimmed(type[1]))
            && type[1].first != " " && parts.dropFirst().allSatisfy(isParameter)
    }

    private static func isParameter(_ text: Substring) -> Bool {
        let parts = trimmed(text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, HeaderRule.isToken(parts[0]) else { return false }
        if HeaderRule.isToken(parts[1]) { return true }
        let quoted = parts[1].utf8
        guard quoted.count >= 2, quoted.first == UInt8(ascii: "\""), quoted.last == UInt8(ascii: "\"") else {
            return false
        }
        return quoted.dropFirst().dropLast().allSatisfy {
            $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return text
    }
}
