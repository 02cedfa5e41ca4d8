/// A transform is looked up where the properties of the type are seen first.
enum TransformRule {
    static func check(_ fields: [LocatedField], noun: String, _ diagnostics: DiagnosticCollector) {
        guard fields.contains(where: { $0.field.transform != nil }) else { return }
        let named = Dictionary(fields.map { ($0.field.name.swift, $0) }) { first, _ in first }
        for field in fields {
            guard let first = field.field.transform?.first, let range = field.transformRange else { continue }
            guard let other = named[first] else { continue }
            diagnostics.error(
                "the transform begins with `\(first)`, which is a \(noun) of the same type",
                at: range,
                notes: [.init("give the \(noun) another Swift name with `swiftName:`", at: other.keyRange)]
            )
        }
    }
}
