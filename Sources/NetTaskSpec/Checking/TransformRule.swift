/// A transform is looked up where the properties of the type are seen first.
enum TransformRule {
    static func check(_ fields: [LocatedField], noun: String, _ diagnostics: DiagnosticCollector) {
        for field in fields {
            guard let first = field.field.transform?.first, let range = field.transformRange else { continue }
            guard let other = fields.first(where: { $0.field.name.swift == first }) else { continue }
            diagnostics.error(
                "the transform begins with `\(first)`, which is a \(noun) of the same type",
                at: range,
                notes: [.init("give the \(noun) another Swift name with `swiftName:`", at: other.keyRange)]
            )
        }
    }
}
