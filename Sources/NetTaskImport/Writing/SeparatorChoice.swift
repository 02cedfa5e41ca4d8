import NetTaskSpec

/// Chooses the separator by which the fewest fields have to say their names on the wire.
enum SeparatorChoice {
    /// As a spec writes it, and what it means.
    static let candidates = NameSeparator.words.map { (written: $0.word, separator: $0.separator) }

    /// The one that a spec writes so.
    static func of(_ written: String?) -> (written: String, separator: NameSeparator)? {
        candidates.first { $0.written == written }
    }

    static func best(for draft: SpecDraft) -> (written: String, separator: NameSeparator) {
        var counts = Array(repeating: 0, count: candidates.count)
        func count(_ fields: [FieldDraft]) {
            for field in fields where !field.isInline && field.location != .header && field.location != .path {
                for (index, candidate) in candidates.enumerated()
                where candidate.separator.wireName(for: field.name) == field.wireName {
                    counts[index] += 1
                }
            }
        }
        for shape in draft.shapes {
            if case .object(let fields) = shape.kind { count(fields) }
        }
        for endpoint in draft.endpoints { count(endpoint.params) }
        let most = counts.max() ?? 0
        return candidates[counts.firstIndex(of: most) ?? 0]
    }
}
