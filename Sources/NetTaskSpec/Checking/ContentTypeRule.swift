/// What HTTP takes as a media type: `text/csv; charset=utf-8` (RFC 9110, section 8.3.1).
package enum ContentTypeRule {
    package static func check(_ text: String, at range: SourceRange, _ diagnostics: DiagnosticCollector) -> Bool {
        let parts = text.split(separator: ";", omittingEmptySubsequences: false)
        let type = parts[0].split(separator: "/", omittingEmptySubsequences: false)
        let isValid =
            type.count == 2 && HeaderRule.isToken(type[0]) && HeaderRule.isToken(trimmed(type[1]))
            && type[1].first != " " && parts.dropFirst().allSatisfy(isParameter)
        if !isValid {
            let message = "\(text.quotedForMessage) is no media type such as `text/csv` or `text/csv; charset=utf-8`"
            diagnostics.error(message, at: range)
        }
        return isValid
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
