/// A transform is looked up where the properties of the type that packs are seen first.
enum TransformRule {
    /// - Parameter properties: Those of the type that packs the fields, and where each is named.
    static func check(
        _ fields: [LocatedField],
        among properties: [String: SourceRange],
        _ diagnostics: DiagnosticCollector
    ) {
        for field in fields {
            guard let first = field.field.transform?.first, let range = field.transformRange else { continue }
            if ReservedNames.transforms.contains(first) {
                diagnostics.error(
                    "the transform begins with `\(first)`, which means something else where it is called",
                    at: range,
                    notes: [
                        .init("give the function another name, or put it into a type: `Transforms.\(first)`", at: range)
                    ]
                )
                continue
            }
            guard let property = properties[first] else { continue }
            diagnostics.error(
                "the transform begins with `\(first)`, which is a property of the type that calls it",
                at: range,
                notes: [.init("give this property another Swift name with `swiftName:`", at: property)]
            )
        }
    }

    /// The Swift names of the fields and where they stand.
    static func properties(_ fields: [LocatedField]) -> [String: SourceRange] {
        Dictionary(fields.map { ($0.field.name.swift, $0.field.name.place) }) { first, _ in first }
    }
}
