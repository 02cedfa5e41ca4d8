/// The case that keeps what a spec does not know: of an enumeration, and of a `oneOf` with a discriminator.
enum CatchAll {
    /// What it is called besides these cases; nil, and reported, where both of its names are taken.
    static func name(besides cases: [Name], of shape: String, _ diagnostics: DiagnosticCollector) -> String? {
        let taken = Dictionary(cases.map { ($0.swift, $0.place) }) { first, _ in first }
        for name in ["unknown", "unrecognized"] where taken[name] == nil { return name }
        guard let place = taken["unrecognized"] else { return nil }
        diagnostics.error(
            "\(shape.quotedForMessage) has cases called `unknown` and `unrecognized`, so that there is no name for the case that keeps other values",
            at: place,
            notes: [
                .init("give one of them another name, as in `{unrecognizedValue: …}`", at: place),
                .init("or refuse other values with `closed: true`", at: place),
            ]
        )
        return nil
    }
}
