/// Finds names that Swift could not tell apart.
enum NameClashes {
    /// - Parameter noun: What the names are of: "param", "case".
    static func check(_ names: [Name], noun: String, _ diagnostics: DiagnosticCollector) {
        guard names.count > 1 else { return }
        var first: [String: Name] = [:]
        first.reserveCapacity(names.count)
        for name in names {
            guard let other = first[name.swift] else {
                first[name.swift] = name
                continue
            }
            diagnostics.error(
                "two \(noun)s would both be called `\(name.swift)` in Swift",
                at: name.place,
                notes: [.init("the other one is here", at: other.place)]
            )
        }
    }
}
