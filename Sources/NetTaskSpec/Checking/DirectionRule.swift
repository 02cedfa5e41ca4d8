/// What `only:` asks of a field.
enum DirectionRule {
    /// What one field shows by itself.
    static func check(_ located: LocatedField, _ diagnostics: DiagnosticCollector) {
        guard let only = located.field.only, let range = located.onlyRange else { return }
        if only == .request, let from = located.fromRange {
            diagnostics.error(
                "`from` says where in a reply the value is, but with `only: request` it is never read",
                at: from,
                notes: [.init("`only` is here", at: range)]
            )
        }
        if only == .request, located.field.isIgnored {
            diagnostics.error(
                "the field \(located.field.name.written.quotedForMessage) would be neither sent nor read",
                at: range,
                notes: [.init("it is ignored here", at: located.ignoredRange ?? located.keyRange)]
            )
        }
        if only == .response, let transform = located.transformRange {
            diagnostics.error(
                "a transform is called before the value is sent, and with `only: response` it never is",
                at: transform,
                notes: [.init("`only` is here", at: range)]
            )
        }
    }

    /// A shape that travels the way in which the field does not has to do without a value for it.
    static func check(_ shapes: [LocatedShape], _ usage: ShapeUsage, _ diagnostics: DiagnosticCollector) {
        for shape in shapes {
            let name = shape.shape.name.written
            for field in shape.fields {
                guard let only = field.field.only, let range = field.onlyRange, !field.field.canBeMissing else {
                    continue
                }
                let isUsedOtherwise = only == .request ? usage.read.contains(name) : usage.isSent(name)
                guard isUsedOtherwise else { continue }
                let way = only == .request ? "read" : "sent"
                diagnostics.error(
                    "the shape `\(name)` is \(way), and then this field has no value",
                    at: range,
                    notes: [.init("make it optional, or give it a `default`", at: field.typeRange)]
                )
            }
        }
    }
}
