/// Finds shapes that are alternatives of themselves: to try them would come to the same shape again, at the same place of
/// the JSON.
struct AlternativeCycles {
    private let shapes: [String: LocatedShape]

    init(_ shapes: [String: LocatedShape]) {
        self.shapes = shapes
    }

    /// Reports each circle once, at the alternative that closes it.
    func check(_ names: [String], _ diagnostics: DiagnosticCollector) {
        var finished: Set<String> = []
        for name in names where !finished.contains(name) {
            search(from: name, &finished, diagnostics)
        }
    }

    /// A depth-first search with a stack of its own: chains of shapes may be long.
    private func search(from start: String, _ finished: inout Set<String>, _ diagnostics: DiagnosticCollector) {
        var path: [(name: String, next: Int)] = [(start, 0)]
        var open: Set<String> = [start]
        while let (name, next) = path.last {
            let alternatives = tried(name)
            guard next < alternatives.count else {
                finished.insert(name)
                open.remove(name)
                path.removeLast()
                continue
            }
            path[path.count - 1].next += 1
            guard case .shape(let inner) = alternatives[next].type, !finished.contains(inner) else { continue }
            guard open.insert(inner).inserted else {
                let range = alternatives[next].range
                diagnostics.error(
                    "`\(inner)` is an alternative of itself",
                    at: range,
                    notes: [.init("to have it inside, put it into a list or a field of a shape", at: range)]
                )
                continue
            }
            path.append((inner, 0))
        }
    }

    /// The types that read the same JSON: alternatives, and inline fields.
    private func tried(_ name: String) -> [(type: TypeReference, range: SourceRange)] {
        guard let shape = shapes[name] else { return [] }
        return shape.alternatives.map { ($0.alternative.type, $0.typeRange) }
            + shape.fields.filter(\.field.isInline).map { ($0.field.type, $0.typeRange) }
    }
}
