/// What HTTP allows in headers (RFC 9110, sections 5.1 and 5.5).
package enum HeaderRule {
    package static func checkName(_ name: String, at range: SourceRange, _ diagnostics: DiagnosticCollector) -> Bool {
        guard !setByTransport.contains(name.lowercased()) else {
            diagnostics.error(
                "the header `\(name)` says how long the body is, which is not for a spec to say",
                at: range
            )
            return false
        }
        if isToken(name) { return true }
        diagnostics.error(
            "\(name.quotedForMessage) cannot be the name of a header",
            at: range,
            notes: [.init("such a name has letters, digits and any of !#$%&'*+-.^_`|~", at: range)]
        )
        return false
    }

    /// To send one of these beside a body of another length would end one request inside another (RFC 9112, 6.3).
    private static let setByTransport: Set = ["content-length", "transfer-encoding"]

    static func checkValue(
        _ value: String,
        of name: String,
        at range: SourceRange,
        _ diagnostics: DiagnosticCollector
    ) -> Bool {
        let isControl = { (scalar: Unicode.Scalar) in scalar != "\t" && scalar.properties.generalCategory == .control }
        guard !value.unicodeScalars.contains(where: isControl) else {
            diagnostics.error("the value of the header `\(name)` holds a control character or a line break", at: range)
            return false
        }
        let edges = [value.unicodeScalars.first, value.unicodeScalars.last]
        guard !edges.contains(" "), !edges.contains("\t") else {
            diagnostics.error(
                "the value of the header `\(name)` begins or ends with a space, which HTTP drops",
                at: range
            )
            return false
        }
        return true
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
