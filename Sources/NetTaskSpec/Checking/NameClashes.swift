/// Finds names that Swift could not tell apart.
enum NameClashes {
    /// - Parameters:
    ///   - noun: What the names are of: "param", "case".
    ///   - plural: The same of two, where that is more than an `s`.
    static func check(_ names: [Name], noun: String, plural: String? = nil, _ diagnostics: DiagnosticCollector) {
        guard names.count > 1 else { return }
        var first: [String: Name] = [:]
        first.reserveCapacity(names.count)
        for name in names {
            guard let other = first[name.swift] else {
                first[name.swift] = name
                continue
            }
            diagnostics.error(
                "two \(plural ?? "\(noun)s") would both be called `\(name.swift)` in Swift",
                at: name.place,
                notes: [.init("the other one is here", at: other.place)]
            )
        }
    }
}
