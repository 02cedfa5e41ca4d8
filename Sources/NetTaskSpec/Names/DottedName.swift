/// A name of the user's own Swift, with dots between its parts: `MoneyKit.Money`.
enum DottedName {
    /// The parts; nil, and reported, if they are no identifiers.
    static func parts(
        of text: String,
        at range: SourceRange,
        what: String,
        _ diagnostics: DiagnosticCollector
    ) -> [String]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.allSatisfy({ SwiftIdentifier.isValid($0) && !unutterable.contains($0) }) else {
            diagnostics.error(
                "\(text.quotedForMessage) cannot be \(what); it takes names with dots between them",
                at: range
            )
            return nil
        }
        let names = NameReader(diagnostics: diagnostics)
        guard parts.count <= 8 else {
            diagnostics.error("\(what) has 8 parts at most", at: range)
            return nil
        }
        return parts.allSatisfy { names.checkLength($0, at: range) } ? parts : nil
    }

    private static let unutterable: Set = ["self", "Self", "init", "Type", "Protocol", "Any"]
}
