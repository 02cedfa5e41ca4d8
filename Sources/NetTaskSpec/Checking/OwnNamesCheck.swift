/// Swift of the user's own is named inside of the client's namespace, where the client's types are seen first.
enum OwnNamesCheck {
    /// - Parameters:
    ///   - types: Those that are generated.
    ///   - inner: The names of those inside of tasks that depend on the spec.
    static func check(
        _ shapes: [LocatedShape],
        besides types: [Name],
        _ inner: Set<String>,
        _ diagnostics: DiagnosticCollector
    ) {
        let inner = inner.union(ReservedNames.insideTasks)
        let types = Dictionary(types.map { ($0.swift, $0.place) }) { first, _ in first }
        var reported: Set<String> = []
        for located in shapes.flatMap(\.conformances) {
            guard case .own(let parts) = located.conformance, let first = parts.first, reported.insert(first).inserted
            else { continue }
            check(first, "a protocol", at: located.range, types, inner, diagnostics)
        }
        for shape in shapes {
            guard case .custom(let type) = shape.shape.kind, let first = type.path.first,
                let range = shape.customTypeRange
            else { continue }
            check(first, "a type of yours", at: range, types, inner, diagnostics)
        }
    }

    private static func check(
        _ name: String,
        _ what: String,
        at range: SourceRange,
        _ types: [String: SourceRange],
        _ inner: Set<String>,
        _ diagnostics: DiagnosticCollector
    ) {
        if let type = types[name] {
            diagnostics.error(
                "`\(name)` is a type of this client, which is seen before \(what) of that name",
                at: range,
                notes: [.init("the type is here; one of the two needs another name", at: type)]
            )
        } else if inner.contains(name) {
            diagnostics.error(
                "`\(name)` means something else inside of generated types",
                at: range,
                notes: [.init("write the module in front, as in `MyModule.\(name)`", at: range)]
            )
        }
    }
}
