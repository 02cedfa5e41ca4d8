/// What RFC 6265 allows as the name of a cookie (section 4.1.1).
enum CookieRule {
    static func checkName(_ name: String, at range: SourceRange, _ diagnostics: DiagnosticCollector) -> Bool {
        if HeaderRule.isToken(name) { return true }
        diagnostics.error(
            "\(name.quotedForMessage) cannot be the name of a cookie",
            at: range,
            notes: [.init("such a name has letters, digits and any of !#$%&'*+-.^_`|~", at: range)]
        )
        return false
    }
}
